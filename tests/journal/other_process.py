"""Other processes that use the same journal: each is asked by a line and answers with a line."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Timer
from typing import Final

PATIENCE_SECONDS: Final = 30.0  # far more than any answer takes, so that no test hangs

_OPENING: Final = """
import os, sys
from pathlib import Path
from lethelog.domain.errors import MemoryStoreError
from lethelog.journal.dcb import (
    DCBAppendCondition, DCBEvent, DCBQuery, DCBQueryItem, IntegrityError
)
from lethelog.journal.sqlite_recorder import SqliteRecorder

path = Path(sys.argv[1])

def answer(*words):
    print(*words, flush=True)

def event(text="", tag="x"):
    return DCBEvent("type", text.encode(), [tag])
"""


class OtherProcess:
    """A Python program with `path`, `event` and `answer` at hand, besides the recorder."""

    def __init__(self, program: str, path: Path) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-c", _OPENING + program, str(path)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )

    def tell(self, line: str = "") -> None:
        """Hands it a line without waiting."""
        assert self._process.stdin is not None
        self._process.stdin.write(f"{line}\n")

    def answer(self) -> str:
        """Its next line; an empty one when it has ended."""
        assert self._process.stdout is not None
        return self._process.stdout.readline().rstrip("\n")

    def ask(self, line: str = "") -> str:
        """Hands it a line and gives back the line that it answers."""
        self.tell(line)
        return self.answer()

    def kill(self) -> list[str]:
        """Ends it at once, wherever it is; gives back what it had said and nobody had read."""
        self._process.kill()
        assert self._process.stdout is not None
        return self._process.stdout.read().splitlines()

    def end(self) -> None:
        """Closes its input and waits until it is gone."""
        with self._process:
            pass


@contextmanager
def other_process(
    program: str, path: Path, *, patience_seconds: float = PATIENCE_SECONDS
) -> Iterator[OtherProcess]:
    """One other process, which is gone at the end."""
    process = OtherProcess(program, path)
    watchdog = Timer(patience_seconds, process.kill)
    watchdog.start()
    try:
        yield process
    finally:
        process.end()
        watchdog.cancel()


@contextmanager
def other_processes(
    program: str, path: Path, *, count: int, patience_seconds: float = PATIENCE_SECONDS
) -> Iterator[list[OtherProcess]]:
    """Several processes that run the same program."""
    with ExitStack() as stack:
        yield [
            stack.enter_context(other_process(program, path, patience_seconds=patience_seconds))
            for _ in range(count)
        ]


@contextmanager
def write_lock_held(path: Path) -> Iterator[None]:
    """Another process is in the middle of writing to the journal."""
    program = """
import sqlite3
connection = sqlite3.connect(path, isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
answer("held")
sys.stdin.readline()
connection.execute("ROLLBACK")
connection.close()
"""
    with other_process(program, path) as process:
        assert process.answer() == "held"
        yield
        process.tell()
