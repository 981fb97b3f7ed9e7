"""The fold of `domain.strength` over all items at once, kept current; loads numpy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final, TypeAlias

import numpy as np
import numpy.typing as npt

from ..domain.bounds import FOREVER
from ..domain.mind_policy import DecayPolicy
from ..domain.strength import HOUR, Strength
from ..domain.times import DAY
from .columns import Column

Floats: TypeAlias = npt.NDArray[np.float64]
Integers: TypeAlias = npt.NDArray[np.int64]
Rows: TypeAlias = npt.NDArray[np.intp]

NEVER: Final = int(np.iinfo(np.int64).min)
FADE, RECALL, RIVAL = 0, 1, 2  # in the order of their names


class Touches:
    """All that ever touched an item, in the order in which it was told."""

    def __init__(self) -> None:
        self.row = Column(np.int64)
        self.at = Column(np.int64)
        self.kind = Column(np.int8)
        self.nearness = Column(np.float64)

    def __len__(self) -> int:
        return len(self.row)

    def add(
        self, row: npt.ArrayLike, at: npt.ArrayLike, kind: npt.ArrayLike, nearness: npt.ArrayLike
    ) -> None:
        """More of them."""
        self.row.extend(row)
        self.at.extend(at)
        self.kind.extend(kind)
        self.nearness.extend(nearness)


class Folded:
    """The `Strength` of every item under one policy, a column for each field."""

    def __init__(self, policy: DecayPolicy) -> None:
        self._policy = policy
        self._seen = 0  # touches
        self._value = Column(np.float64)
        self._spaced = Column(np.int64)
        self._accesses = Column(np.int64)
        self._last_at = Column(np.int64)
        self._last_spaced_at = Column(np.int64)
        self._has_faded = Column(np.bool_)
        self._touched_at = Column(np.int64)  # by anything

    @property
    def value(self) -> Floats:
        """As at the last access."""
        return self._value.rows

    @property
    def spaced(self) -> Integers:
        """Recalls with enough time between."""
        return self._spaced.rows

    @property
    def accesses(self) -> Integers:
        """All that count."""
        return self._accesses.rows

    @property
    def last_at(self) -> Integers:
        """The last recall, else the birth."""
        return self._last_at.rows

    def strength(self, row: int) -> Strength:
        """That of the item in a row."""
        spaced_at = int(self._last_spaced_at.rows[row])
        return Strength(
            value=float(self.value[row]),
            spaced=int(self.spaced[row]),
            accesses=int(self.accesses[row]),
            last_at=int(self.last_at[row]),
            last_spaced_at=None if spaced_at == NEVER else spaced_at,
            has_faded=bool(self._has_faded.rows[row]),
        )

    def catch_up(self, born_at: Integers, touches: Touches) -> None:
        """With the items that came in since, and all that touched one.

        What is told late, of a time before that of the last touch, has its item folded anew.
        """
        self._be_born(born_at[len(self._value) :])
        if len(touches) == self._seen:
            return
        new = np.arange(self._seen, len(touches))
        self._seen = len(touches)
        rows, at = touches.row.rows, touches.at.rows
        is_late = at[new] <= self._touched_at.rows[rows[new]]
        if is_late.any():
            late = np.zeros(len(born_at), np.bool_)
            late[rows[new][is_late]] = True
            self._unfold(np.flatnonzero(late), born_at)
            everything = np.arange(len(touches))
            new = everything[late[rows] | (everything >= new[0])]
        self._fold(new, touches)

    def _be_born(self, born_at: Integers) -> None:
        size, new = len(self._value), len(born_at)
        if not new:
            return
        for column in (self._value, self._spaced, self._accesses, self._has_faded):
            column.grow(size + new)
        for column in (self._last_spaced_at, self._touched_at):
            column.grow(size + new, NEVER)
        self._value.rows[size:] = self._policy.strength_first
        self._last_at.extend(born_at)

    def _unfold(self, rows: Rows, born_at: Integers) -> None:
        self._value.rows[rows] = self._policy.strength_first
        self._spaced.rows[rows] = self._accesses.rows[rows] = 0
        self._last_at.rows[rows] = born_at[rows]
        self._has_faded.rows[rows] = False
        self._last_spaced_at.rows[rows] = self._touched_at.rows[rows] = NEVER

    def _fold(self, places: Rows, touches: Touches) -> None:
        rows, at = touches.row.rows[places], touches.at.rows[places]
        kinds, nearness = touches.kind.rows[places], touches.nearness.rows[places]
        np.maximum.at(self._touched_at.rows, rows, at)
        if self._policy.curve != "hyperbolic":  # then nothing depends on what came before
            recalls = rows[kinds == RECALL]
            np.add.at(self._accesses.rows, recalls, 1)
            np.maximum.at(self._last_at.rows, recalls, at[kinds == RECALL])
            return
        for these in _rounds(rows, at, kinds, nearness):
            is_recall = kinds[these] == RECALL
            self._recall(rows[these[is_recall]], at[these[is_recall]])
            others = these[~is_recall]
            self._take(rows[others], kinds[others], nearness[others])

    def _recall(self, rows: Rows, at: Integers) -> None:
        policy, last = self._policy, self._last_at.rows[rows]
        now = np.maximum(at, last)
        value = self._within(self.value[rows] * _hyperbolic(self.spaced[rows], now - last, policy))
        room = np.maximum(1.0 - value / policy.strength_most, 0.0)
        hours = (now - last) / HOUR / policy.reinforcement_hours
        value += policy.reinforcement * room * (1.0 - np.exp(-hours))
        before = self._last_spaced_at.rows[rows]
        # No difference with `NEVER`, which would be too large for the type.
        is_spaced = (before == NEVER) | (
            now - np.where(before == NEVER, now, before) >= policy.spacing_hours * HOUR
        )
        self._value.rows[rows] = self._within(value)
        self._spaced.rows[rows] += is_spaced
        self._accesses.rows[rows] += 1
        self._last_at.rows[rows] = now
        self._last_spaced_at.rows[rows] = np.where(is_spaced, now, before)

    def _take(self, rows: Rows, kinds: npt.NDArray[np.int8], nearness: Floats) -> None:
        policy = self._policy
        faded = np.minimum(policy.fade_base + policy.fade_centrality * (1.0 - nearness), 1.0)
        faded = np.where(self._has_faded.rows[rows], 1.0, faded)
        share = np.where(kinds == RIVAL, policy.suppression, faded)
        self._has_faded.rows[rows] |= kinds == FADE
        self._value.rows[rows] = self._within(self.value[rows] * share)

    def strength_at(self, now: int) -> Floats:
        """What `domain.strength.strength_at` says of each, where the curve is hyperbolic."""
        return self._within(
            self.value * _hyperbolic(self.spaced, np.maximum(now - self.last_at, 0), self._policy)
        )

    def _within(self, value: Floats) -> Floats:
        clipped: Floats = np.clip(value, self._policy.strength_least, self._policy.strength_most)
        return clipped


def _hyperbolic(spaced: Integers, since: Integers, policy: DecayPolicy) -> Floats:
    grown = 1.0 + policy.stability_gain * spaced.astype(np.float64) ** policy.stability_power
    share: Floats = 1.0 / (1.0 + since / DAY / np.minimum(grown, FOREVER) / policy.hyperbolic_days)
    return share


def _rounds(
    rows: Integers, at: Integers, kinds: npt.NDArray[np.int8], nearness: Floats
) -> Iterator[Rows]:
    """The first touch of each item, then the second of each that has one, and so on."""
    order = np.lexsort((nearness, kinds, at, rows))
    grouped = rows[order]
    starts = np.flatnonzero(np.diff(grouped, prepend=-1))
    sizes = np.diff(starts, append=len(grouped))
    number = np.arange(len(grouped)) - np.repeat(starts, sizes)
    by_number = order[np.argsort(number, kind="stable")]
    ends = np.cumsum(np.bincount(number))
    for start, end in zip([0, *ends[:-1].tolist()], ends.tolist(), strict=True):
        yield by_number[start:end]
