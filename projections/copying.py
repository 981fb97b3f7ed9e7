"""Copies what is left of a read model into a new file, while others go on with the old one.

A deleted row stays in a DuckDB file for ever; only a file to which it never came is clean.
"""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path
from threading import Lock
from typing import Final

import duckdb

from .database import quoted
from .projection import rows_of
from .slot_files import log_of, make_private

_TABLES: Final = (
    "SELECT table_name FROM duckdb_tables() WHERE database_name = 'fresh' ORDER BY table_name"
)


class Copying:
    """All rows of all tables at one moment, on their way into a file that has the tables alone."""

    def __init__(self, db: duckdb.DuckDBPyConnection, new: Path) -> None:
        """Takes hold of the rows as they are now."""
        self._reader = db.cursor()
        self._stopping = Lock()
        self._is_stopped = self._is_over = False
        try:
            make_private(log_of(new))  # DuckDB would make one that others can read
            self._reader.execute(f"ATTACH {quoted(str(new))} AS fresh")
            self._reader.execute("BEGIN")
            rows_of(self._reader, "SELECT position FROM main.state")  # the first takes hold of all
        except BaseException:
            self._leave()
            raise

    def run(self) -> None:
        """Copies them in their order, which DuckDB keeps unless told not to.

        InterruptException where it was stopped. The new file is let go of in any case.
        """
        try:
            for (table,) in rows_of(self._reader, _TABLES):
                self._execute(f"DELETE FROM fresh.{table}")
                self._execute(f"INSERT INTO fresh.{table} SELECT * FROM main.{table}")
            self._execute("COMMIT")
        finally:
            self._leave()

    def stop(self) -> None:
        """Lets `run` end soon, in whichever thread that is."""
        with self._stopping:
            self._is_stopped = True
            if not self._is_over:
                self._reader.interrupt()

    def _execute(self, statement: str) -> None:
        if self._is_stopped:  # between two statements an interruption is nobody's
            raise duckdb.InterruptException
        self._reader.execute(statement)

    def _leave(self) -> None:
        """Whatever came of it, the file is detached, and written out as it is let go of."""
        with self._stopping:
            self._is_over = True
        with suppress(duckdb.Error):
            self._reader.execute("ROLLBACK")
        try:
            with suppress(duckdb.CatalogException, duckdb.BinderException):  # it never was attached
                self._reader.execute("DETACH fresh")
        finally:
            self._reader.close()
