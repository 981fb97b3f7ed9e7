"""What is noted of a year: each month of it, and what a backtest tells."""

from __future__ import annotations

import msgspec


class Month(msgspec.Struct, frozen=True, kw_only=True):
    """What a month brought, and how things stood at its end."""

    top: tuple[str, ...]
    promoted: int
    consolidated: int
    gave_way: int
    contradicted: int
    items: int  # that are there
    faded: int
    archived: int
    forgotten: int  # sources


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """What another preset would have made of the same recalls."""

    preset: str
    promoted: int
    shared: float  # of what either promoted
    dropped: int
    others_first: int
    hits_shared: float
    recalls: int
