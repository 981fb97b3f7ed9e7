"""What a plan of forgetting shows, and that the forgetting then does just that."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import pytest
from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from lethelog.domain.errors import NotFound
from lethelog.replay.forget_plan import ForgetPlan, plan_forgetting
from lethelog.replay.listing import ItemLine
from lethelog.tests.histories import SOURCES, Step, histories, lived
from lethelog.tests.orders import contradict, promote, supersede
from lethelog.tests.story import IDENTITY, Story, asked, given, recalled, said
from lethelog.tests.tables import new_view, tables_of


def plan(story: Story, path: str) -> ForgetPlan:
    """The plan that a caught-up view makes."""
    with closing(new_view()) as view:
        view.apply(story.log())
        return plan_forgetting(view, path, IDENTITY.lineage(path)[-1])


def texts(lines: Sequence[ItemLine]) -> list[str]:
    """What the items say."""
    return [line.text for line in lines]


def test_a_plan_lists_what_goes_and_what_could_be_made_again() -> None:
    """A fact made from two sources goes with one, though the other still says its part."""
    made = plan(
        given(
            said("tea"),
            said("milk"),
            promote("tea", text="they like tea", judge="agent"),
            promote("tea", "milk", text="tea with milk", judge="agent"),
        ),
        "fact/tea",
    )
    assert texts(made.gone) == ["tea", "they like tea", "tea with milk"]
    assert texts(made.rederivable) == ["tea with milk"]
    assert made.position == 4


def test_a_plan_lists_what_another_source_says_too() -> None:
    """The same words in another spelling stay."""
    made = plan(given(said("tea", "email/a"), said("TEA", "email/b")), "email/a")
    assert texts(made.kept) == ["TEA"]


def test_a_plan_lists_what_becomes_current_again() -> None:
    """Its successor goes; what a third item says against it does not matter."""
    story = given(said("tea"), said("milk"), contradict("tea"), supersede("tea", by="milk"))
    assert texts(plan(story, "fact/milk").revived) == ["tea"]


def test_a_plan_tells_promotions_undone_from_those_that_are_only_weaker() -> None:
    """By the recalls that were asked from the source."""
    story = given(
        said("tea"),
        said("milk"),
        *recalled("tea", query="drinks", times=2),
        asked("pots", "tea", asked_from="conversation/c"),
        *(asked(query, "milk") for query in ("a", "b", "c", "d", "e")),
        asked("f", "milk", asked_from="conversation/c"),
        promote("tea"),
        promote("milk"),
    )
    made = plan(story, "conversation/c")
    assert made.recalls == 2
    assert texts(made.gone) == []
    assert texts(made.promotions_undone) == ["tea"]
    assert texts(made.promotions_weakened) == ["milk"]


def test_nothing_to_forget_is_not_found() -> None:
    """The error tells where the sources are listed."""
    with pytest.raises(NotFound, match="nothing here came from 'fact/milk'"):
        plan(given(said("tea")), "fact/milk")


@settings(max_examples=25)
@for_all(histories(unblocking=True), st.sampled_from(SOURCES))
def test_what_is_planned_is_what_happens(steps: list[Step], path: str) -> None:
    """Planning changes nothing; forgetting takes exactly the items that the plan names."""
    life = lived(steps)
    with closing(new_view()) as view:
        view.apply(life.log())
        before = tables_of(view)
        uid = IDENTITY.lineage(path)[-1]
        life.do(("forget", (SOURCES.index(path), 0, 0)))
        if life.journal.head() == view.position:
            with pytest.raises(NotFound):
                plan_forgetting(view, path, uid)
            return
        made = plan_forgetting(view, path, uid)
        assert tables_of(view) == before
        items = {item for (item,) in view.rows("SELECT item FROM item")}
        view.apply(life.log())
        left = {item for (item,) in view.rows("SELECT item FROM item")}
    assert items - left == {line.item for line in made.gone}
