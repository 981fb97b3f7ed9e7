"""What a plan of forgetting shows, and that the forgetting then does just that."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

from hypothesis import given as for_all
from hypothesis import settings
from hypothesis import strategies as st

from lethelog.asking.listing import ItemLine
from lethelog.domain.forgetting import Effect, Remake
from lethelog.replay.choosing import Target
from lethelog.replay.forget_plan import (
    Export,
    ForgetPlan,
    effect_of,
    plan_forgetting,
    rehearsed,
)
from lethelog.tests.histories import SOURCES, Step, histories, lived
from lethelog.tests.orders import contradict, promote, supersede
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import Story, asked, given, recalled, said
from lethelog.tests.tables import new_view, tables_of


def target(path: str) -> Target:
    """One source as it is chosen."""
    return Target(path, IDENTITY.lineage(path))


def plan(story: Story, *paths: str) -> ForgetPlan:
    """The plan that a caught-up view makes."""
    with closing(new_view()) as view:
        view.apply(story.log())
        return plan_forgetting(view, story.journal, [target(path) for path in paths])


def remakes(story: Story, *paths: str) -> tuple[Remake, ...]:
    """What a caught-up view knows of making things again."""
    with closing(new_view()) as view:
        view.apply(story.log())
        sources = [IDENTITY.lineage(path) for path in paths]
        return rehearsed(view, story.journal, sources).remakes


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


def test_several_sources_are_planned_together() -> None:
    """What only both of them say goes, and nothing is kept for the other."""
    story = given(
        said("tea", "email/a"),
        said("TEA", "email/b"),
        said("milk"),
        promote("tea", "TEA", text="tea twice", judge="agent"),
    )
    made = plan(story, "email/a", "email/b")
    assert texts(made.gone) == ["tea", "TEA", "tea twice"]
    assert (made.kept, made.rederivable) == ((), ())
    assert made.sources == ("email/a", "email/b")


def test_a_plan_is_as_good_in_ids_alone() -> None:
    """What is saved of it names the same items and says nothing of them."""
    story = given(said("tea"), said("milk"), supersede("tea", by="milk"))
    effect = effect_of(plan(story, "fact/milk"))
    assert effect == Effect(gone=(story.item("milk"),), revived=(story.item("tea"),))


def test_what_one_remaining_input_says_word_for_word_can_be_made_again() -> None:
    """The other inputs that stay are named for whoever makes it again otherwise."""
    story = given(
        said("tea"),
        said("They LIKE tea", "email/b"),
        said("milk"),
        promote("tea", "They LIKE tea", text="they like tea", judge="agent"),
        promote("tea", "milk", text="tea with milk", judge="agent"),
    )
    alike, other = remakes(story, "fact/tea")
    assert (alike.twin, alike.text, alike.judge) == (
        story.item("They LIKE tea"),
        "They LIKE tea",
        "agent",
    )
    assert (other.twin, other.inputs) == (None, (story.item("milk"),))


def test_what_is_superseded_makes_nothing_again() -> None:
    """Unless what superseded it goes as well."""
    story = given(
        said("tea"),
        said("They like tea", "email/b"),
        said("coffee"),
        promote("tea", "They like tea", text="they like tea", judge="agent"),
        supersede("They like tea", by="coffee"),
    )
    [old] = remakes(story, "fact/tea")
    assert old.twin is None
    [revived] = remakes(story, "fact/tea", "fact/coffee")
    assert revived.twin == story.item("They like tea")


def test_copies_made_since_the_source_came_in_are_told() -> None:
    """By what was noted of them; one that says nothing readable is told of too."""
    story = given(said("milk"), said("tea"))
    for kind, key, document in (
        ("backup", "1", b'{"made_at": 5, "position": 1, "to": "/before"}'),
        ("backup", "2", b'{"made_at": 7, "position": 2, "to": "/after"}'),
        ("export", "1", b'{"made_at": 6, "to": "/somewhere", "more": true}'),
        ("export", "2", b"nothing that can be read"),
    ):
        story.journal.note(kind, key, document)
    assert plan(story, "fact/tea").exports == (
        Export(kind="export"),
        Export(kind="export", made_at=6, to="/somewhere"),
        Export(kind="backup", made_at=7, position=2, to="/after"),
    )


@settings(max_examples=25)
@for_all(histories(unblocking=True), st.sampled_from(SOURCES))
def test_what_is_planned_is_what_happens(steps: list[Step], path: str) -> None:
    """Planning changes nothing; forgetting takes exactly the items that the plan names."""
    life = lived(steps)
    with closing(new_view()) as view:
        view.apply(life.log())
        before = tables_of(view)
        made = plan_forgetting(view, life.journal, [target(path)])
        life.do(("forget", (SOURCES.index(path), 0, 0)))
        if life.journal.head() == view.position:
            assert (made.gone, made.recalls) == ((), 0)
            return
        assert tables_of(view) == before
        items = {item for (item,) in view.rows("SELECT item FROM item")}
        view.apply(life.log())
        left = {item for (item,) in view.rows("SELECT item FROM item")}
    assert items - left == {line.item for line in made.gone}
