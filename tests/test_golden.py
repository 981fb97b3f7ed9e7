"""Stores that earlier versions wrote are read for ever, and tell what they have always told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Final

import msgspec
import pytest

from lethelog.domain.events import EVENT_TYPES, tag_of
from lethelog.tests.architecture.house import ROOT
from lethelog.tests.golden.life import KEY
from lethelog.tests.golden.told import Told, told
from lethelog.tests.golden.write import BY_VERSION, EXPECTED, FILES, copy_store, expect

GOLDEN: Final = ROOT / "tests" / "golden"
STORES: Final = sorted(path.parent for path in GOLDEN.glob("*/journal.sqlite"))
BYTES_MAX: Final = 300_000
ALL_TYPES: Final = {tag_of(event_type) for event_type in EVENT_TYPES}


@pytest.fixture(autouse=True)
def _key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LETHELOG_MASTER_KEY", KEY)


def expected(folder: Path) -> Told:
    """What a golden store told when it was written, and since then by newer projections."""
    kept: Told = msgspec.json.decode((folder / EXPECTED).read_bytes())
    return kept


@pytest.mark.parametrize("folder", STORES, ids=lambda folder: folder.name)
def test_a_golden_store_tells_what_it_has_always_told(folder: Path, tmp_path: Path) -> None:
    """It is sound, every event decodes to what it was, and every table of a replay is the same."""
    copy_store(folder, tmp_path / "store")
    now, then = told(tmp_path / "store"), expected(folder)
    assert now["verified"]["problems"] == []
    for kind in BY_VERSION:
        new = sorted(now[kind].keys() - then[kind].keys())
        assert new == [], "new versions of projections: README.md there says how to add them"
        then[kind] = {made_by: then[kind][made_by] for made_by in now[kind]}
    assert now == then


def test_the_golden_stores_tell_of_everything_that_can_happen() -> None:
    """A new kind of event needs a new golden store."""
    tell = {tag for folder in STORES for tag in expected(folder)["types"]}
    assert tell - {"erased"} == ALL_TYPES


@pytest.mark.parametrize("folder", STORES, ids=lambda folder: folder.name)
def test_a_golden_store_is_small_and_whole(folder: Path) -> None:
    """Two files without a log beside them, and what is expected of them."""
    sizes = {path.name: path.stat().st_size for path in folder.iterdir()}
    assert set(sizes) == {*FILES, EXPECTED}
    assert sum(sizes.values()) < BYTES_MAX


def test_what_is_expected_is_added_to_and_never_changed(tmp_path: Path) -> None:
    """Another version of a projection is added; other tables of the same version are an error."""
    folder = tmp_path / "golden"
    copy_store(STORES[0], folder)
    kept = expected(STORES[0])
    first, *others = kept["tables"]
    without = kept | {"tables": {made_by: kept["tables"][made_by] for made_by in others}}
    (folder / EXPECTED).write_bytes(msgspec.json.encode(without))
    expect(folder, tmp_path / "once")
    assert expected(folder) == kept
    changed = kept | {"tables": kept["tables"] | {first: {}}}
    (folder / EXPECTED).write_bytes(msgspec.json.encode(changed))
    with pytest.raises(SystemExit, match="raise its version"):
        expect(folder, tmp_path / "twice")
    (folder / EXPECTED).write_bytes(msgspec.json.encode(kept | {"events": "others"}))
    with pytest.raises(SystemExit, match="not tell the same events"):
        expect(folder, tmp_path / "thrice")


def test_the_script_still_writes_one(tmp_path: Path) -> None:
    """A store of the present version, with every kind of event, and what it tells."""
    folder = tmp_path / "golden"
    script = [sys.executable, str(GOLDEN / "write.py"), str(folder)]
    subprocess.run(script, check=True, cwd=tmp_path)
    assert {path.name for path in folder.iterdir()} == {*FILES, EXPECTED}
    assert set(expected(folder)["types"]) - {"erased"} == ALL_TYPES
    assert expected(folder)["verified"]["problems"] == []
