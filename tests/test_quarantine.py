"""What came by a channel of little trust is found and marked, and changes nothing."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from lethelog.commands.gate import InQuarantine
from lethelog.commands.outcome import Ingested
from lethelog.domain.events import Origin
from lethelog.domain.identity import ItemId
from lethelog.domain.times import DAY, iso
from lethelog.memory import Memory
from lethelog.tests.story import TODAY

TRUTH = "The boat is moored in Basel."
LIE = "The boat is moored in Graz."


@pytest.fixture
def memory() -> Iterator[Memory]:
    """With one thing that a person taught, and one that a page said."""
    with Memory.in_memory(clock=lambda: TODAY) as made:
        made.remember(TRUTH)
        made.remember(LIE, origin="web")
        yield made


def _item(memory: Memory, text: str) -> ItemId:
    return ItemId(next(f.item for f in memory.search(text, record=False).found if f.text == text))


def _held(memory: Memory) -> list[str]:
    return [line.text for line in memory.quarantined()]


def test_it_is_found_and_marked(memory: Memory) -> None:
    """In searches, from memory and from the tables, among facts, and in its own story."""
    marks = {TRUTH: False, LIE: True}
    for _ in range(3):
        assert {f.text: f.is_quarantined for f in memory.search("boat moored").found} == marks
        memory.read_models.use(lambda view: view.warm())
    assert {f.text: f.is_quarantined for f in memory.facts()} == marks
    assert memory.why(_item(memory, LIE)).is_quarantined
    assert _held(memory) == [LIE]


def _supersedes(memory: Memory) -> None:
    memory.supersede(_item(memory, TRUTH), by=_item(memory, LIE))


def _contradicts(memory: Memory) -> None:
    memory.contradict(_item(memory, TRUTH), by=_item(memory, LIE))


def _doubts(memory: Memory) -> None:
    memory.revise(_item(memory, TRUTH), by=_item(memory, LIE), speaks_for=False)


def _becomes_a_fact(memory: Memory) -> None:
    memory.promote(_item(memory, LIE), text="So the boat is in Graz.")


def _is_read_for_a_fact(memory: Memory) -> None:
    memory.promote(_item(memory, TRUTH), text="So it is.", read=(_item(memory, LIE),))


@pytest.mark.parametrize(
    "order", [_supersedes, _contradicts, _doubts, _becomes_a_fact, _is_read_for_a_fact]
)
def test_it_changes_nothing_until_a_person_lets_it(
    memory: Memory, order: Callable[[Memory], None]
) -> None:
    """Whoever orders it is told what to do, and nothing is recorded; released, it counts."""
    head = memory.journal.head()
    with pytest.raises(InQuarantine, match="lethelog release"):
        order(memory)
    assert memory.journal.head() == head
    assert memory.release(_item(memory, LIE), reason="seen it").is_news
    assert not memory.release(_item(memory, LIE)).is_news
    order(memory)
    assert memory.journal.head() > head + 1


def test_a_channel_of_little_trust_orders_nothing(memory: Memory) -> None:
    """Not even what is done with texts that are trusted; of its own it may dispose."""
    [other] = memory.remember("The boat was sold.").items
    [own] = memory.remember("The boat is red.", origin="tool").items
    orders: tuple[Callable[[], object], ...] = (
        lambda: memory.supersede(_item(memory, TRUTH), by=other, channel="tool"),
        lambda: memory.contradict(_item(memory, TRUTH), channel="web"),
        lambda: memory.withdraw(_item(memory, TRUTH), channel="tool"),
        lambda: memory.promote(other, text="Sold!", channel="tool"),
    )
    for order in orders:
        with pytest.raises(InQuarantine, match="a person"):
            order()
    assert memory.withdraw(own, channel="tool").is_news


def test_no_snapshot_tells_of_it(memory: Memory) -> None:
    """Neither unasked nor for a question that it would answer best."""
    for question in ("", "boat moored Graz"):
        assert LIE not in memory.context(question).text
    memory.release(_item(memory, LIE))
    assert LIE in memory.context("boat moored Graz").text


def _teach(memory: Memory, text: str, source: str, origin: Origin = "import") -> Ingested:
    return memory.remember(text, within=source, origin=origin)


@pytest.mark.parametrize(
    ("told", "is_held"),
    [
        ([("conversation/a", "import"), ("conversation/b", "person")], False),
        ([("conversation/a", "import"), ("conversation/a/2", "import")], True),  # one source
        ([("conversation/a", "agent"), ("conversation/b", "agent")], True),  # agents repeat
        ([("conversation/a", "import")], True),
        ([("conversation/a", "web"), ("conversation/b", "tool")], True),
    ],
)
def test_two_independent_trusted_sources_let_it_go(
    memory: Memory, told: list[tuple[str, Origin]], *, is_held: bool
) -> None:
    """Whoever only repeats what is read, or is one source under two names, does not."""
    for source, origin in told:
        _teach(memory, LIE.upper(), source, origin)
    assert memory.why(_item(memory, LIE)).is_quarantined == is_held
    if not is_held:
        _supersedes(memory)


def test_whoever_vouched_may_be_forgotten(memory: Memory) -> None:
    """Then it is in quarantine again, as if it had never been vouched for."""
    _teach(memory, LIE, "conversation/a")
    _teach(memory, LIE, "conversation/b")
    assert LIE not in _held(memory)
    memory.forget("conversation/b", approved_by="Ada")
    assert LIE in _held(memory)
    assert memory.rebuild().is_equal


def test_a_release_is_gone_with_its_source(memory: Memory) -> None:
    """It says something about what came from there; another day knows it as it was then."""
    lie = _item(memory, LIE)
    before = memory.journal.head()
    memory.release(lie, reason="seen it")
    assert [each.reason for each in memory.why(lie).releases] == ["seen it"]
    assert memory.as_of(before).why(lie).is_quarantined
    assert not memory.as_of(before + 1).why(lie).is_quarantined
    assert memory.rebuild().is_equal
    [source] = memory.why(lie).sources
    memory.forget(source, approved_by="Ada")
    assert memory.ask(lambda view: view.rows("SELECT count(*) FROM release")) == [(0,)]
    assert memory.rebuild().is_equal


def test_what_a_person_says_too_counts(memory: Memory) -> None:
    """In the same words it is the same source, so the item itself is let go."""
    lie = _item(memory, LIE)
    memory.remember(LIE, origin="agent")
    assert memory.why(lie).is_quarantined
    memory.remember(LIE)
    assert not memory.why(lie).is_quarantined
    assert _held(memory) == []


def test_a_document_is_not_rewritten_from_afar(memory: Memory) -> None:
    """What a tool says under the name of a known document stands beside it, and is held."""
    memory.ingest(b"The key hangs left.\n\nTea is at five.\n", name="book", source_kind="fact")
    told = b"The key hangs right.\n\nTea is at five.\n"
    for _ in range(2):
        memory.ingest(told, name="book", source_kind="fact", origin="tool")
    facts = {f.text: f.is_quarantined for f in memory.facts()}
    assert facts["The key hangs left."] is False
    assert facts["The key hangs right."] is True
    assert "Tea is at five." in facts
    memory.ingest(told, name="book", source_kind="fact")
    assert "The key hangs left." not in {f.text for f in memory.facts()}
    assert not any(f.is_quarantined for f in memory.facts() if "key" in f.text)


def test_a_later_value_from_afar_takes_no_place(memory: Memory) -> None:
    """Nor does it keep a trusted one from taking the place of an earlier one; released it does."""

    def said(value: str, day: int, origin: Origin = "person") -> ItemId:
        since, text = iso(TODAY - (9 - day) * DAY), f"Ada lives in {value}."
        [item] = memory.remember(
            text, subject="Ada", attribute="home", value=value, valid_from=since, origin=origin
        ).items
        return item

    first, afar, last = said("Basel", 1), said("Graz", 2, "web"), said("Turin", 3)
    assert memory.why(first).current == memory.why(last).item
    later = said("Cork", 4, "web")
    assert memory.why(last).current == memory.why(last).item
    assert memory.why(afar).current == memory.why(last).item  # it gives way as any other
    memory.release(later)
    assert memory.why(last).current == memory.why(later).item
