"""What may be told in a snapshot: current, true now, visible, and not contradicted too much."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
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
from .snapshot import ABOUT, PINNED_FROM, TRUST_MIN, Candidate, Part

if TYPE_CHECKING:
    from ..projections.answer import Answer
    from ..projections.projection import Row
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
scored AS MATERIALIZED (
    SELECT
        tellable.*,
        trust * confidence * (
            importance / 10e0 * strength + 0.1e0 * ln(1 + recalls) + 0.2e0 * importance / 10e0
        ) AS score
    FROM tellable
)
SELECT
    d, item, kind, text, author, path, dated_at, confidence, importance, strength, trust, score,
    part
FROM (
{parts}
)
ORDER BY part, coalesce(dated_at, recorded_at) DESC, d DESC
"""
_PART: Final = """
(
    SELECT '{part}' AS part, scored.*
    FROM scored
    WHERE {which}
    ORDER BY {order}
    LIMIT $most
)
"""
_WHEN: Final = "coalesce(dated_at, recorded_at)"
_BEST_FIRST: Final = "round(score, 9) DESC, d DESC"
_NEWEST_FIRST: Final = f"{_WHEN} DESC, d DESC"
_ABOUT: Final = "lower(trim(subject)) = '{subject}' OR starts_with(lower(path), '{subject}/')"
_ALWAYS_TOLD: Final[dict[Part, str]] = {
    **{part: _ABOUT.format(subject=subject) for subject, part in ABOUT.items()},
    "constraints": "kind IN ('preference', 'decision') OR importance >= $pinned",
    "recent": f"{_WHEN} > $since AND {_WHEN} <= $now",
}
"""Of the agent itself and its owner; what binds: preferences, decisions, and what matters most;
what happened in the last hours, or came in without a date."""

# What just happened has its own place.
_STRONGEST: Final[dict[Part, str]] = {"top": f"kind <> 'event' OR {_WHEN} <= $since"}
_FOUND: Final[dict[Part, str]] = {"top": "list_contains($items::VARCHAR[], item)"}


class Tellable:
    """Asks one view for one moment, under one policy."""

    def __init__(self, view: View, now: int, policy: Policy) -> None:
        self._view = view
        self._now = now
        self._policy = policy
        self._standing = standing_of(view, now, policy.ranking, policy.lifecycle)
        self._held = held_places(view, policy.ranking.trust)

    def parts(self, answer: Answer | None) -> dict[Part, list[Candidate]]:
        """What may be told in each part, the best first, and of what is recent the newest.

        At the top is what a search found, in its order; without one, what ranks first without any
        question.
        """
        if answer is None:
            return self._parts(_ALWAYS_TOLD | _STRONGEST, {})
        known = {hit.item: hit for hit in answer.hits()}
        items = [each.item for each in answer.found]
        parts = self._parts(_ALWAYS_TOLD | _FOUND, {"items": items})
        may = {each.item: each for each in parts["top"]}
        parts["top"] = [replace(may[item], hit=known[item]) for item in items if item in may]
        return parts

    def _parts(
        self, which: dict[Part, str], parameters: dict[str, Any]
    ) -> dict[Part, list[Candidate]]:
        rows = self._rows(which, parameters)
        parts: dict[Part, list[Candidate]] = {part: [] for part in which}
        for (*_, part), candidate in zip(rows, self._candidates(rows), strict=True):
            if candidate is not None:
                parts[part].append(candidate)
        for part, found in parts.items():
            if part != "recent":
                found.sort(key=lambda each: (-round(each.hit.score, 9), -each.d))
            del found[self._policy.context.items_max :]
        return parts

    def _rows(self, which: dict[Part, str], parameters: dict[str, Any]) -> list[Row]:
        """One statement for all parts: it costs DuckDB more to begin with than to find them."""
        context, ranking = self._policy.context, self._policy.ranking
        given = parameters | {
            "now": self._now,
            "trust_min": TRUST_MIN,
            "pinned": PINNED_FROM,
            "since": self._now - round(context.recent_hours * 3_600 * SECOND),
            "most": _LOOKED_AT * context.items_max,
        }
        parts = [
            _PART.format(
                part=part, which=of, order=_NEWEST_FIRST if part == "recent" else _BEST_FIRST
            )
            for part, of in which.items()
        ]
        with self._strengths() as (strength, standing), self._quarantine():
            if standing == _HALF_LIFE:
                given["floor"] = ranking.retention_floor
                given["half_life"] = ranking.half_life_days * DAY
            return self._view.rows(
                _TELLABLE.format(
                    strength=strength, standing=standing, parts="UNION ALL".join(parts)
                ),
                given,
            )

    def _quarantine(self) -> AbstractContextManager[None]:
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

    def _candidates(self, rows: Sequence[Row]) -> Iterator[Candidate | None]:
        """As sure as they are after all evidence; None for what hardly anything speaks for."""
        sure = confidences(self._view.rows, sorted({row[0] for row in rows}))
        for row in rows:
            each = _candidate(row, self._policy)
            confidence = sure.get(each.d, each.confidence)
            if proposed(each.kind, confidence, self._policy.beliefs) == "forget":
                yield None
                continue
            score = each.hit.score * confidence / each.confidence if each.confidence else 0.0
            yield replace(each, confidence=confidence, hit=replace(each.hit, score=score))


def _candidate(row: Row, policy: Policy) -> Candidate:
    d, item, kind, text, author, path, dated_at, confidence, importance, *counted, _ = row
    strength, trust, score = counted
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
