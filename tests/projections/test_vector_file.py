"""Vectors in a file that processes share: kept, refused, and gone in every byte."""

from __future__ import annotations

import random
import sqlite3
import threading
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from lethelog.domain.errors import EmbedderFailed, StoreUnwritable
from lethelog.projections.vector_file import VectorFile, VectorRow
from lethelog.projections.vector_opening import SpoiledFile, files_of
from lethelog.tests.projections.vector_rows import DIM, items, row, vector

SHORT_WAIT_SECONDS: Final = 0.01


@pytest.fixture
def path(tmp_path: Path) -> Path:
    """Where the file is."""
    return tmp_path / "vectors" / "one.sqlite"


@pytest.fixture
def file(path: Path) -> Iterator[VectorFile]:
    """An empty one of one embedder."""
    with closing(VectorFile(path, lock_wait_seconds=SHORT_WAIT_SECONDS)) as opened:
        opened.claim("one", DIM)
        yield opened


def bytes_of(path: Path) -> bytes:
    """All that lies there, also what was not moved into the file yet."""
    return b"".join(each.read_bytes() for each in files_of(path) if each.exists())


def found(rows: Sequence[VectorRow], path: Path) -> set[int]:
    """The rows of which the beginning or the end of the vector is in some byte there."""
    content = bytes_of(path)
    return {at for at, (*_, v) in enumerate(rows) if v[:16] in content or v[-16:] in content}


def test_what_is_kept_comes_back_also_to_another_process(file: VectorFile, path: Path) -> None:
    """The vectors of the items that are asked for, of all parts."""
    one, two = row(1), row(2)
    again = (one[0], 1, vector(3))
    assert file.add([one, two, again], dim=DIM)
    with closing(VectorFile(path)) as other:
        assert sorted(other.rows(items([1]))) == sorted([one, again])
        assert other.dim == DIM
        assert (other.kept().embedder, other.kept().vectors) == ("one", 3)
        assert other.add([(one[0], 1, vector(4))], dim=DIM)
    assert sorted(file.rows(items([1]))) == sorted([one, (one[0], 1, vector(4))])


def test_the_file_is_for_its_owner_alone(file: VectorFile, path: Path) -> None:
    """Like all else that lies in a store."""
    assert file.add([row(1)], dim=DIM)
    assert path.parent.stat().st_mode & 0o777 == 0o700
    assert {each.stat().st_mode & 0o777 for each in path.parent.iterdir()} == {0o600}


def test_nothing_is_added_where_something_was_forgotten_meanwhile(file: VectorFile) -> None:
    """That is looked up at a moment when nobody else can write."""
    looked = False

    def is_forgotten() -> bool:
        nonlocal looked
        looked = True
        with (
            closing(sqlite3.connect(file.path or "", timeout=0)) as other,
            pytest.raises(sqlite3.OperationalError, match="locked"),
        ):
            other.execute("BEGIN IMMEDIATE")
        return True

    assert not file.add([row(1)], dim=DIM, unless=is_forgotten)
    assert looked
    assert file.rows(items([1])) == []


def test_vectors_of_another_length_are_refused(file: VectorFile) -> None:
    """Two processes do not agree about the model, and the error says so."""
    with pytest.raises(EmbedderFailed, match=r"vectors of 8 numbers .* those of 16"):
        file.add([row(1, 8)], dim=8)


def test_another_length_begins_anew(file: VectorFile) -> None:
    """The model behind the name was exchanged."""
    file.add([row(1)], dim=DIM)
    file.claim("one", DIM)
    assert file.kept().vectors == 1
    file.claim("one", 8)
    assert (file.kept().vectors, file.dim) == (0, 8)


