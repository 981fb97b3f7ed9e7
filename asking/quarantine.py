"""What is in quarantine, for whoever looks through it and for whoever decides by it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..domain.mind_policy import TrustPolicy
from ..projections.held import with_held
from .listing import ItemLine, items_where

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_HELD: Final = "item.d IN (SELECT d FROM held) AND item.d NOT IN (SELECT d FROM supersession)"


def list_quarantined(view: View, trust: TrustPolicy) -> tuple[ItemLine, ...]:
    """All that is current and in quarantine, in the order in which it came."""
    return with_held(view, trust, lambda of: items_where(of, _HELD))
