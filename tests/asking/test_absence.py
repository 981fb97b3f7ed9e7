"""Where an item stands in an answer, and every reason why it is not in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import pytest

from lethelog.asking.story import Because, Whereabouts
from lethelog.domain.errors import InvalidInput, NotFound
from lethelog.domain.identity import ItemId
from lethelog.domain.policy import Policy
from lethelog.domain.times import DAY, iso
from lethelog.memory import Memory
from lethelog.tests.story import TODAY

ANYTHING: Final = 1_000  # as a limit


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store in memory where it is always the same day."""
    with Memory.in_memory(clock=lambda: TODAY) as opened:
        yield opened


def stands(memory: Memory, item: ItemId, asked: str, **narrowing: object) -> Whereabouts:
    """Where an item stands in the answer to a question."""
    told = memory.why(item, asked=asked, **narrowing).whereabouts  # type: ignore[arg-type]
    assert told is not None
    return told


def because(told: Whereabouts) -> list[Because]:
    """The names of all reasons."""
    return [reason.because for reason in told.reasons]


def test_an_item_that_answers_has_its_rank_and_its_score(memory: Memory) -> None:
    """The same as the search says, which is not recorded for that."""
    [first, second] = (memory.remember(text).items[0] for text in ("tea tea", "tea pot"))
    found = memory.search("tea", record=False).found
    told = stands(memory, second, "tea")
    assert (told.rank, told.returned, told.reasons) == (2, 2, ())
    assert told.placing is not None
    assert told.placing.score == found[1].score
    assert stands(memory, first, "tea").rank == 1
    assert memory.status().recalls == 0


def test_an_item_without_a_word_of_the_question_shows_the_words_of_both(memory: Memory) -> None:
    """As they are looked up; a question of nothing but filling words has none."""
    [tea] = memory.remember("The green tea").items
    told = stands(memory, tea, "where are the cups")
    assert (because(told), told.placing) == (["no-word"], None)
    assert (told.terms_met, told.terms_missed, told.terms) == ((), ("cup",), ("green", "tea"))
    assert "no word of the question is looked up" in stands(memory, tea, "the").reasons[0].told


def test_what_stands_beside_an_item_may_answer_for_it(memory: Memory) -> None:
    """Its words are told apart from the item's own; what stands alone has none beside it."""
    for text in ("Where is the tea?", "In the tin.", "Since when?", "Since May.", "So long!"):
        memory.remember(text, within="conversation/c", kind="event", dated_at=TODAY)
    last, _, _, tin, _ = memory.ask(lambda view: view.rows("SELECT item FROM item ORDER BY d DESC"))
    told = stands(memory, tin[0], "tea in May")
    assert told.rank is not None
    assert (told.terms_met, told.terms_missed) == ((), ("tea", "may"))
    assert told.terms_beside == ("tea",)
    told = stands(memory, last[0], "tea")
    assert (because(told), told.terms_beside) == (["no-word"], ())
    assert told.reasons[0].told.endswith("nor has what stands beside it")
    memory.adopt(Policy(name="plain"))
    told = stands(memory, tin[0], "tea in May")
    assert (because(told), told.terms_beside) == (["no-word"], ())
    assert told.reasons[0].told == "it has no word of the question"


def test_an_item_answers_for_its_author_where_the_question_names_them(memory: Memory) -> None:
    """The name is no word of the question then; who wrote something else is told so."""
    [hers] = memory.remember("The kettle broke", author="Ana").items
    [his] = memory.remember("The pot broke", author="Ben").items
    told = stands(memory, hers, "What did Ana say of cups?")
    assert (told.rank, told.author_named, told.terms_met) == (1, "Ana", ())
    assert told.terms_missed == ("say", "cup")
    told = stands(memory, his, "What did Ana say of cups?")
    assert (because(told), told.author_named) == (["no-word"], None)
    assert told.reasons[0].told == "it has no word of the question, and it is not by Ana"


def test_a_superseded_item_names_its_successor_and_the_end_of_the_chain(memory: Memory) -> None:
    """Where one asks for superseded items too it is found."""
    [one] = memory.remember("tea at one").items
    [two] = memory.correct(one, "tea at two").items
    [three] = memory.correct(two, "tea at three").items
    [reason] = stands(memory, one, "tea").reasons
    assert (reason.because, reason.item) == ("superseded", three)
    assert f"gave way to {two} “tea at two”, and in the end to {three}" in reason.told
    assert stands(memory, one, "tea", with_superseded=True).rank is not None


def test_all_reasons_are_told_at_once(memory: Memory) -> None:
    """Each alone would be enough."""
    [tea] = memory.remember("tea at one", dated_at=TODAY - 10 * DAY, kind="event").items
    memory.correct(tea, "tea at two")
    memory.remember("tea", within="conversation/c")
    told = stands(
        memory,
        tea,
        "tea",
        limit=1,
        after=iso(TODAY - DAY),
        tier="semantic",
        kinds=["fact"],
        sources=["conversation/c"],
    )
    assert because(told) == ["superseded", "window", "tier", "kind", "source", "limit"]
    assert told.rank is None
    assert told.placing is not None
    assert told.placing.rank == 2


