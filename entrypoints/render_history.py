"""The journal line by line, for people and for programs, and what changed in a stretch of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final, TypeAlias

from ..domain.event_document import event_document
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
    tag_of,
)
from ..domain.times import iso
from .lines import DIM, GOOD, ID, MARK, Styled, counted, line, one_line, share, short

if TYPE_CHECKING:
    from ..domain.identity import ItemId
    from ..replay.log import LogLine
    from .output import Screen

Parts: TypeAlias = "tuple[Styled | str, ...]"

_TEXT_CHARS_MAX: Final = 120
_SHORT_TEXT_CHARS_MAX: Final = 60  # where two texts stand on one line
_POSITION_CHARS: Final = 6
_TAG_CHARS: Final = max(map(len, ("source-unblocked", "source-forgotten")))
_STYLES: Final[dict[type[Event], str]] = {
    ChunkIngested: "",
    Recalled: "",
    Promoted: GOOD,
    Contradicted: MARK,
    Superseded: MARK,
    ConfidenceRevised: MARK,
    Released: GOOD,
    PolicyAdopted: GOOD,
    SourceForgotten: "bold red",
    SourceUnblocked: GOOD,
    Erased: DIM,
}


def log_line(told: LogLine, screen: Screen) -> None:
    """Where, when, and what happened."""
    event = told.event
    tag = f"erased ({event.what})" if isinstance(event, Erased) else tag_of(type(event))
    happened = _happened(told)
    line(
        (f"{told.position:>{_POSITION_CHARS}}  {iso(event.recorded_at)}  ", DIM),
        (f"{tag:<{_TAG_CHARS}}  " if happened else tag, _STYLES[type(event)]),
        *happened,
        screen=screen,
    )


def log_document(told: LogLine) -> dict[str, object]:
    """The event with every field that it has, by its name, also where it says the usual."""
    return event_document(told.position, told.event, told.sources)


def _happened(told: LogLine) -> Parts:
    """What an event says; nothing where it is erased."""
    match told.event:
        case ChunkIngested() as chunk:
            return (*_item(told, chunk.item, chunk.text), (f"  {chunk.source}", DIM))
        case Recalled() as recalled:
            return _recalled(recalled, told.sources)
        case PolicyAdopted() as adopted:
            return (adopted.policy.name, _because(adopted.reason))
        case SourceForgotten() | SourceUnblocked() as notice:
            return _notice(notice, told.sources)
        case _:
            return _decided(told)


def _decided(told: LogLine) -> Parts:
    match told.event:
        case Promoted() as promoted:
            return _promoted(told, promoted)
        case Contradicted() as contradicted:
            return _contradicted(told, contradicted)
        case Superseded() as superseded:
            return _superseded(told, superseded)
        case ConfidenceRevised() as revised:
            return _revised(told, revised)
        case Released() as released:
            return _released(told, released)
        case _:
            return ()


def _notice(notice: SourceForgotten | SourceUnblocked, sources: tuple[str, ...]) -> Parts:
    if isinstance(notice, SourceUnblocked):
        return (f"{_named(sources)} may be learned again",)
    again = "" if notice.blocked else ", which may be learned again"
    return (f"{counted(len(notice.items), 'item')} of {_named(sources)}{again}",)


def _recalled(recalled: Recalled, asked_from: tuple[str, ...]) -> Parts:
    if not recalled.query:  # a snapshot may be taken without one
        return (
            f"a snapshot of {counted(len(recalled.hits), 'item')}",
            (f"  from {_named(asked_from)}" if asked_from else "", DIM),
        )
    return (
        f"“{one_line(recalled.query, _TEXT_CHARS_MAX)}”",
        f"  {counted(len(recalled.hits), 'hit')}",
        "  in a snapshot" if recalled.purpose == "context" else "",
        (f"  from {_named(asked_from)}" if asked_from else "", DIM),
    )


def _promoted(told: LogLine, promoted: Promoted) -> Parts:
    made = f"made from {counted(len(promoted.derived_from), 'item')}, " if promoted.text else ""
    return (
        *_item(told, promoted.item, promoted.text),
        (f"  {made}score {share(promoted.score.total)}, by {promoted.judge}", DIM),
        _because(promoted.reason),
    )


def _contradicted(told: LogLine, event: Contradicted) -> Parts:
    by = f"by {event.judge}"
    return (
        *_item(told, event.item, chars_max=_SHORT_TEXT_CHARS_MAX),
        *(_other(told, "  contradicted by ", event.by) if event.by else ()),
        (f"  strength {share(event.strength)}, {by}", DIM),
        _because(event.reason),
    )


def _superseded(told: LogLine, event: Superseded) -> Parts:
    return (
        *_item(told, event.item, chars_max=_SHORT_TEXT_CHARS_MAX),
        *(_other(told, "  gave way to ", event.by) if event.by else ("  dropped by its source",)),
        (f"  {event.reason}, by {event.judge}", DIM),
        _because(event.note),
    )


def _revised(told: LogLine, event: ConfidenceRevised) -> Parts:
    how = "spoken for" if event.speaks_for else "spoken against"
    return (
        *_item(told, event.item, chars_max=_SHORT_TEXT_CHARS_MAX),
        *(_other(told, f"  {how} by ", event.by) if event.by else (f"  {how}",)),
        (f"  strength {share(event.strength)}, by {event.judge}", DIM),
        _because(event.reason),
    )


def _released(told: LogLine, event: Released) -> Parts:
    return (
        *_item(told, event.item),
        (f"  counts from here on, by {event.judge}", DIM),
        _because(event.reason),
    )


def _item(
    told: LogLine, item: ItemId, text: str = "", *, chars_max: int = _TEXT_CHARS_MAX
) -> Parts:
    shown = one_line(text or told.texts.get(item, ""), chars_max)
    return ((short(item), ID), f"  {shown}" if shown else "")


def _other(told: LogLine, how: str, item: ItemId) -> Parts:
    return (how, *_item(told, item, chars_max=_SHORT_TEXT_CHARS_MAX))


def _because(reason: str) -> Styled:
    return (f"  because: {one_line(reason, _TEXT_CHARS_MAX)}" if reason else "", DIM)


def _named(sources: tuple[str, ...]) -> str:
    return ", ".join(sources)
