"""The whole story of an item: where it came from, who asked for it, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from ..domain.policy import PromotionPolicy
from ..projections.confidence import confidences
from ..projections.held import held_items
from .absence import Posed, whereabouts
from .known import find_known
from .listing import ItemLine, items_where
from .prospect import prospect
from .question import Standpoint
from .story import (
    ContradictionLine,
    PromotionLine,
    RecallLine,
    ReleaseLine,
    RevisionLine,
    Story,
    SupersessionLine,
)
from .strength_now import strength_now, trust_now

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

Line = TypeVar("Line", bound=msgspec.Struct)


def why(view: View, start_of_id: str, at: Standpoint, *, posed: Posed | None = None) -> Story:
    """The story of the one item whose id starts so; NotFound if there is none.

    With a question that is posed, also where the item stands in its answer.
    """
    [item] = items_where(view, "item.item = $item", {"item": find_known(view, start_of_id)})
    promotion, d = _promotion(view, item), {"d": item.position}
    is_evergreen = item.dated_at is None or promotion is not None
    true_from, true_until = _validity(view, item)
    [sure] = confidences(view.rows, [item.position]).values()
    trust = trust_now(view, item, at)
    is_quarantined = bool(held_items(view, [item.item], at.policy.ranking.trust))
    return Story(
        item=item,
        is_evergreen=is_evergreen,
        strength=strength_now(view, item, at, is_evergreen=is_evergreen),
        confidence=sure,
        confidence_from="source" if promotion is None else promotion.judge,
        trust=trust,
        is_quarantined=is_quarantined,
        releases=_releases(view, item),
        true_from_at=true_from,
        true_until_at=true_until,
        is_true=None if at.valid is None else _holds(at.valid, true_from, true_until),
        sources=_sources(view, item),
        also_said_by=_also_said_by(view, item),
        made_from=items_where(view, "item.item IN (SELECT input FROM derivation WHERE d = $d)", d),
        led_to=items_where(
            view,
            "item.d IN (SELECT d FROM derivation WHERE input = $item)",
            {"item": item.item},
        ),
        recalls=_recalls(view, item),
        promotion=promotion,
        prospect=None if is_evergreen else prospect(view, item.item, at.now, at.policy),
        contradictions=_contradictions(view, item),
        revisions=_revisions(view, item),
        chain=chain_of(view, item),
        current=_current(view, item),
        whereabouts=None if posed is None else whereabouts(view, item.item, posed),
    )


def _releases(view: View, item: ItemLine) -> tuple[ReleaseLine, ...]:
    rows = view.rows(
        "SELECT judge, reason, recorded_at FROM release WHERE d = $d ORDER BY position",
        {"d": item.position},
    )
    return tuple(
        ReleaseLine(judge=judge, reason=reason, recorded_at=at) for judge, reason, at in rows
    )


def _validity(view: View, item: ItemLine) -> tuple[int | None, int | None]:
    [(true_from, true_until)] = view.rows(
        "SELECT valid_from, valid_until FROM validity WHERE d = $d", {"d": item.position}
    )
    return true_from, true_until


def _holds(moment: int, true_from: int | None, true_until: int | None) -> bool:
    return (true_from is None or true_from <= moment) and (
        true_until is None or moment < true_until
    )


def _lines(view: View, line: type[Line], sql: str, parameters: dict[str, Any]) -> tuple[Line, ...]:
    names = line.__struct_fields__
    rows = view.rows(sql, parameters)
    return tuple(line(**dict(zip(names, row, strict=True))) for row in rows)


def _sources(view: View, item: ItemLine) -> tuple[str, ...]:
    rows = view.rows(
        "SELECT source.path FROM item_source JOIN source USING (source)"
        " WHERE item_source.d = $d AND is_own ORDER BY source.path",
        {"d": item.position},
    )
    return tuple(path for (path,) in rows)


def _also_said_by(view: View, item: ItemLine) -> tuple[ItemLine, ...]:
    return items_where(
        view,
        """
        (
            item.statement = (SELECT statement FROM item WHERE d = $d)
            OR item.claim = (SELECT claim FROM item WHERE d = $d)
        )
        AND item.d <> $d
        """,
        {"d": item.position},
    )


def _recalls(view: View, item: ItemLine) -> tuple[RecallLine, ...]:
    return _lines(
        view,
        RecallLine,
        """
        SELECT
            recall.position, recall.query,
            (
                SELECT max(source.path)
                FROM recall_source
                JOIN source USING (source)
                WHERE recall_source.recall = recall.position
            ),
            recall.recorded_at, hit.rank, hit.score, hit.relevance, hit.retention,
            hit.importance, hit.trust, recall.policy, hit.counts
        FROM hit
        JOIN recall ON recall.position = hit.recall
        WHERE hit.d = $d
        ORDER BY recall.position
        """,
        {"d": item.position},
    )


def _promotion(view: View, item: ItemLine) -> PromotionLine | None:
    rows = view.rows(
        """
        SELECT
            position, judge, reason, confidence, recalls, queries, frequency, relevance,
            diversity, recency, total, policy, recorded_at,
            (SELECT list(recall ORDER BY recall) FROM evidence WHERE promotion = position)
        FROM promotion
        WHERE d = $d
        ORDER BY position
        LIMIT 1
        """,
        {"d": item.position},
    )
    if not rows:
        return None
    fields = dict(zip(PromotionLine.__struct_fields__, rows[0], strict=True))
    fields["policy"] = msgspec.json.decode(fields["policy"], type=PromotionPolicy)
    fields["rests_on"] = tuple(fields["rests_on"] or ())
    return PromotionLine(**fields)


def _contradictions(view: View, item: ItemLine) -> tuple[ContradictionLine, ...]:
    return _lines(
        view,
        ContradictionLine,
        """
        SELECT
            contradiction.position, other.item, other.text, strength, penalty, judge, reason,
            contradiction.recorded_at
        FROM contradiction
        LEFT JOIN item AS other ON other.d = contradiction.opponent
        WHERE contradiction.d = $d
        ORDER BY contradiction.position
        """,
        {"d": item.position},
    )


def _revisions(view: View, item: ItemLine) -> tuple[RevisionLine, ...]:
    return _lines(
        view,
        RevisionLine,
        """
        SELECT
            revision.position, other.item, other.text, speaks_for, strength, step, steps, judge,
            reason, revision.recorded_at
        FROM revision
        LEFT JOIN item AS other ON other.d = revision.witness
        WHERE revision.d = $d
        ORDER BY revision.position
        """,
        {"d": item.position},
    )


def chain_of(view: View, item: ItemLine) -> tuple[SupersessionLine, ...]:
    """Every step that leads to the item or on from it, in the order in which they happened."""
    return _lines(
        view,
        SupersessionLine,
        """
        WITH RECURSIVE
        later AS (
            SELECT position, successor FROM supersession WHERE d = $d
            UNION ALL
            SELECT next.position, next.successor
            FROM later
            JOIN supersession AS next ON next.d = later.successor
        ),
        earlier AS (
            SELECT position, d FROM supersession WHERE successor = $d
            UNION ALL
            SELECT before.position, before.d
            FROM earlier
            JOIN supersession AS before ON before.successor = earlier.d
        )
        SELECT
            step.position, old.item, old.text, new.item, new.text, step.reason, step.judge,
            step.note, step.recorded_at
        FROM supersession AS step
        JOIN item AS old ON old.d = step.d
        LEFT JOIN item AS new ON new.d = step.successor
        WHERE step.position IN (SELECT position FROM later UNION SELECT position FROM earlier)
        ORDER BY step.position
        """,
        {"d": item.position},
    )


def _current(view: View, item: ItemLine) -> ItemLine | None:
    ends = view.rows("SELECT last FROM chain_end WHERE d = $d", {"d": item.position})
    if not ends:
        return item
    found = items_where(view, "item.d = $d", {"d": ends[0][0]})
    return found[0] if found else None
