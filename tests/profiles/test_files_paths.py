"""A path names `/memories` or what lies below it, and nothing that could mean more."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput
from lethelog.domain.files import source_of
from lethelog.domain.identity import canonical_path
from lethelog.memory import Memory
from lethelog.profiles.file_paths import PATH_CHARS_MAX, ROOT, folders_of, path_of, place_named
from lethelog.profiles.files import MemoryFiles

_UP: Final = (
    *("..", "%2e%2e", "%2E%2E", "%2e.", ".%2e", "%252e%252e", "%25252e%25252e", "..%00"),
    *("..\\", "..%5c", "..%255c", "..\x00", "..\u200b", "\u202e..", "..\n", "..\t"),
)
_AROUND: Final = (
    *(
        "/memories/{}",
        "/memories/a/{}",
        "/memories/{}/",
        "/memories/{}/etc/passwd",
        "/memories/a/{}/{}/b",
    ),
    *("/memories//{}//x", "/memories/./{}", "/memories/a%2f{}%2fb", "/memories/a/b/c/{}"),
    *("/memories/%2e/{}/x", "/memories/notes.md/{}", "/memories/ /{}", "/memories/.hidden/{}"),
    *("/memories{}", "/memories{}/x", "/memories/{}%2fx", "/memories/x%2f{}"),
    *("/memories/{}/memories", "/{}/memories", "{}/memories", "memories/{}"),
)
_ELSEWHERE: Final = (
    *(
        "",
        " ",
        "/",
        ".",
        "..",
        "~",
        "/etc/passwd",
        "etc/passwd",
        "C:\\x",
        "C:/memories",
        "\\\\s\\x",
    ),
    *("/memorie", "/memoriesx", "/memories2/a", "/Memories/a", "/MEMORIES", " /memories/a"),
    *("memories", "memories/a", "./memories/a", "//memories/a", "///memories", "/./memories/a"),
    *("/memories\\a", "\\memories\\a", "file:///memories/a", "file/a", "memory://item/a"),
    *("/proc/self/environ", "/dev/null", "/memories%2fa", "%2fmemories/a", "/mem%6fries/a"),
    *("/memories\x00/a", "\x00/memories", "/memories\n", "\ufeff/memories/a", "／memories／a"),
)
_HIDING: Final = tuple(
    f"/memories/{before}{each}{after}"
    for each in (
        *("\x00", "\x01", "\x07", "\x08", "\x1b", "\x7f", "\x85", "\x9b", "\xad", "\r", "\n", "\t"),
        *(
            "\v",
            "\f",
            "\u200b",
            "\u200e",
            "\u202a",
            "\u202e",
            "\u2028",
            "\u2029",
            "\u2060",
            "\u2066",
        ),
        *(
            "\ufeff",
            "\ufff9",
            "\U000e0041",
            "\ud800",
            "\udfff",
            "\u061c",
            "\u180e",
            "\u3000",
            "\xa0",
        ),
    )
    for before, after in (("a", "b"), ("", "a"), ("a", ""), ("a/", "/b"))
)
_TOO_MUCH: Final = (
    "/memories/" + "a" * PATH_CHARS_MAX,
    "/memories/" + "a" * 256,
    "/memories/" + "é" * 128,
    "/memories/" + "😀" * 64,
    "/memories/" + "a/" * 40,
    "/memories/" + "a/" * 100_000,
    "/memories/" + "%25" * 100 + "a" * 900,
)
_NO_NAMES: Final = tuple(f"/memories/{name}" for name in (" ", "   ", "a/ /b", " /a"))
_SECRETS: Final = (
    "/memories/ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8",
    "/memories/password: hunter22x",
    "/memories/notes/api_key=sk-" + "abcd1234" * 5,
)
HOSTILE: Final = [
    *dict.fromkeys(
        (
            *(around.replace("{}", up) for around, up in product(_AROUND, _UP)),
            *(*_ELSEWHERE, *_HIDING, *_TOO_MUCH, *_NO_NAMES, *_SECRETS),
        )
    )
]


def test_there_are_enough_hostile_names() -> None:
    """Five hundred at least, each once."""
    assert len(HOSTILE) >= 500


def test_every_hostile_name_is_refused_and_repeats_no_secret() -> None:
    """With one sentence, and before anything is looked at."""
    refused: dict[str, str] = {}
    for name in HOSTILE:
        with pytest.raises(InvalidInput) as error:
            place_named(name)
        refused[name] = str(error.value)
    assert refused.keys() == {*HOSTILE}
    for secret in _SECRETS:
        assert secret not in refused[secret]


ORDERS: Final[dict[str, Callable[[MemoryFiles, str], object]]] = {
    "view": lambda files, name: files.view(name),
    "create": lambda files, name: files.create(name, "tea"),
    "str_replace": lambda files, name: files.str_replace(name, "a", "b"),
    "insert": lambda files, name: files.insert(name, 0, "tea"),
    "delete": lambda files, name: files.delete(name),
    "rename from": lambda files, name: files.rename(name, "/memories/b"),
    "rename to": lambda files, name: files.rename("/memories/a", name),
    "undo": lambda files, name: files.undo(name),
    "history": lambda files, name: files.history(name),
    "read": lambda files, name: files.read(name),
    "file": lambda files, name: files.file(name),
    "files": lambda files, name: files.files(name),
}


@pytest.mark.parametrize("verb", ORDERS)
def test_no_command_takes_a_hostile_name(verb: str) -> None:
    """Whichever of its paths it is; nothing is recorded."""
    with Memory.in_memory() as memory:
        files = MemoryFiles(memory)
        files.create("/memories/a", "tea")
        head = memory.journal.head()
        for name in HOSTILE:
            with pytest.raises(InvalidInput):
                ORDERS[verb](files, name)
        assert memory.journal.head() == head


@pytest.mark.parametrize(
    ("path", "place"),
    [
        ("/memories", ""),
        ("/memories/", ""),
        ("/memories//", ""),
        ("/memories/.", ""),
        ("/memories/a", "a"),
        ("/memories//a///b/", "a/b"),
        ("/memories/./a/./b", "a/b"),
        ("/memories/.hidden", ".hidden"),
        ("/memories/...", "..."),
        ("/memories/a..b", "a..b"),
        ("/memories/Notes of 1.md", "Notes of 1.md"),
        ("/memories/ a ", " a "),
        ("/memories/100%", "100%"),
        ("/memories/50%25", "50%25"),
        ("/memories/日記/é.md", "日記/é.md"),
        ("/memories/memories", "memories"),
        ("/memories/passwords/github.md", "passwords/github.md"),
    ],
)
def test_an_honest_name_is_taken_as_it_is(path: str, place: str) -> None:
    """Only doubled and trailing slashes and single dots are left out."""
    assert place_named(path) == place


@pytest.mark.parametrize(
    ("path", "said"),
    [
        ("/etc/passwd", "Path must start with /memories, got: /etc/passwd"),
        ("/memoriesx", "Path must start with /memories, got: /memoriesx"),
        ("/memories/../x", "Path /memories/../x would escape /memories directory"),
        ("/memories/a/..", "Path /memories/a/.. would escape /memories directory"),
    ],
)
def test_what_the_contract_of_the_tool_says_is_said(path: str, said: str) -> None:
    """In these words."""
    with pytest.raises(InvalidInput) as error:
        place_named(path)
    assert str(error.value) == said


@given(st.text(max_size=60))
def test_whatever_is_taken_stays_below_and_can_be_a_source(said: str) -> None:
    """It is named by one path, which is taken again, and no part of it leads anywhere else."""
    try:
        place = place_named(f"{ROOT}/{said}")
    except InvalidInput:
        return
    assert place_named(path_of(place)) == place
    assert {"", ".", ".."}.isdisjoint(place.split("/")) or not place
    assert not place.startswith("/")
    if place:
        assert canonical_path(source_of(place))
        assert all(f"{place}/".startswith(f"{folder}/") for folder in folders_of(place))
