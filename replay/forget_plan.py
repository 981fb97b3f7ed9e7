"""What would go, stay and come back if a source were forgotten, before anything is."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..domain.errors import NotFound
from ..domain.identity import SourceUid
from .listing import ItemLine, items_at, items_where

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB


class ForgetPlan(msgspec.Struct, frozen=True, kw_only=True):
    """Valid as long as nothing more comes from the source after `position`."""

    source: str
    position: int
    gone: tuple[ItemLine, ...]
    kept: tuple[ItemLine, ...]  # say the same as something that goes, from another source
    rederivable: tuple[ItemLine, ...]  # go, though some of what they were made from stays
    revived: tuple[ItemLine, ...]  # current again, since what superseded them goes
    recalls: int  # asked from the source: they stop counting
    promotions_undone: tuple[ItemLine, ...]  # stay, and fade again
    promotions_weakened: tuple[ItemLine, ...]  # stay promoted with fewer recalls behind them


def plan_forgetting(
    view: View, path: str, source: SourceUid, *, is_forgotten: bool = False
) -> ForgetPlan:
    """NotFound if nothing ever came from the source; the read model is only looked at.

    A source that `is_forgotten` already has a plan in which nothing goes.
    """
    with view.lock:
        changed = view.rehearse_forgetting(source)
        if not (changed.items or changed.recalls or is_forgotten):
            raise NotFound(f"nothing here came from {path!r}; `lethelog sources` lists them")
        return ForgetPlan(
            source=path,
            position=view.position,
            gone=items_at(view, changed.items),
            kept=_same_elsewhere(view, changed.items),
            rederivable=_rederivable(view, changed.items),
            revived=items_at(view, changed.revived),
            recalls=len(changed.recalls),
            promotions_undone=_promoted_at(view, changed.promotions),
            promotions_weakened=_promoted_at(view, changed.weakened),
        )


def _same_elsewhere(view: View, gone: tuple[int, ...]) -> tuple[ItemLine, ...]:
    return items_where(
        view,
        """
        NOT list_contains($gone::BIGINT[], item.d)
        AND item.statement IN (
            SELECT statement FROM item WHERE list_contains($gone::BIGINT[], d)
        )
        """,
        {"gone": list(gone)},
    )


def _rederivable(view: View, gone: tuple[int, ...]) -> tuple[ItemLine, ...]:
    return items_where(
        view,
        """
        list_contains($gone::BIGINT[], item.d)
        AND item.d IN (
            SELECT derivation.d
            FROM derivation
            JOIN item AS input ON input.item = derivation.input
            WHERE NOT list_contains($gone::BIGINT[], input.d)
        )
        """,
        {"gone": list(gone)},
    )


def _promoted_at(view: View, positions: tuple[int, ...]) -> tuple[ItemLine, ...]:
    return items_where(
        view,
        "item.d IN (SELECT d FROM promotion WHERE list_contains($at::BIGINT[], position))",
        {"at": list(positions)},
    )
