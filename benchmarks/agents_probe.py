"""Runs the command line and notes how long it waits for each lock of the store, and holds it.

    python benchmarks/agents_probe.py FILE COMMAND ...

Each line of the file is one wait or one hold: when it ended, its kind, what was locked, and
milliseconds. The last one tells how long the processor worked.
"""

from __future__ import annotations

import atexit
import sqlite3
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

_notes: Final[list[tuple[float, str, str, float]]] = []


class Probed(sqlite3.Connection):
    """A connection that notes how long it waits to write, and how long others wait for it."""

    def __init__(self, database: str | Path, *given: Any, **named: Any) -> None:  # noqa: ANN401
        super().__init__(database, *given, **named)
        self._file = Path(database).name
        self._began = 0.0

    def execute(self, sql: str, parameters: Any = (), /) -> sqlite3.Cursor:  # noqa: ANN401
        """The same, with its clock."""
        began = time.perf_counter()
        if sql == "BEGIN IMMEDIATE":
            cursor = self._noted("wait", began, sql)
            self._began = time.perf_counter()
            return cursor
        if sql.startswith("PRAGMA wal_checkpoint"):
            return self._noted("checkpoint", began, sql)
        if sql in {"COMMIT", "ROLLBACK"} and self._began:
            cursor = self._noted("commit", began, sql)
            _note("hold", self._file, self._began)
            self._began = 0.0
            return cursor
        return super().execute(sql, parameters)

    def _noted(self, kind: str, began: float, sql: str) -> sqlite3.Cursor:
        try:
            return super().execute(sql)
        finally:
            _note(kind, self._file, began)


class ProbedLock:
    """A lock within the process that notes how long it is waited for."""

    def __init__(self, lock: Any, name: str) -> None:  # noqa: ANN401 - either kind of lock
        self._lock = lock
        self._name = name

    def __enter__(self) -> None:
        began = time.perf_counter()
        self._lock.acquire()
        _note("wait", self._name, began)

    def __exit__(self, *_: object) -> None:
        self._lock.release()


def _note(kind: str, what: str, began: float) -> None:
    _notes.append((time.time(), kind, what, (time.perf_counter() - began) * 1_000))


def _write(file: Path) -> None:
    _notes.append((time.time(), "cpu", f"lethelog {sys.argv[1]}", time.process_time() * 1_000))
    lines = (f"{at:.6f}\t{kind}\t{what}\t{ms:.3f}\n" for at, kind, what, ms in _notes)
    file.write_text("".join(lines), "utf-8")


def _probe_connections() -> None:
    connect: Callable[..., sqlite3.Connection] = sqlite3.connect

    def probed(database: str | Path, *given: Any, **named: Any) -> sqlite3.Connection:  # noqa: ANN401
        return connect(database, *given, **named, factory=Probed)

    sqlite3.connect = probed  # type: ignore[assignment]


def _probe_views() -> None:
    """Questions of one process wait for each other here; it loads DuckDB, as a server does."""
    from lethelog.replay.views import Views  # noqa: PLC0415

    begin = Views.__init__

    def begun(self: Views, *given: Any, **named: Any) -> None:  # noqa: ANN401
        begin(self, *given, **named)
        lock: Any = ProbedLock(threading.RLock(), "the view of the process")
        self._lock = lock  # pyright: ignore[reportPrivateUsage]

    Views.__init__ = begun  # type: ignore[method-assign]


def main() -> None:
    """As `lethelog` would run, with its clocks."""
    file = Path(sys.argv.pop(1))
    atexit.register(_write, file)
    _probe_connections()
    if sys.argv[1] == "mcp":
        _probe_views()
    from lethelog.entrypoints.cli import main as run  # noqa: PLC0415 - after it is probed

    run()


if __name__ == "__main__":
    main()
