"""The journal day by day, as it is written into files that people keep beside their notes."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Final

import msgspec

from ..asking.as_of import Ask
from ..asking.snapshot_text import one_line
from ..domain.errors import InvalidInput
from ..domain.event_document import DayLine, event_document
from ..domain.events import (
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Erased,
    Event,
    PolicyAdopted,
    Promoted,
    Recalled,
    Released,
    SourceForgotten,
    SourceUnblocked,
    Superseded,
)
from ..domain.identity import Identity, ItemId
from ..domain.readable import readable
from ..domain.times import Moment, day, iso, moment
from ..journal.journal import Journal
from .log import LogLine, part_of, told

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_ID_CHARS: Final = 8
_MARKS: Final = re.compile(r"([\\`*_\[\]<>&])")  # what Markdown would obey inside a line
_TIME: Final = slice(11, 19)  # of a moment in ISO 8601


def days_told(
    ask: Ask, journal: Journal, identity: Identity, *, first: Moment, last: Moment
) -> tuple[int, Iterator[DayLine]]:
    """All events of these days, both included, and the last position that was looked at."""
    since, until = _day(first), _day(last)
    if since and until and since > until:
        raise InvalidInput(f"the days go from {since} to {until}, which are none; swap them")

    def asked(view: View) -> tuple[int, Iterator[LogLine]]:
        part = part_of(view, journal, identity, {"since": since})
        return part.up_to, told(ask, journal, part)

    position, lines = ask(asked)
    return position, _within(_by_day(lines), since, until)


def _day(said: Moment) -> str | None:
    at = moment(said)
    return None if at is None else day(at)


def _within(lines: Iterable[DayLine], since: str | None, until: str | None) -> Iterator[DayLine]:
    """A clock may have been put back, so no line tells that those after it are later too."""
    for line in lines:
        if (since is None or line.day >= since) and (until is None or line.day <= until):
            yield line


def _by_day(lines: Iterable[LogLine]) -> Iterator[DayLine]:
    for line in lines:
        document = event_document(line.position, line.event, line.sources)
        at = line.event.recorded_at
        yield DayLine(
            day=day(at),
            told=f"- {iso(at)[_TIME]} · {line.position} · {_happened(line)}",
            document=msgspec.json.encode(readable(document)),
        )


def _happened(line: LogLine) -> str:
    match line.event:
        case ChunkIngested() as event:
            return f"**learned** {_id(event.item)} {_text(event.text)} — {_text(event.source)}"
        case Recalled() as event:
            return _recalled(event, line.sources)
        case Promoted() as event:
            return _promoted(line, event)
        case Superseded() | Contradicted() | ConfidenceRevised() as event:
            return _judged(line, event)
        case Released() as event:
            return (
                f"**released** {_item(line, event.item)} (by {event.judge}){_because(event.reason)}"
            )
        case _:
            return _noticed(line.event)


def _noticed(event: Event) -> str:
    match event:
        case Erased():
            return "**erased**: what happened here is forgotten"
        case SourceForgotten():
            return "**forgot** something"
        case SourceUnblocked():
            return "**allowed** something that was forgotten to be learned again"
        case PolicyAdopted():
            return f"**adopted** the policy {_text(event.policy.name)}{_because(event.reason)}"
        case _:
            raise AssertionError(type(event))


def _judged(line: LogLine, event: Superseded | Contradicted | ConfidenceRevised) -> str:
    by = "" if event.by is None else f" by {_item(line, event.by)}"
    match event:
        case Superseded():
            what, how, why = "superseded", str(event.reason), event.note
            by = by or " by nothing, as its source dropped it"
        case Contradicted():
            what, how, why = "contradicted", f"strength {event.strength:.2f}", event.reason
        case ConfidenceRevised():
            what = "spoken for" if event.speaks_for else "spoken against"
            how, why = f"strength {event.strength:.2f}", event.reason
    judged = f"({how}, by {event.judge}){_because(why)}"
    return f"**{what}** {_item(line, event.item)}{by} {judged}"


def _recalled(event: Recalled, asked_from: tuple[str, ...]) -> str:
    what = "**recalled**" if event.purpose == "search" else f"**recalled** ({event.purpose})"
    question = f" “{_text(event.query)}”" if event.query else ""
    found = ", ".join(_id(hit.item) for hit in event.hits) or "nothing"
    whence = f" — asked from {_text(', '.join(asked_from))}" if asked_from else ""
    return f"{what}{question}: {found}{whence}"


def _promoted(line: LogLine, event: Promoted) -> str:
    made = f"made from {', '.join(map(_id, event.derived_from))}, " if event.text else ""
    text = _text(event.text or line.texts.get(event.item, ""))
    how = f"{made}{event.kind}, score {event.score.total:.3f}, by {event.judge}"
    return f"**promoted** {_id(event.item)} {text} ({how}){_because(event.reason)}"


def _item(line: LogLine, item: ItemId) -> str:
    return f"{_id(item)} {_text(line.texts.get(item, ''))}".rstrip()


def _id(item: ItemId) -> str:
    return f"`{item[:_ID_CHARS]}`"


def _because(reason: str) -> str:
    return f" because: {_text(reason)}" if reason else ""


def _text(said: str) -> str:
    return _MARKS.sub(r"\\\1", one_line(said))
