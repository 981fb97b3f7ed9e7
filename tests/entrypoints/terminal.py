"""Runs the command line as a user would: inside this process, or as a process of its own."""

from __future__ import annotations

import os
import sqlite3
import subprocess
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import msgspec
from click.testing import CliRunner, Result

from lethelog.entrypoints.cli import PROGRAM, cli

PROGRAM_TEXT = "from lethelog.entrypoints.cli import main; main()"
SECONDS_MAX = 60
TURNS = (
    '{"id": "1", "author": "Ana", "time": "2026-01-05", "text": "The green tea is in the cellar."}'
    "\n"
    '{"id": "2", "author": "Ben", "time": "2026-02-05", "text": "We moved the tea upstairs."}\n'
)


@dataclass(frozen=True)
class Terminal:
    """One user with one store."""

    store: Path

    def run(self, *words: str, stdin: bytes | str = "") -> Result:
        """What came of a command; it never ends in anything but an exit code."""
        environment = {"LETHELOG_STORE": str(self.store), "LETHELOG_LOCK_WAIT_SECONDS": "0.1"}
        result = CliRunner().invoke(cli, words, input=stdin, env=environment, prog_name=PROGRAM)
        assert result.exception is None or isinstance(result.exception, SystemExit), words
        return result

    def says(self, *words: str, stdin: bytes | str = "") -> str:
        """What a command that must succeed prints; it has nothing to complain about."""
        result = self.run(*words, stdin=stdin)
        complaints = [each for each in result.stderr.splitlines() if not each.startswith("note: ")]
        assert (result.exit_code, complaints) == (0, []), result.output
        return result.stdout

    def json(self, *words: str) -> Any:  # noqa: ANN401 - any JSON
        """The result in the one document that a command prints with `--json`."""
        document = msgspec.json.decode(self.says(*words, "--json"))
        assert list(document) == ["lethelog", "command", "result"]
        assert (document["lethelog"], document["command"]) == (1, words[0])
        return document["result"]

    def id_of(self, *question: str) -> str:
        """The item that answers best."""
        [found] = self.json("search", "--no-record", "--limit", "1", *question)["found"]
        return str(found["item"])

    def process(
        self,
        *words: str,
        environment: Mapping[str, str] | None = None,
        **settings: Any,  # noqa: ANN401 - those of subprocess
    ) -> subprocess.CompletedProcess[str]:
        """The same in a process of its own, with its own streams."""
        usual: dict[str, Any] = {"capture_output": True, "stdin": subprocess.DEVNULL}
        return subprocess.run(
            [sys.executable, "-c", PROGRAM_TEXT, *words],
            env=self.environment() | dict(environment or {}),
            check=False,
            encoding="utf-8",
            timeout=SECONDS_MAX,
            **usual | settings,
        )

    def environment(self) -> dict[str, str]:
        """That of this process, with the store in it."""
        return os.environ | {
            "LETHELOG_STORE": str(self.store),
            "LETHELOG_LOCK_WAIT_SECONDS": "0.1",
            "PYTHONDONTWRITEBYTECODE": "1",
        }

    def journal(self) -> tuple[int, int]:
        """The head of the journal and the number of its events."""
        with sqlite3.connect(f"file:{self.store}/journal.sqlite?mode=ro", uri=True) as connection:
            [(head, events)] = connection.execute(
                "SELECT coalesce(max(position), 0), count(*) FROM event"
            ).fetchall()
        connection.close()
        return head, events


def write(folder: Path, name: str, text: str | bytes) -> str:
    """A file, by its path."""
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return str(path)
