"""What an item came from, what it rests on and what it led to, as a graph."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, Final

from ..domain.events import Judge
from ..domain.identity import ItemId
from ..domain.times import day
from .drawing import EdgeKind, Graph, Node, shortened
from .known import find_known
from .lineage_sheet import Sheet
from .listing import items_where
from .why import chain_of

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

RECALLS_MAX: Final = 20  # of each promotion, the first
_PATH_CHARS_MAX: Final = 60
_JUDGES: Final[dict[Judge, str]] = {
    "rule": "by rule",
    "person": "by a person",
    "agent": "by an agent",
    "model": "by a model",
}

_MADE: Final = """
SELECT input.item, made.item
FROM derivation
JOIN item AS made ON made.d = derivation.d
JOIN item AS input ON input.item = derivation.input
WHERE {end}.item IN (SELECT unnest($items::VARCHAR[]))
ORDER BY made.d, input.d
LIMIT $most
"""
_CONTRADICTED: Final = """
SELECT
    contradiction.position, item.item, other.item, penalty, judge, reason,
    contradiction.recorded_at
FROM contradiction
JOIN item USING (d)
LEFT JOIN item AS other ON other.d = contradiction.opponent
WHERE item.item = $item OR other.item = $item
ORDER BY contradiction.position
LIMIT $most
"""
_REVISED: Final = """
SELECT
    revision.position, item.item, other.item, speaks_for, strength, judge, reason,
    revision.recorded_at
