"""What stands in the tables of a read model, so that two of them can be compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import closing
from typing import Final, TypeAlias

from lethelog.domain.events import Recorded
from lethelog.projections.database import PROJECTIONS
from lethelog.projections.digest import DIGITS
from lethelog.projections.projection import STATEMENT_KEY
from lethelog.projections.view import View
from lethelog.projections.warm import Warm

Tables: TypeAlias = dict[str, list[str]]

TABLES: Final = tuple(table for projection in PROJECTIONS for table in projection.tables)


_STORED: Final = tuple(table for projection in PROJECTIONS for table in projection.placed_by)


class _Reused(View):
    """Is emptied and kept when it is closed, as a new database takes a tenth of a second."""

    def close(self) -> None:
        """Nothing of what it was told is left."""
        self._warm.close()
        with self.lock:
            assert self.looking_at is None, "closed amid a question"
            for table in _STORED:
                self._db.execute(f"DELETE FROM {table}")
            self._db.execute("UPDATE state SET position = 0")
        self.meaning, self._warm = None, Warm(self._db, self.lock)
        self._position = self._learned_at = self.written = 0
        self.kept.clear()
        self.grown.clear()
        _SPARE.append(self)

    def told_as(self, store: str) -> View:
        """The same for another store."""
        self._db.execute(f"SET VARIABLE {STATEMENT_KEY} = $store", {"store": store})
        return self


_SPARE: Final[list[_Reused]] = []


def new_view(store: str = "tests") -> View:
    """An empty read model in memory; only those of one store have equal tables."""
    return _SPARE.pop().told_as(store) if _SPARE else _Reused(None, store=store)


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
