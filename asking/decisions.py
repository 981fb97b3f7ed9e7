"""The ledger of decisions: why each was made, what came of it, and what reversed it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from ..domain.identity import Identity, ItemId, squeeze
from ..domain.query import RESULTS_MAX
from ..projections.confidence import confidences
from ..projections.meaning import by_meaning
from ..projections.search import search
from .question import Narrowing, Standpoint, query_of
from .story import SupersessionLine

if TYPE_CHECKING:
    from ..projections.projection import Row  # these load DuckDB
    from ..projections.view import View

_DECISIONS: Final = """
SELECT d, item, text, reasoning, scope, path, coalesce(dated_at, recorded_at)
FROM item
WHERE kind = 'decision'
AND ($all OR list_contains($items::VARCHAR[], item))
ORDER BY d
"""
_STEPS: Final = """
SELECT
    step.position, old.item, old.text, new.item, new.text, step.reason, step.judge, step.note,
    step.recorded_at
FROM supersession AS step
JOIN item AS old ON old.d = step.d
LEFT JOIN item AS new ON new.d = step.successor
WHERE old.kind = 'decision'
OR new.kind = 'decision'
ORDER BY step.position
"""
# What was taught below the own source of a decision.
_OUTCOMES: Final = """
SELECT DISTINCT decision.d, told.d, told.item, told.text, coalesce(told.dated_at, told.recorded_at)
FROM item AS decision
JOIN item_source AS own ON own.d = decision.d AND own.is_own
JOIN item_source AS below ON below.source = own.source AND NOT below.is_own
JOIN item AS told ON told.d = below.d
WHERE decision.kind = 'decision'
AND decision.path IS NOT NULL
AND told.d NOT IN (SELECT d FROM supersession)
ORDER BY decision.d, told.d
"""


class OutcomeLine(msgspec.Struct, frozen=True, kw_only=True):
    """What came of a decision, as it was told."""

    item: ItemId
    text: str
    told_at: int


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """One decision with all that became of it; reversed where it is not current any more.

    The `chain` has every step that led to it or on from it, in the order in which they happened.
    """

    item: ItemId
    text: str
    reasoning: str
    domain: str
    source: str | None
    confidence: float
    decided_at: int
    is_current: bool
    outcomes: tuple[OutcomeLine, ...]
    chain: tuple[SupersessionLine, ...]


def list_decisions(
    view: View, at: Standpoint, identity: Identity, *, topic: str = "", domain: str = ""
) -> tuple[Decision, ...]:
    """All that were ever made, the newest last; about a topic the best match first.

    Of a domain, whatever its case and spacing, where one is told.
    """
    with view.lock:
        about = _about(view, topic, at, identity) if topic.strip() else None
        rows = view.rows(_DECISIONS, {"items": about or [], "all": about is None})
        if domain.strip():
            rows = [row for row in rows if squeeze(row[4]) == squeeze(domain)]
        sure = confidences(view.rows, [row[0] for row in rows])
        outcomes, steps = _outcomes(view), Steps(view)
        found = [_decision(row, sure[row[0]], outcomes[row[0]], steps) for row in rows]
    if about is not None:
        found.sort(key=lambda each: about.index(each.item))
    return tuple(found)


class Steps:
    """Every step from one decision to another."""

    def __init__(self, view: View) -> None:
        self._onwards: defaultdict[ItemId, list[SupersessionLine]] = defaultdict(list)
        self._back: defaultdict[ItemId, list[SupersessionLine]] = defaultdict(list)
        names = SupersessionLine.__struct_fields__
        for row in view.rows(_STEPS):
            step = SupersessionLine(**dict(zip(names, row, strict=True)))
            self._onwards[step.item].append(step)
            if step.by is not None:
                self._back[step.by].append(step)

    def chain(self, item: ItemId) -> tuple[SupersessionLine, ...]:
        """Those that led to it or on from it, in the order in which they happened."""
        found: dict[int, SupersessionLine] = {}
        for steps, end in ((self._onwards, "by"), (self._back, "item")):
            reached: list[ItemId] = [item]
            while reached:
                for step in steps[reached.pop()]:
                    found[step.position] = step
                    following = getattr(step, end)
                    reached += [] if following is None else [following]
        return tuple(found[position] for position in sorted(found))


def _about(view: View, topic: str, at: Standpoint, identity: Identity) -> list[ItemId]:
    """The best match first; a ledger hides nothing for its age."""
    asked: Narrowing = {
        "kinds": ["decision"],
        "with_superseded": True,
        "with_faded": True,
        "limit": RESULTS_MAX,
    }
    ranking = at.policy.ranking
    query = by_meaning(query_of(topic, asked, identity, valid=at.valid), view, ranking)
    return [each.item for each in search(view, query, at.now, ranking).found]


def _outcomes(view: View) -> defaultdict[int, list[OutcomeLine]]:
    found: defaultdict[int, list[OutcomeLine]] = defaultdict(list)
    for decision, _, item, text, told_at in view.rows(_OUTCOMES):
        found[decision].append(OutcomeLine(item=ItemId(item), text=text, told_at=told_at))
    return found


def _decision(
    row: Row, confidence: float, outcomes: Sequence[OutcomeLine], steps: Steps
) -> Decision:
    _, item, text, reasoning, domain, source, decided_at = row
    chain = steps.chain(item)
    return Decision(
        item=item,
        text=text,
        reasoning=reasoning,
        domain=domain,
        source=source,
        confidence=confidence,
        decided_at=decided_at,
        is_current=all(step.item != item for step in chain),
        outcomes=tuple(outcomes),
        chain=chain,
    )
