"""Commands about what came by a channel of little trust: what is held, and letting it go."""

from __future__ import annotations

import rich_click as click
from click import argument, option

from . import render, render_facts
from .options import opened, shared_options
from .output import show_json


@click.command()
@shared_options
def quarantine(*, as_json: bool) -> None:
    """List what came by a channel of little trust, and changes nothing until it is released.

    It is found and marked. It is not promoted, takes no place of what is trusted more, and is in no
    snapshot. Two sources that are trusted and say the same let it go as well.
    """
    with opened() as memory:
        held = memory.quarantined()
    if as_json:
        show_json("quarantine", {"items": held})
    else:
        render_facts.quarantined(held)


@click.command()
@argument("items", metavar="ITEM...", nargs=-1, required=True)
@option("--reason", default="", help="Why, for whoever asks later.")
@shared_options
def release(*, items: tuple[str, ...], reason: str, as_json: bool) -> None:
    """Let items out of quarantine, because you have looked at them."""
    with opened() as memory:
        changed = memory.release(*(memory.item(item) for item in items), reason=reason)
    if as_json:
        show_json("release", changed)
    elif changed.is_news:
        render.changed(changed, ", ".join("{}" for _ in changed.items) + " released", "")
    else:
        render.changed(changed, "", "none of these is in quarantine")
