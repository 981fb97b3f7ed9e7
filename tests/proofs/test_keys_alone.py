"""With the keys gone nothing can be read, whatever else was kept: by mistake, or by somebody.

A copy of the read model that somebody made before holds texts in the clear, and no program can
reach it; what is shown of ours is that no older generation is left in any slot.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import product
from pathlib import Path
from typing import Final, TypeAlias

import duckdb
import msgspec
import pytest

from lethelog.domain.errors import MemoryStoreError
from lethelog.domain.events import Erased
from lethelog.domain.identity import SourceUid
from lethelog.memory import Memory
from lethelog.projections import view
from lethelog.tests.proofs.burglar import Burglar, master_keys, words_in
from lethelog.tests.proofs.canaries import STOREYS, canaries, copied, path_of, plant
from lethelog.tests.proofs.unsealed import open_keeping

Figure: TypeAlias = Callable[[str, int], None]
GONE, KEPT = "gone", "kept"
ALL: Final = canaries(GONE)
AGES: Final = ("new", "old")
VAULTS: Final = (("new",), ("old",), ("old", "new"))


@pytest.fixture
def keys(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the master key of the store is."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    return tmp_path / "keys"


def fill(folder: Path, opened: Callable[[Path], Memory]) -> None:
    """A store of two owners, closed."""
    with opened(folder) as memory:
        plant(memory, GONE)
        plant(memory, KEPT)


def forget(folder: Path, opened: Callable[[Path], Memory]) -> None:
    """One of the owners, to the end."""
    with opened(folder) as memory:
        memory.forget(path_of(GONE))
        assert [receipt.pending for receipt in memory.receipts()] == [()]


def test_with_the_keys_gone_no_other_code_need_work(
    tmp_path: Path, keys: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    """Neither payload nor row is deleted, and still nothing opens, ten derivations high."""

    def forget_nothing(db: duckdb.DuckDBPyConnection, sources: Sequence[SourceUid]) -> None:
        del db, sources

    monkeypatch.setattr(view, "forget_sources", forget_nothing)
    store = tmp_path / "new"
    fill(store, open_keeping)
    burglar = Burglar([store], master_keys(keys))
    before = words_in(burglar.read(store, tmp_path / "before"), ALL)
    forget(store, open_keeping)
    burglar = Burglar([store], master_keys(keys))
    after = burglar.read(store, tmp_path / "after")
    with Memory.open(store) as memory:
        official = [recorded.event for recorded in memory.journal.read()]
    assert before == ALL
    assert words_in(after, ALL) | words_in(official, ALL) == frozenset()
    assert words_in(after, canaries(KEPT)) == canaries(KEPT)
    assert [e.what for e in after if isinstance(e, Erased)].count("promoted") == STOREYS
    assert after == official
    figure("keys alone: words read before", len(before))
    figure("keys alone: words read after", len(words_in(after, ALL)))


@pytest.mark.parametrize(("journal", "vaults"), [*product(AGES, VAULTS)])
def test_old_copies_give_nothing_back(
    tmp_path: Path, keys: Path, figure: Figure, *, journal: str, vaults: tuple[str, ...]
) -> None:
    """Of journal and vault, alone and together, under all that the present master key opens."""
    fill(tmp_path / "new", Memory.open)
    copied(tmp_path / "new", tmp_path / "old")
    old_master = master_keys(keys)
    forget(tmp_path / "new", Memory.open)
    stolen = [tmp_path / name for name in vaults]
    with_old_master = Burglar([tmp_path / "old"], old_master)
    assert words_in(with_old_master.read(tmp_path / "old", tmp_path / "control"), ALL) == ALL
    burglar = Burglar(stolen, master_keys(keys))
    read = burglar.read(tmp_path / journal, tmp_path / "stolen")
    assert words_in(read, ALL) == frozenset()
    if "new" in vaults:
        assert words_in(read, canaries(KEPT)) == canaries(KEPT)
    figure("old copies: sets of files tried", 1)
    figure("old copies: words read", len(words_in(read, ALL)))


@pytest.mark.parametrize(("journal", "vault"), [*product(AGES, AGES)])
def test_a_store_put_together_from_old_copies_tells_nothing(
    tmp_path: Path, keys: Path, journal: str, vault: str
) -> None:
    """It opens without what is forgotten, or it does not open; its key is asked for as any."""
    del keys
    fill(tmp_path / "new", Memory.open)
    copied(tmp_path / "new", tmp_path / "old")
    forget(tmp_path / "new", Memory.open)
    mixed = tmp_path / "mixed"
    mixed.mkdir()
    for name, age in (("journal.sqlite", journal), ("vault.sqlite", vault)):
        (tmp_path / age / name).rename(mixed / name)
    try:
        with Memory.open(mixed) as memory:
            told = words_in((r.event for r in memory.journal.read()), ALL)
            found = msgspec.json.encode(memory.search("kettle", limit=20, record=False)).decode()
    except MemoryStoreError:
        assert (journal, vault) != ("new", "new")
        return
    assert vault == "new"
    assert told == frozenset()
    assert not any(word in found for word in ALL)


def test_no_slot_keeps_an_older_generation(tmp_path: Path, keys: Path) -> None:
    """One file is left where we are, and none where nobody is."""
    del keys
    store = tmp_path / "store"
    with Memory.open(store) as memory, Memory.open(store) as other:
        plant(memory, GONE)
        other.search("kettle", record=False)
        other.close()
        memory.forget(path_of(GONE))
        left = [str(path.relative_to(store)) for path in store.rglob("*.duckdb*")]
        assert len(left) == 1
        assert left[0].startswith("views/0/")
