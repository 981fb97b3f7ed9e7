"""Small stories after public bug reports of other memory stores: none of them may happen here."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count
from pathlib import Path

import pytest

from lethelog import Memory, Refused
from lethelog.domain.identity import ItemId
from lethelog.domain.times import DAY, SECOND

NOW = 1_780_000_000 * SECOND
TOLD = "the vault code is sycamore seventeen"


def ticking() -> Callable[[], int]:
    """A clock that goes on by a second whenever it is asked."""
    ticks = count(NOW, SECOND)
    return lambda: next(ticks)


@pytest.fixture
def memory(tmp_path: Path) -> Iterator[Memory]:
    """A store on disk."""
    with Memory.open(tmp_path / "store", clock=ticking()) as made:
        yield made


def say(memory: Memory, text: str, within: str) -> ItemId:
    """One message of a conversation, of yesterday."""
    return memory.remember(text, within=within, kind="event", dated_at=NOW - DAY).items[0]


def files_with(folder: Path, words: str) -> list[str]:
    """The files below a folder whose bytes hold the words."""
    return [
        str(path.relative_to(folder))
        for path in sorted(folder.rglob("*"))
        if path.is_file() and words.encode() in path.read_bytes()
    ]


def test_a_deletion_leaves_no_copy_in_any_history(tmp_path: Path) -> None:
    """Elsewhere the history table kept the deleted text a second time."""
    with Memory.open(tmp_path / "store", clock=ticking()) as memory:
        say(memory, TOLD, "conversation/safe")
        assert memory.search("vault code").found
        memory.forget("conversation/safe")
    assert files_with(tmp_path, TOLD) == []
    assert files_with(tmp_path, "sycamore") == []


def test_a_forgotten_session_moves_no_score(memory: Memory) -> None:
    """Elsewhere what was asked in a deleted session still counted: 0.50725 instead of 0.49475."""

    def scores(of: Memory, *, with_session: bool) -> list[tuple[str, float, int]]:
        say(of, "the kettle is blue", "conversation/kitchen")
        say(of, "the plumber comes on Tuesday", "conversation/session")
        of.search("blue kettle")
        if with_session:
            for question in ("which kettle", "what colour is the kettle", "blue things"):
                of.search(question, asked_from="conversation/session")
        of.forget("conversation/session")
        return [
            (each.text, each.score.total, each.score.recalls)
            for each in of.dream(dry_run=True).passed_over
        ]

    with Memory.in_memory(clock=lambda: NOW) as never:
        expected = scores(never, with_session=False)
    with Memory.in_memory(clock=lambda: NOW) as had:
        assert scores(had, with_session=True) == expected
    assert expected
    assert memory.facts() == ()


def test_a_summary_does_not_outlive_the_message_that_it_quotes(memory: Memory) -> None:
    """Elsewhere the summary of a deleted message went on quoting it."""
    told = say(memory, TOLD, "conversation/safe")
    other = say(memory, "the safe is in the hall", "conversation/house")
    summary = memory.promote(told, other, text=f"In the hall: {TOLD}", kind="summary").items[0]
    longer = memory.promote(summary, text="They keep a safe, see above", kind="summary").items[0]
    memory.forget("conversation/safe")
    left = {fact.item for fact in memory.facts()}
    assert not left & {summary, longer}
    assert [found.text for found in memory.search("hall safe").found] == ["the safe is in the hall"]


def test_nothing_is_answered_from_memory_after_all_is_forgotten(tmp_path: Path) -> None:
    """Elsewhere a cache of answers survived the deletion of everything."""
    folder = tmp_path / "store"
    with Memory.open(folder, clock=ticking()) as one, Memory.open(folder, clock=ticking()) as two:
        say(one, TOLD, "conversation/safe")
        one.remember("tea is in the cupboard")
        assert one.search("vault code").found
        assert two.search("vault code").found
        one.forget(*(line.source for line in one.sources() if line.source.count("/") == 1))
        for each in (one, two):
            assert each.search("vault code").found == ()
            assert each.search("tea").found == ()
            assert each.facts() == ()


def test_what_two_people_said_stays_when_one_of_them_leaves(memory: Memory) -> None:
    """Elsewhere a shared item was deleted for everyone when one owner forgot it."""
    say(memory, "The key is under the mat.", "conversation/ana")
    say(memory, "the key is under the mat.", "conversation/ben")
    memory.forget("conversation/ana")
    [found] = memory.search("where is the key").found
    story = memory.why(found.item)
    assert [source.rpartition("/")[0] for source in story.sources] == ["conversation/ben"]
    assert story.also_said_by == ()


@pytest.mark.parametrize("name", ["Letter", "  letter ", "another name"])
def test_a_forgotten_document_is_not_learned_by_the_next_import(memory: Memory, name: str) -> None:
    """Elsewhere the next synchronisation brought it back."""
    text = f"{TOLD.capitalize()}, and nobody else may know that.".encode()
    memory.ingest(text, name="letter", source_kind="fact")
    memory.forget("fact/letter")
    with pytest.raises(Refused):
        memory.ingest(text.upper(), name=name, source_kind="fact")
    assert memory.search("vault code").found == ()


def test_no_derived_fact_is_left_without_what_it_was_made_from(memory: Memory) -> None:
    """Elsewhere facts of an old version stayed behind, with nothing to show for them."""
    memory.ingest(b"The office is in Brackwater.\n", name="office", source_kind="fact")
    [old] = memory.search("office").found
    derived = memory.promote(old.item, text="They work in Brackwater").items[0]
    memory.ingest(b"The office is in Velmora.\n", name="office", source_kind="fact")
    [made_from] = memory.why(derived).made_from
    current = memory.why(made_from.item).current
    assert current is not None
    assert current.text == "The office is in Velmora."
    memory.forget("fact/office")
    assert memory.facts() == ()
    assert memory.search("Brackwater Velmora office work").found == ()
