"""Commands that tell what happened: `log` and `diff`."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Final

import rich_click as click
from click import argument, option

from ..domain.events import EVENT_TYPES, tag_of
from . import render_diff, render_history
from .day_options import day_or_position
from .lines import line
from .options import complete_source, opened, shared_options
from .output import Screen, show_json, show_json_line

if TYPE_CHECKING:
    from ..memory import Memory
    from ..replay.log import Chosen, LogLine

_LINES: Final = 20


@click.command()
@option(
    "--type",
    "types",
    type=click.Choice([tag_of(each) for each in EVENT_TYPES]),
    multiple=True,
    help="Only events of this type.",
)
@option("--item", metavar="ITEM", help="Only what concerns this item.")
@option(
    "--source",
    metavar="SOURCE",
    shell_complete=complete_source,
    help="Only what came from this source and from all below it.",
)
@option("--since", metavar="DATE|POSITION", help="From then on.")
@option("--until", metavar="DATE|POSITION", help="Up to then.")
@option(
    "--limit",
    type=click.IntRange(min=1),
    help=f"How many at most, the newest; {_LINES} unless told, or since when.",
)
@option("--all", "everything", is_flag=True, help="All there are.")
@option("-f", "--follow", is_flag=True, help="Go on with each new event, until interrupted.")
@option("--jsonl", "as_lines", is_flag=True, help="Print one JSON object a line.")
@shared_options
def log(
    *,
    types: tuple[str, ...],
    item: str | None,
    source: str | None,
    since: str | None,
    until: str | None,
    limit: int | None,
    everything: bool,
    follow: bool,
    as_lines: bool,
    as_json: bool,
) -> None:
    """Tell what happened, event by event, the newest last.

    What is forgotten shows as `erased`, with its time alone. `--type` may be given several times;
    all filters together narrow it down. `--since` and `--until` include the day or position that
    they name; a day alone is its first moment.
    """
    _check(
        (everything and limit is not None, "--all and --limit say different things; give one."),
        (follow and until is not None, "--follow has no end; leave out --until."),
        (as_json and as_lines, "--json and --jsonl are two shapes; give one."),
        (as_json and follow, "--json is one document, which --follow never ends; use --jsonl."),
    )
    chosen: Chosen = {
        "types": types,
        "item": item,
        "source": source,
        "since": None if since is None else day_or_position(since),
        "until": None if until is None else day_or_position(until),
        "limit": limit or (None if everything or since else _LINES),
    }
    with opened() as memory, _told(memory, chosen, follow=follow) as told:
        if as_json:
            show_json("log", {"events": list(map(render_history.log_document, told))})
        elif as_lines:
            for each in told:
                show_json_line(render_history.log_document(each))
        else:
            _show(told)


@click.command()
@argument("earlier", metavar="A")
@argument("later", metavar="[B]", required=False)
@shared_options
def diff(*, earlier: str, later: str | None, as_json: bool) -> None:
    """Tell what changed from A to B: dates, or positions in the journal; B is now unless told.

    What is forgotten by now is in neither state; it is only told that there was something.
    """
    with opened() as memory:
        found = memory.diff(
            day_or_position(earlier), None if later is None else day_or_position(later)
        )
    if as_json:
        show_json("diff", found)
    else:
        render_diff.diff(found)


def _check(*wrong: tuple[bool, str]) -> None:
    for is_wrong, why in wrong:
        if is_wrong:
            raise click.UsageError(why)


@contextmanager
def _told(memory: Memory, chosen: Chosen, *, follow: bool) -> Iterator[Iterator[LogLine]]:
    if not follow:
        yield memory.log(**chosen)
        return
    with memory.follow_log(**chosen) as told:
        yield told


def _show(told: Iterator[LogLine]) -> None:
    screen, shown = Screen(), False
    for each in told:
        render_history.log_line(each, screen)
        shown = True
    if not shown:
        line("no event fits; `lethelog log --all` tells all of them")
