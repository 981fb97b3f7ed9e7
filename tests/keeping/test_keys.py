"""The master key: exported, lost, brought back, renewed."""

from __future__ import annotations

import shutil
import stat
import sys
from pathlib import Path

import msgspec
import pytest

from lethelog.domain.errors import InvalidInput, KeyMissing, NotFound, Refused
from lethelog.keeping.master_keys import key_state
from lethelog.keeping.recovery import EXPORT, ExportNote, export_keys, import_keys, read_export
from lethelog.keeping.rotation import rotate_keys
from lethelog.keeping.verify import verify_store
from lethelog.memory import Memory
from lethelog.tests.keeping.stores import DOOR, TEA, content, forget, make_store, texts

NOW = 2_000_000_000_000_000
WORDS = "correct horse battery staple"


def exported(store: Path, to: Path, passphrase: str = "") -> Path:
    """A recovery copy of the key."""
    with Memory.open(store) as memory:
        export_keys(memory.journal, store, to, passphrase=passphrase, now=NOW)
    return to


def brought(store: Path, export: Path, passphrase: str = "") -> str:
    """Where the key of a copy is again."""
    return import_keys(store, read_export(export), passphrase=passphrase)


@pytest.mark.parametrize("passphrase", ["", WORDS])
def test_a_lost_key_comes_back_from_its_export(
    store: Path, keys: Path, tmp_path: Path, passphrase: str
) -> None:
    """Plain, or with the passphrase that it was sealed under."""
    export = exported(store, tmp_path / "export", passphrase)
    kept = content(keys)
    shutil.rmtree(keys)
    with pytest.raises(KeyMissing):
        texts(store)
    assert str(keys) in brought(store, export, passphrase)
    assert texts(store) == {DOOR, TEA}
    assert content(keys) == kept


def test_without_its_key_a_store_is_left_as_it_is(store: Path, keys: Path) -> None:
    """A clear error and no write: neither to the store nor to the place of the keys."""
    shutil.rmtree(keys)
    before = content(store)
    for use in (texts, forget, verify_store, rotate_keys):
        with pytest.raises(KeyMissing, match=r"is not in .*bring it back, or import"):
            use(store)
    assert content(store) == before
    assert not keys.exists()


def test_an_export_under_a_passphrase_does_not_show_the_key(store: Path, tmp_path: Path) -> None:
    """Another passphrase opens nothing."""
    plain = msgspec.json.decode(exported(store, tmp_path / "plain").read_bytes())
    sealed = exported(store, tmp_path / "sealed", WORDS)
    assert plain["content"] not in sealed.read_text(encoding="utf-8")
    with pytest.raises(Refused, match="does not open with this passphrase"):
        brought(store, sealed, "another")


@pytest.mark.skipif(sys.platform == "win32", reason="has no such modes")
def test_an_export_is_for_its_owner_alone_and_overwrites_nothing(
    store: Path, tmp_path: Path
) -> None:
    """A file that is there may be the only copy of another key."""
    export = exported(store, tmp_path / "export")
    assert stat.S_IMODE(export.stat().st_mode) == 0o600
    before = export.read_bytes()
    with pytest.raises(Refused, match="is there already"):
        exported(store, tmp_path / "export")
    assert export.read_bytes() == before


def test_an_export_is_noted(store: Path, tmp_path: Path) -> None:
    """So that the doctor and later plans know of it; one that failed is not."""
    exported(store, tmp_path / "export")
    with pytest.raises(Refused):
        exported(store, tmp_path / "export")
    with Memory.open(store) as memory:
        [document] = memory.journal.notes(EXPORT).values()
    note = msgspec.json.decode(document, type=ExportNote)
    assert note == ExportNote(made_at=NOW, position=4, epoch=1, to=str(tmp_path / "export"))


def test_after_a_forgetting_an_old_export_is_useless(
    store: Path, keys: Path, tmp_path: Path
) -> None:
    """It says so and leaves the present key alone."""
    export = exported(store, tmp_path / "export")
    forget(store)
    kept = content(keys)
    with pytest.raises(KeyMissing, match="of epoch 1 and the vault of epoch 2: a forgetting"):
        brought(store, export)
    assert content(keys) == kept


def test_the_key_of_another_store_is_refused(store: Path, keys: Path, tmp_path: Path) -> None:
    """Nothing is put anywhere."""
    make_store(tmp_path / "other")
    export = exported(tmp_path / "other", tmp_path / "export")
    kept = content(keys)
    with pytest.raises(KeyMissing, match="another store"):
        brought(store, export)
    with pytest.raises(NotFound, match="no vault"):
        brought(tmp_path / "nothing", export)
    assert content(keys) == kept


def test_a_key_that_does_not_open_the_vault_is_refused(
    store: Path, keys: Path, tmp_path: Path
) -> None:
    """It is tried before it takes the place of anything."""
    path = exported(store, tmp_path / "export")
    export = read_export(path)
    ring = msgspec.json.decode(export.content)
    ring["epochs"]["1"] = "A" * 43 + "="
    wrong = msgspec.structs.replace(export, content=msgspec.json.encode(ring))
    kept = content(keys)
    with pytest.raises(KeyMissing, match="does not open this vault"):
        import_keys(store, wrong, passphrase="")
    assert content(keys) == kept


@pytest.mark.parametrize("text", ["", "{}", "not JSON", '{"lethelog_export": 1}'])
def test_what_is_no_export_is_named(tmp_path: Path, text: str) -> None:
    """Also a file that is not there."""
    (tmp_path / "file").write_text(text, encoding="utf-8")
    for path in (tmp_path / "file", tmp_path / "nothing"):
        with pytest.raises(InvalidInput, match="is no recovery export"):
            read_export(path)


def test_a_new_master_key_changes_nothing_else(store: Path, keys: Path) -> None:
    """The same events, the same texts, and one key in the place of another."""
    before, old = verify_store(store), content(keys)
    rotated = rotate_keys(store)
    assert (rotated.epoch, rotated.is_clean) == (2, True)
    assert verify_store(store) == before
    assert texts(store) == {DOOR, TEA}
    [fresh], [was] = content(keys).values(), old.values()
    assert fresh != was


def test_after_a_rotation_an_old_vault_opens_no_more(store: Path, tmp_path: Path) -> None:
    """Whoever copied it before needs a key that is destroyed."""
    shutil.copytree(store, tmp_path / "old")
    rotate_keys(store)
    with pytest.raises(KeyMissing):
        texts(tmp_path / "old")


@pytest.mark.parametrize("variable", ["LETHELOG_PASSPHRASE", "LETHELOG_MASTER_KEY"])
def test_a_secret_that_its_user_keeps_is_not_exported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    """There is no key to export; and a rotation tells that it can destroy nothing."""
    monkeypatch.setenv(variable, "QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVphYmNkZWY=")
    store = tmp_path / "store"
    make_store(store)
    with pytest.raises(Refused, match="you keep"):
        exported(store, tmp_path / "export")
    assert not (tmp_path / "export").exists()
    state = key_state(store)
    assert (state.can_be_destroyed, variable in state.place) == (False, True)
    assert not rotate_keys(store).can_be_destroyed
    assert texts(store) == {DOOR, TEA}
