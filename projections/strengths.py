"""All that the strength of items is folded from, as arrays that are kept current; loads numpy.

`tests/projections/test_standing.py` holds the fold to that of `domain.strength`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, get_args

import numpy as np
import numpy.typing as npt

from ..domain.events import Origin
from ..domain.kinds import Kind
from ..domain.mind_policy import DecayPolicy, TrustPolicy
from ..domain.strength import Strength, Traits
from .columns import Column
from .confidence import confidences
from .strength_fold import Folded, Touches

if TYPE_CHECKING:
    from .view import View  # it loads DuckDB

KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)
_FOLDS_KEPT: Final = 4

_ITEMS: Final = """
SELECT
    d,
    list_position($kinds::VARCHAR[], kind) - 1 AS kind,
    coalesce(list_position($origins::VARCHAR[], origin), 0) AS origin,
    coalesce(dated_at, recorded_at) AS born_at,
    dated_at IS NOT NULL AS is_dated,
    importance,
    confidence
FROM item
WHERE d > $after
ORDER BY d
"""
_INPUTS: Final = """
SELECT derivation.d, item.d AS input
FROM derivation
JOIN item ON item.item = derivation.input
WHERE derivation.d > $after
ORDER BY derivation.d, item.d
"""
# The kinds in the order of their names, as touches at one time are ordered.
_TOUCHES: Final = """
SELECT derivation.d AS position, input.d, made.recorded_at AS at, 0 AS kind, nearness
FROM derivation
JOIN item AS made ON made.d = derivation.d
JOIN item AS input ON input.item = derivation.input
WHERE derivation.d > $after AND nearness IS NOT NULL
UNION ALL
SELECT hit.recall, hit.d, recall.recorded_at, 1, 1e0
FROM hit
JOIN recall ON recall.position = hit.recall
WHERE hit.recall > $after AND hit.counts AND recall.purpose IN ('search', 'context')
UNION ALL
SELECT suppressed.recall, suppressed.d, recall.recorded_at, 2, 1e0
FROM suppressed
JOIN recall ON recall.position = suppressed.recall
JOIN item ON item.d = suppressed.d
WHERE suppressed.recall > $after AND item.kind <> 'schema'
"""
# One that is only supposed may be of an item that came later than the day that is asked about.
_PROMOTED: Final = """
SELECT DISTINCT d
FROM promotion
WHERE NOT is_new
AND d IN (SELECT d FROM item)
"""
_NEWS: Final = """
SELECT
    EXISTS (SELECT 1 FROM item WHERE d > $after),
    EXISTS (SELECT 1 FROM derivation WHERE d > $after),
    EXISTS (SELECT 1 FROM recall WHERE position > $after),
    (SELECT count(*) FROM promotion) <> $promotions
    OR EXISTS (SELECT 1 FROM contradiction WHERE position > $after)
    OR EXISTS (SELECT 1 FROM revision WHERE position > $after)
