"""From when to when something is true in the world, as far as that is known."""

from __future__ import annotations

from contextlib import closing
from datetime import datetime
from typing import TypeAlias

from lethelog.asking.listing import list_facts
from lethelog.domain.times import DAY, to_datetime
from lethelog.sources.document import Document, Passage
from lethelog.tests.orders import correct, forget, learn, promote, remember, supersede
from lethelog.tests.story import TODAY, Act, Story, given, item_of, said
from lethelog.tests.tables import new_view

Span: TypeAlias = tuple[int | None, int | None]
"""In days from today; None is always."""

ALWAYS: Span = (None, None)
NEVER = "never"


def on(days: int) -> datetime:
    """A day before or after today, when all is recorded."""
    return to_datetime(TODAY + days * DAY)


def spans(story: Story) -> dict[str, Span | str]:
    """Between which days each text is true."""
    with closing(new_view()) as view:
        view.apply(story.log())
        rows = view.rows(
            "SELECT text, validity.* EXCLUDE (d) FROM item JOIN validity USING (d) ORDER BY d"
        )
    return {text: _span(start, end) for text, start, end in rows}


def facts_on(story: Story, days: int) -> list[str]:
    """What was true on a day among all that is known for good."""
    with closing(new_view()) as view:
        view.apply(story.log())
        return [fact.text for fact in list_facts(view, valid=TODAY + days * DAY)]


def notes(*lines: str) -> Act:
    """A file of facts as it is now."""
    return learn(Document(source_kind="fact", name="n", passages=tuple(map(_undated, lines))))


def test_what_has_no_date_is_always_true() -> None:
    """Nobody said otherwise."""
    assert spans(given(remember("a"))) == {"a": ALWAYS}


def test_what_is_told_counts_more_than_a_date() -> None:
    """Without it a dated text is true from its date on."""
    told = given(remember("a", since=on(-9), until=on(-2)), said("dated"))
    assert spans(told) == {"a": (-9, -2), "dated": (0, None)}
    assert [facts_on(told, days) for days in (-10, -9, -3, -2)] == [[], ["a"], ["a"], []]


def test_a_correction_holds_from_when_it_was_made_or_told() -> None:
    """Up to there the old text does."""
    assert spans(given(remember("a"), correct("a", "b"))) == {"a": (None, 0), "b": (0, None)}
    late = given(remember("a", since=on(-9)), correct("a", "b", since=on(-3)))
    assert spans(late) == {"a": (-9, -3), "b": (-3, None)}
    assert [facts_on(late, days) for days in (-4, -3)] == [["a"], ["b"]]


def test_a_correction_from_before_its_beginning_leaves_nothing_of_a_text() -> None:
    """It was wrong all along."""
    assert spans(given(remember("a", since=on(-3)), correct("a", "b", since=on(-9)))) == {
        "a": NEVER,
        "b": (-9, None),
    }


def test_a_later_correction_reaches_back_beyond_the_one_before_it() -> None:
    """At no moment two texts of one chain are true."""
    chain = given(
        remember("a"),
        correct("a", "b", since=on(-5)),
        correct("b", "c", since=on(-3)),
        correct("c", "d", since=on(-7)),
    )
    assert spans(chain) == {"a": (None, -7), "b": NEVER, "c": NEVER, "d": (-7, None)}
    chain.when(correct("d", "e", since=on(-6)))
    assert spans(chain)["a"] == (None, -7)
    assert [facts_on(chain, days) for days in (-8, -7, -6)] == [["a"], ["d"], ["e"]]


def test_what_was_taken_out_of_its_source_is_true_until_then() -> None:
    """Nothing took its place."""
    assert spans(given(notes("a", "b"), notes("a"))) == {"a": ALWAYS, "b": (None, 0)}


def test_what_took_the_place_of_two_holds_since_the_first_of_them_gave_way() -> None:
    """Each of the two is true until it gave way itself."""
    told = given(
        remember("a"),
        remember("b"),
        remember("both"),
        supersede("a", by="both", since=on(-3)),
        supersede("b", by="both", since=on(-5)),
    )
    assert spans(told) == {"a": (None, -3), "b": (None, -5), "both": (-5, None)}


def test_what_gave_way_to_something_older_was_never_true_after_that() -> None:
    """A text that turned out wrong, in favour of one from before it."""
    back = given(said("a"), said("b", dated_at=TODAY - 5 * DAY), supersede("a", by="b"))
    assert spans(back) == {"a": NEVER, "b": (-5, None)}


def test_a_dated_successor_holds_from_its_date_or_from_when_it_took_over() -> None:
    """Whichever is earlier: the letter may come after the change that it tells of."""
    first, letter = remember("a"), said("b", dated_at=TODAY - DAY)
    before = given(first, letter, supersede("a", by="b", since=on(-4)))
    assert spans(before) == {"a": (None, -4), "b": (-4, None)}
    after = given(first, letter, supersede("a", by="b", since=on(2)))
    assert spans(after) == {"a": (None, 2), "b": (-1, None)}


def test_without_its_successor_a_text_is_true_again() -> None:
    """As if the other had never been learned."""
    told = given(remember("a", since=on(-9)), said("b", "email/b", dated_at=TODAY - DAY))
    told.when(supersede("a", by="b", since=on(-5)))
    assert spans(told)["a"] == (-9, -5)
    told.when(forget("email/b"))
    assert spans(told) == {"a": (-9, None)}


def test_a_promoted_text_is_a_fact_from_its_date_on() -> None:
    """And one that was made from others is always true."""
    told = given(
        said("tea", dated_at=TODAY - 5 * DAY),
        promote("tea", judge="agent"),
        promote("tea", text="they drink", judge="agent"),
    )
    assert told.item("tea") == item_of("tea")
    assert [facts_on(told, days) for days in (-6, -5)] == [["they drink"], ["tea", "they drink"]]


def _undated(text: str) -> Passage:
    return Passage(text=text, child=text)


def _span(start: int | None, end: int | None) -> Span | str:
    if start is not None and end is not None and start >= end:
        return NEVER
    days = [None if moment is None else (moment - TODAY) // DAY for moment in (start, end)]
    return days[0], days[1]
