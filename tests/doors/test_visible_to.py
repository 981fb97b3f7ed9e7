"""The file that names who may read the shared namespace, as commands change it."""

from __future__ import annotations

import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput, NotFound, Refused
from lethelog.domain.namespaces import EVERYBODY, VISIBLE_TO_BYTES_MAX, is_visible
from lethelog.doors.stores import VISIBLE_TO, namespace_folder
from lethelog.doors.visible_to import readers, share, unshare

NAMES = st.sampled_from(["work", "play", "default", "a-b_c", EVERYBODY])
LINES = st.lists(
    st.sampled_from(["work", " play # mine", "# a note", "", "*", "default\t", "odd name", "ünï"])
)


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """A store beside which something is shared."""
    namespace_folder(tmp_path / "store", "shared").mkdir(parents=True)
    return tmp_path / "store"


def file_of(store: Path) -> Path:
    """Where it says so."""
    return namespace_folder(store, "shared") / VISIBLE_TO


def test_it_is_made_for_its_owner_alone_and_keeps_what_people_wrote(store: Path) -> None:
    """Whatever the mode was; the line of a name goes with its comment, and no other does."""
    file = file_of(store)
    file.write_bytes(b"# who may\r\nwork # us\nplay")
    file.chmod(0o644)
    assert share(store, ["work", "office"]).namespaces == ("work", "play", "office")
    assert file.read_bytes() == b"# who may\r\nwork # us\nplay\noffice\n"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert unshare(store, ["work", "nobody"]).is_news
    assert file.read_bytes() == b"# who may\r\nplay\noffice\n"
    assert [each.name for each in file.parent.iterdir()] == [VISIBLE_TO]


def test_saying_it_twice_changes_nothing(store: Path) -> None:
    """Not even the time of the file."""
    assert share(store, ["work"]).is_news
    before = file_of(store).stat()
    assert not share(store, ["work"]).is_news
    assert not unshare(store, ["play"]).is_news
    assert file_of(store).stat() == before


@given(lines=LINES, shared=st.lists(NAMES, max_size=3), taken=st.lists(NAMES, max_size=3))
def test_whoever_is_named_may_read_and_nobody_else(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], shared: list[str], taken: list[str]
) -> None:
    """Whatever stood in the file before, which is kept line by line."""
    store = tmp_path_factory.mktemp("home") / "store"
    file = file_of(store)
    file.parent.mkdir(parents=True)
    file.write_text("\n".join(lines), encoding="utf-8")
    share(store, shared)
    text = file.read_text(encoding="utf-8")
    assert text.startswith("\n".join(lines))
    assert all(is_visible(text, name) for name in shared)
    found = readers(store)
    if found.everybody and EVERYBODY not in taken and not {*taken} <= {*found.namespaces}:
        with pytest.raises(Refused, match="everybody may"):
            unshare(store, taken)
        assert file.read_text(encoding="utf-8") == text
        return
    left = unshare(store, taken)
    assert {*left.namespaces} == {*found.namespaces} - {*taken}
    assert left.everybody == (found.everybody and EVERYBODY not in taken)


def test_what_cannot_be_is_refused_and_nothing_is_written(store: Path, tmp_path: Path) -> None:
    """With the reason, and the file as it was."""
    for name, said in (("../work", "no name"), ("shared", "itself"), ("", "no name")):
        with pytest.raises(InvalidInput, match=said):
            share(store, ["work", name])
    assert not file_of(store).exists()
    with pytest.raises(NotFound, match="no namespace shared"):
        readers(tmp_path / "other")
    for content, said in ((b"\xff", "UTF-8"), (b"x" * (VISIBLE_TO_BYTES_MAX + 1), "bytes")):
        file_of(store).write_bytes(content)
        with pytest.raises(InvalidInput, match=said):
            share(store, ["work"])
        assert file_of(store).read_bytes() == content


def test_what_another_wrote_meanwhile_is_not_lost(
    store: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command is to be repeated, and leaves no part of a file."""
    sync = os.fsync

    def meanwhile(descriptor: int) -> None:
        file_of(store).write_text("play\n", encoding="utf-8")
        sync(descriptor)

    monkeypatch.setattr(os, "fsync", meanwhile)
    with pytest.raises(Refused, match="repeat"):
        share(store, ["work"])
    assert file_of(store).read_text(encoding="utf-8") == "play\n"
    assert [each.name for each in file_of(store).parent.iterdir()] == [VISIBLE_TO]
