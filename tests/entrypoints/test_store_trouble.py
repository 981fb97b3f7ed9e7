"""A store that cannot be used: which error it is, its exit code, and a journal as it was."""

from __future__ import annotations

import os
import resource
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from lethelog.tests.entrypoints.terminal import Terminal, write

NOBODY = 65534
LONG_TEXT = "Tea is drunk in the afternoon, and nobody knows how it began.\n\n" * 2_000


def mount(place: Path, *options: str) -> bool:
    """A small file system of its own, where the user may have one."""
    command = shutil.which("mount")
    if command is None or os.geteuid() != 0:
        return False
    done = subprocess.run([command, *options, str(place)], capture_output=True, check=False)
    return done.returncode == 0


@pytest.fixture
def disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of two megabytes."""
    place = tmp_path / "disk"
    place.mkdir()
    if not mount(place, "-t", "tmpfs", "-o", "size=2m", "tmpfs"):
        pytest.skip("this user may not mount a disk")
    yield place
    subprocess.run([shutil.which("umount") or "umount", str(place)], check=True)


def is_told(
    done: subprocess.CompletedProcess[str], terminal: Terminal, before: tuple[int, int]
) -> None:
    """Exit code 1, one sentence, and nothing recorded."""
    assert (done.returncode, done.stdout) == (1, ""), done.stderr
    assert done.stderr.startswith("error: "), done.stderr
    assert "Traceback" not in done.stderr
    assert "this is a bug" not in done.stderr, done.stderr
    assert terminal.journal() == before


@pytest.fixture(params=["IMMEDIATE", "EXCLUSIVE"])
def locked(tea: Terminal, request: pytest.FixtureRequest) -> Iterator[Terminal]:
    """A store that another process is writing to."""
    holder = sqlite3.connect(tea.store / "journal.sqlite", isolation_level=None)
    holder.execute(f"BEGIN {request.param}")
    yield tea
    holder.execute("ROLLBACK")
    holder.close()


@pytest.mark.parametrize("words", [("remember", "More tea."), ("search", "tea")])
def test_a_locked_store_is_told(locked: Terminal, words: tuple[str, ...]) -> None:
    """Exit code 3 after the wait that was allowed; nothing is recorded, though a search answers."""
    before = locked.journal()
    result = locked.run(*words)
    assert result.exit_code == 3
    assert ("tea" in result.stdout) == (words[0] == "search")
    assert "is held by another process; wait for it and try again" in result.stderr
    assert locked.journal() == before


@pytest.mark.parametrize("words", [("facts",), ("status",), ("search", "tea", "--no-record")])
def test_what_records_nothing_waits_for_nobody(locked: Terminal, words: tuple[str, ...]) -> None:
    """A reader goes on while another process writes."""
    assert locked.says(*words)


@pytest.mark.parametrize("words", [("status",), ("remember", "x")])
def test_a_damaged_store_is_told(tea: Terminal, words: tuple[str, ...]) -> None:
    """Exit code 3, and what to do about it."""
    for file in tea.store.glob("journal.sqlite*"):
        file.write_bytes(b"this was a journal once " * 500)
    result = tea.run(*words)
    assert (result.exit_code, result.stdout) == (3, "")
    assert "restore it from a backup" in result.stderr


def test_the_database_of_another_program_is_left_alone(terminal: Terminal) -> None:
    """It is not a store, and stays as it was."""
    terminal.store.mkdir()
    other = sqlite3.connect(terminal.store / "journal.sqlite")
    other.execute("CREATE TABLE song (title TEXT)")
    other.close()
    before = (terminal.store / "journal.sqlite").read_bytes()
    result = terminal.run("remember", "tea")
    assert result.exit_code == 3
    assert "another program" in result.stderr
    assert (terminal.store / "journal.sqlite").read_bytes() == before


def test_a_file_in_the_place_of_a_store_is_told(terminal: Terminal) -> None:
    """For reading as for writing."""
    terminal.store.write_text("shopping list", encoding="utf-8")
    for words in (("status",), ("remember", "tea")):
        result = terminal.run(*words)
        assert (result.exit_code, result.stdout) == (1, "")
        assert "something else is there" in result.stderr


@pytest.mark.parametrize("words", [("remember", "More tea."), ("search", "tea")])
def test_a_store_on_a_read_only_disk_is_told(disk: Path, words: tuple[str, ...]) -> None:
    """The sentence says that it is read-only."""
    terminal = Terminal(disk / "store")
    terminal.says("remember", "The green tea is in the cellar.")
    terminal.says("facts")
    before = terminal.journal()
    assert mount(disk, "-o", "remount,ro")
    done = terminal.process(*words)
    assert mount(disk, "-o", "remount,rw")
    is_told(done, terminal, before)
    assert "make it writable or choose another store" in done.stderr


def can_run(terminal: Terminal, who: dict[str, Any]) -> bool:
    """Whether a user can reach the interpreter and the package."""
    try:
        done = terminal.process("--version", cwd="/", **who)
    except PermissionError:
        return False
    return done.returncode == 0


@pytest.fixture
def theirs() -> Iterator[Terminal]:
    """A store that may be read and not written, in a place that everyone can reach."""
    with TemporaryDirectory() as place:
        Path(place).chmod(0o755)
        terminal = Terminal(Path(place) / "store")
        terminal.says("remember", "The green tea is in the cellar.")
        for file in (path for path in terminal.store.rglob("*") if path.is_file()):
            file.chmod(0o444)
        terminal.store.chmod(0o555)
        yield terminal
        terminal.store.chmod(0o755)


@pytest.mark.parametrize("words", [("remember", "More tea."), ("search", "tea")])
def test_a_store_that_may_not_be_written_is_told(theirs: Terminal, words: tuple[str, ...]) -> None:
    """Whoever may only read it is told so; root, who may all, tries it as nobody."""
    before = theirs.journal()
    who: dict[str, Any] = {}
    if os.geteuid() == 0:
        who = {"user": NOBODY, "group": NOBODY, "extra_groups": []}
    if not can_run(theirs, who):
        pytest.skip("nobody may not run this Python; a read-only disk shows the same above")
    done = theirs.process(*words, cwd="/", **who)
    is_told(done, theirs, before)
    assert "make it writable or choose another store" in done.stderr


def fill(disk: Path) -> None:
    """Writes until nothing more fits."""
    with (disk / "filler").open("wb", buffering=0) as file:
        for size in (4096, 1):
            while True:
                try:
                    file.write(b"x" * size)
                except OSError:
                    break


def test_a_full_disk_is_told(disk: Path, tmp_path: Path) -> None:
    """Nothing of the file is recorded, and once there is space it is learned."""
    terminal = Terminal(disk / "store")
    terminal.says("ingest", "-", "--name", "tea", stdin="The green tea is in the cellar.")
    before = terminal.journal()
    file = write(tmp_path, "long.txt", LONG_TEXT)
    fill(disk)
    done = terminal.process("ingest", file)
    is_told(done, terminal, before)
    assert "free some space" in done.stderr
    (disk / "filler").unlink()
    assert "1 file learned" in terminal.says("ingest", file)


def limited(file_bytes_max: int) -> Callable[[], None]:
    """Lets no file grow beyond that, as a full disk would."""

    def limit() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (file_bytes_max, file_bytes_max))

    return limit


def test_a_file_that_may_not_grow_is_told(tea: Terminal, tmp_path: Path) -> None:
    """The same as on a full disk, for those who may not mount one."""
    before = tea.journal()
    file = write(tmp_path, "long.txt", LONG_TEXT)
    done = tea.process("ingest", file, preexec_fn=limited(200_000))
    is_told(done, tea, before)
    assert "free some space" in done.stderr
    assert "1 file learned" in tea.says("ingest", file)


def test_a_read_model_that_may_not_grow_is_told(tea: Terminal, tmp_path: Path) -> None:
    """A search that has no space for its tables says so, and the journal is whole."""
    tea.says("ingest", write(tmp_path, "long.txt", LONG_TEXT))
    before = tea.journal()
    done = tea.process("search", "afternoon", "--no-record", preexec_fn=limited(100_000))
    is_told(done, tea, before)
    assert tea.says("search", "afternoon", "--no-record")
