"""What a search promises one by one: windows, ties, diversity, and questions meant to break it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import msgspec
import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.domain.events import ChunkIngested, Event, Recorded
from lethelog.domain.policy import RankingPolicy
from lethelog.domain.query import RESULTS_MAX, Query, check
from lethelog.domain.times import DAY
from lethelog.projections.reading import TERMS_MAX
from lethelog.projections.search import search
from lethelog.projections.view import View
from lethelog.tests.story import TODAY, said
from lethelog.tests.tables import new_view

POLICY = RankingPolicy()


@contextmanager
def view_of(*events: Event) -> Iterator[View]:
    """A read model that was fed with these events."""
    view = new_view()
    try:
        view.apply([Recorded(position, event) for position, event in enumerate(events, start=1)])
        yield view
    finally:
        view.close()


def found(view: View, query: Query) -> list[str]:
    """The texts that answer, best first."""
    return [each.text for each in search(view, query, TODAY, POLICY).found]


def dated(text: str, days: int) -> ChunkIngested:
    """A text of some days from today."""
    return said(text, dated_at=TODAY + days * DAY)


def test_a_window_holds_its_start_and_not_its_end() -> None:
    """To the microsecond, so that two windows that touch share nothing."""
    start, end = TODAY - 3 * DAY, TODAY - DAY
    moments = {"start": start, "early": start - 1, "last": end - 1, "end": end}
    with view_of(*(said(f"tea {name}", dated_at=at) for name, at in moments.items())) as view:
        inside = found(view, Query(text="tea", after=start, before=end))
        assert sorted(inside) == ["tea last", "tea start"]
        assert sorted(found(view, Query(text="tea", after=end))) == ["tea end"]
        assert sorted(found(view, Query(text="tea", before=start))) == ["tea early"]


def test_what_never_fades_passes_every_window() -> None:
    """It was true then as it is now."""
    with view_of(said("tea", dated_at=None)) as view:
        assert found(view, Query(text="tea", after=0, before=1)) == ["tea"]


def test_the_future_counts_as_now() -> None:
    """An appointment has lost nothing yet, and gains nothing either."""
    with view_of(dated("tea later", 30), dated("tea today", 0)) as view:
        later, today = search(view, Query(text="tea"), TODAY, POLICY).found
    assert (later.text, later.retention) == ("tea later", 1.0)
    assert later.score == today.score


def test_half_is_left_after_the_half_life() -> None:
    """And the score says so, as do its parts."""
    with view_of(dated("tea", -30), said("milk")) as view:
        [tea] = search(view, Query(text="tea"), TODAY, POLICY).found
    assert tea.retention == 0.5
    product = tea.relevance * tea.retention * tea.importance * tea.trust
    assert tea.score == pytest.approx(product)


def test_ties_stand_in_the_order_in_which_they_came() -> None:
    """Nothing is left to chance, at any limit."""
    texts = [f"tea {number}" for number in "zyxwvutsrq"]
    with view_of(*map(said, texts)) as view:
        for limit in (1, 3, 10):
            assert found(view, Query(text="tea", limit=limit)) == texts[:limit]


def test_what_faded_to_almost_nothing_is_still_in_order() -> None:
    """Scores that no float can hold are still told apart by their age."""
    ages = [-100_000, -90_000, -80_000]
    with view_of(*(dated(f"tea {age}", age) for age in ages)) as view:
        assert found(view, Query(text="tea")) == ["tea -80000", "tea -90000", "tea -100000"]
        scores = [each.score for each in search(view, Query(text="tea"), TODAY, POLICY).found]
    assert all(0.0 <= score <= 1.0 for score in scores)


def test_diversity_says_what_it_kept_out() -> None:
    """The repetition gives way, and is named as what was suppressed."""
    twice = "tea with milk and sugar"
    with view_of(said(twice, "email/a"), said(twice, "email/b"), said("tea cups")) as view:
        plain = search(view, Query(text="tea milk", limit=2), TODAY, POLICY)
        diverse = search(view, Query(text="tea milk", limit=2, diverse=True), TODAY, POLICY)
    assert [each.text for each in plain.found] == [twice, twice]
    assert [each.text for each in diverse.found] == [twice, "tea cups"]
    assert diverse.suppressed == (plain.found[1].item,)


def test_relevance_alone_keeps_the_order_of_a_plain_search() -> None:
    """With lambda 1 diversity changes nothing."""
    policy = msgspec.structs.replace(POLICY, mmr_lambda=1.0)
    with view_of(*(dated(f"tea number {n}", -n) for n in range(8))) as view:
        plain = search(view, Query(text="tea", limit=5), TODAY, policy)
        diverse = search(view, Query(text="tea", limit=5, diverse=True), TODAY, policy)
    assert diverse == plain


@pytest.mark.parametrize(
    "text",
    [
        "tea'; DROP TABLE item; --",
        'tea "milk" AND NOT (sugar OR *)',
        "tea\0milk",
        "tea \\ % _ ? $1 {terms} :x",
        "((((tea",
        "tea " * 2_000,
        " ".join(f"word{n}" for n in range(1_000)) + " tea",
        "\U0001f375 \u8336 \u05ea\u05d4 \u0634\u0627\u064a tea \u200f\u202e",
    ],
)
def test_a_hostile_question_is_only_words(text: str) -> None:
    """No sign in it is an operator, and nothing of it reaches the database but its terms."""
    with view_of(said("tea"), said("milk")) as view:
        answer = found(view, Query(text=text[:10_000]))
        assert answer[:1] == ["tea"] or len(set(text.split())) > TERMS_MAX
        assert found(view, Query(text="milk")) == ["milk"]


@pytest.mark.parametrize("text", ["the of and", "?!", "\0", "\u202e\u200f", "'", "-- ; /* */"])
def test_a_question_without_a_telling_word_finds_nothing(text: str) -> None:
    """That is an answer, not an error."""
    with view_of(said("tea")) as view:
        assert found(view, Query(text=text)) == []


@pytest.mark.parametrize(
    ("text", "question"),
    [
        ("I love \U0001f375 daily", "\U0001f375"),
        ("\u6211\u559c\u6b22\u559d\u7eff\u8336", "\u7eff\u8336"),
        ("\u05d0\u05e0\u05d9 \u05e9\u05d5\u05ea\u05d4 \u05ea\u05d4", "\u05ea\u05d4"),
        (
            "\u0623\u0634\u0631\u0628 \u0627\u0644\u0634\u0627\u064a",
            "\u0627\u0644\u0634\u0627\u064a",
        ),
        ("un caf\u00e9 noir", "CAFE"),
        ("the kettles were boiling", "kettle boils"),
    ],
)
def test_any_script_is_found(text: str, question: str) -> None:
    """Emoji, Chinese, Hebrew, Arabic; without accents, case or English endings."""
    with view_of(said(text), said("something else")) as view:
        assert found(view, Query(text=question)) == [text]


@pytest.mark.parametrize(
    ("query", "saying"),
    [
        (Query(text=""), "is empty"),
        (Query(text=" \n\t "), "is empty"),
        (Query(text="x" * 1_000_000), "1000000 characters; 10000 are allowed"),
        (Query(text="tea", limit=0), "a limit is from 1"),
        (Query(text="tea", limit=RESULTS_MAX + 1), "a limit is from 1"),
        (Query(text="tea", after=TODAY, before=TODAY), "the window is empty"),
        (Query(text="tea", after=TODAY, before=0), "swap --after and --before"),
    ],
)
def test_what_cannot_be_answered_is_said(query: Query, saying: str) -> None:
    """The error says what was asked and what is allowed."""
    with pytest.raises(InvalidInput, match=saying):
        check(query)


def test_an_empty_store_answers_with_nothing() -> None:
    """There is no mean length to divide by."""
    with view_of() as view:
        assert found(view, Query(text="tea")) == []
