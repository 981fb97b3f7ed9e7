"""The memory as a whole: one object over a journal, its read models and every order."""

from __future__ import annotations

import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

from lethelog.domain.errors import InvalidInput, Refused
from lethelog.domain.events import Recalled
from lethelog.domain.times import DAY, parse
from lethelog.memory import Memory
from lethelog.tests.story import TODAY

# Another process on the same store: it tells its slot, what it sees, and adds a text of its own.
_OTHER = textwrap.dedent("""
    import sys
    from lethelog.memory import Memory

    with Memory.open(sys.argv[1]) as memory:
        print(*(found.text for found in memory.search("tea", record=False).found), sep="|")
        print(*sorted(path.name for path in (memory.folder / "views").iterdir()), sep="|")
        memory.remember("tea from elsewhere")
""")


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store in memory where it is always the same day."""
    with Memory.in_memory(clock=lambda: TODAY) as opened:
        yield opened


def recalls(memory: Memory) -> list[Recalled]:
    """Every search that was recorded."""
    memory.flush()
    return [r.event for r in memory.journal.read() if isinstance(r.event, Recalled)]


def texts(memory: Memory, question: str) -> list[str]:
    """What a search finds, without leaving a trace."""
    return [found.text for found in memory.search(question, record=False).found]


def test_a_search_leaves_one_event_whatever_it_returned(memory: Memory) -> None:
    """Never one a hit; nothing found is worth an event too."""
    for number in range(5):
        memory.remember(f"tea {number}")
    answer = memory.search("tea", limit=3)
    memory.search("coffee")
    first, second = recalls(memory)
    assert first.hits == answer.hits()
    assert [hit.rank for hit in first.hits] == [1, 2, 3]
    assert (second.query, second.hits) == ("coffee", ())


def test_a_search_may_leave_no_trace(memory: Memory) -> None:
    """When it is told not to, or when it could not be answered."""
    memory.remember("tea")
    memory.search("tea", record=False)
    with pytest.raises(InvalidInput, match="is empty"):
        memory.search(" ")
    assert recalls(memory) == []


def test_a_recall_asked_from_a_forgotten_conversation_stops_counting(memory: Memory) -> None:
    """For the statistics of an item and for its promotion alike."""
    [tea] = memory.remember("tea in the tin", dated_at=TODAY).items
    for question in ("tea", "tin", "tea tin"):
        memory.search(question, asked_from="conversation/c/1")
    assert [each.item for each in memory.dream().promoted] == [tea]
    plan = memory.plan_forget("conversation/c")
    assert (plan.recalls, [line.item for line in plan.promotions_undone]) == (3, [tea])
    memory.forget("conversation/c")
    told = memory.why(tea)
    assert (told.recalls, told.promotion, told.is_evergreen) == ((), None, False)
    assert memory.dream(dry_run=True).passed_over == ()


def test_a_dry_run_tells_what_is_missing_and_changes_nothing(memory: Memory) -> None:
    """One question asked three times is one question."""
    memory.remember("tea", dated_at=TODAY)
    for _ in range(3):
        memory.search("tea")
    head = memory.status().position
    [near] = memory.dream(dry_run=True).passed_over
    assert near.missing[0] == "1 of 2 different queries"
    assert memory.dream().promoted == ()
    assert memory.status().position == head


def test_a_corrected_fact_is_found_in_its_new_form_alone(memory: Memory) -> None:
    """The old one only when superseded items are asked for."""
    [old] = memory.remember("tea is served at four").items
    memory.correct(old, "tea is served at five")
    assert texts(memory, "tea") == ["tea is served at five"]
    both = memory.search("tea", with_superseded=True, record=False).found
    assert {(each.text[-4:], each.is_superseded) for each in both} == {
        ("four", True),
        ("five", False),
    }


def test_distrust_lowers_a_score(memory: Memory) -> None:
    """A contradicted item comes after one that is not."""
    [first] = memory.remember("tea at four").items
    memory.remember("tea at five")
    assert texts(memory, "tea") == ["tea at four", "tea at five"]
    memory.contradict(first, strength=0.5)
    assert texts(memory, "tea") == ["tea at five", "tea at four"]
    assert memory.why(first).trust == 0.75


def test_a_file_is_ingested_asked_for_and_forgotten(memory: Memory, tmp_path: Path) -> None:
    """And the same file again is refused from then on."""
    path = tmp_path / "notes.txt"
    path.write_text("tea is in the tin\nmilk is in the fridge\n", encoding="utf-8")
    learned = memory.ingest(path, name="kitchen")
    assert len(learned.items) == 2
    assert memory.ingest(path, name="kitchen").items == ()
    assert texts(memory, "fridge") == ["milk is in the fridge"]
    gone = memory.forget("fact/kitchen")
    assert set(gone.items) == set(learned.items)
    assert texts(memory, "fridge") == []
    with pytest.raises(Refused, match="stays blocked"):
        memory.ingest(path, name="kitchen")


def test_what_cannot_be_read_changes_nothing(memory: Memory, tmp_path: Path) -> None:
    """A folder and a missing file are said to be so."""
    with pytest.raises(InvalidInput, match="is a folder"):
        memory.ingest(tmp_path)
    with pytest.raises(InvalidInput, match="cannot be read"):
        memory.ingest(tmp_path / "missing.txt")
    assert memory.status().position == 0


def test_dates_are_taken_as_text(memory: Memory) -> None:
    """A window given as days; an empty one is refused."""
    memory.remember("tea then", dated_at=TODAY - 10 * DAY)
    memory.remember("tea now", dated_at=TODAY)
    found = memory.search("tea", after="2024-10-01", record=False).found
    assert [each.text for each in found] == ["tea now"]
    with pytest.raises(InvalidInput, match="the window is empty"):
        memory.search("tea", after="2024-10-02", before="2024-10-01")
    with pytest.raises(InvalidInput, match="is not a date"):
        memory.search("tea", after="yesterday")


def test_a_closed_memory_says_that_it_is_closed(tmp_path: Path) -> None:
    """Instead of an error of the database behind it."""
    memory = Memory.open(tmp_path / "store")
    memory.close()
    for order in (lambda: memory.remember("tea"), lambda: memory.search("tea"), memory.facts):
        with pytest.raises(Refused, match="was closed"):
            order()


def test_the_same_text_with_another_day_is_news(tmp_path: Path) -> None:
    """Since when it is true is a part of what is said; said again, it changes nothing."""
    with Memory.open(tmp_path / "store") as memory:
        memory.remember("Ingrid is the carpenter.")
        assert memory.remember("Ingrid is the carpenter.", valid_from="2026-01-01").superseded
        assert not memory.remember("Ingrid is the carpenter.", valid_from="2026-01-01").items
        [fact] = memory.as_of(valid="2026-02-01").facts()
        assert fact.true_from_at == parse("2026-01-01")


def test_closing_keeps_what_was_recalled(tmp_path: Path) -> None:
    """All that was waiting is in the journal, and a rebuild finds the same."""
    with Memory.open(tmp_path) as memory:
        memory.remember("tea")
        for _ in range(10):
            memory.search("tea")
    with Memory.open(tmp_path) as memory:
        assert memory.status().recalls == 10
        assert memory.rebuild().is_equal


def test_two_stores_share_no_id() -> None:
    """Nothing tells that they hold the same."""
    with Memory.in_memory() as one, Memory.in_memory() as other:
        assert one.remember("tea").items != other.remember("tea").items


def test_two_processes_take_two_slots_and_see_what_the_other_wrote(tmp_path: Path) -> None:
    """Nobody waits for anybody, and there is no daemon."""
    with Memory.open(tmp_path) as memory:
        memory.remember("tea from here")
        assert texts(memory, "tea") == ["tea from here"]
        seen, slots = _elsewhere(tmp_path)
        assert seen == ["tea from here"]
        assert slots == ["0", "1"]
        assert texts(memory, "tea") == ["tea from here", "tea from elsewhere"]
        assert memory.rebuild().is_equal


def test_what_others_write_and_forget_meanwhile_changes_no_earlier_day(tmp_path: Path) -> None:
    """What they learn is not in the past; what they forget is gone from it."""
    with Memory.open(tmp_path) as memory:
        memory.remember("tea from here")
        memory.remember("tea from a letter", within="email/m")
        before = memory.as_of()
        _elsewhere(tmp_path)
        assert [fact.text for fact in before.facts()] == ["tea from here", "tea from a letter"]
        with Memory.open(tmp_path) as other:
            other.forget("email/m")
        assert [fact.text for fact in before.facts()] == ["tea from here"]
        assert texts(memory, "tea") == ["tea from here", "tea from elsewhere"]


def test_a_store_opened_with_the_views_of_another_tells_its_own(tmp_path: Path) -> None:
    """Views are a cache: copied to the wrong place they are built anew."""
    for name in ("one", "other"):
        with Memory.open(tmp_path / name) as memory:
            memory.remember(f"tea of {name}")
            memory.search("tea")
    [mine] = (tmp_path / "one" / "views" / "0").glob("*.duckdb")
    [theirs] = (tmp_path / "other" / "views" / "0").glob("*.duckdb")
    theirs.write_bytes(mine.read_bytes())
    with Memory.open(tmp_path / "other") as memory:
        assert texts(memory, "tea") == ["tea of other"]


def _elsewhere(folder: Path) -> tuple[list[str], list[str]]:
    """What another process finds for tea, and the slots that are there then."""
    done = subprocess.run(
        [sys.executable, "-c", _OTHER, str(folder)],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    seen, slots = done.stdout.splitlines()
    return seen.split("|"), slots.split("|")


def test_what_remember_does_not_know_is_not_lost_in_silence() -> None:
    """A misspelt word is told of, as Python does it, and nothing is learned."""
    with Memory.in_memory() as memory:
        with pytest.raises(TypeError, match="takes no importance, subjekt"):
            memory.remember("tea", importance=1, subjekt="Ada")  # type: ignore[call-arg]
        assert memory.journal.head() == 0
