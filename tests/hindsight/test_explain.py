"""A past ranking, asked again as it was, and what has moved since."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from lethelog.domain.errors import NotFound
from lethelog.domain.policy import DEFAULT, Policy, RankingPolicy
from lethelog.domain.times import DAY
from lethelog.hindsight.explain import explain
from lethelog.hindsight.explanation import Explanation, Movement
from lethelog.hindsight.rerun import find_recall
from lethelog.memory import Memory
from lethelog.tests.asking.test_answers import view_of
from lethelog.tests.story import TODAY, asked, given, item_of, said


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store in memory in which each order comes a day after the one before."""
    days = count()
    with Memory.in_memory(clock=lambda: TODAY + next(days) * DAY) as opened:
        yield opened


def moved(told: Explanation, text: str) -> Movement:
    """What became of the item with a text."""
    return next(each for each in told.moved if each.text == text)


def reasons(told: Explanation, text: str) -> dict[str, int | None]:
    """What moved the item with a text, each with its position."""
    return {cause.what: cause.position for cause in moved(told, text).causes}


def ranks(told: Explanation, text: str) -> tuple[int | None, int | None]:
    """Where the item with a text stood, and where it stands."""
    each = moved(told, text)
    return (
        None if each.then is None else each.then.rank,
        None if each.now is None else each.now.rank,
    )


def test_a_promotion_moves_an_item_up_and_is_named_by_its_position(memory: Memory) -> None:
    """It no longer fades, so it overtakes what is taught later; the others say what passed them."""
    [old] = memory.remember("tea in the tin", dated_at=TODAY - 90 * DAY).items
    memory.remember("tea in the pot", dated_at=TODAY)
    memory.search("tea")
    promoted = memory.promote(old).position
    told = memory.explain()
    assert ranks(told, "tea in the tin") == (2, 1)
    assert reasons(told, "tea in the tin") == {"promoted": promoted}
    assert ranks(told, "tea in the pot") == (1, 2)
    assert set(reasons(told, "tea in the pot")) == {"aged", "overtaken"}
    assert [cause.by for cause in moved(told, "tea in the pot").causes][-1] == (old,)


def test_each_event_that_moves_an_item_is_told_with_its_position(memory: Memory) -> None:
    """What came in, what is doubted, what gave way to something else, and to what."""
    items = [memory.remember(f"tea {name}").items[0] for name in ("one", "two", "three")]
    memory.search("tea")
    doubted = memory.contradict(items[0], by=items[2]).position
    [new] = memory.remember("tea four").items
    replaced = memory.supersede(items[1], by=new).position
    told = memory.explain()
    assert reasons(told, "tea one")["contradicted"] == doubted
    assert reasons(told, "tea four") == {"arrived": doubted + 1}
    assert ranks(told, "tea two") == (2, None)
    assert reasons(told, "tea two") == {"superseded": replaced}
    assert moved(told, "tea two").causes[0].by == (new,)
    assert ranks(told, "tea three") == (3, 1)
    assert reasons(told, "tea three") == {"passed": None}


def test_what_is_pushed_below_the_limit_keeps_its_rank(memory: Memory) -> None:
    """It is known who took its place."""
    memory.remember("tea with sugar and milk")
    memory.search("tea", limit=1)
    [better] = memory.remember("tea").items
    told = memory.explain()
    assert [each.found.text for each in told.now.answers] == ["tea"]
    assert ranks(told, "tea with sugar and milk") == (1, 2)
    assert set(reasons(told, "tea with sugar and milk")) == {
        "corpus",
        "session",
        "best",
        "overtaken",
    }
    assert moved(told, "tea with sugar and milk").causes[-1].by == (better,)


def test_another_policy_is_a_cause_at_the_position_where_it_was_adopted(memory: Memory) -> None:
    """That day's constants are those that the recall kept, not those of now."""
    memory.remember("tea", dated_at=TODAY - 30 * DAY)
    memory.search("tea")
    ranking = RankingPolicy(name="patient", half_life_days=300.0)
    adopted = memory.adopt(Policy(name="patient", ranking=ranking)).position
    told = memory.explain()
    assert (told.then.policy, told.now.policy) == (DEFAULT.ranking, ranking)
    assert told.comparison.is_equal
    assert reasons(told, "tea") == {"policy": adopted, "aged": None}


