"""Which searches count towards a promotion: those that ask for what an item itself says."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

import pytest
from msgspec.structs import replace

from lethelog import Memory, Recalled, search_several
from lethelog.domain.identity import ItemId
from lethelog.domain.policy import DEFAULT
from lethelog.tests.story import TODAY

QUESTIONS: Final = ("which hotel", "hotel lake", "the lake", "hotel at the lake")


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A talk in which one turn answers the questions, and the next has none of their words."""
    with Memory.in_memory(clock=lambda: TODAY) as opened:
        yield opened


@pytest.fixture
def talk(memory: Memory) -> tuple[ItemId, ItemId]:
    """The turn that answers, and the one beside it."""
    said = ("I booked the hotel at the lake.", "Lovely. What does the room cost?")
    made = [
        memory.remember(text, within=f"conversation/trip/{turn}", kind="event", dated_at=TODAY)
        for turn, text in enumerate(said, start=1)
    ]
    answer, beside = (item for each in made for item in each.items)
    return answer, beside


def found(memory: Memory, question: str) -> list[ItemId]:
    """The search is recorded."""
    answers = [each.item for each in memory.search(question).found]
    memory.flush()
    return answers


def warm(memory: Memory) -> None:
    """From now on it is searched in memory."""
    memory.ask(lambda view: view.warm())


def cold(_memory: Memory) -> None:
    """It is searched in tables."""


@pytest.mark.parametrize("prepared", [cold, warm])
def test_what_only_stands_beside_what_is_asked_is_never_promoted(
    memory: Memory, talk: tuple[ItemId, ItemId], prepared: Callable[[Memory], None]
) -> None:
    """It is found as often as the answer, which is promoted; on both paths of the search."""
    prepared(memory)
    for question in QUESTIONS:
        assert found(memory, question) == list(talk)
    dream = memory.dream()
    assert [each.item for each in dream.promoted] == [talk[0]]
    assert dream.passed_over == ()


def test_why_shows_every_recall_and_which_of_them_count(
    memory: Memory, talk: tuple[ItemId, ItemId]
) -> None:
    """What is missing is told of those alone."""
    for question in (*QUESTIONS, "what does the room cost"):
        found(memory, question)
    told = memory.why(talk[1])
    assert [each.counts for each in told.recalls] == [False] * len(QUESTIONS) + [True]
    assert told.prospect is not None
    assert (told.prospect.score.recalls, told.prospect.missing[0]) == (1, "1 of 3 recalls")
    assert all(each.counts for each in memory.why(talk[0]).recalls[: len(QUESTIONS)])


def test_a_promotion_rests_on_what_counts_now_and_after_a_rebuild(
    memory: Memory, talk: tuple[ItemId, ItemId]
) -> None:
    """The recalls between, which found it beside the answer, are none of its ground."""
    ours = ("what does the room cost", "the cost of the room", "a lovely room")
    for question in [each for pair in zip(ours, QUESTIONS, strict=False) for each in pair]:
        found(memory, question)
    memory.dream()
    told = memory.why(talk[1])
    assert told.promotion is not None
    assert told.promotion.rests_on == tuple(e.position for e in told.recalls if e.counts)
    assert (len(told.recalls), told.promotion.recalls) == (6, 3)
    before = memory.status().digest
    memory.rebuild()
    assert (memory.status().digest, memory.why(talk[1])) == (before, told)


def test_who_wrote_it_is_no_evidence_for_what_was_written(memory: Memory) -> None:
    """Naming the author finds all that she wrote; only what has a word of the rest counts."""
    wrote = ("The tea is in the tin.", "It rained all day.")
    tea, rain = (memory.remember(text, author="Ana", dated_at=TODAY).items[0] for text in wrote)
    for question in ("what did Ana say of tea", "the tin of Ana", "Ana and the tea"):
        assert set(found(memory, question)) == {tea, rain}
    assert [each.item for each in memory.dream().promoted] == [tea]


def test_each_of_several_stores_keeps_what_counts_in_it(
    memory: Memory, talk: tuple[ItemId, ItemId]
) -> None:
    """As if it had been asked alone."""
    with Memory.in_memory(clock=lambda: TODAY) as other:
        other.remember("The hotel has no lift.", dated_at=TODAY)
        search_several({"one": memory, "other": other}, "which hotel")
        for store, expected in ((memory, {talk[0]: True, talk[1]: False}), (other, None)):
            store.flush()
            [recall] = [
                each.event for each in store.journal.read() if isinstance(each.event, Recalled)
            ]
            counts = {hit.item: hit.counts for hit in recall.hits}
            assert counts == (expected or dict.fromkeys(counts, True))


def test_a_backtest_counts_as_a_dream_does(memory: Memory, talk: tuple[ItemId, ItemId]) -> None:
    """With what was recorded, and where another ranking asks once more."""
    for question in QUESTIONS[:3]:
        found(memory, question)
    later = replace(DEFAULT, name="later", ranking=replace(DEFAULT.ranking, half_life_days=9.0))
    for policy, reruns in ((DEFAULT, 0), (later, 3)):
        [outcome] = memory.backtest(policy).outcomes
        assert [each.item for each in outcome.promoted] == [talk[0]]
        assert outcome.reruns == reruns
