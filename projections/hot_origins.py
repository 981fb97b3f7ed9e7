"""By which channel each item came, in memory, and what of that is in quarantine.

The rules are those of the statement in `held`; what was derived is left to it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, NamedTuple

import numpy as np
import numpy.typing as npt

from ..domain.events import Origin
from ..domain.identity import canonical_path, outermost
from ..domain.mind_policy import TrustPolicy
from ..domain.origin_trust import is_doubted, vouching
from .columns import Column, Names
from .hot_shown import Shown

_NO_CLAIM: Final = 0  # a hash that is 0 would be one in 2**64


class Held(NamedTuple):
    """Whether an item is in quarantine, and whether searches that find it speak for it."""

    is_quarantined: bool
    earns: bool


FREE: Final = Held(is_quarantined=False, earns=True)


class HotOrigins:
    """One row for each item, in the order of arrival."""

    def __init__(self) -> None:
        self.names = Names[Origin | None]()
        self._origin = Column(np.int8)
        self._statement = Column(np.int64)
        self._claim = Column(np.int64)
        self._is_released = Column(np.bool_)

    def extend(
        self, origins: tuple[Any, ...], statements: tuple[Any, ...], claims: tuple[Any, ...]
    ) -> None:
        """Adds items at the end."""
        self._origin.extend([self.names.number_of(each) for each in origins])
        self._statement.extend(statements)
        self._claim.extend([_NO_CLAIM if each is None else each for each in claims])
        self._is_released.grow(len(self._origin))

    def release(self, rows: npt.NDArray[np.int64]) -> None:
        """Just these were let go."""
        self._is_released.rows[:] = False
        self._is_released.rows[rows] = True

    def of(self, row: int) -> Origin | None:
        """The channel of an item; None where it was made from several."""
        return self.names.names[int(self._origin.rows[row])]

    def held(
        self,
        row: int,
        policy: TrustPolicy,
        *,
        is_superseded: npt.NDArray[np.bool_],
        shown: Callable[[int], Shown],
    ) -> Held:
        """How an item stands that was not derived."""
        origin = self.of(row)
        if origin is None or not is_doubted(origin, policy) or self._is_released.rows[row]:
            return FREE
        claim = self._claim.rows[row]
        says_so = self._statement.rows == self._statement.rows[row]
        if claim != _NO_CLAIM:
            says_so |= self._claim.rows == claim
        numbers = [n for each, n in self.names.numbers.items() if each in vouching(policy)]
        others = np.flatnonzero(says_so & ~is_superseded & np.isin(self._origin.rows, numbers))
        sources = {_source(shown(int(other)).path) for other in others} - {_source(shown(row).path)}
        return Held(is_quarantined=len(sources) < policy.vouchers_min, earns=False)

    @property
    def nbytes(self) -> int:
        """Memory that it takes."""
        columns = (self._origin, self._statement, self._claim, self._is_released)
        return sum(each.nbytes for each in columns)


def _source(path: str | None) -> str:
    """The outermost source of an item that came in, whatever its spelling."""
    assert path is not None, "what came in has one"
    return canonical_path(outermost(path))
