"""What each word and each signal adds is what the search made of them, on stores at random."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import pytest
from hypothesis import given, settings

from lethelog.domain.events import ChunkIngested, Event, Recorded
from lethelog.domain.policy import DEFAULT, RankingPolicy
from lethelog.domain.query import Query
from lethelog.domain.ranking import relevance
from lethelog.hindsight.matches import Match, added_to, matches_of, weights_of
from lethelog.projections.analyser import terms
from lethelog.projections.answer import Found
from lethelog.projections.full_text import texts_of
from lethelog.projections.search import read_question, search
from lethelog.projections.view import View
from lethelog.tests.projections.test_search_oracle import policies, queries, stores
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import TODAY, said
from lethelog.tests.tables import new_view

NEARLY = 1e-9
CONVERSATION = "conversation/c"


@settings(max_examples=20)
@given(stores(), queries, policies)
def test_words_and_signals_add_up_to_the_relevance(
    events: list[Event], query: Query, policy: RankingPolicy
) -> None:
    """Now, on an earlier day, without a source, and as it is kept in memory."""
    with closing(new_view()) as view:
        view.apply([Recorded(position, event) for position, event in enumerate(events, start=1)])
        _check(view, events, query, policy)
        with view.at(len(events) // 2):
            _check(view, events, query, policy)
        with view.without([IDENTITY.lineage(CONVERSATION)[-1]]):
            _check(view, events, query, policy)
        view.warm()
        _check(view, events, query, policy)


def _check(view: View, events: Sequence[Event], query: Query, policy: RankingPolicy) -> None:
    chunks = {event.item: event for event in events if isinstance(event, ChunkIngested)}
    weights = weights_of(view, read_question(view, query, TODAY, policy))
    found = search(view, query, TODAY, policy).found
    matches = matches_of(view, weights, found, policy)
    for each in found:
        bm25 = sum(match.bm25 for match in matches[each.item])
        assert bm25 == pytest.approx(each.signals.words * weights.worth, abs=NEARLY)
        match = bm25 + sum(added.adds for added in added_to(each, weights, policy))
        expected = relevance(match, weights.total, policy)
        assert each.relevance == pytest.approx(expected, abs=NEARLY)
        _check_counts(chunks[each.item], each, matches[each.item])


def _check_counts(chunk: ChunkIngested, found: Found, matches: Sequence[Match]) -> None:
    words = terms(texts_of(chunk)[found.part])
    assert {match.term: match.count for match in matches} == {
        match.term: words.count(match.term) for match in matches
    }


def test_a_word_beside_an_item_counts_apart_from_one_in_it() -> None:
    """Without a weight for what stands beside, it does not count at all."""
    texts = ("tea tea in the pot", "it is hot", "milk goes with it")
    events = [said(text, f"{CONVERSATION}/{n}") for n, text in enumerate(texts)]
    with closing(new_view()) as view:
        view.apply([Recorded(position, event) for position, event in enumerate(events, start=1)])
        told = _told(view, "tea with milk", DEFAULT.ranking)
        assert told[texts[0]] == {"tea": (2, 0)}
        assert told[texts[1]] == {"tea": (0, 2), "milk": (0, 1)}
        assert told[texts[2]] == {"tea": (0, 2), "milk": (1, 0)}
        assert _told(view, "tea with milk", RankingPolicy()) == {
            texts[0]: {"tea": (2, 0)},
            texts[2]: {"milk": (1, 0)},
        }


def test_the_words_of_a_long_text_are_those_of_the_part_by_which_it_was_found() -> None:
    """Items and parts of items are counted apart."""
    long = " ".join(["The milk is here."] * 40 + ["The kettle is in the cellar."] + ["Yes."] * 9)
    with closing(new_view()) as view:
        view.apply([Recorded(1, said(long)), Recorded(2, said("milk"))])
        [found] = search(view, Query(text="kettle"), TODAY, DEFAULT.ranking).found
        weights = weights_of(
            view, read_question(view, Query(text="kettle milk"), TODAY, DEFAULT.ranking)
        )
        assert (weights.items, weights.parts) == (2, 3)
        kettle, milk = weights.terms
        assert (kettle.items, kettle.parts, milk.items, milk.parts) == (1, 1, 2, 3)
        [match, *_] = matches_of(view, weights, [found], DEFAULT.ranking)[found.item]
        assert (found.part, match.term, match.count) == (1, "kettl", 1)


def _told(
    view: View, question: str, policy: RankingPolicy
) -> dict[str, dict[str, tuple[int, int]]]:
    """For each text that answers, how often each word stands in it and beside it."""
    query = Query(text=question)
    weights = weights_of(view, read_question(view, query, TODAY, policy))
    found = search(view, query, TODAY, policy).found
    matches = matches_of(view, weights, found, policy)
    return {
        each.text: {match.term: (match.count, match.nearby) for match in matches[each.item]}
        for each in found
    }
