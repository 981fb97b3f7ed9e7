"""`--profile`: in which shape a memory is served to an agent."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import rich_click as click
from click import option

from .options import Command

PROFILES: Final = ("memory", "graph", "files")
"""As the domain has them, which help and completion do not load."""


def profile_option(default: str = "") -> Callable[[Command], Command]:
    """The same for the server and for whatever makes a client start it."""
    return option(
        "--profile",
        type=click.Choice(PROFILES),
        default=default or None,
        show_default=bool(default),
        help="The tools that it has: our own, those of a knowledge graph, or those of a folder.",
    )
