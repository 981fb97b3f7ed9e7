"""A person looks at what agents keep as files, takes changes back, and moves folders in and out."""

from __future__ import annotations

import os
from pathlib import Path

import msgspec
import pytest

from lethelog.tests.entrypoints.terminal import Terminal, write


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Files as a memory tool left them on disk."""
    made = tmp_path / "memories"
    (made / "kitchen").mkdir(parents=True)
    write(made, "notes.md", "We chose the green tiles.\r\n")
    write(made / "kitchen", "history", "")
    return made


def test_a_folder_comes_in_and_goes_out_byte_for_byte(
    terminal: Terminal, folder: Path, tmp_path: Path
) -> None:
    """With empty files and line ends of every kind; the second time nothing is new."""
    note = "\n".join(f"{n}\r\v\f\u2028 é" for n in range(50))
    write(folder / "kitchen", "long.md", note)
    assert terminal.says("files", "import", str(folder)).splitlines() == [
        "/memories/kitchen/history  created",
        "/memories/kitchen/long.md  created",
        "/memories/notes.md  created",
        "3 files created",
    ]
    head = terminal.journal()
    assert terminal.says("files", "import", str(folder)) == "0 files created, 3 unchanged\n"
    assert terminal.journal() == head
    out = tmp_path / "out"
    assert f"wrote 3 files to {out}" in terminal.says("files", "export", str(out)).replace(
        "\n", " "
    )
    for path in folder.rglob("*"):
        copy = out / path.relative_to(folder)
        assert copy.is_dir() if path.is_dir() else copy.read_bytes() == path.read_bytes()
        if os.name == "posix":
            assert copy.stat().st_mode & 0o077 == 0


def test_a_changed_file_is_a_new_version(terminal: Terminal, folder: Path) -> None:
    """One that is no longer in the folder stays as it is."""
    terminal.says("files", "import", str(folder))
    write(folder, "notes.md", "We chose the blue tiles.\n")
    (folder / "kitchen" / "history").unlink()
    assert terminal.says("files", "import", str(folder)).splitlines() == [
        "/memories/notes.md  changed",
        "0 files created, 1 changed",
    ]
    assert terminal.says("files", "notes.md") == "We chose the blue tiles.\n"
    assert [each["path"] for each in terminal.json("files")["files"]] == [
        "/memories/kitchen/history",
        "/memories/notes.md",
    ]


def test_a_file_is_shown_and_a_folder_listed(terminal: Terminal, folder: Path) -> None:
    """With `/memories` before it or without, and a file that is called as a verb with it."""
    terminal.says("files", "import", str(folder))
    assert terminal.process("files", "notes.md").stdout == "We chose the green tiles.\n"
    shown = terminal.run("files", "/memories/notes.md")
    assert shown.stdout_bytes == b"We chose the green tiles.\r\n"
    listed = terminal.says("files").splitlines()
    assert [line.split()[0] for line in listed] == [
        "/memories/kitchen/history",
        "/memories/notes.md",
    ]
    assert "0 bytes" in terminal.says("files", "kitchen")
    assert terminal.says("files", "/memories/kitchen/history") == ""
    found = terminal.json("files", "notes.md")
    assert (found["path"], found["text"]) == ("/memories/notes.md", "We chose the green tiles.\r\n")


def test_the_history_is_told_and_a_change_taken_back(terminal: Terminal, folder: Path) -> None:
    """Each undo is a version of its own; an earlier day stays as it was."""
    terminal.says("files", "import", str(folder))
    write(folder, "notes.md", "blue")
    terminal.says("files", "import", str(folder))
    assert terminal.says("files", "undo", "notes.md") == (
        "/memories/notes.md is again as it was before its last change.\n"
    )
    told = terminal.says("files", "history", "notes.md").splitlines()
    assert [line.split()[2] for line in told] == ["undone", "changed", "created"]
    assert all(line.endswith("/memories/notes.md") for line in told)
    document = msgspec.json.decode(terminal.says("files", "history", "notes.md", "--json"))
    assert document["command"] == "files history"
    versions = document["result"]["versions"]
    assert [(each["came"], each["went"], each["origin"]) for each in versions] == [
        ("undone", "", "person"),
        ("changed", "changed", "import"),
        ("created", "changed", "import"),
    ]
    position = str(versions[1]["position"])
    assert terminal.says("files", "notes.md", "--as-of", position) == "blue"
    assert len(terminal.says("files", "history", "notes.md", "--as-of", "2").splitlines()) == 1


def test_what_cannot_be_taken_in_is_told_and_the_rest_comes_in(
    terminal: Terminal, folder: Path, tmp_path: Path
) -> None:
    """Links are not followed, wherever they lead; the exit code is 1."""
    secret = write(tmp_path, "outside", "the outside")
    (folder / "link").symlink_to(secret)
    (folder / "up").symlink_to(tmp_path, target_is_directory=True)
    write(folder, "binary", b"\xff\xfe\x00")
    write(folder, "b\\d", "tea")
    os.mkfifo(folder / "pipe")
    result = terminal.run("files", "import", str(folder))
    assert result.exit_code == 1
    assert "2 files created, 5 not taken in" in result.stdout
    complaints = [line for line in result.stderr.splitlines() if line.startswith("error: ")]
    assert complaints == [
        "error: b\\d: Path parts are separated by /, and hold no backslash, got: /memories/b\\d",
        "error: binary: it is not UTF-8: byte 0 cannot be read",
        "error: link: it is a link, and none is followed",
        "error: pipe: it is no regular file",
        "error: up: it is a link, and none is followed",
    ]
    assert "the outside" not in terminal.says("files", "--json")


@pytest.mark.parametrize("call", ["scandir", "open"])
def test_what_cannot_be_read_is_told(
    terminal: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch, call: str
) -> None:
    """A folder keeps everything out, a file only itself."""
    really = getattr(os, call)

    def refused(path: str | Path, *given: int) -> object:
        if Path(path).name in {"kitchen", "notes.md"}:
            raise PermissionError(13, "Permission denied", str(path))
        return really(path, *given)

    with monkeypatch.context() as patch:
        patch.setattr(f"lethelog.profiles.file_folder.os.{call}", refused)
        result = terminal.run("files", "import", str(folder))
    assert result.exit_code == 1
    if call == "scandir":
        assert f"{folder / 'kitchen'} cannot be read (Permission denied)" in result.stderr
        assert not (terminal.store / "journal.sqlite").exists()
    else:
        assert "notes.md: it cannot be read (Permission denied)" in result.stderr
        assert "1 file created, 1 not taken in" in result.stdout


def test_what_is_never_kept_of_a_file_is_told(terminal: Terminal, folder: Path) -> None:
    """By its path and kind."""
    write(folder, "keys.md", "password: hunter22x\n")
    said = terminal.says("files", "import", str(folder))
    assert "/memories/keys.md: left out, since it is never kept: password" in said
    assert terminal.says("files", "keys.md") == "password: [redacted: password]\n"


def test_limits_are_held_before_anything_is_read(
    terminal: Terminal, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Too many files, too many bytes, too many entries; nothing is recorded."""
    for name, most in (("FILES_TOGETHER_MAX", 1), ("_BYTES_MAX", 10), ("ENTRIES_MAX", 2)):
        with monkeypatch.context() as patch:
            patch.setattr(f"lethelog.profiles.file_folder.{name}", most)
            patch.setattr("lethelog.profiles.file_folder._text", None)
            result = terminal.run("files", "import", str(folder))
        assert result.exit_code == 1
        assert "name a part of it" in result.stderr
    assert not (terminal.store / "journal.sqlite").exists()


