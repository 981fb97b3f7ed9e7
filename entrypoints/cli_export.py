"""The command `export`: the days of a memory as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from click import argument, option

from .lines import DIM, counted, line
from .options import opened, shared_options
from .output import progress, show_json

if TYPE_CHECKING:
    from ..keeping.day_files import DayFiles


@click.command()
@argument("folder", type=click.Path(path_type=Path))
@option("--from", "first", metavar="DAY", help="The first day; the oldest unless told.")
@option("--to", "last", metavar="DAY", help="The last day; the newest unless told.")
@shared_options
def export(*, folder: Path, first: str | None, last: str | None, as_json: bool) -> None:
    """Write what happened on each day into a folder: one file for people, one for programs.

    `2026-02-03.md` tells it in words, `2026-02-03.jsonl` as `lethelog log --jsonl` prints it. Days
    that were exported before are written anew, without what was forgotten since.
    """
    with opened() as memory, progress("writing days"):
        made = memory.export(folder, first=first, last=last)
    if as_json:
        show_json("export", made)
    else:
        _show(made)


def _show(made: DayFiles) -> None:
    if not made.days:
        line("nothing happened on these days, so there is nothing to write")
        return
    span = made.days[0] if len(made.days) == 1 else f"{made.days[0]} to {made.days[-1]}"
    line(
        f"wrote {counted(len(made.days), 'day')} with {counted(made.events, 'event')} to ",
        (made.to, "bold"),
        (f"  {span}", DIM),
    )
    line(("forgetting does not reach these files: export the same days again after it", DIM))