FROM revision
JOIN item USING (d)
LEFT JOIN item AS other ON other.d = revision.witness
WHERE item.item = $item OR other.item = $item
ORDER BY revision.position
LIMIT $most
"""
_PROMOTED: Final = """
SELECT promotion.position, item.item, judge, reason, total, promotion.recorded_at
FROM promotion
JOIN item USING (d)
WHERE item.item IN (SELECT unnest($items::VARCHAR[]))
ORDER BY promotion.position
LIMIT $most
"""
_EVIDENCE: Final = """
SELECT evidence.promotion, recall.position, recall.query, recall.recorded_at
FROM evidence
JOIN recall ON recall.position = evidence.recall
WHERE list_contains($positions::BIGINT[], evidence.promotion)
ORDER BY evidence.promotion, recall.position
"""
# The smallest source first, then those that hold it. What was derived is drawn with its inputs.
_SOURCES: Final = """
SELECT item.item, source.source, source.path
FROM item_source
JOIN item ON item.d = item_source.d
JOIN source USING (source)
WHERE item.path IS NOT NULL
AND item.item IN (SELECT unnest($items::VARCHAR[]))
ORDER BY item.d, length(source.path) DESC
"""
_ASKED_FROM: Final = """
SELECT 'recall ' || recall_source.recall, source.source, source.path
FROM recall_source
JOIN source USING (source)
WHERE list_contains($recalls::BIGINT[], recall_source.recall)
ORDER BY recall_source.recall, length(source.path) DESC
"""


def lineage_graph(view: View, start_of_id: str) -> Graph:
    """The relatives of the one item whose id starts so, the nearest first; NotFound if none."""
    item = find_known(view, start_of_id)
    sheet = Sheet(view)
    sheet.put_items([item], is_asked=True)
    _draw_sources(sheet, _SOURCES, {"items": [item]})
    _draw_chain(sheet, item)
    _draw_contradictions(sheet, item)
    _draw_revisions(sheet, item)
    above = _draw_relatives(sheet, item, upwards=True)
    _draw_relatives(sheet, item, upwards=False)
    _draw_promotions(sheet, [item, *above])
    _draw_sources(sheet, _SOURCES, {"items": sheet.items})
    return sheet.graph()


def _draw_chain(sheet: Sheet, item: ItemId) -> None:
    [line] = items_where(sheet.view, "item.item = $item", {"item": item})
    steps = chain_of(sheet.view, line)
    sheet.put_items([each for step in steps for each in (step.item, step.by) if each])
    for step in steps:
        end = step.by or f"nothing {step.position}"
        if step.by is None:
            sheet.put(Node(end, "nothing", ("its source no longer says it",)))
        sheet.link(step.item, end, "gives-way", f"{step.reason} {day(step.recorded_at)}")


def _draw_contradictions(sheet: Sheet, item: ItemId) -> None:
    rows = sheet.rows(_CONTRADICTED, {"item": item})
    sheet.put_items([each for row in rows for each in row[1:3] if each])
    for position, against, by, penalty, judge, reason, recorded_at in rows:
        said = (f"contradicted {_JUDGES[judge]} {day(recorded_at)}", shortened(reason))
        start = by or _draw_judgement(sheet, position, said)
        sheet.link(start, against, "speaks-against", f"costs {penalty:.2f} of the trust")


def _draw_revisions(sheet: Sheet, item: ItemId) -> None:
    rows = sheet.rows(_REVISED, {"item": item})
    sheet.put_items([each for row in rows for each in row[1:3] if each])
    for position, about, by, speaks_for, strength, judge, reason, recorded_at in rows:
        kind: EdgeKind = "speaks-for" if speaks_for else "speaks-against"
        way = "for" if speaks_for else "against"
        said = (f"spoken {way} {_JUDGES[judge]} {day(recorded_at)}", shortened(reason))
        start = by or _draw_judgement(sheet, position, said)
        sheet.link(start, about, kind, f"speaks {way} it with {strength:.2f}")


def _draw_judgement(sheet: Sheet, position: int, said: tuple[str, ...]) -> str:
    name = f"judgement {position}"
    sheet.put(Node(name, "judgement", tuple(filter(None, said))))
    return name


def _draw_relatives(sheet: Sheet, item: ItemId, *, upwards: bool) -> list[ItemId]:
    """What the item was made from, or what was made from it, step by step as far as it goes."""
    sql = _MADE.format(end="made" if upwards else "input")
    seen: dict[ItemId, None] = {item: None}
    level = [item]
    while level:
        rows = sheet.rows(sql, {"items": level})
        reached = dict.fromkeys(row[0 if upwards else 1] for row in rows)
        level = [] if sheet.is_cut else [each for each in reached if each not in seen]
        seen |= reached
        sheet.put_items(reached)
        for start, end in rows:
            sheet.link(start, end, "makes")
    return list(seen)[1:]


def _draw_promotions(sheet: Sheet, items: Sequence[ItemId]) -> None:
    """Each with the recalls that it rests on, and with what these were asked from."""
    rows = sheet.rows(_PROMOTED, {"items": list(items)})
    for position, item, judge, reason, total, recorded_at in rows:
        said = (f"promoted {_JUDGES[judge]} {day(recorded_at)}", shortened(reason))
        lines = (*filter(None, said), f"score {total:.3f}")
        sheet.put(Node(f"promotion {position}", "promotion", lines))
        sheet.link(f"promotion {position}", item, "earns")
    recalls = _draw_evidence(sheet, [position for position, *_ in rows])
    _draw_sources(sheet, _ASKED_FROM, {"recalls": recalls})


def _draw_evidence(sheet: Sheet, promotions: Sequence[int]) -> list[int]:
    recalls: list[int] = []
    rows = sheet.view.rows(_EVIDENCE, {"positions": list(promotions)})
    for promotion, evidence in groupby(rows, key=lambda row: row[0]):
        for _, position, query, recorded_at in islice(evidence, RECALLS_MAX):
            said = (f"“{shortened(query)}”", f"asked {day(recorded_at)}")
            sheet.put(Node(f"recall {position}", "recall", said))
            sheet.link(f"recall {position}", f"promotion {promotion}", "earns")
            recalls.append(position)
        sheet.is_cut |= next(evidence, None) is not None
    return recalls


def _draw_sources(sheet: Sheet, sql: str, these: dict[str, Any]) -> None:
    """What came in, or was asked, with its source and with all that hold that."""
    rows = sheet.view.rows(sql, these)
    for born, levels in groupby(rows, key=lambda row: row[0]):
        _draw_levels(sheet, born, ((uid, path) for _, uid, path in levels))


def _draw_levels(sheet: Sheet, born: str, levels: Iterable[tuple[str, str]]) -> None:
    below = born
    for uid, path in levels:
        key = f"source {uid}"
        sheet.put(Node(key, "source", (shortened(path, _PATH_CHARS_MAX),)))
        sheet.link(key, below, "makes" if below == born else "holds")
        below = key
