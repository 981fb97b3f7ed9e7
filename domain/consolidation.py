"""What becomes of the clusters of today and of what was made of those before them."""

from __future__ import annotations

from collections.abc import Sequence
from collections.abc import Set as AbstractSet

import msgspec

from .identity import ItemId


class Made(msgspec.Struct, frozen=True, kw_only=True):
    """What was made of a cluster: the places of its inputs, and of those that are current still."""

    item: ItemId
    d: int
    inputs: frozenset[int]
    current: frozenset[int]

    @property
    def is_whole(self) -> bool:
        """Whether nothing took the place of any of its inputs."""
        return self.inputs == self.current


class Merge(msgspec.Struct, frozen=True, kw_only=True):
    """The inputs of one cluster, what says them already, and what gives way to that.

    Where nothing says them yet, it is to be made.
    """

    inputs: tuple[int, ...]
    said_by: ItemId | None = None
    replaces: tuple[ItemId, ...] = ()


def merges_of(
    clusters: Sequence[AbstractSet[int]],
    made: Sequence[Made],
    looked_at: AbstractSet[int],
    *,
    remade_when_grown: float = 0.0,
) -> list[Merge]:
    """What is to be done about each cluster; nothing is to be done twice.

    What was made of all of a cluster, and of nothing that gave way since, says it still; so it does
    of one that has grown by less than the share of it that is given. What was made of a smaller
    part gives way, with those of its inputs that were not looked at any more; and so does what
    rests on something that gave way itself.
    """
    left = sorted(made, key=lambda each: each.d)
    found: list[Merge] = []
    for cluster in clusters:
        touched = [each for each in left if each.current & cluster]
        merge = _merge(cluster, touched, looked_at, remade_when_grown)
        left = [each for each in left if each.item not in merge.replaces]
        found.append(merge)
    return found


def _merge(
    cluster: AbstractSet[int],
    touched: Sequence[Made],
    looked_at: AbstractSet[int],
    remade_when_grown: float,
) -> Merge:
    within = [each for each in touched if each.current & looked_at <= cluster]
    inputs = frozenset(cluster).union(*(each.current for each in within))
    keepers = [each for each in touched if each.is_whole and cluster <= each.inputs]
    if not keepers and all(each.is_whole for each in touched):
        keepers = [
            each
            for each in within
            if len(inputs - each.inputs) < remade_when_grown * len(each.inputs)
        ]
    if keepers:
        keeper = max(keepers, key=lambda each: (len(each.inputs), -each.d))
        return Merge(
            inputs=tuple(sorted(keeper.inputs)),
            said_by=keeper.item,
            replaces=_outdone([each for each in touched if each is not keeper], keeper.inputs),
        )
    return Merge(inputs=tuple(sorted(inputs)), replaces=_outdone(touched, inputs))


def _outdone(touched: Sequence[Made], inputs: AbstractSet[int]) -> tuple[ItemId, ...]:
    return tuple(each.item for each in touched if each.current <= inputs or not each.is_whole)