"""
_PROMOTIONS: Final = "SELECT count(*) FROM promotion"
_DISTRUST: Final = "SELECT d, trust FROM distrust"


class Strengths:
    """One row for each item, in the order of arrival, and all that ever touched one."""

    def __init__(self) -> None:
        self.d = Column(np.int64)
        self.kind = Column(np.int8)
        self.origin = Column(np.int8)  # 0 where it was derived
        self.born_at = Column(np.int64)
        self.is_dated = Column(np.bool_)
        self.importance = Column(np.float64)
        self.stated = Column(np.float64)  # the confidence that it came with
        self.confidence: npt.NDArray[np.float64] = np.empty(0)  # by now
        self.is_promoted: npt.NDArray[np.bool_] = np.empty(0, np.bool_)
        self.distrust: npt.NDArray[np.float64] = np.empty(0)
        self._inputs: list[tuple[int, int]] = []
        self._touches = Touches()
        self._folds: dict[DecayPolicy, Folded] = {}
        self._trusts: dict[TrustPolicy, npt.NDArray[np.float64]] = {}
        self._promotions = 0  # where it is only supposed, one may be new at any position
        self.position = -1

    def catch_up(self, asked: View) -> None:
        """All that the tables hold, in the state that the view is asked about."""
        if asked.position == self.position and asked.learned_at is not None:
            return
        after = {"after": self.position}
        news = asked.rows(_NEWS, after | {"promotions": self._promotions})
        [(items, inputs, recalls, states)] = news
        if items:
            words = {"kinds": list(KINDS), "origins": list(ORIGINS)}
            self._add_items(asked.columns(_ITEMS, after | words))
        if inputs:
            self._add_inputs(asked.columns(_INPUTS, after))
        if inputs or recalls:
            self._add_touches(asked.columns(_TOUCHES, after))
        if states or self.position < 0:
            self._load_states(asked)
        elif items:
            self._grow_states()
        self.position = asked.position

    def folded(self, policy: DecayPolicy) -> Folded:
        """How strong each item was when it was last recalled."""
        fold = self._folds.get(policy)
        if fold is None:
            if len(self._folds) >= _FOLDS_KEPT:
                self._folds.clear()
            fold = self._folds[policy] = Folded(policy)
        fold.catch_up(self.born_at.rows, self._touches)
        return fold

    def traits(self, d: int) -> Traits:
        """What the item at a place is, as far as that decides how it fades."""
        row = int(self._rows(np.array([d]))[0])
        is_promoted = bool(self.is_promoted[row])
        return Traits(
            kind="fact" if is_promoted else KINDS[int(self.kind.rows[row])],
            importance=float(self.importance.rows[row]),
            confidence=float(self.confidence[row]),
            born_at=int(self.born_at.rows[row]),
            is_evergreen=is_promoted or not self.is_dated.rows[row],
        )

    def strength(self, d: int, policy: DecayPolicy) -> Strength:
        """How strong it was when it was last recalled."""
        return self.folded(policy).strength(int(self._rows(np.array([d]))[0]))

    def trust_of_origin(self, policy: TrustPolicy) -> npt.NDArray[np.float64]:
        """How far each is trusted by its channel; a derived item as its least trusted input."""
        if policy not in self._trusts:
            self._trusts.clear()
            of_origin = {
                "person": policy.person,
                "agent": policy.agent,
                "tool": policy.tool,
                "import": policy.imports,
                "web": policy.web,
            }
            by_code = np.array([1.0, *(of_origin[origin] for origin in ORIGINS)])
            trust = by_code[self.origin.rows].tolist()
            for row, entered in self._inputs:
                trust[row] = min(trust[row], trust[entered])
            self._trusts[policy] = np.array(trust, np.float64)
        return self._trusts[policy]

    def _add_items(self, found: dict[str, npt.NDArray[Any]]) -> None:
        if not len(found["d"]):
            return
        for column, name in (
            (self.d, "d"),
            (self.kind, "kind"),
            (self.origin, "origin"),
            (self.born_at, "born_at"),
            (self.is_dated, "is_dated"),
            (self.importance, "importance"),
            (self.stated, "confidence"),
        ):
            column.extend(found[name])
        self._trusts.clear()

    def _add_inputs(self, found: dict[str, npt.NDArray[Any]]) -> None:
        """In the order in which they were made, so that inputs come first."""
        made, entered = (self._rows(found[name]).tolist() for name in ("d", "input"))
        self._inputs += zip(made, entered, strict=True)
        self._trusts.clear()

    def _add_touches(self, found: dict[str, npt.NDArray[Any]]) -> None:
        if len(found["d"]):
            rows = self._rows(found["d"])
            self._touches.add(rows, found["at"], found["kind"], found["nearness"])

    def _grow_states(self) -> None:
        """Of what came in since nothing became yet."""
        size = len(self.d)
        new = size - len(self.is_promoted)
        self.is_promoted = np.concatenate([self.is_promoted, np.zeros(new, np.bool_)])
        self.distrust = np.concatenate([self.distrust, np.ones(new)])
        self.confidence = np.concatenate([self.confidence, self.stated.rows[size - new :]])

    def _load_states(self, asked: View) -> None:
        """What became of all items."""
        size = len(self.d)
        [(self._promotions,)] = asked.rows(_PROMOTIONS)
        promoted, distrusted = asked.columns(_PROMOTED), asked.columns(_DISTRUST)
        self.is_promoted = np.zeros(size, np.bool_)
        self.is_promoted[self._rows(promoted["d"])] = True
        moved = confidences(asked.rows)
        self.confidence = self.stated.rows.copy()
        self.confidence[self._rows(np.array([*moved], np.int64))] = [*moved.values()]
        self.distrust = np.ones(size)
        self.distrust[self._rows(distrusted["d"])] = distrusted["trust"]

    def _rows(self, d: npt.NDArray[Any]) -> npt.NDArray[np.intp]:
        return np.searchsorted(self.d.rows, np.asarray(d, np.int64))


def strengths_of(view: View) -> Strengths:
    """In the state that the view is asked about.

    Those of now are kept, and go on from there; so are those of an earlier day, for whoever looks
    at one day after the other.
    """
    key = __name__ if view.learned_at is not None else f"{__name__} of an earlier day"
    known = view.grown.get(key)
    if not isinstance(known, Strengths) or known.position > view.position:
        known = view.grown[key] = Strengths()
    known.catch_up(view)
    return known
