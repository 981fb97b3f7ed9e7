"""What may be told in a snapshot: current, true now, visible, and not contradicted too much."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from ..domain.beliefs import proposed
from ..domain.events import Hit
from ..domain.policy import Policy
from ..domain.ranking import importance_factor
from ..domain.times import DAY, SECOND
from ..projections.confidence import confidences
from ..projections.held import held_places
from ..projections.standing import standing_of
from .snapshot import ABOUT, PINNED_FROM, TRUST_MIN, Candidate

if TYPE_CHECKING:
    from ..projections.answer import Found
    from ..projections.view import View  # it loads DuckDB

_LOOKED_AT: Final = 3
"""Times as many as are told are looked at, since evidence moves how sure a belief is."""

_BY_DATE: Final = """
CASE
    WHEN item.dated_at IS NULL OR promoted.d IS NOT NULL THEN 1e0
    ELSE $floor + (1e0 - $floor) * pow(2e0, -greatest($now - item.dated_at, 0) / $half_life)
END
"""
_HALF_LIFE: Final = "LEFT JOIN (SELECT 1 AS d WHERE FALSE) AS similarity USING (d)"
# The items that stand here are the visible ones.
_STANDING: Final = "JOIN similarity USING (d)"

# How ktao's design ranks what it tells: strength by importance, and something for having been asked
# for and for importance alone. What is doubted counts as much less as it is trusted less.
_TELLABLE: Final = """
WITH promoted AS (
    SELECT d, arg_max(confidence, position) AS confidence FROM promotion GROUP BY d
),
asked_for AS (SELECT d, count(*) AS recalls FROM ground GROUP BY d),
tellable AS (
    SELECT
        item.d, item.item, item.kind, item.text, item.author, item.path, item.dated_at,
        item.recorded_at, item.importance, item.subject,
        coalesce(promoted.confidence, item.confidence) AS confidence,
        {strength} AS strength,
        coalesce(distrust.trust, 1e0) AS trust,
        coalesce(asked_for.recalls, 0) AS recalls
    FROM item
    {standing}
    LEFT JOIN promoted USING (d)
    LEFT JOIN distrust USING (d)
    LEFT JOIN asked_for USING (d)
    WHERE item.d NOT IN (SELECT d FROM supersession)
    AND item.d NOT IN (SELECT d FROM held)
    AND item.text <> ''
    AND (item.valid_from IS NULL OR item.valid_from <= $now)
    AND (item.valid_until IS NULL OR item.valid_until > $now)
    AND coalesce(distrust.trust, 1e0) >= $trust_min
),
scored AS (
    SELECT
        tellable.*,
        trust * confidence * (
            importance / 10e0 * strength + 0.1e0 * ln(1 + recalls) + 0.2e0 * importance / 10e0
        ) AS score
    FROM tellable
)
SELECT
    d, item, kind, text, author, path, dated_at, confidence, importance, strength, trust, score