def test_nothing_has_moved_where_nothing_happened(memory: Memory) -> None:
    """What never fades has the same score tomorrow."""
    memory.remember("tea")
    memory.search("tea")
    [tea] = memory.explain().moved
    assert tea.then == tea.now
    assert tea.causes == ()


def test_a_diverse_answer_tells_what_it_keeps_out(memory: Memory) -> None:
    """Then and now; what another answer now repeats is kept out for that."""
    for text in ("green tea cellar", "green tea upstairs"):
        memory.remember(text, dated_at=TODAY)
    memory.search("green tea", limit=2, diverse=True)
    [twin] = memory.remember("green tea cellar!", dated_at=None).items
    told = memory.explain()
    assert told.comparison.is_equal
    assert told.then.suppressed == ()
    assert len(told.now.suppressed) == 1
    first = "green tea cellar"
    assert ranks(told, first) == (1, None)
    assert set(reasons(told, first)) == {"suppressed"}
    assert told.now.answers[0].found.item == twin


def test_the_words_of_a_question_add_up_to_the_relevance(memory: Memory) -> None:
    """A word that nobody has weighs too; a rare one weighs more."""
    memory.remember("green tea")
    memory.remember("black tea")
    memory.search("green tea of zebras")
    told = memory.explain().then
    assert {term.term: term.items for term in told.weights.terms} == {
        "green": 1,
        "tea": 2,
        "zebra": 0,
    }
    assert {match.term: match.count for match in told.answers[0].matches} == {"green": 1, "tea": 1}
    assert told.answers[0].matches[0].term == "green"


def test_a_forgotten_hit_is_missed_and_the_rest_is_as_if_it_never_was(memory: Memory) -> None:
    """The gap in the record is told, and no more of it than its rank."""
    for text in ("tea tea tea", "tea tea and milk", "tea and milk and sugar"):
        memory.remember(text)
    memory.search("tea")
    memory.forget(memory.search("tea tea and milk", record=False).found[0].source or "")
    told = memory.explain()
    assert [hit.rank for hit in told.recorded] == [1, 3]
    assert [each.rank for each in told.then.answers] == [1, 2]
    assert not told.comparison.is_equal
    assert told.comparison.ranks_missing == (2,)
    assert told.comparison.reasons == ("some of what it returned is forgotten since",)


def test_a_recall_of_the_first_version_is_asked_again_as_far_as_is_known() -> None:
    """What is assumed is said; it is never taken for what was kept."""
    happened = given(said("tea"), said("black tea"), asked("tea", "tea"), said("green tea"))
    with view_of(happened) as view:
        told = explain(view, "3", now=TODAY, ranking=DEFAULT.ranking)
    assert not told.is_how_kept
    assert told.then.knew_up_to == 2
    assert {each.found.text for each in told.then.answers} == {"tea", "black tea"}
    assert [reason[:34] for reason in told.comparison.reasons] == [
        "the journal did not keep how it wa"
    ]


def test_what_is_no_recall_is_refused_with_what_it_is() -> None:
    """And with the newest that is one."""
    with view_of(given(said("tea"), asked("tea", "tea"))) as view:
        assert find_recall(view, "last").position == find_recall(view, " LAST ").position == 2
        for said_so, answer in (
            ("1", "at 1: an item came in; the newest is at 2"),
            ("3", "at 3: the journal goes from 1 to 2"),
            ("9" * 40, "the journal goes from 1 to 2"),
            (item_of("tea"), "give its position"),
        ):
            with pytest.raises(NotFound, match=answer):
                find_recall(view, said_so)
    with view_of(given(said("tea"))) as view, pytest.raises(NotFound, match="`lethelog search`"):
        find_recall(view, "last")


def test_what_a_forgotten_conversation_asked_is_no_recall_any_more(memory: Memory) -> None:
    """The question is gone with whoever asked it."""
    memory.remember("tea")
    memory.search("tea", asked_from="conversation/c")
    memory.search("tea")
    memory.forget("conversation/c")
    with pytest.raises(NotFound, match="at 2: what was there is forgotten"):
        memory.explain(2)