def test_nothing_is_written_over_and_nothing_into_the_store(
    terminal: Terminal, folder: Path
) -> None:
    """An export needs a folder of its own."""
    terminal.says("files", "import", str(folder))
    for to, said in ((folder, "is not empty"), (terminal.store / "x", "lies inside the store")):
        result = terminal.run("files", "export", str(to))
        assert (result.exit_code, said in result.stderr) == (1, True)


def test_a_plan_of_forgetting_names_the_folder_of_an_export(
    terminal: Terminal, folder: Path, tmp_path: Path
) -> None:
    """No forgetting reaches it; and an export made later does not hold what is forgotten."""
    terminal.says("files", "import", str(folder))
    terminal.says("files", "export", str(tmp_path / "out"))
    assert f"{tmp_path / 'out'}" in terminal.says("forget", "plan", "file/notes.md")
    terminal.says("forget", "file/notes.md", "--yes")
    terminal.says("files", "export", str(tmp_path / "later"))
    assert [p.name for p in (tmp_path / "later").rglob("*") if p.is_file()] == ["history"]
    result = terminal.run("files", "import", str(folder))
    assert result.exit_code == 1
    assert "`lethelog unblock file/notes.md` allows it again" in result.stderr


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("files", "nope.md"), "The path /memories/nope.md does not exist"),
        (("files", "history", "nope.md"), "does not exist, and never did"),
        (("files", "undo", "nope.md"), "does not exist, and never did"),
        (("files", "/etc/passwd"), "Path must start with /memories, got: /etc/passwd"),
        (("files", "../x"), "would escape /memories directory"),
        (("files", "import", "nowhere"), "is no folder"),
        (("files", "kitchen", "--as-of", "99999"), "there is no position 99999"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(
    terminal: Terminal, folder: Path, words: tuple[str, ...], said: str
) -> None:
    """With exit code 1, and nothing on standard output."""
    terminal.says("files", "import", str(folder))
    result = terminal.run(*words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert said in result.stderr


def test_a_terminal_is_told_nothing_that_it_would_obey(terminal: Terminal, folder: Path) -> None:
    """What is removed when a text comes in does not come out."""
    write(folder, "evil", "\x1b[2Jtea\x07\n")
    terminal.says("files", "import", str(folder))
    assert terminal.says("files", "evil") == "[2Jtea\n"


def test_without_files_the_answer_says_where_they_come_from(terminal: Terminal) -> None:
    """In a store that has none."""
    terminal.says("remember", "Ana likes tea.")
    assert "`lethelog mcp --profile files`" in terminal.says("files")
    assert terminal.json("files") == {"files": []}