FROM scored
WHERE {which}
ORDER BY {order}
LIMIT $most
"""
_BEST_FIRST: Final = "round(score, 9) DESC, d DESC"
_WHEN: Final = "coalesce(dated_at, recorded_at)"
_NEWEST_FIRST: Final = f"{_WHEN} DESC, d DESC"


class Tellable:
    """Asks one view for one moment, under one policy."""

    def __init__(self, view: View, now: int, policy: Policy) -> None:
        self._view = view
        self._now = now
        self._policy = policy
        self._standing = standing_of(view, now, policy.ranking, policy.lifecycle)
        self._held = held_places(view, policy.ranking.trust)

    def about(self, subject: str) -> list[Candidate]:
        """What is told about the agent itself, or about its owner."""
        assert subject in ABOUT, subject
        which = "lower(trim(subject)) = $subject OR starts_with(lower(path), $subject || '/')"
        return self._rows(which, {"subject": subject})

    def constraints(self) -> list[Candidate]:
        """What binds: preferences, decisions, and what matters most."""
        which = "kind IN ('preference', 'decision') OR importance >= $pinned"
        return self._rows(which, {"pinned": PINNED_FROM})

    def strongest(self) -> list[Candidate]:
        """What ranks first without any question; what just happened has its own place."""
        return self._rows(f"kind <> 'event' OR {_WHEN} <= $since", {"since": self._since})

    def recent(self) -> list[Candidate]:
        """What happened in the last hours, or came in without a date; the newest first."""
        which = f"{_WHEN} > $since AND {_WHEN} <= $now"
        return self._rows(which, {"since": self._since}, order=_NEWEST_FIRST)

    def found(self, answers: Sequence[Found], hits: Sequence[Hit]) -> list[Candidate]:
        """What a search found, in its order, as far as it may be told."""
        known = {hit.item: hit for hit in hits}
        which = "list_contains($items::VARCHAR[], item)"
        items = [each.item for each in answers]
        may = {c.item: c for c in self._rows(which, {"items": items}, most=len(items) or 1)}
        return [replace(may[item], hit=known[item]) for item in items if item in may]

    @property
    def _since(self) -> int:
        return self._now - round(self._policy.context.recent_hours * 3_600 * SECOND)

    def _rows(
        self,
        which: str,
        parameters: dict[str, Any],
        *,
        order: str = _BEST_FIRST,
        most: int | None = None,
    ) -> list[Candidate]:
        told = most or self._policy.context.items_max
        ranking = self._policy.ranking
        given = {"now": self._now, "trust_min": TRUST_MIN, "most": _LOOKED_AT * told} | parameters
        with self._strengths() as (strength, standing):
            if standing == _HALF_LIFE:
                given["floor"] = ranking.retention_floor
                given["half_life"] = ranking.half_life_days * DAY
            sql = _TELLABLE.format(strength=strength, standing=standing, which=which, order=order)
            with self._quarantine():
                rows = self._view.rows(sql, given)
        found = list(self._sure(rows))
        if order == _BEST_FIRST:
            found.sort(key=lambda each: (-round(each.hit.score, 9), -each.d))
        return found[:told]

    def _quarantine(self) -> AbstractContextManager[None]:
        """Found once for all parts: it takes as long as all the rest where there is any."""
        return nullcontext() if self._held is None else self._view.filled("held", {"d": self._held})

    @contextmanager
    def _strengths(self) -> Iterator[tuple[str, str]]:
        if self._standing is None:
            yield _BY_DATE, _HALF_LIFE
            return
        seen = ~self._standing.is_hidden
        columns = {"d": self._standing.d[seen], "likeness": self._standing.retention[seen]}
        with self._view.filled("similarity", columns):
            yield "similarity.likeness", _STANDING

    def _sure(self, rows: Iterable[Sequence[Any]]) -> Iterator[Candidate]:
        """As sure as they are after all evidence; what hardly anything speaks for is left out."""
        found = [_candidate(row, self._policy) for row in rows]
        sure = confidences(self._view.rows, [each.d for each in found])
        for each in found:
            confidence = sure.get(each.d, each.confidence)
            if proposed(each.kind, confidence, self._policy.beliefs) == "forget":
                continue
            score = each.hit.score * confidence / each.confidence if each.confidence else 0.0
            yield replace(each, confidence=confidence, hit=replace(each.hit, score=score))


def _candidate(row: Sequence[Any], policy: Policy) -> Candidate:
    d, item, kind, text, author, path, dated_at, confidence, importance, strength, trust, score = (
        row
    )
    return Candidate(
        d=d,
        hit=Hit(
            item=item,
            rank=1,
            score=score,
            relevance=0.0,
            retention=strength,
            importance=importance_factor(importance, policy.ranking),
            trust=trust,
            counts=False,  # nobody asked for it
        ),
        kind=kind,
        text=text,
        author=author,
        source=path,
        dated_at=dated_at,
        confidence=confidence,
        is_contradicted=trust < 1.0,
    )
