"""The options that narrow a question down, the same wherever one is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, get_args

import rich_click as click
from click import get_current_context, option
from click.core import ParameterSource

from ..domain.kinds import Tier
from .options import KINDS, Command, complete_source

if TYPE_CHECKING:
    from ..asking.question import Narrowing

_OPTIONS: Final = (
    option("--limit", default=5, show_default=True, help="How many answers at most."),
    option("--after", metavar="DATE", help="Only what is dated then or later, or never fades."),
    option("--before", metavar="DATE", help="Only what is dated earlier, or never fades."),
    option(
        "--tier",
        type=click.Choice(get_args(Tier)),
        help="Only what fades (episodic), or only what stays (semantic).",
    ),
    option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only this kind."),
    option(
        "--source",
        "sources",
        metavar="SOURCE",
        multiple=True,
        shell_complete=complete_source,
        help="Only from this source and from all below it.",
    ),
    option("--diverse", is_flag=True, help="Prefer answers that differ from each other."),
    option(
        "--superseded",
        "with_superseded",
        is_flag=True,
        help="Also what something newer has replaced.",
    ),
    option("--with-faded", is_flag=True, help="Also what is too weak by now, or in the archive."),
)


def narrowing_options(command: Command) -> Command:
    """All of them, which the command takes as one `Narrowing`."""
    for each in reversed(_OPTIONS):
        command = each(command)
    return command


def is_narrowed(narrowing: Narrowing) -> bool:
    """Whether any of them was given in this run."""
    source_of = get_current_context().get_parameter_source
    return any(source_of(name) is not ParameterSource.DEFAULT for name in narrowing)