def test_below_the_limit_both_scores_are_told(memory: Memory) -> None:
    """Its own, and that of the last that is returned."""
    memory.remember("tea tea tea")
    memory.remember("tea tea pot")
    [third] = memory.remember("tea pot cup tin").items
    last = memory.search("tea", limit=2, record=False).found[-1]
    told = stands(memory, third, "tea", limit=2)
    assert because(told) == ["limit"]
    assert "at rank 3; the limit is 2" in told.reasons[0].told
    assert (told.reasons[0].item, told.last_score) == (last.item, last.score)


def test_what_diversity_keeps_out_names_its_neighbour(memory: Memory) -> None:
    """The one that says nearly the same and stands before it."""
    [first] = memory.remember("green tea tea in the tin").items
    [twin] = memory.remember("green tea in the tin").items
    memory.remember("tea from a green pot on the table")
    told = stands(memory, twin, "green tea", limit=2, diverse=True)
    assert [(reason.because, reason.item) for reason in told.reasons] == [("diversity", first)]
    assert stands(memory, twin, "green tea", limit=2).rank == 2


def test_beyond_all_that_is_ever_returned_an_item_still_has_its_score(memory: Memory) -> None:
    """Though not its rank."""
    memory.ingest("\n".join(f"tea {number}" for number in range(ANYTHING)).encode(), name="f")
    [last] = memory.remember("tea " + " ".join(f"pot{n}" for n in range(40))).items
    told = stands(memory, last, "tea")
    assert because(told) == ["limit"]
    assert told.placing is not None
    assert (told.placing.rank, told.placing.score > 0) == (None, True)


def test_what_is_not_true_on_a_day_says_when_it_is(memory: Memory) -> None:
    """Not yet, or no longer."""
    [four] = memory.remember("tea at four").items
    [five] = memory.correct(four, "tea at five", since=iso(TODAY)).items
    before, after = (memory.as_of(valid=iso(TODAY + days * DAY)) for days in (-1, 1))
    early, late = before.why(five, asked="tea"), after.why(four, asked="tea")
    for told, said in ((early, f"not true yet at {iso(TODAY - DAY)}"), (late, "no longer true")):
        assert told.whereabouts is not None
        [reason] = told.whereabouts.reasons
        assert reason.because == "not-true"
        assert said in reason.told
    assert before.why(four, asked="tea").whereabouts.rank == 1  # type: ignore[union-attr]


def test_what_is_asked_about_too_early_says_since_when_it_is_known(memory: Memory) -> None:
    """Its story and its lineage alike."""
    memory.remember("tea")
    [pot] = memory.remember("pot").items
    for question in (memory.as_of(1).why, memory.as_of(1).lineage):
        with pytest.raises(NotFound, match="was not known yet at position 1: it came in at 2"):
            question(pot[:7])


def test_an_item_that_was_forgotten_answers_like_one_that_never_was(memory: Memory) -> None:
    """Now and on every day before."""
    learned = memory.remember("tea")
    memory.remember("pot")
    memory.forget(learned.sources[0], approved_by="Ana")
    [gone], never = learned.items, ItemId("a" * 16)
    for state in (memory, memory.as_of(1), memory.as_of(2)):
        for asked in (None, "tea"):
            messages: list[str] = []
            for item in (gone, never):
                with pytest.raises(NotFound) as error:
                    state.why(item, asked=asked)
                messages.append(str(error.value).replace(item, "it"))
            assert messages[0] == messages[1]


def test_filters_without_a_question_are_refused(memory: Memory) -> None:
    """So are filters of one's own for a recall, which has had others."""
    [tea] = memory.remember("tea").items
    memory.search("tea")
    with pytest.raises(InvalidInput, match="say what is asked"):
        memory.why(tea, limit=2)
    with pytest.raises(InvalidInput, match="has its own question"):
        memory.why(tea, recall=2, limit=2)


def test_a_recall_is_answered_as_it_was_on_its_day(memory: Memory) -> None:
    """With its filters, and by what it knew of: what came later was not known yet."""
    [one] = memory.remember("tea at one").items
    memory.search("tea", limit=1)
    memory.flush()
    [two] = memory.remember("tea tea").items
    memory.correct(one, "coffee")
    told = memory.why(one, recall="last").whereabouts
    assert told is not None
    assert (told.rank, told.recall, told.question) == (1, 2, "tea")
    late = memory.why(two, recall=2).whereabouts
    assert late is not None
    assert because(late) == ["not-known"]
    assert "came in at position 3" in late.reasons[0].told


def test_what_stood_in_the_place_of_an_item_may_be_forgotten_since(memory: Memory) -> None:
    """The record counts, not what the same question would return by now."""
    memory.remember("tea tea", within="conversation/c")
    [pot] = memory.remember("tea pot").items
    memory.search("tea", limit=1)
    memory.forget("conversation/c", approved_by="Ana")
    told = memory.why(pot, recall=3).whereabouts
    assert told is not None
    assert (told.rank, because(told)) == (None, ["since-forgotten"])
