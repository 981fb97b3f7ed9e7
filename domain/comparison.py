"""What comes of comparing two read models table by table: the live one and a fresh replay."""

from __future__ import annotations

import msgspec


class TableCompared(msgspec.Struct, frozen=True, kw_only=True):
    """One table: how many rows it has live and in the replay, and whether they are the same."""

    table: str
    rows: int
    rows_replayed: int
    is_equal: bool


class Compared(msgspec.Struct, frozen=True, kw_only=True):
    """All tables as of one position, with one digest for each side."""

    position: int
    digest: str
    digest_replayed: str
    tables: tuple[TableCompared, ...]
