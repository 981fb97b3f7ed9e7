"""The files of vectors of a store, all of which a forgetting cleans."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path

import pytest

from lethelog.projections.vector_file import VectorFile
from lethelog.projections.vector_folder import file_of, files_in, keep_only, kept_in
from lethelog.tests.projections.vector_rows import DIM, items, row, vector


def test_all_files_of_a_folder_are_cleaned(tmp_path: Path) -> None:
    """Of every embedder, also of those that nobody uses; what a removal left over goes."""
    for name in ("one", "two"):
        with closing(VectorFile(file_of(tmp_path, name))) as file:
            file.claim(name, DIM)
            file.add([row(1), row(2)], dim=DIM)
    (tmp_path / "three.sqlite-wal").write_bytes(vector(1))
    assert keep_only(tmp_path, lambda: items([2])) == ()
    assert [each.vectors for each in kept_in(tmp_path)] == [1, 1]
    assert not [each for each in tmp_path.iterdir() if vector(1) in each.read_bytes()]


def test_a_file_that_is_held_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the erasure is pending, and says on what."""
    [one] = [file_of(tmp_path, "one")]
    with closing(VectorFile(one)) as file:
        file.claim("one", DIM)
        file.add([row(1)], dim=DIM)

    def held(_file: VectorFile, _items: object) -> bool:
        return False

    monkeypatch.setattr(VectorFile, "keep_only", held)
    assert keep_only(tmp_path, set) == (f"{tmp_path.name}/one.sqlite, which another process reads",)


def test_nothing_is_asked_where_there_is_no_file(tmp_path: Path) -> None:
    """A store without an embedder has no such folder."""
    assert files_in(tmp_path / "none") == []
    assert kept_in(None) == []
    assert keep_only(tmp_path / "none", lambda: pytest.fail("nobody needs to know")) == ()
