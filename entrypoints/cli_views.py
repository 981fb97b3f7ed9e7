"""The command that lists the read models: `views`."""

from __future__ import annotations

import rich_click as click

from . import render_views
from .options import opened, shared_options
from .output import progress, show_json


@click.command()
@shared_options
def views(*, as_json: bool) -> None:
    """List the read models: who has each, how far it is, its version, size and digest.

    Each process has one of its own. Nothing is caught up, made or changed by the listing.
    """
    with opened() as memory, progress("looking into the read models"):
        found = memory.views()
    if as_json:
        show_json("views", {"views": found})
    else:
        render_views.views(found)
