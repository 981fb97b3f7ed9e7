"""What is alike becomes one: items become a summary, and summaries become a schema."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final, Literal

import msgspec

from ..domain.clusters import clusters_of
from ..domain.consolidation import Made, Merge, merges_of
from ..domain.dreams import PhaseDone
from ..domain.proposal import matter
from .episodes import Episode, at_places, experienced, made_of_clusters, summaries
from .night import Night

if TYPE_CHECKING:
    from ..projections.view import View  # these load DuckDB and numpy
    from .closeness import Floats32

CLUSTER_ITEMS_MAX: Final = 200
"""More are nothing that one text can say: single links chain them together. Ours."""

CLOSER: Final = 0.7
"""Of the distance, for what is in a cluster that is too large."""

DISTANCE_MIN: Final = 0.02
"""What is closer than this says the same; so many of these are left as they are."""

_Phase = Literal["cluster", "schemas"]


class _Alike(msgspec.Struct, frozen=True):
    """What is looked at for likeness, how near is near, and what was made of it before."""

    phase: _Phase
    members: list[Episode]
    made: list[Made]
    distance: float
    items_min: int


def cluster(night: Night) -> PhaseDone:
    """Experiences that lie close together; nothing that was derived is among them."""
    policy = night.policy.consolidation

    def look(view: View) -> _Alike:
        return _Alike(
            "cluster",
            experienced(view, policy.items_max),
            made_of_clusters(view, is_schema=False),
            policy.cluster_distance,
            policy.cluster_items_min,
        )

    return _consolidate(night, night.ask(look))


def schemas(night: Night) -> PhaseDone:
    """Summaries that lie close together; nothing but what clusters became is among them."""
    policy = night.policy.consolidation

    def look(view: View) -> _Alike:
        return _Alike(
            "schemas",
            summaries(view, policy.items_max),
            made_of_clusters(view, is_schema=True),
            policy.schema_distance,
            policy.schema_items_min,
        )

    return _consolidate(night, night.ask(look))


def _consolidate(night: Night, alike: _Alike) -> PhaseDone:
    outcomes: Counter[str] = Counter()
    merges: list[Merge] = []
    if len(alike.members) >= alike.items_min:
        vectors = _vectors(night, alike.members)
        merges = _merges(alike, vectors, night.policy.consolidation.remade_when_grown)
        near = _Near(night, alike, vectors, merges)
        for merge in merges:
            outcomes[_carry_out(night, merge, near)] += 1
    told = (
        (len(merges), "alike"),
        (outcomes["gave way"], "gave way"),
        (outcomes["open"], "open"),
        (outcomes["too large"], f"of more than {CLUSTER_ITEMS_MAX} items"),
    )
    return PhaseDone(
        phase=alike.phase,
        seen=len(alike.members),
        changed=outcomes["changed"] + outcomes["gave way"],
        details=tuple(f"{number:,} {what}" for number, what in told if number),
    )


def _merges(alike: _Alike, vectors: Floats32, remade_when_grown: float) -> list[Merge]:
    found = _apart(vectors, alike.distance, alike.items_min)
    places = [each.d for each in alike.members]
    return merges_of(
        [frozenset(places[row] for row in rows) for rows in found],
        alike.made,
        frozenset(places),
        remade_when_grown=remade_when_grown,
    )


def _apart(vectors: Floats32, distance: float, items_min: int) -> list[list[int]]:
    """The clusters by their rows; one too large to be one thing is looked at more closely."""
    from .closeness import neighbours_within  # noqa: PLC0415 - it loads numpy

    found: list[list[int]] = []
    for rows in clusters_of(len(vectors), neighbours_within(vectors, distance), items_min):
        closer = distance * CLOSER
        if len(rows) <= CLUSTER_ITEMS_MAX or closer < DISTANCE_MIN:
            found.append([*rows])
        else:
            inner = _apart(vectors[[*rows]], closer, items_min)
            found += [[rows[row] for row in part] for part in inner]
    return found


class _Near:
    """The members of clusters and how near each is to the middle of its own.

    All are read before the first is put into words: what is recorded meanwhile makes each question
    to the tables wait.
    """

    def __init__(
        self, night: Night, alike: _Alike, vectors: Floats32, merges: Sequence[Merge]
    ) -> None:
        self.phase: _Phase = alike.phase
        self._members = {each.d: each for each in alike.members}
        self._rows = {each.d: vectors[row] for row, each in enumerate(alike.members)}
        missing = {d for merge in merges if merge.said_by is None for d in merge.inputs}
        missing -= self._members.keys()
        if missing:  # too old to be among the newest
            older = night.ask(lambda view: at_places(view, sorted(missing)))
            self._members |= {each.d: each for each in older}
            rows = zip(older, _vectors(night, older), strict=True)
            self._rows |= {each.d: row for each, row in rows}

    def members(self, merge: Merge) -> list[Episode]:
        """In the order in which they came."""
        return [self._members[d] for d in merge.inputs]

    def nearness(self, merge: Merge) -> tuple[float, ...]:
        """Of each of them, in that order."""
        from .closeness import nearness_to_middle  # noqa: PLC0415 - it loads numpy

        return nearness_to_middle([self._rows[d] for d in merge.inputs])


def _carry_out(night: Night, merge: Merge, near: _Near) -> str:
    if merge.said_by is not None:
        for item in merge.replaces if not night.is_dry_run else ():
            night.memory.supersede(item, by=merge.said_by, reason="merged", judge="rule")
        return "gave way" if merge.replaces else "said"
    if len(merge.inputs) > CLUSTER_ITEMS_MAX:
        return "too large"
    members = near.members(merge)
    about = matter(
        near.phase,
        "distil",
        [each.item for each in members],
        nearness=near.nearness(merge),
        replaces=merge.replaces,
    )
    if about.id in night.declined:
        return "declined"
    return night.counsel.decide(about, [each.shown() for each in members])


def _vectors(night: Night, members: Sequence[Episode]) -> Floats32:
    return night.memory.vectors_of([m.item for m in members], [m.text for m in members])
