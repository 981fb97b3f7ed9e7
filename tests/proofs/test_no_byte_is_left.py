"""Not one byte of a forgotten source is left in any file of the store or of its keys.

A search that finds nothing proves nothing unless it would find what is there: the same search finds
every word in a store that is not sealed, whose read models are not compressed.
"""

from __future__ import annotations

import sqlite3
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import duckdb
import pytest

from lethelog.memory import Memory
from lethelog.tests.proofs.canaries import (
    NOT_IN_READ_MODELS,
    all_found,
    canaries,
    canary,
    copied,
    found_in,
    path_of,
    plant,
)
from lethelog.tests.proofs.unsealed import CarelessRecorder, open_unsealed

Figure: TypeAlias = Callable[[str, int], None]
GONE, KEPT = "gone", "kept"
ALL = canaries(GONE)
IN_VIEWS = ALL - {canary(GONE, field) for field in NOT_IN_READ_MODELS}


def _in_two_bytes(text: bytes) -> bytes:
    return text.decode().encode("utf-16-le")


@pytest.fixture(autouse=True)
def _nothing_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DuckDB stores texts as they are, in every file that is made."""
    connect = duckdb.connect

    # The parameters are those of DuckDB's own function.
    def connect_uncompressed(database: str, **options: Any) -> duckdb.DuckDBPyConnection:  # noqa: ANN401
        connection = connect(database, **options)
        connection.execute("PRAGMA force_compression = 'uncompressed'")
        return connection

    monkeypatch.setattr(duckdb, "connect", connect_uncompressed)


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the master key of the store is."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    return tmp_path / "keys"


def fill(folder: Path, opened: Callable[[Path], Memory]) -> Memory:
    """An open store with two owners, and a second read model that another user of it has left."""
    memory = opened(folder)
    plant(memory, GONE)
    plant(memory, KEPT)
    with opened(folder) as other:
        other.search("kettle", record=False)
    return memory


def forget(memory: Memory) -> None:
    """One of the owners, to the end."""
    memory.forget(path_of(GONE), approved_by="whoever")
    [receipt] = memory.receipts()
    assert receipt.pending == ()
    assert receipt.views_renewed == 2
    memory.search("kettle", record=False)


def test_the_search_finds_all_that_was_planted(tmp_path: Path, keys: Path, figure: Figure) -> None:
    """In the journal and in both read models, and before that in the write-ahead log."""
    del keys
    store = tmp_path / "store"
    with fill(store, open_unsealed):
        while_open = found_in(copied(store, tmp_path / "copy"), ALL)
    found = found_in(store, ALL)
    assert while_open["journal.sqlite-wal"] == ALL
    assert found["journal.sqlite"] == ALL
    assert found["views/0/000001.duckdb"] == IN_VIEWS
    assert found["views/1/000001.duckdb"] == IN_VIEWS
    figure("canaries planted", len(ALL))
    figure("canaries found before", len(found["journal.sqlite"]))


def _with_default(default: str) -> Callable[..., sqlite3.Connection]:
    connect = sqlite3.connect

    # The parameters are those of SQLite's own function.
    def connect_with_default(*arguments: Any, **options: Any) -> sqlite3.Connection:  # noqa: ANN401
        connection: sqlite3.Connection = connect(*arguments, **options)
        connection.execute(f"PRAGMA secure_delete = {default}")
        return connection

    return connect_with_default


@pytest.mark.parametrize("compiled", ["ON", "OFF", "FAST"])
def test_nothing_is_found_after_a_forgetting(
    tmp_path: Path,
    keys: Path,
    monkeypatch: pytest.MonkeyPatch,
    figure: Figure,
    *,
    compiled: str,
) -> None:
    """While the store is open and after it was closed, whatever SQLite does unless it is told."""
    monkeypatch.setattr(sqlite3, "connect", _with_default(compiled))
    store = tmp_path / "store"
    with fill(store, Memory.open) as memory:
        forget(memory)
        while_open = copied(store, tmp_path / "copy")
    left = all_found(while_open, ALL) | all_found(store, ALL) | all_found(keys, ALL)
    assert left == frozenset()
    assert canaries(KEPT) - all_found(store, canaries(KEPT)) == {canary(KEPT, "location")}
    figure("canaries found after", len(left))
    figure("files searched after", len(found_in(while_open, ALL)) + len(found_in(store, ALL)))


def test_erasing_the_files_is_enough_without_any_key(tmp_path: Path, keys: Path) -> None:
    """In a store that is not sealed nothing is left either: there are two locks on this door."""
    store = tmp_path / "store"
    with fill(store, open_unsealed) as memory:
        forget(memory)
        while_open = copied(store, tmp_path / "copy")
    assert all_found(while_open, ALL) | all_found(store, ALL) | all_found(keys, ALL) == frozenset()


def test_the_search_finds_what_sqlite_leaves_when_it_is_not_told_to_overwrite(
    tmp_path: Path, keys: Path, figure: Figure
) -> None:
    """So it is the setting that the proofs above rest on, and not luck."""
    del keys
    store = tmp_path / "store"
    with fill(store, lambda folder: open_unsealed(folder, CarelessRecorder)) as memory:
        forget(memory)
    left = found_in(store, ALL)["journal.sqlite"]
    assert canary(GONE, "text") in left
    figure("canaries found after without secure_delete, unsealed", len(left))


@pytest.mark.parametrize("before", [b"", b"a", b"ab"])
@pytest.mark.parametrize("encode", [bytes, b64encode, bytes.hex, _in_two_bytes])
def test_a_word_is_found_in_each_form(
    tmp_path: Path, encode: Callable[[bytes], bytes | str], before: bytes
) -> None:
    """Wherever it starts."""
    hidden = encode(before + canary(GONE, "text").encode() + b" and more")
    (tmp_path / "file").write_bytes(hidden if isinstance(hidden, bytes) else hidden.encode())
    assert all_found(tmp_path, ALL) == {canary(GONE, "text")}
