"""Facts that are told by subject and attribute: which of several values holds, by rule alone.

Within a scope an attribute has one value at a time. A later value takes the place of an earlier
one; two of the same time speak against each other, and neither goes.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

import msgspec

from .identity import ItemId, squeeze

FactKey: TypeAlias = tuple[str, str, str]
"""Subject, attribute and scope, whatever their case and spacing."""

Pair: TypeAlias = tuple[ItemId, ItemId]


class Claim(msgspec.Struct, frozen=True, kw_only=True):
    """One current item that gives the attribute a value.

    It holds from `valid_at`. Where somebody has `chosen` it over another, no rule lets it give way
    to what holds from an earlier time than that.
    """

    item: ItemId
    key: FactKey
    value: str
    valid_at: int
    chosen_at: int | None = None

    @property
    def holds_from(self) -> int:
        """By what it is put in order."""
        return self.valid_at if self.chosen_at is None else max(self.valid_at, self.chosen_at)


class Settlement(msgspec.Struct, frozen=True):
    """What gives way to what, the earliest first, and what speaks against what, both ways."""

    superseded: tuple[Pair, ...] = ()
    contradicted: tuple[Pair, ...] = ()


def key_of(subject: str, attribute: str, value: str, scope: str = "") -> FactKey | None:
    """None where a fact is not told by subject, attribute and value."""
    if not subject.strip() or not attribute.strip() or not value.strip():
        return None
    return squeeze(subject), squeeze(attribute), squeeze(scope)


def settlement(claims: Sequence[Claim]) -> Settlement:
    """Each earlier value gives way to the next other one, whatever the order they came in.

    What gives way does so one step at a time, so that each value holds until the next begins.
    Claims of one value are one fact with several assertions, and leave each other alone.
    """
    by_key: defaultdict[FactKey, list[Claim]] = defaultdict(list)
    for claim in claims:
        by_key[claim.key].append(claim)
    superseded: list[Pair] = []
    contradicted: list[Pair] = []
    for key in sorted(by_key):
        ways = list(_ways(by_key[key]))
        gone = {item for item, _ in ways}
        superseded += ways
        contradicted += _disputes(each for each in by_key[key] if each.item not in gone)
    return Settlement(tuple(superseded), tuple(contradicted))


def _ways(claims: Sequence[Claim]) -> Iterator[Pair]:
    times = _by_time(claims)
    for start in sorted(times):
        for claim in times[start]:
            successor = _successor(claim, times)
            if successor is not None:
                yield claim.item, successor.item


def _successor(claim: Claim, times: dict[int, list[Claim]]) -> Claim | None:
    """The first claim of the next time at which its value is not said any more."""
    for time in sorted(times):
        if time > claim.holds_from and claim.value not in {each.value for each in times[time]}:
            return times[time][0]
    return None


def _disputes(claims: Iterable[Claim]) -> Iterator[Pair]:
    for together in _by_time(claims).values():
        for one in together:
            for other in together:
                if one.value != other.value:
                    yield one.item, other.item


def _by_time(claims: Iterable[Claim]) -> dict[int, list[Claim]]:
    times: defaultdict[int, list[Claim]] = defaultdict(list)
    for claim in sorted(claims, key=lambda each: (each.holds_from, each.item)):
        times[claim.holds_from].append(claim)
    return times
