"""Evidence for beliefs and against them, as it is recorded."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lethelog.domain.errors import InvalidInput, Refused
from lethelog.domain.events import ConfidenceRevised
from lethelog.domain.presets import KTAO
from lethelog.memory import Memory
from lethelog.tests.story import TODAY


@pytest.fixture
def memory() -> Iterator[Memory]:
    """One at a standstill."""
    with Memory.in_memory(clock=lambda: TODAY) as opened:
        yield opened


def test_a_belief_is_as_sure_as_the_policy_says_unless_that_is_told(memory: Memory) -> None:
    """A fact is sure, and either may be told otherwise."""
    memory.remember("Ben likes tea", kind="belief")
    memory.remember("Ben likes milk", kind="belief", confidence=0.3)
    memory.remember("Ben likes rain")
    sure = {fact.text: fact.confidence for fact in memory.facts()}
    assert sure == {"Ben likes tea": 0.6, "Ben likes milk": 0.3, "Ben likes rain": 1.0}


def test_evidence_moves_a_belief_wherever_it_is_shown(memory: Memory) -> None:
    """In facts, in the story and in a search, from the tables as from memory."""
    [belief] = memory.remember("Ben likes tea", kind="belief").items
    [seen] = memory.remember("Ben bought tea").items
    revised = memory.revise(belief, by=seen, reason="twice a week")
    assert (revised.is_news, revised.proposes) == (True, None)
    assert revised.confidence == pytest.approx(0.68)
    memory.revise(belief, speaks_for=False, strength=0.5)
    expected = pytest.approx(0.68 * 0.85)
    for _ in range(2):
        [found] = memory.search("Ben likes", kinds=["belief"], record=False).found
        assert found.confidence == expected
        memory.ask(lambda view: view.warm())
    assert memory.why(belief).confidence == expected
    assert {f.text: f.confidence for f in memory.facts()}["Ben likes tea"] == expected
    [first, second] = memory.why(belief).revisions
    assert (first.by, first.speaks_for, first.reason) == (seen, True, "twice a week")
    assert (second.by, second.speaks_for, second.strength) == (None, False, 0.5)


def test_one_item_says_the_same_only_once(memory: Memory) -> None:
    """It may change its mind; somebody's word alone counts each time."""
    [belief] = memory.remember("Ben likes tea", kind="belief").items
    [seen] = memory.remember("Ben bought tea").items
    news = [memory.revise(belief, by=seen, speaks_for=each).is_news for each in (True, True, False)]
    assert news == [True, False, True]
    assert [memory.revise(belief).is_news for _ in range(2)] == [True, True]


def test_thresholds_propose_what_somebody_must_decide(memory: Memory) -> None:
    """Nothing is promoted or forgotten by them."""
    [belief] = memory.remember("Ben likes tea", kind="belief", confidence=0.84).items
    assert memory.revise(belief).proposes == "fact"
    *_, proposes = [memory.revise(belief, speaks_for=False).proposes for _ in range(4)]
    assert proposes is None
    assert memory.revise(belief, speaks_for=False).proposes == "forget"
    kinds = {type(recorded.event) for recorded in memory.journal.read()}
    assert kinds == {type(next(iter(memory.journal.read())).event), ConfidenceRevised}


def test_what_was_recorded_keeps_the_constants_it_was_recorded_with(memory: Memory) -> None:
    """Another policy moves only what comes later."""
    [belief] = memory.remember("Ben likes tea", kind="belief").items
    memory.revise(belief)
    memory.adopt(KTAO)
    assert memory.why(belief).confidence == pytest.approx(0.68)
    assert memory.revise(belief, speaks_for=False).confidence == pytest.approx(0.38)


def test_a_promotion_says_anew_how_sure_it_is(memory: Memory) -> None:
    """Only what is heard after it moves that."""
    text = "Ben likes tea"
    [belief] = memory.remember(text, kind="belief", dated_at=TODAY).items
    memory.revise(belief, speaks_for=False)
    memory.promote(belief, confidence=0.9)
    assert memory.why(belief).confidence == 0.9
    assert memory.revise(belief).confidence == pytest.approx(0.92)
    assert memory.why(belief).confidence == pytest.approx(0.92)


def test_forgetting_the_evidence_is_as_if_it_had_never_spoken(memory: Memory) -> None:
    """The rest counts as it did."""
    [belief] = memory.remember("Ben likes tea", kind="belief").items
    said = memory.remember("Ben bought tea")
    memory.revise(belief, by=said.items[0])
    memory.revise(belief, speaks_for=False)
    memory.forget(said.sources[0], approved_by="Ana")
    assert memory.why(belief).confidence == pytest.approx(0.6 * 0.7)


def test_what_is_no_evidence_is_refused(memory: Memory) -> None:
    """By itself, without strength, or about what has been replaced."""
    [belief] = memory.remember("Ben likes tea", kind="belief").items
    with pytest.raises(InvalidInput, match="no evidence about itself"):
        memory.revise(belief, by=belief)
    with pytest.raises(InvalidInput, match=r"above 0 and at most 1; 0\.0"):
        memory.revise(belief, strength=0.0)
    memory.correct(belief, "Ben likes green tea")
    with pytest.raises(Refused, match="superseded by"):
        memory.revise(belief)


def test_evidence_is_told_of_by_log_diff_and_lineage(memory: Memory) -> None:
    """Wherever a contradiction is, with what speaks and which way."""
    [belief] = memory.remember("Ben likes tea", kind="belief").items
    [seen] = memory.remember("Ben bought tea").items
    head = memory.journal.head()
    memory.revise(belief, by=seen, reason="twice")
    memory.revise(belief, speaks_for=False, reason="he said so")
    first, second = memory.diff(head).revised
    assert (first.by_text, first.speaks_for) == ("Ben bought tea", True)
    assert (second.by, second.speaks_for, second.reason) == (None, False, "he said so")
    line = next(memory.log(types=["confidence-revised"]))
    assert line.texts == {belief: "Ben likes tea", seen: "Ben bought tea"}
    kinds = {edge.kind for edge in memory.lineage(belief).edges}
    assert {"speaks-for", "speaks-against"} <= kinds
