"""What the memory attended to in one stretch of time, topic by topic, and in the stretch before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias

import msgspec

from ..domain.drift import Drift, drift_of, shares_of
from ..domain.identity import ItemId
from ..domain.times import DAY

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

Measure: TypeAlias = Literal["recalls", "arrivals", "nothing"]
"""By what attention is measured; `nothing` where there is too little of either."""

DAYS_DEFAULT: Final = 30.0
TELLING_MIN: Final = 5
"""So many questions, or texts, a stretch of time must have; fewer tell nothing. A judgement."""

# A topic is what somebody named as such; else who or what a fact is about; else who says it; else
# where it stands. Sessions are none: each is new, so their shares would never hold still.
_TOPIC: Final = """
CASE
    WHEN trim(item.scope) <> '' THEN lower(trim(item.scope))
    WHEN trim(item.subject) <> '' THEN lower(trim(item.subject))
    WHEN trim(item.author) <> '' THEN lower(trim(item.author))
    WHEN split_part(item.path, '/', 1) IN ('fact', 'decision') THEN split_part(item.path, '/', 1)
    ELSE regexp_extract(item.path, '^[^/]+/[^/]+')
END
"""
# A question is worth as much as any other, however many texts it found.
_RECALLED: Final = f"""
WITH found AS (
    SELECT ground.recall, ground.d, 1e0 / count(*) OVER (PARTITION BY ground.recall) AS weight
    FROM ground
    JOIN recall ON recall.position = ground.recall
    WHERE recall.recorded_at > $after AND recall.recorded_at <= $until
)
SELECT {_TOPIC} AS topic, sum(found.weight), (SELECT count(DISTINCT recall) FROM found)
FROM found
JOIN item ON item.d = found.d
GROUP BY topic
HAVING topic <> ''
ORDER BY topic
"""
_ARRIVED: Final = f"""
SELECT {_TOPIC} AS topic, count(*), sum(count(*)) OVER ()
FROM item
WHERE item.recorded_at > $after AND item.recorded_at <= $until
GROUP BY topic
HAVING topic <> ''
ORDER BY topic
"""
_DECIDED: Final = f"""
SELECT item.item, {_TOPIC} AS topic
FROM item
WHERE item.kind = 'decision'
AND (
    (item.recorded_at > $after AND item.recorded_at <= $until)
    OR item.d IN (
        SELECT d
        FROM supersession
        WHERE reason = 'reversed' AND recorded_at > $after AND recorded_at <= $until
    )
)
ORDER BY item.d
"""


class Attention(msgspec.Struct, frozen=True, kw_only=True):
    """How much each topic was asked for, and how much came in about it, in a stretch of time."""

    recalled: dict[str, float]
    questions: int
    arrived: dict[str, float]
    texts: int


class PriorityDrift(Drift, frozen=True, kw_only=True):
    """How attention moved between the stretch of days that ends now and the one before it.

    `decisions` were made or reversed in the later one, about what rose or fell.
    """

    measured_by: Measure
    days: float
    earlier_at: int  # where the earlier stretch ends and the later one begins
    later_at: int
    decisions: tuple[ItemId, ...]


def attention(view: View, until: int, days: float) -> Attention:
    """In the days that end at a moment."""
    stretch = _stretch(until, days)
    recalled, arrived = view.rows(_RECALLED, stretch), view.rows(_ARRIVED, stretch)
    return Attention(
        recalled={topic: weight for topic, weight, _ in recalled},
        questions=recalled[0][2] if recalled else 0,
        arrived={topic: float(weight) for topic, weight, _ in arrived},
        texts=int(arrived[0][2]) if arrived else 0,
    )


def decided(view: View, until: int, days: float) -> list[tuple[ItemId, str]]:
    """The decisions that were made or reversed in the days that end at a moment, by their topic."""
    return [
        (ItemId(item), topic or "") for item, topic in view.rows(_DECIDED, _stretch(until, days))
    ]


def compared(
    earlier: Attention,
    later: Attention,
    decisions: list[tuple[ItemId, str]],
    *,
    days: float,
    now: int,
) -> PriorityDrift:
    """By what was asked for, since that is what attention is; else by what came in."""
    measure = _measure(earlier, later)
    topics = [topic for _, topic in decisions]
    match measure:
        case "recalls":
            found = drift_of(shares_of(earlier.recalled), shares_of(later.recalled), topics)
        case "arrivals":
            found = drift_of(shares_of(earlier.arrived), shares_of(later.arrived), topics)
        case _:
            found = drift_of({}, {})
    moved = {each.topic for each in found.moved}
    return PriorityDrift(
        course=found.course,
        distance=found.distance,
        moved=found.moved,
        measured_by=measure,
        days=days,
        earlier_at=_stretch(now, days)["after"],
        later_at=now,
        decisions=tuple(item for item, topic in decisions if topic in moved),
    )


def _measure(earlier: Attention, later: Attention) -> Measure:
    if min(earlier.questions, later.questions) >= TELLING_MIN:
        return "recalls"
    return "arrivals" if min(earlier.texts, later.texts) >= TELLING_MIN else "nothing"


def _stretch(until: int, days: float) -> dict[str, Any]:
    return {"after": until - round(days * DAY), "until": until}
