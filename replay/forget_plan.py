"""What would go, stay and come back if sources were forgotten, before anything is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import msgspec

from ..asking.listing import ItemLine, items_where
from ..domain.events import Lineage
from ..domain.forgetting import Effect, Rehearsed, Remake
from ..domain.identity import ItemId
from ..journal.journal import Journal
from .choosing import Target

if TYPE_CHECKING:
    from ..projections.forgetting import Rehearsal
    from ..projections.view import View  # it loads DuckDB

EXPORTS: Final = ("backup", "export", "day files", "files")
"""The kinds of notes that tell of copies which no forgetting reaches."""

_GONE: Final = "SELECT unnest($gone::BIGINT[])"
_SURVIVING_INPUTS: Final = f"""
SELECT
    item.item, input.item, item.kind, promotion.judge, promotion.confidence,
    input.statement = item.statement
    AND input.d NOT IN (
        SELECT d FROM supersession WHERE d NOT IN (SELECT unnest($revived::BIGINT[]))
    ),
    input.text
FROM derivation
JOIN item ON item.d = derivation.d
JOIN item AS input ON input.item = derivation.input
JOIN promotion ON promotion.d = item.d AND promotion.is_new
WHERE item.d IN ({_GONE})
AND input.d NOT IN ({_GONE})
ORDER BY item.d, input.d
"""


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """A copy that left the store after the sources had come in, as far as was noted."""

    kind: str = ""
    made_at: int | None = None
    position: int | None = None
    to: str = ""


class ForgetPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What forgetting some sources would change; `id` is empty where it was not saved."""

    id: str = ""
    sources: tuple[str, ...]
    position: int
    gone: tuple[ItemLine, ...]
    kept: tuple[ItemLine, ...]  # say the same as something that goes, from another source
    rederivable: tuple[ItemLine, ...]  # go, though some of what they were made from stays
    revived: tuple[ItemLine, ...]  # current again, since what superseded them goes
    recalls: int  # asked from the sources: they stop counting
    promotions_undone: tuple[ItemLine, ...]  # stay, and fade again
    promotions_weakened: tuple[ItemLine, ...]  # stay promoted with fewer recalls behind them
    exports: tuple[Export, ...]  # made since the sources came in: out of reach


def plan_forgetting(view: View, journal: Journal, targets: Sequence[Target]) -> ForgetPlan:
    """The plan in full, for whoever is to approve it; the read model is only looked at."""
    with view.lock:
        return _plan(view, journal, targets, _rehearsal(view, targets))


def rehearsed(view: View, journal: Journal, sources: Sequence[Lineage]) -> Rehearsed:
    """The same as it would be now, in ids alone, and what could be made again afterwards."""
    with view.lock:
        targets = [Target(_name_of(view, lineage), lineage) for lineage in sources]
        changed = _rehearsal(view, targets)
        plan = _plan(view, journal, targets, changed)
        return Rehearsed(
            position=plan.position,
            effect=effect_of(plan),
            remakes=_remakes(view, changed),
            where=plan.sources[0] if len(plan.sources) == 1 else f"{len(plan.sources)} sources",
        )


def effect_of(plan: ForgetPlan) -> Effect:
    """The plan without a word of what it is about."""
    return Effect(
        gone=_ids(plan.gone),
        kept=_ids(plan.kept),
        rederivable=_ids(plan.rederivable),
        revived=_ids(plan.revived),
        undone=_ids(plan.promotions_undone),
        weakened=_ids(plan.promotions_weakened),
        recalls=plan.recalls,
    )


def earlier_exports(journal: Journal, *, since: int) -> tuple[Export, ...]:
    """The copies made at a position or later, in order; one without a position may be one."""
    noted = [(kind, document) for kind in EXPORTS for document in journal.notes(kind).values()]
    found = [_export(kind, document) for kind, document in noted]
    late = [each for each in found if each.position is None or each.position >= since]
    return tuple(sorted(late, key=lambda each: (each.made_at or 0, each.kind, each.to)))


def _export(kind: str, document: bytes) -> Export:
    try:
        noted = msgspec.json.decode(document, type=Export)
    except msgspec.MsgspecError:
        return Export(kind=kind)  # whatever it says, there is a copy
    return msgspec.structs.replace(noted, kind=kind)


def _rehearsal(view: View, targets: Sequence[Target]) -> Rehearsal:
    return view.rehearse_forgetting([target.lineage[-1] for target in targets])


def _plan(
    view: View, journal: Journal, targets: Sequence[Target], changed: Rehearsal
) -> ForgetPlan:
    first = min((*changed.items, *changed.recalls), default=None)
    return ForgetPlan(
        sources=tuple(target.path for target in targets),
        position=view.position,
        gone=_items_at(view, changed.items),
        kept=_same_elsewhere(view, changed.items),
        rederivable=_rederivable(view, changed.items),
        revived=_items_at(view, changed.revived),
        recalls=len(changed.recalls),
        promotions_undone=_promoted_at(view, changed.promotions),
        promotions_weakened=_promoted_at(view, changed.weakened),
        exports=() if first is None else earlier_exports(journal, since=first),
    )


def _ids(lines: Sequence[ItemLine]) -> tuple[ItemId, ...]:
    return tuple(line.item for line in lines)


def _name_of(view: View, lineage: Lineage) -> str:
    """The path of a source; its uid where nothing of it is here any more."""
    rows = view.rows("SELECT min(path) FROM item_source WHERE source = $uid", {"uid": lineage[-1]})
    return rows[0][0] or lineage[-1]


def _items_at(view: View, places: Sequence[int]) -> tuple[ItemLine, ...]:
    return items_where(view, f"item.d IN ({_GONE})", {"gone": list(places)})


def _same_elsewhere(view: View, gone: Sequence[int]) -> tuple[ItemLine, ...]:
    return items_where(
        view,
        f"""
        item.d NOT IN ({_GONE})
        AND (
            item.statement IN (SELECT statement FROM item WHERE d IN ({_GONE}))
            OR item.claim IN (SELECT claim FROM item WHERE d IN ({_GONE}))
        )
        """,
        {"gone": list(gone)},
    )


def _rederivable(view: View, gone: Sequence[int]) -> tuple[ItemLine, ...]:
    return items_where(
        view,
        f"""
        item.d IN ({_GONE})
        AND item.d IN (
            SELECT derivation.d
            FROM derivation
            JOIN item AS input ON input.item = derivation.input
            WHERE input.d NOT IN ({_GONE})
        )
        """,
        {"gone": list(gone)},
    )


def _promoted_at(view: View, positions: Sequence[int]) -> tuple[ItemLine, ...]:
    return items_where(
        view,
        "item.d IN (SELECT d FROM promotion WHERE position IN (SELECT unnest($at::BIGINT[])))",
        {"at": list(positions)},
    )


def _remakes(view: View, changed: Rehearsal) -> tuple[Remake, ...]:
    rows = view.rows(
        _SURVIVING_INPUTS, {"gone": list(changed.items), "revived": list(changed.revived)}
    )
    found: dict[ItemId, Remake] = {}
    for item, input_item, kind, judge, confidence, says_the_same, text in rows:
        known = found.get(item)
        twin = known.twin if known else None
        words = known.text if known else ""
        if twin is None and says_the_same:
            twin, words = input_item, text
        found[item] = Remake(
            item=item,
            inputs=(*(known.inputs if known else ()), input_item),
            kind=kind,
            judge=judge,
            confidence=confidence,
            twin=twin,
            text=words,
        )
    return tuple(found.values())
