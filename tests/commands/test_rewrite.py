"""Files are written, moved and taken away in one step, on nothing but what is still so."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import pytest

from lethelog.commands.rewrite import Rewrite, Written, rewrite
from lethelog.domain.errors import Conflict, NotFound, Refused
from lethelog.domain.events import ChunkIngested, Superseded
from lethelog.domain.files import RENAMED
from lethelog.domain.identity import ItemId
from lethelog.tests.story import TODAY, Story

A: Final = "file/a"
B: Final = "file/d/b"


class Files:
    """One journal, in which versions are known by their texts."""

    def __init__(self) -> None:
        self.desk = Story().desk
        self.journal = self.desk.journal

    def item(self, text: str) -> ItemId:
        """The newest item that says so."""
        events = [recorded.event for recorded in self.journal.read()]
        return next(
            e.item for e in reversed(events) if isinstance(e, ChunkIngested) and e.text == text
        )

    def write(self, source: str, text: str, *, instead_of: str | None = None) -> Written:
        """A text for a file."""
        item = None if instead_of is None else self.item(instead_of)
        return Written(source=source, text=text, instead_of=item)

    def order(
        self,
        *written: Written,
        removed: tuple[str, ...] = (),
        closed: tuple[str, ...] = (),
        watched: tuple[str, ...] = (),
        seen: int | None = None,
    ) -> Rewrite:
        """An order that was thought of just now, or earlier."""
        return Rewrite(
            written=written,
            removed=tuple(map(self.item, removed)),
            closed=closed,
            watched=tuple(map(self.item, watched)),
            seen=self.journal.head() if seen is None else seen,
            now=TODAY,
        )

    def does(self, order: Rewrite | Callable[[], Rewrite]) -> list[tuple[str, ...]]:
        """What is recorded of it."""
        propose = (lambda: order) if isinstance(order, Rewrite) else order
        handled = rewrite(self.journal, self.desk.identity, propose)
        names = {
            e.item: e.text for r in self.journal.read() if isinstance(e := r.event, ChunkIngested)
        }
        told: list[tuple[str, ...]] = []
        for event in handled.events:
            if isinstance(event, ChunkIngested):
                assert (event.kind, event.title) == ("summary", event.source.removeprefix("file/"))
                told.append((event.source, event.text))
            else:
                assert isinstance(event, Superseded)
                by = "nothing" if event.by is None else names[event.by]
                told.append((names[event.item], by, event.reason, event.note))
        return told


@pytest.fixture
def files() -> Files:
    """Two of them."""
    made = Files()
    made.does(made.order(made.write(A, "tea"), made.write(B, "milk")))
    return made


def test_a_new_version_takes_the_place_of_the_one_before(files: Files) -> None:
    """In one step, and only of that."""
    order = files.order(files.write(A, "green tea", instead_of="tea"))
    assert files.does(order) == [(A, "green tea"), ("tea", "green tea", "updated", "")]


def test_a_file_that_moves_is_no_longer_where_it_was(files: Files) -> None:
    """The step has both sources as its roots, and says that it was renamed."""
    order = files.order(files.write("file/new", "tea again", instead_of="tea"))
    assert files.does(order) == [
        ("file/new", "tea again"),
        ("tea", "tea again", "updated", RENAMED),
    ]
    last = list(files.journal.read())[-1].event
    assert {each[-1] for each in last.roots} == {
        files.desk.identity.lineage(source)[-1] for source in (A, "file/new")
    }


def test_what_is_removed_has_no_successor(files: Files) -> None:
    """All of it or nothing."""
    assert files.does(files.order(removed=("tea", "milk"))) == [
        ("tea", "nothing", "removed", ""),
        ("milk", "nothing", "removed", ""),
    ]


def test_an_order_of_nothing_is_no_event(files: Files) -> None:
    """Nor does it read the whole journal."""
    assert files.does(files.order()) == []


@pytest.mark.parametrize("what", ["write", "move", "remove"])
def test_a_version_that_is_not_the_newest_is_left_alone(files: Files, what: str) -> None:
    """Whoever thought it was has to look again."""
    old = files.item("tea")
    files.does(files.order(files.write(A, "green tea", instead_of="tea")))
    written = Written(source=A if what == "write" else "file/c", text="x", instead_of=old)
    order = files.order(removed=("tea",)) if what == "remove" else files.order(written)
    with pytest.raises(Refused, match="'a' was changed meanwhile"):
        files.does(order)


def test_a_name_that_is_taken_is_not_taken_again(files: Files) -> None:
    """Whatever a read model said of it."""
    with pytest.raises(Refused, match="'a' came meanwhile"):
        files.does(files.order(files.write(A, "x")))
    with pytest.raises(NotFound):
        files.does(files.order(Written(source=A, text="x", instead_of=ItemId("nobody"))))


def test_what_others_did_since_it_was_seen_has_it_thought_of_anew(files: Files) -> None:
    """As often as that happens."""
    seen = [files.journal.head()] * 3
    files.does(files.order(files.write(A, "green tea", instead_of="tea")))

    def propose() -> Rewrite:
        at = seen.pop() if seen else files.journal.head()
        newest = "green tea" if at == files.journal.head() else "tea"
        return files.order(files.write(A, "black tea", instead_of=newest), seen=at)

    assert files.does(propose) == [
        (A, "black tea"),
        ("green tea", "black tea", "updated", ""),
    ]
    assert not seen


@pytest.mark.parametrize(
    ("closed", "watched", "is_stale"),
    [
        (("file/d",), (), True),
        ((B,), (), True),
        ((), ("milk",), True),
        (("file/e",), ("tea",), False),
    ],
)
def test_only_what_it_rests_on_must_be_as_it_was_seen(
    files: Files, closed: tuple[str, ...], watched: tuple[str, ...], *, is_stale: bool
) -> None:
    """A folder with all in it, or the file that shows that a folder is one."""
    order = files.order(files.write("file/new", "x"), closed=closed, watched=watched)
    files.does(files.order(files.write(B, "cream", instead_of="milk")))
    if is_stale:
        with pytest.raises(Conflict):
            files.does(order)
    else:
        assert files.does(order) == [("file/new", "x")]


def test_what_was_forgotten_is_not_written_until_that_is_allowed(files: Files) -> None:
    """Neither under its name, nor below it, nor what it said under another one."""
    long = "The carpenter is Ingrid, and she comes on Monday at nine."
    files.does(files.order(files.write("file/c", long)))
    for source in ("file/d", "file/c"):
        files.desk.forget_planned(source, planned_at=files.journal.head())
    for source, text in ((B, "x"), ("file/D/new", "x"), ("file/other", long.upper())):
        with pytest.raises(Refused, match=r"forgotten"):
            files.does(files.order(files.write(source, text)))
    files.desk.unblock("file/d")
    assert files.does(files.order(files.write(B, "x"))) == [(B, "x")]


def test_a_version_whose_successor_is_forgotten_is_the_newest_again(files: Files) -> None:
    """As it was before that was known; also where it had another name."""
    files.does(files.order(files.write("file/new", "moved", instead_of="tea")))
    files.desk.forget_planned("file/new", planned_at=files.journal.head())
    order = files.order(files.write(A, "green tea", instead_of="tea"))
    assert files.does(order) == [(A, "green tea"), ("tea", "green tea", "updated", "")]


def test_what_a_person_put_in_the_place_of_a_version_stays(files: Files) -> None:
    """The next version takes no place; to go, the version is said once more."""
    files.desk.correct(files.item("tea"), "It is coffee.")
    files.desk.correct(files.item("milk"), "It is cream.")
    assert files.does(files.order(files.write(A, "green tea", instead_of="tea"))) == [
        (A, "green tea")
    ]
    assert files.does(files.order(removed=("milk",))) == [
        (B, "milk"),
        ("milk", "nothing", "removed", ""),
    ]