# In the second history SQLite 3.40 leaves ten vectors in the gaps of its pages, unless the file is
# written anew.
@pytest.mark.parametrize(
    ("dim", "seed", "size"), [(DIM, 4, 400), (64, 7, 400), (384, 0, 60), (1536, 0, 40)]
)
def test_not_a_byte_is_left_of_what_is_taken_out(
    path: Path, dim: int, seed: int, size: int
) -> None:
    """Whatever was added and taken out before, by a search that finds all that is there."""
    drawn, rows = random.Random(seed), [row(number, dim) for number in range(size)]
    live, at = set(range(size)), 0
    with closing(VectorFile(path)) as file:
        file.claim("one", dim)
        while at < len(rows):
            count = drawn.randint(1, 60)
            assert file.add(rows[at : at + count], dim=dim)
            at += count
        assert found(rows, path) == live
        while len(live) > size // 4:
            live.difference_update(drawn.sample(sorted(live), drawn.randint(1, size // 13)))
            assert file.keep_only([rows[number][0] for number in live])
            assert found(rows, path) == live


def test_a_reader_holds_up_what_is_taken_out_until_it_is_done(file: VectorFile, path: Path) -> None:
    """Then it is told as pending, and done the next time, though there is no row to delete."""
    file.add([row(1), row(2)], dim=DIM)
    with closing(sqlite3.connect(path, isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM vector").fetchall()
        assert not file.keep_only(items([2]))
        assert vector(1) in bytes_of(path)
        reader.execute("COMMIT")
    assert file.keep_only(items([2]))
    assert vector(1) not in bytes_of(path)


@pytest.mark.parametrize("content", [b"notes " * 2_000, b"SQLite format 3\0" + bytes(4_080)])
def test_a_file_that_cannot_be_read_is_made_anew(path: Path, content: bytes) -> None:
    """It is a cache: nothing in it is the only copy of anything."""
    path.parent.mkdir()
    path.write_bytes(content)
    with closing(VectorFile(path)) as file:
        assert file.kept().vectors == 0


def test_a_file_of_another_program_or_format_is_made_anew(path: Path) -> None:
    """Its tables are none that are known here."""
    path.parent.mkdir()
    with closing(sqlite3.connect(path)) as other:
        other.execute("CREATE TABLE vector (notes)")
    with closing(VectorFile(path)) as file:
        assert file.kept().vectors == 0


def test_damage_that_shows_later_is_told_as_such(file: VectorFile, path: Path) -> None:
    """Whoever uses the file removes it then."""
    file.add([row(number) for number in range(100)], dim=DIM)
    assert file.keep_only(items(range(99)))
    path.write_bytes(path.read_bytes()[:4096] + b"\xff" * (path.stat().st_size - 4096))
    with closing(VectorFile(path)) as other, pytest.raises(SpoiledFile):
        other.rows(items(range(100)))


def test_a_place_that_cannot_be_written_is_an_error_of_ours(tmp_path: Path) -> None:
    """It says where."""
    (tmp_path / "vectors").write_text("in the way", encoding="utf-8")
    with pytest.raises(StoreUnwritable, match="vectors"):
        VectorFile(tmp_path / "vectors" / "one.sqlite")


def test_many_that_make_the_file_at_once_share_it(path: Path) -> None:
    """Nothing that one of them was told was kept is lost."""

    def work(number: int) -> None:
        with closing(VectorFile(path)) as file:
            if not file.dim:
                file.claim("one", DIM)
            kept.append(file.add([row(number)], dim=DIM))

    kept: list[bool] = []
    threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert kept == [True] * 8
    with closing(VectorFile(path)) as file:
        assert sorted(file.rows(items(range(8)))) == sorted(row(number) for number in range(8))


def test_a_file_that_is_discarded_takes_nothing_more(file: VectorFile, path: Path) -> None:
    """Not even from a process that has it open still, which sees that it is gone."""
    file.add([row(1)], dim=DIM)
    with closing(VectorFile(path)) as other:
        file.discard()
        assert not any(each.exists() for each in files_of(path))
        assert not other.is_in_place()
        other.claim("one", DIM)
        assert not other.add([row(2)], dim=DIM)
