"""A process that ends between any two steps of making a read model leaves one to be trusted."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import copytree
from typing import Any, Final, TypeAlias

import duckdb
import pytest

from lethelog.domain.events import SourceForgotten
from lethelog.projections.manifest import read_manifest
from lethelog.projections.slot_files import generations
from lethelog.tests.journal.other_process import other_process
from lethelog.tests.proofs.canaries import (
    NOT_IN_READ_MODELS,
    all_found,
    canaries,
    canary,
    path_of,
    plant,
)
from lethelog.tests.proofs.whole_life import OpenMemory
from lethelog.tests.tables import replayed

Figure: TypeAlias = Callable[[str, int], None]
STRIDE: Final = 1 if int(os.environ.get("CRASHES", "2")) > 2 else 5  # each step if there is time
GONE, KEPT = "gone", "kept"
IN_VIEWS: Final = canaries(GONE) - {canary(GONE, field) for field in NOT_IN_READ_MODELS}
ORDERS: Final = (
    *("rebuild", "forget", "verify", "renew", "other version"),
    *(("forget beside",) if STRIDE == 1 else ()),  # it takes the steps of "forget", in any thread
)

UNCOMPRESSED: Final = """
import duckdb
connect = duckdb.connect

def connect_uncompressed(database, **options):
    connection = connect(database, **options)
    if not options.get("read_only"):
        connection.execute("PRAGMA force_compression = 'uncompressed'")
    return connection

duckdb.connect = connect_uncompressed
"""

DIES: Final = f"""{UNCOMPRESSED}
from lethelog.memory import Memory
from lethelog.projections import slot_listing, slots, view

STEPS = ("open", "os.rename", "os.remove", "os.rmdir", "os.chmod", "os.mkdir")
left = 0

def step(event, arguments):
    # Before any file of a read model is opened, renamed or removed.
    global left
    if left and event in STEPS and "/views/" in str(arguments[0]):
        left -= 1
        if not left:
            os._exit(9)

sys.addaudithook(step)

def other_version(memory):
    fingerprint = lambda: "of the future"
    for module in (slot_listing, slots, view):
        module.fingerprint = fingerprint
    memory.search("kettle", record=False)

def forget_beside(memory):
    with memory.read_models.kept():
        memory.forget(source)

ORDERS = {{
    "rebuild": lambda memory: memory.rebuild(),
    "forget": lambda memory: memory.forget(source),
    "forget beside": forget_beside,
    "verify": lambda memory: memory.compare_tables(),
    "renew": lambda memory: memory.read_models.renew(),
    "other version": other_version,
}}

_, _, order, source, steps = sys.argv
with Memory.open(path) as memory:
    memory.flush()
    left = int(steps)
    ORDERS[order](memory)
answer("alive")
"""


@pytest.fixture(scope="module")
def base(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A closed store with two read models, whose rows stand in the files as they are."""
    place = tmp_path_factory.mktemp("base")
    with pytest.MonkeyPatch.context() as monkeypatch:
        monkeypatch.setenv("LETHELOG_KEYS", str(place / "keys"))
        with _uncompressed(monkeypatch), OpenMemory.open(place / "store") as memory:
            plant(memory, GONE)
            plant(memory, KEPT)
            with OpenMemory.open(place / "store") as other:
                other.tables()
    for slot in ("0", "1"):
        assert all_found(place / "store" / "views" / slot, IN_VIEWS) == IN_VIEWS
    return place


@contextmanager
def _uncompressed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """DuckDB stores texts as they are, so that a search for them finds them."""
    connect = duckdb.connect

    # The parameters are those of DuckDB's own function.
    def connect_uncompressed(database: str, **options: Any) -> duckdb.DuckDBPyConnection:  # noqa: ANN401
        connection = connect(database, **options)
        connection.execute("PRAGMA force_compression = 'uncompressed'")
        return connection

    with monkeypatch.context() as patched:
        patched.setattr(duckdb, "connect", connect_uncompressed)
        yield


def check_left(store: Path, dead: Path) -> None:
    """A slot that counts as clean is clean; whoever comes next goes on as if nothing had been."""
    with OpenMemory.open(store) as memory:
        secret = memory.identity.name_for("view")
        events = list(memory.journal.read())
        assert memory.tables() == replayed(events, store=secret)[0]
    forgotten = [r.position for r in events if isinstance(r.event, SourceForgotten)]
    for position in forgotten:
        for slot in dead.iterdir():
            if read_manifest(slot, secret).clean_up_to >= position:
                assert all_found(slot, IN_VIEWS) == frozenset(), slot.name
        assert all_found(store / "views", IN_VIEWS) == frozenset()
    slot = store / "views" / "0"
    assert generations(slot) == {read_manifest(slot, secret).generation}


@pytest.mark.parametrize("order", ORDERS)
def test_a_crash_leaves_the_old_generation_or_the_new_one(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure, *, order: str
) -> None:
    """Before each file that is opened, renamed or removed, until there is no step left."""
    with _uncompressed(monkeypatch):
        steps = 1
        while not _lives(base, tmp_path, monkeypatch, order=order, steps=steps):
            figure("crashes while a read model was made", 1)
            steps += STRIDE
    assert steps > STRIDE


def _lives(
    base: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, *, order: str, steps: int
) -> bool:
    """Whether a process had no so many steps; a forgetting makes the master key anew, so copy."""
    place = copytree(base, tmp_path / str(steps))
    store = place / "store"
    monkeypatch.setenv("LETHELOG_KEYS", str(place / "keys"))
    with other_process(f"sys.argv += [{order!r}, {path_of(GONE)!r}, {steps}]\n{DIES}", store) as it:
        ended = it.answer() != "alive"
    check_left(store, copytree(store / "views", place / "dead"))
    return not ended
