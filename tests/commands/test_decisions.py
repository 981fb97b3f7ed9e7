"""The ledger of decisions: made, told how they turned out, and reversed."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lethelog.domain.errors import NotFound, Refused
from lethelog.domain.events import Superseded
from lethelog.domain.policy import Policy
from lethelog.domain.presets import AGENTERNAL, KTAO
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.tests.story import TODAY


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A day passes with each look at the clock."""
    days = iter(range(10_000))
    with Memory.in_memory(clock=lambda: TODAY + next(days) * DAY) as opened:
        yield opened


def test_a_decision_is_kept_with_its_reasons_and_its_outcome(memory: Memory) -> None:
    """All of it stands in one entry."""
    made = memory.decide(
        "We use DuckDB.", reasoning="It is fast.", domain="storage", outcome="It was fast."
    )
    [entry] = memory.decisions()
    assert entry.item == made.items[0]
    assert (entry.text, entry.reasoning, entry.domain) == (
        "We use DuckDB.",
        "It is fast.",
        "storage",
    )
    assert [each.text for each in entry.outcomes] == ["It was fast."]
    assert (entry.is_current, entry.chain) == (True, ())


def test_deciding_the_same_again_is_no_news(memory: Memory) -> None:
    """And what came of it is still there."""
    [item] = memory.decide("We use DuckDB.", domain="storage").items
    memory.outcome(item, "It was fast.")
    head = memory.journal.head()
    assert memory.decide("We use DuckDB.", domain="storage").items == ()
    assert memory.outcome(item, "It was fast.").items == ()
    assert memory.journal.head() == head
    assert len(memory.decisions()[0].outcomes) == 1


def test_a_reversal_keeps_the_chain_and_both_outcomes(memory: Memory) -> None:
    """It stays in the domain, and may lead back to where it began."""
    [first] = memory.decide("We use DuckDB.", domain="storage", outcome="").items
    [second] = memory.reverse(first, "We use SQLite.", reasoning="It is smaller.").items
    memory.outcome(second, "It was slow.")
    memory.outcome(first, "It had been fast.")
    [third] = memory.reverse(second, "We use DuckDB.", reasoning="It was fast.").items
    entries = memory.decisions(domain="Storage ")
    assert [each.item for each in entries] == [first, second, third]
    assert [each.is_current for each in entries] == [False, False, True]
    assert [step.reason for step in entries[0].chain] == ["reversed", "reversed"]
    assert all(each.chain == entries[0].chain for each in entries)
    assert [[o.text for o in each.outcomes] for each in entries[:2]] == [
        ["It had been fast."],
        ["It was slow."],
    ]
    steps = [r.event for r in memory.journal.read() if isinstance(r.event, Superseded)]
    assert [each.note for each in steps] == ["It is smaller.", "It was fast."]


def test_decisions_are_found_by_topic_and_by_domain(memory: Memory) -> None:
    """A topic finds those that were reversed as well; nothing is recorded of the question."""
    [old] = memory.decide("The tea is bought in Porto.", domain="kitchen").items
    [new] = memory.reverse(old, "The tea is bought in Lisbon.").items
    [other] = memory.decide("The journal is backed up on Mondays.", domain="storage").items
    memory.remember("The tea is green.")
    head = memory.journal.head()
    assert {each.item for each in memory.decisions("tea")} == {old, new}
    assert [each.item for each in memory.decisions(domain="storage")] == [other]
    assert memory.decisions("tea", "storage") == ()
    memory.flush()
    assert memory.journal.head() == head


@pytest.mark.parametrize("policy", [AGENTERNAL, KTAO], ids=lambda policy: str(policy.name))
def test_a_ledger_hides_nothing(policy: Policy) -> None:
    """Neither what is too weak to answer a search, nor what lies in the archive."""
    with Memory.in_memory(policy=policy, clock=lambda: TODAY) as memory:
        [old] = memory.decide("The tea is bought in Porto.", dated_at=TODAY - 4_000 * DAY).items
        assert memory.search("tea", record=False).found == ()
        assert [each.item for each in memory.decisions("tea")] == [old]
        assert [each.item for each in memory.as_of(1).decisions("tea")] == [old]


def test_forgetting_a_decision_forgets_what_came_of_it(memory: Memory) -> None:
    """The outcome lies below the decision; what it had reversed is in force again."""
    [old] = memory.decide("We use DuckDB.").items
    made = memory.reverse(old, "We use SQLite.")
    memory.outcome(made.items[0], "It was slow.")
    memory.forget(made.sources[0], approved_by="Ana")
    [entry] = memory.decisions()
    assert (entry.item, entry.is_current, entry.chain) == (old, True, ())
    assert not memory.search("slow", record=False).found


def test_an_outcome_is_no_part_of_the_document_that_the_decision_stands_in(memory: Memory) -> None:
    """A mail that holds a decision may come in again, and its outcome stays."""
    made = memory.remember("We use DuckDB.", kind="decision", within="email/m1")
    told = memory.outcome(made.items[0], "It was fast.")
    mail = b"Message-ID: <m1>\nFrom: a@b.c\nDate: Mon, 05 Jan 2026 08:55:00 +0100\n\nHello, Ana."
    memory.ingest(mail, source_kind="email", name="m1")
    assert memory.why(told.items[0]).current is not None


def test_the_ledger_is_known_as_of_any_day(memory: Memory) -> None:
    """Without what was decided, or came of it, later."""
    [old] = memory.decide("We use DuckDB.").items
    then = memory.journal.head()
    memory.outcome(old, "It was fast.")
    memory.reverse(old, "We use SQLite.")
    [entry] = memory.as_of(then).decisions("DuckDB")
    assert (entry.is_current, entry.outcomes, entry.chain) == (True, (), ())


def test_only_decisions_have_outcomes_and_reversals(memory: Memory) -> None:
    """The message says what it is instead; one that gave way is reversed no more."""
    [fact] = memory.remember("The tea is green.").items
    for order in (memory.outcome, memory.reverse):
        with pytest.raises(Refused, match="is no decision but of the kind fact"):
            order(fact, "The tea is black.")
    [old] = memory.decide("We use DuckDB.").items
    memory.reverse(old, "We use SQLite.")
    with pytest.raises(Refused, match="superseded by"):
        memory.reverse(old, "We use neither.")
    with pytest.raises(NotFound):
        memory.outcome(type(old)("a" * 16), "It was fast.")
    [made] = memory.promote(fact, text="We drink green tea.", kind="decision", judge="agent").items
    with pytest.raises(Refused, match="made from several sources"):
        memory.outcome(made, "It was good.")
