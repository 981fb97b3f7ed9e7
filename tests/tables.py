"""What stands in the tables of a read model, so that two of them can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Final, TypeAlias

from lethelog.domain.events import Recorded
from lethelog.projections.digest import DIGITS
from lethelog.projections.view import PROJECTIONS, View

Tables: TypeAlias = dict[str, list[str]]

TABLES: Final = tuple(table for projection in PROJECTIONS for table in projection.tables)


def new_view(store: str = "tests") -> View:
    """An empty read model in memory; only those of one store have equal tables."""
    return View(None, store=store)


def tables_of(view: View) -> Tables:
    """Every row of every table as text, in a fixed order, with floats as a digest rounds them."""
    return {table: sorted(map(_shown, view.rows(f"FROM {table}"))) for table in TABLES}


def replayed(*batches: Sequence[Recorded], store: str = "tests") -> tuple[Tables, str]:
    """The tables and the digest of a new read model that was fed with these batches."""
    with closing(new_view(store)) as view:
        for batch in batches:
            view.apply(batch)
        return tables_of(view), view.digest()


def _shown(row: Iterable[object]) -> str:
    return repr([round(each, DIGITS) if isinstance(each, float) else each for each in row])
