"""Which sources carry an answer or an item: what becomes of it without each of them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest

from lethelog.domain.errors import InvalidInput, NotFound
from lethelog.domain.policy import Policy
from lethelog.domain.times import DAY, iso
from lethelog.hindsight.blame import Carrier, RecallBlame
from lethelog.hindsight.blame_item import ItemBlame, ItemCarrier
from lethelog.hindsight.carriers import Candidate, Ties
from lethelog.memory import Memory
from lethelog.projections.view import View
from lethelog.tests.story import TODAY


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store in memory in which each order comes an hour after the one before."""
    hours = count()
    with Memory.in_memory(clock=lambda: TODAY + next(hours) * DAY // 24) as opened:
        yield opened


def of_recall(memory: Memory, *, whole: bool = False) -> RecallBlame:
    """What carries the newest answer."""
    found = memory.blame("last", whole=whole)
    assert found.of == "recall"
    return found


def of_item(memory: Memory, item: str, *, whole: bool = False) -> ItemBlame:
    """What carries an item."""
    found = memory.blame(item, whole=whole)
    assert found.of == "item"
    return found


def names(carrier: Carrier | ItemCarrier) -> list[str | None]:
    """The sources by their paths."""
    return [each.path for each in carrier.sources]


def test_each_source_carries_what_it_says(memory: Memory) -> None:
    """Without it its answer goes, the next move up, and what was below the limit comes in."""
    first, second, third = (
        memory.remember(text, within=f"conversation/{text[-1]}").items[0]
        for text in ("tea a", "tea for b", "tea for all of c")
    )
    memory.search("tea a", limit=2)
    found = of_recall(memory)
    strongest, weaker = found.carriers
    assert str(names(strongest)[0]).startswith("conversation/a/")
    assert strongest.gone == (first,)
    assert [(each.item, each.rank, each.rank_without) for each in strongest.moved] == [
        (second, 2, 1)
    ]
    assert [(each.item, each.rank_without) for each in strongest.came] == [(third, 2)]
    assert strongest.share > weaker.share > 0
    assert strongest.top_score_without < found.answers[0].score
    assert weaker.gone == (second,)
    assert (found.tried, found.without_effect, found.not_tried) == (2, 0, 0)


def test_two_sources_that_say_the_same_carry_it_only_together(memory: Memory) -> None:
    """Neither alone is missed; without both the answer is gone."""
    memory.remember("The tea is in the cellar.", within="conversation/ana")
    memory.remember("the tea is  in the cellar.", within="conversation/ben")
    memory.search("where is the tea")
    found = of_recall(memory, whole=True)
    shares = {tuple(names(each)): round(each.share, 1) for each in found.carriers}
    assert shares == {
        ("conversation/ana", "conversation/ben"): 1.0,
        ("conversation/ana",): 0.0,
        ("conversation/ben",): 0.0,
    }
    item = found.answers[0].item
    told = of_item(memory, item, whole=True)
    both, alone = told.carriers
    assert (both.is_lost, names(both)) == (True, ["conversation/ana", "conversation/ben"])
    assert (alone.is_gone, alone.is_lost, alone.said_by) == (True, False, (found.answers[1].item,))


def test_a_promoted_item_rests_on_the_conversation_that_asked_for_it(memory: Memory) -> None:
    """Without it the item fades again, and its place in later answers is lost."""
    memory.adopt(Policy(name="fading"))  # what is old is worth nothing in the end
    [tea] = memory.remember("tea in the tin", dated_at=TODAY - 300 * DAY).items
    memory.remember("I ask about things.", within="conversation/c")
    for question in ("tea", "tin", "tea tin"):
        memory.search(question, asked_from="conversation/c")
    memory.dream()
    memory.search("tea")
    said_it, asked_for_it = of_item(memory, tea).carriers
    assert (said_it.role, said_it.is_lost) == ("says it", True)
    assert (asked_for_it.role, names(asked_for_it)) == ("asked for it", ["conversation/c"])
    assert (asked_for_it.is_gone, asked_for_it.fades_again) == (False, True)
    carrier = next(each for each in of_recall(memory).carriers if each.role == "asked for it")
    assert carrier.gone == ()
    assert carrier.share > 0.9


def test_what_stands_beside_an_answer_carries_it_too(memory: Memory) -> None:
    """Without the question, which was asked too early to answer, nothing says what the reply is."""
    turns = (("Where is the tea?", TODAY - 9 * DAY), ("In the tin.", TODAY))
    for number, (text, at) in enumerate(turns):
        memory.remember(text, within=f"conversation/c/{number}", kind="event", dated_at=at)
    memory.search("tea", after=iso(TODAY - DAY))
    found = of_recall(memory)
    assert [each.text for each in found.answers] == ["In the tin."]
    assert {each.role: (each.share, len(each.gone)) for each in found.carriers} == {
        "says it": (1.0, 1),
        "stands beside it": (1.0, 1),
    }
    memory.adopt(Policy(name="plain"))
    memory.search("tin")
    assert [each.role for each in of_recall(memory).carriers] == ["says it"]


def test_conversations_may_carry_a_promotion_together(memory: Memory) -> None:
    """Each alone leaves enough; all of them do not."""
    [tea] = memory.remember("tea in the tin", dated_at=TODAY).items
    for name in ("a", "b"):
        for question in ("tea", "tin", "tea tin", "the tin", "tea in"):
            memory.search(question, asked_from=f"conversation/{name}")
    memory.dream()
    carriers = {len(each.sources): each for each in of_item(memory, tea).carriers}
    assert carriers[1].role == "says it"
    assert (carriers[2].role, carriers[2].fades_again) == ("asked for it", True)
    assert of_item(memory, tea).without_effect == 2


def test_without_what_speaks_against_it_an_item_is_trusted_again(memory: Memory) -> None:
    """And the answer would score higher, so that its share is below zero."""
    [tea] = memory.remember("tea is served at four").items
    [milk] = memory.remember("no milk is here").items
    memory.contradict(tea, by=milk, strength=1.0)
    memory.search("tea")
    carrier = next(each for each in of_item(memory, tea).carriers if not each.is_gone)
    assert (carrier.role, carrier.trust_without) == ("speaks against it", 1.0)
    assert of_item(memory, tea).trust == 0.5
    last = of_recall(memory).carriers[-1]
    assert (last.role, last.gone) == ("speaks against it", ())
    assert last.share < -0.5


def test_without_what_took_its_place_an_item_is_current_again(memory: Memory) -> None:
    """It comes back into the answer, though what replaced it has none of the words."""
    [old] = memory.remember("tea is served at four").items
    [new] = memory.remember("nothing is any more").items
    memory.supersede(old, by=new)
    memory.search("tea")
    [carrier] = of_recall(memory).carriers
    assert (carrier.role, [each.item for each in carrier.came]) == ("took its place", [old])
    again = next(each for each in of_item(memory, old).carriers if each.is_current_again)
    assert again.role == "took its place"


def test_a_derived_item_is_carried_by_each_of_its_roots(memory: Memory) -> None:
    """Each alone is needed, so together they are no news."""
    items = [memory.remember(text).items[0] for text in ("tea at four", "milk at five")]
    made = memory.promote(*items, text="they have drinks in the afternoon").items[0]
    carriers = of_item(memory, made).carriers
    assert [(each.is_lost, len(each.sources)) for each in carriers] == [(True, 1), (True, 1)]


def test_an_answer_is_blamed_as_it_was(memory: Memory) -> None:
    """What came in later neither answers nor carries."""
    memory.remember("tea")
    memory.search("tea")
    memory.remember("tea tea")
    assert [each.text for each in of_recall(memory).answers] == ["tea"]
    assert len(of_recall(memory).carriers) == 1


def test_an_answer_without_anything_is_carried_by_nothing(memory: Memory) -> None:
    """There is nothing to leave out."""
    memory.search("tea")
    found = of_recall(memory)
    assert (found.answers, found.carriers, found.tried) == ((), (), 0)


def test_only_so_many_sources_are_tried_as_was_said(memory: Memory) -> None:
    """The first answers first; how many are left over is told."""
    for number in range(5):
        memory.remember("tea " * (5 - number), within=f"conversation/{number}")
    memory.search("tea")
    found = memory.blame("last", limit=2)
    assert (found.tried, found.not_tried) == (2, 3)
    single = tuple(Candidate(sources=(), role="says it") for _ in range(3))
    joint = (Candidate(sources=(), role="asked for it"),)
    assert Ties(single, joint).up_to(3) == (Ties(single, ()), 1)
    assert Ties(single, joint).up_to(4) == (Ties(single, joint), 0)
    with pytest.raises(InvalidInput, match="at least one"):
        memory.blame("last", limit=0)


def test_digits_are_a_recall_and_all_else_is_an_item(memory: Memory) -> None:
    """A position that is no recall is told with what else could have been meant."""
    [tea] = memory.remember("tea").items
    memory.search("tea")
    assert memory.blame(2).of == memory.blame("2").of == memory.blame(" last ").of == "recall"
    assert memory.blame(tea[:12]).of == "item"
    with pytest.raises(NotFound, match="there is no recall at 7"):
        memory.blame("7")
    with pytest.raises(NotFound, match="there is no item 'zebra'"):
        memory.blame("zebra")


def test_an_error_on_the_way_changes_nothing(memory: Memory) -> None:
    """Whatever is left out is left out in a transaction that is taken back."""
    memory.remember("tea", within="conversation/c")
    memory.search("tea")
    uids = memory.identity.lineage("conversation/c")

    def break_off(view: View) -> None:
        with view.without(uids), view.at(view.position):
            assert view.rows("SELECT d FROM item") == []
            raise ZeroDivisionError

    memory.flush()
    before = memory.ask(lambda view: view.digest())
    with pytest.raises(ZeroDivisionError):
        memory.ask(break_off)
    assert memory.ask(lambda view: view.digest()) == before
