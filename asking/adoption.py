"""Which policy is in force, and how that came about."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..domain.events import Judge
from ..domain.policy import DEFAULT, Policy

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB


class Adoption(msgspec.Struct, frozen=True, kw_only=True):
    """A policy with who put it in force, when and why; nobody did that to the default."""

    policy: Policy
    position: int | None = None
    judge: Judge | None = None
    reason: str = ""
    adopted_at: int | None = None


def adopted(view: View) -> Adoption:
    """How the policy came to be in force that was adopted last."""
    rows = view.rows("""
        SELECT document, position, judge, reason, recorded_at
        FROM policy
        ORDER BY position DESC
        LIMIT 1
    """)
    if not rows:
        return Adoption(policy=DEFAULT)
    document, position, judge, reason, adopted_at = rows[0]
    return Adoption(
        policy=msgspec.json.decode(document, type=Policy),
        position=position,
        judge=judge,
        reason=reason,
        adopted_at=adopted_at,
    )


def policy_in_force(view: View) -> Policy:
    """What was adopted last, and the default before anything was."""
    return adopted(view).policy
