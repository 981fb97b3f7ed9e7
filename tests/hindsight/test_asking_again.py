"""Laws of asking again: a recall gives what it gave, and without a source what it would have."""

from __future__ import annotations

from contextlib import closing

from hypothesis import given, settings

from lethelog.domain.events import Recorded, SourceForgotten
from lethelog.domain.lineage import prune
from lethelog.domain.ranking import relevance
from lethelog.hindsight.blame import Carrier, RecallBlame
from lethelog.hindsight.explanation import Explanation
from lethelog.hindsight.movement import SAME
from lethelog.hindsight.rerun import find_recall
from lethelog.tests.hindsight.searched import (
    CONVERSATIONS,
    TAUGHT_FIRST,
    Act,
    history,
    recalls,
    searched,
    searched_histories,
)
from lethelog.tests.histories import HISTORIES
from lethelog.tests.tables import new_view


@settings(max_examples=max(HISTORIES // 15, 4))
@given(searched_histories())
def test_asking_again_gives_what_was_recorded(acts: list[Act]) -> None:
    """Every recall of any history, to the last digit; nothing is recorded by it."""
    with searched(acts) as memory:
        before = history(memory)
        for position in recalls(memory):
            told = memory.explain(position)
            assert told.comparison.is_equal, (told.recorded, told.then)
            assert told.comparison.reasons == ()
            _check_words(told)
            _check_causes(told)
        assert history(memory) == before


def _check_words(told: Explanation) -> None:
    for ranking in (told.then, told.now):
        for each in ranking.answers:
            expected = relevance(each.match, ranking.weight, ranking.policy)
            assert abs(each.found.relevance - expected) < SAME
            added = sum(one.adds for one in each.added)
            assert abs(sum(one.bm25 for one in each.matches) + added - each.match) < SAME


def _check_causes(told: Explanation) -> None:
    """Whatever moved or has another score was moved by something, and nothing else was."""
    for each in told.moved:
        is_same = each.then == each.now or (
            each.then is not None
            and each.now is not None
            and each.then.rank == each.now.rank
            and abs(each.then.score - each.now.score) < SAME
        )
        assert bool(each.causes) or is_same, each


@settings(max_examples=max(HISTORIES // 20, 4))
@given(searched_histories())
def test_after_a_forgetting_it_is_as_if_the_source_had_never_been_seen(acts: list[Act]) -> None:
    """The answer is that of a store that was never told, for every recall that is left."""
    with searched([TAUGHT_FIRST, *acts]) as memory, closing(new_view()) as innocent:
        before = history(memory)
        memory.forget(*CONVERSATIONS[:1])
        gone = [memory.identity.lineage(CONVERSATIONS[0])[-1]]
        innocent.apply(prune(before, gone))
        for position in recalls(memory):
            told = memory.explain(position)
            again = find_recall(innocent, str(position))
            with innocent.at(again.how.seen_at):
                expected = again.answered(innocent)
            assert [each.found.item for each in told.then.answers] == [
                each.item for each in expected.found
            ]
            for each, innocent_one in zip(told.then.answers, expected.found, strict=True):
                assert abs(each.found.score - innocent_one.score) < SAME


@settings(max_examples=max(HISTORIES // 20, 4))
@given(searched_histories())
def test_what_is_left_without_a_source_is_what_a_store_says_that_forgot_it(
    acts: list[Act],
) -> None:
    """Each carrier of each answer, against a copy that really forgets; the store is unchanged."""
    with searched([TAUGHT_FIRST, *acts]) as memory:
        log, digest = history(memory), memory.ask(lambda view: view.digest())
        for position in recalls(memory)[-2:]:
            found = memory.blame(position, whole=position % 2 == 0)
            assert found.of == "recall"
            for carrier in found.carriers[:3]:
                _check_carrier(found, carrier, log)
        assert history(memory) == log
        assert memory.ask(lambda view: view.digest()) == digest


def _check_carrier(blame: RecallBlame, carrier: Carrier, log: list[Recorded]) -> None:
    with closing(new_view()) as copy:
        copy.apply(log)
        again = find_recall(copy, str(blame.position))
        for number, source in enumerate(carrier.sources, start=1):
            gone = SourceForgotten(recorded_at=0, source=source.uid)
            copy.apply([Recorded(log[-1].position + number, gone)])
        with copy.at(again.how.seen_at):
            left = again.answered(copy)
    ranks = {each.item: rank for rank, each in enumerate(blame.answers, start=1)}
    ranks_left = {hit.item: hit.rank for hit in left.hits()}
    assert carrier.gone == tuple(item for item in ranks if item not in ranks_left)
    assert {each.item: each.rank_without for each in carrier.moved} == {
        item: rank for item, rank in ranks_left.items() if ranks.get(item, rank) != rank
    }
    assert {each.item: each.rank_without for each in carrier.came} == {
        item: rank for item, rank in ranks_left.items() if item not in ranks
    }
    top = left.found[0].score if left.found else 0.0
    assert abs(carrier.top_score_without - top) < SAME
