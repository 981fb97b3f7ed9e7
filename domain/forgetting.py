"""What a forgetting changes, in ids and counts alone, and in what two such outcomes differ."""

from __future__ import annotations

from typing import Final

import msgspec

from .events import Judge
from .identity import ItemId
from .kinds import Kind


class Effect(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Holds nothing of what was said, so it may outlive what it is about."""

    gone: tuple[ItemId, ...] = ()
    kept: tuple[ItemId, ...] = ()  # say the same as something that goes, from another source
    rederivable: tuple[ItemId, ...] = ()  # go, though some of what they were made from stays
    revived: tuple[ItemId, ...] = ()  # current again, since what superseded them goes
    undone: tuple[ItemId, ...] = ()  # stay, and fade again
    weakened: tuple[ItemId, ...] = ()  # stay promoted with fewer recalls behind them
    recalls: int = 0  # asked from the sources: they stop counting


class Remake(msgspec.Struct, frozen=True, kw_only=True):
    """A derived item that goes, and the inputs of it that stay.

    `twin` is the one of them that says the same word for word, with its words as `text`.
    """

    item: ItemId
    inputs: tuple[ItemId, ...]
    kind: Kind
    judge: Judge
    confidence: float
    twin: ItemId | None = None
    text: str = ""


class Rehearsed(msgspec.Struct, frozen=True, kw_only=True):
    """What a forgetting would change if it were done at a position; `where` names its sources."""

    position: int
    effect: Effect
    remakes: tuple[Remake, ...] = ()
    where: str = "these sources"


_DIFFERENCES: Final = (
    ("gone", "more item", "came from {where}", "item", "would no longer go"),
    ("kept", "more item", "elsewhere would stay", "item", "elsewhere would no longer stay"),
    ("rederivable", "more item", "could be made again", "item", "could no longer be made again"),
    ("revived", "more item", "would be current again", "item", "would not be current again"),
    ("undone", "more promotion", "would be undone", "promotion", "would no longer be undone"),
    ("weakened", "more promotion", "would be weaker", "promotion", "would no longer be weaker"),
)
_RESTS: Final = ("undone", "weakened")


def differences(planned: Effect, now: Effect, *, where: str) -> list[str]:
    """What changed from one outcome to another, in words; empty when nothing did."""
    told: list[str] = []
    lost = _resting(planned) - _resting(now) - set(now.gone)
    if lost:
        told.append(
            _counted(len(lost), "promotion", "no longer rests on it", "no longer rest on it")
        )
    for name, more, comes, less, goes in _DIFFERENCES:
        before, after = set(getattr(planned, name)), set(getattr(now, name))
        if new := after - before:
            told.append(_counted(len(new), more, comes.format(where=where)))
        if old := before - after - (lost if name in _RESTS else set()):
            told.append(_counted(len(old), less, goes))
    searches = now.recalls - planned.recalls
    if searches > 0:
        asked = (f"was asked from {where}", f"were asked from {where}")
        told.append(_counted(searches, "more search", *asked, plural="es"))
    elif searches:
        told.append(_counted(-searches, "search", "is gone", "are gone", plural="es"))
    return told


def _resting(effect: Effect) -> set[ItemId]:
    return {*effect.undone, *effect.weakened}


def _counted(count: int, what: str, one: str, many: str = "", *, plural: str = "s") -> str:
    return f"{count} {what} {one}" if count == 1 else f"{count} {what}{plural} {many or one}"
