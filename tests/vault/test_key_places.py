"""Where master keys are kept: private, replaced as a whole, and gone when they are replaced."""

from __future__ import annotations

import os
import stat
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Final

import pytest

from lethelog.domain.errors import KeyMissing, StoreUnwritable
from lethelog.vault import key_places
from lethelog.vault.key_places import PrivateFile, SystemKeyRing, system_key_ring

OLD: Final = b"the old keys"
NEW: Final = b"the new keys"


class Locked(Exception):
    """What the package of the key ring raises."""


class Ring:
    """Stands for the package `keyring`, with what it keeps in a dictionary."""

    def __init__(self, *, priority: float = 5, is_locked: bool = False) -> None:
        self.kept: dict[tuple[str, str], str] = {}
        self.errors = SimpleNamespace(KeyringError=Locked)
        self.is_locked = is_locked
        self._backend = SimpleNamespace(priority=priority)

    def get_keyring(self) -> object:
        """What would keep the keys on this system."""
        return self._backend

    def get_password(self, service: str, name: str) -> str | None:
        """What is kept under a name."""
        self._check()
        return self.kept.get((service, name))

    def set_password(self, service: str, name: str, password: str) -> None:
        """Keeps something under a name."""
        self._check()
        self.kept[service, name] = password

    def _check(self) -> None:
        if self.is_locked:
            raise Locked("the ring is locked")


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where a file of keys may be."""
    return tmp_path / "deep" / "keys" / "store.json"


def names(path: Path) -> list[str]:
    """What lies in the folder of the keys."""
    return sorted(each.name for each in path.parent.iterdir())


def test_a_file_of_keys_is_for_its_owner_alone(path: Path) -> None:
    """Whatever the habits of the user are; nothing else is left in its folder."""
    place = PrivateFile(path)
    assert place.read() is None
    habit = os.umask(0)
    try:
        place.write(OLD)
        place.write(NEW)
    finally:
        os.umask(habit)
    assert place.read() == NEW
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
    assert names(path) == ["store.json"]
    assert place.name == str(path)


def test_the_bytes_of_replaced_keys_are_overwritten(path: Path) -> None:
    """On a file system that writes in place nothing can be found of them."""
    place = PrivateFile(path)
    place.write(OLD)
    peek = path.with_name("peek")
    os.link(path, peek)
    place.write(NEW)
    assert peek.read_bytes() == bytes(len(OLD))


def test_what_a_write_left_that_was_cut_short_goes_with_the_next(path: Path) -> None:
    """Its own file and the one that it had replaced."""
    place = PrivateFile(path)
    place.write(OLD)
    for ending in (".new", ".old"):
        path.with_suffix(ending).write_bytes(b"left over")
    assert place.read() == OLD
    place.write(NEW)
    assert place.read() == NEW
    assert names(path) == ["store.json"]


@pytest.mark.parametrize("step", ["mkdir", "link", "write_private", "replace", "sync_folder"])
def test_a_write_that_is_cut_short_loses_no_keys(
    path: Path, monkeypatch: pytest.MonkeyPatch, step: str
) -> None:
    """The old ones or the new ones are there, also when the next write is cut short as well."""
    place = PrivateFile(path)
    place.write(OLD)
    owner = {"mkdir": Path, "replace": Path, "link": os}.get(step, key_places)
    monkeypatch.setattr(owner, step, _disk_full)
    for _ in range(3):
        with pytest.raises(StoreUnwritable, match=r"cannot be kept .* LETHELOG_KEYS"):
            place.write(NEW)
        assert place.read() in (OLD, NEW)
    monkeypatch.undo()
    monkeypatch.setattr(key_places, "write_private", _disk_full)
    with pytest.raises(StoreUnwritable):
        place.write(NEW)
    assert place.read() in (OLD, NEW)
    monkeypatch.undo()
    place.write(NEW)
    assert place.read() == NEW
    assert names(path) == ["store.json"]


def test_a_place_that_cannot_be_read_or_written_is_told(path: Path) -> None:
    """Something else is there, or the folder is none."""
    path.mkdir(parents=True)
    with pytest.raises(KeyMissing, match=r"store\.json cannot be read"):
        PrivateFile(path).read()
    path.rmdir()
    path.touch()
    with pytest.raises(StoreUnwritable, match="make its folder writable"):
        PrivateFile(path / "below").write(OLD)


def test_the_key_ring_of_the_system_keeps_one_entry_a_store(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Through whatever the package finds on this system."""
    ring = Ring()
    monkeypatch.setitem(sys.modules, "keyring", ring)
    mine, other = system_key_ring("mine"), system_key_ring("other")
    assert mine is not None
    assert other is not None
    mine.write(OLD)
    mine.write(NEW)
    assert (mine.read(), other.read()) == (NEW, None)
    assert ring.kept == {("lethelog", "mine"): NEW.decode()}
    assert "lethelog/mine" in mine.name


@pytest.mark.parametrize("ring", [None, Ring(priority=0), Ring(priority=-1)])
def test_a_key_ring_that_does_not_work_is_none(
    monkeypatch: pytest.MonkeyPatch, ring: object
) -> None:
    """The package is not installed, or the system has nothing that it could use."""
    monkeypatch.setitem(sys.modules, "keyring", ring)
    assert system_key_ring("mine") is None


def test_a_locked_key_ring_is_told() -> None:
    """Nothing was lost: it has to be unlocked."""
    place = SystemKeyRing(Ring(is_locked=True), "mine")
    with pytest.raises(KeyMissing, match=r"the ring is locked.*unlock it"):
        place.read()
    with pytest.raises(StoreUnwritable, match=r"the ring is locked.*unlock it"):
        place.write(NEW)


def _disk_full(*_: object, **__: object) -> None:
    raise OSError(28, "No space left on device")
