"""What a question names leads to what is said of it, and from there to what that is said of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.domain.events import (
    ChunkIngested,
    Contradicted,
    Event,
    Origin,
    Recorded,
    SourceForgotten,
    Superseded,
)
from lethelog.domain.lineage import live
from lethelog.domain.mind_policy import BlendPolicy
from lethelog.domain.policy import RankingPolicy
from lethelog.domain.query import Query
from lethelog.projections.graph import NAME_WORDS_MAX, graph_of
from lethelog.projections.joining import JOINING_MAX, nearest
from lethelog.projections.view import View
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import TODAY, asked, item_of, said
from lethelog.tests.tables import new_view

POLICY = RankingPolicy(blend=BlendPolicy(form="sum", graph_share=0.15))
NAMES = ("Alice", "Bob", "Paris")


def told(subject: str, value: str = "", *, origin: Origin = "person", text: str = "") -> Event:
    """A text that says something of something; it is named by both."""
    return replace(said(text or f"{subject}-{value}"), subject=subject, value=value, origin=origin)


@contextmanager
def view_of(*events: Event) -> Iterator[View]:
    """A read model that was fed with these events."""
    with closing(new_view()) as view:
        view.apply([Recorded(place, event) for place, event in enumerate(events, start=1)])
        yield view


def near(view: View, question: str, policy: RankingPolicy = POLICY) -> dict[str, float] | None:
    """The signal of each text that has one."""
    signals = graph_of(view, Query(text=question), policy)
    if signals is None:
        return None
    texts: dict[int, str] = dict(view.rows("SELECT d, text FROM item"))
    pairs = zip(signals.d.tolist(), signals.value.tolist(), strict=True)
    return {texts[d]: round(value, 6) for d, value in pairs}


def test_what_is_said_of_whom_the_question_names_comes_first() -> None:
    """And what is said of him that it leads to has a thirteenth of that."""
    chain = told("Alice", "Bob"), told("bob", "Project X")
    with view_of(*chain, told("Carol", "tea"), said("Alice")) as view:
        assert near(view, "What does ALICE do?") == {"Alice-Bob": 1.0, "bob-Project X": 0.076923}


def test_trust_decides_where_two_are_said_of_one() -> None:
    """A page of the web beside a person: their trusts are as 0.3 to 1."""
    with view_of(told("Alice", "Bob"), told("Alice", "Eve", origin="web")) as view:
        assert near(view, "alice") == {"Alice-Bob": 1.0, "Alice-Eve": 0.3}


def test_a_contradiction_takes_from_the_weight() -> None:
    """As it does from the trust in the item."""
    doubt = Contradicted(recorded_at=TODAY, item=item_of("Alice-Eve"), penalty=0.5)
    with view_of(told("Alice", "Bob"), told("Alice", "Eve"), doubt) as view:
        assert near(view, "alice") == {"Alice-Bob": 1.0, "Alice-Eve": 0.5}


def test_what_gave_way_is_no_part_of_it() -> None:
    """At once, also where the graph was kept."""
    with view_of(told("Alice", "Bob"), told("Alice", "Eve")) as view:
        assert near(view, "alice") == {"Alice-Bob": 1.0, "Alice-Eve": 1.0}
        gone = Superseded(recorded_at=TODAY, item=item_of("Alice-Bob"), by=item_of("Alice-Eve"))
        view.apply([Recorded(3, gone)])
        assert near(view, "alice") == {"Alice-Eve": 1.0}
        signals = graph_of(view, Query(text="alice", valid=TODAY - 1), POLICY)
        assert signals is None or len(signals.d) <= 2
        with view.at(2):
            assert near(view, "alice") == {"Alice-Bob": 1.0, "Alice-Eve": 1.0}


def test_a_question_about_another_day_has_the_graph_of_that_day() -> None:
    """What was true then, whatever took its place since."""
    day = 24 * 3_600 * 1_000_000
    old = replace(said("old"), subject="Alice", value="Bob", valid_from=0, valid_until=day)
    new = replace(said("new"), subject="Alice", value="Eve", valid_from=day)
    gone = Superseded(recorded_at=TODAY, item=old.item, by=new.item)
    with view_of(old, new, gone) as view:
        for valid, place in ((0, 1), (day, 2), (None, 2)):
            signals = graph_of(view, Query(text="alice", valid=valid), POLICY)
            assert signals is not None
            assert signals.d.tolist() == [place]


@pytest.mark.parametrize(
    ("name", "question", "is_named"),
    [
        ("Alice", "has alice's cat eaten?", True),
        ("Alice", "has malice any use?", False),
        ("New York", "is new  YORK far?", True),
        ("New York", "is York new?", False),
        ("Straße", "where is the STRASSE?", True),
        ("東京", "私は東京に行く", True),
        ("東京", "京都に行く", False),
        ("C++", "is C hard?", True),
        ("it", "is it late?", False),
        ("?!", "is it late?!", False),
        (" ".join("abcdefghk"), " ".join("abcdefghk"), False),
    ],
)
def test_a_name_counts_as_whole_words(name: str, question: str, *, is_named: bool) -> None:
    """Whatever its case; a sentence, or a word that says nothing, is no name."""
    assert len("abcdefghk") > NAME_WORDS_MAX
    with view_of(told(name, "tea", text="told")) as view:
        assert near(view, question) == ({"told": 1.0} if is_named else None)


def test_nothing_is_told_where_the_graph_has_no_share() -> None:
    """Nor where nothing is named, or what is named has no trust at all."""
    with view_of(told("Alice", "Bob"), told("Eve", "Bob")) as view:
        assert near(view, "alice", RankingPolicy()) is None
        assert near(view, "somebody") is None
        doubt = Contradicted(recorded_at=TODAY, item=item_of("Eve-Bob"), penalty=1.0)
        view.apply([Recorded(3, doubt)])
        assert near(view, "eve") is None


def test_no_more_than_five_are_found_by_the_graph_alone() -> None:
    """The nearest, and of equal ones those that came first."""
    with view_of(*(told("Alice", f"thing {n}") for n in range(9))) as view:
        signals = graph_of(view, Query(text="alice"), POLICY)
        assert signals is not None
        assert nearest([signals], JOINING_MAX)[0].tolist() == [1, 2, 3, 4, 5][:JOINING_MAX]
        assert len(signals.d) == 9


def test_recalls_leave_the_kept_graph_alone() -> None:
    """A search must not make the next one build it anew."""
    with view_of(told("Alice", "Bob")) as view:
        assert near(view, "alice")
        kept = dict(view.kept)
        view.apply([Recorded(2, asked("alice", "Alice-Bob"))])
        assert near(view, "alice") == {"Alice-Bob": 1.0}
        assert view.kept == kept


def test_forgetting_takes_the_item_out() -> None:
    """Also while it is only supposed."""
    with view_of(told("Alice", "Bob"), told("Alice", "Eve")) as view:
        assert near(view, "alice") == {"Alice-Bob": 1.0, "Alice-Eve": 1.0}
        [source] = IDENTITY.lineage("fact/Alice-Bob")
        with view.without([source]):
            assert near(view, "alice") == {"Alice-Eve": 1.0}
        assert near(view, "alice") == {"Alice-Bob": 1.0, "Alice-Eve": 1.0}


def _stated(one: str, other: str, number: int) -> ChunkIngested:
    return replace(
        said(f"{one} {other} {number}"), subject=one, value=other, origin=("person", "web")[number]
    )


facts = st.builds(
    _stated, st.sampled_from(NAMES), st.sampled_from(("", *NAMES, "tea")), st.integers(0, 1)
)


@settings(max_examples=15)
@given(st.lists(facts, min_size=1, max_size=6, unique_by=lambda fact: fact.item), st.data())
def test_the_graph_of_any_day_is_that_of_a_replay(
    told_facts: Sequence[ChunkIngested], data: st.DataObject
) -> None:
    """In batches, looked at in between, looked back at, and after a forgetting: to the last bit."""
    log = [Recorded(place, event) for place, event in enumerate(told_facts, start=1)]
    [source] = data.draw(st.sampled_from(told_facts)).roots[0]
    gone = tuple(e.item for e in told_facts if e.roots[0] == (source,))
    notice = SourceForgotten(recorded_at=TODAY, roots=((source,),), source=source, items=gone)
    whole = [*log, Recorded(len(log) + 1, notice)]
    with closing(new_view()) as grown, closing(new_view()) as anew:
        for each in log:
            grown.apply([each])
            earlier = near(grown, "alice and bob")
            anew.apply([each])
            anew.kept.clear()
            assert near(anew, "alice and bob") == earlier
            with grown.at(each.position):
                assert near(grown, "alice and bob") == earlier
        grown.apply(whole)
        with closing(new_view()) as pruned:
            pruned.apply(live(whole))
            assert near(grown, "alice and bob") == near(pruned, "alice and bob")
