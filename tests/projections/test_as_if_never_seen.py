"""The flagship promise: after a forgetting every table is as if the source had never been seen.

`HISTORIES=10000 pytest tests/projections/test_as_if_never_seen.py` looks longer than usual.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import closing
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from lethelog.domain.events import Promoted, Recalled, Recorded
from lethelog.domain.lineage import live, prune
from lethelog.domain.policy import PromotionPolicy
from lethelog.domain.promotion import promotion_score
from lethelog.domain.times import DAY
from lethelog.tests.histories import HISTORIES, Life, Step, histories
from lethelog.tests.orders import contradict, forget, promote, supersede
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import TODAY, Story, asked, item_of, recall_of, said
from lethelog.tests.story import Step as StoryStep
from lethelog.tests.story import given as story
from lethelog.tests.tables import new_view, replayed, tables_of

Expected: TypeAlias = Callable[[Life], Sequence[Recorded]]
TALK = "conversation/talk/1"
MANY = settings(max_examples=max(HISTORIES // 6, 20))
HALF_AS_MANY = settings(max_examples=max(HISTORIES // 12, 10))


def _asked_of_derived(query: str) -> Callable[[Story], object]:
    return lambda now: now.journal.append([recall_of(query, now.item("they like tea"))])


def _with_milk_beside(query: str, asked_from: str | None = None) -> Recalled:
    """A search that returned tea, and a better match that does not count."""
    recall = asked(query, "tea", relevance=0.3, asked_from=asked_from)
    [tea] = recall.hits
    milk = replace(tea, item=item_of("milk"), rank=2, relevance=1.0, counts=False)
    return replace(recall, hits=(tea, milk))


def check(steps: Sequence[Step], expected: Expected) -> None:
    """After each forgetting the tables equal a replay of the expected history.

    Both those that saw everything as it happened, and those built anew from what is left.
    """
    life = Life()
    with closing(new_view()) as view:
        for step in steps:
            is_done = life.do(step)
            view.apply(life.history()[view.position :])
            if is_done and step[0] == "forget":
                tables, digest = replayed(expected(life))
                assert tables_of(view) == tables
                assert view.digest() == digest
                assert replayed(life.log()) == (tables, digest)


@MANY
@given(histories(unblocking=False))
def test_a_forgotten_source_is_as_if_never_seen(steps: list[Step]) -> None:
    """Every table equals a fresh replay of the pruned journal, row by row."""
    check(steps, lambda life: prune(life.history(), life.forgotten()))


@HALF_AS_MANY
@given(histories(unblocking=True))
def test_a_source_learned_again_is_as_if_seen_only_now(steps: list[Step]) -> None:
    """Only what came before the notice is gone."""
    check(steps, lambda life: live(life.history()))


@pytest.mark.parametrize(
    ("steps", "left"),
    [
        pytest.param(
            (said("tea"), said("milk", TALK), contradict("tea", by="milk")),
            {"item": 1, "contradiction": 0},
            id="what spoke against it is gone",
        ),
        pytest.param(
            (said("tea"), said("milk", TALK), supersede("tea", by="milk")),
            {"item": 1, "supersession": 0},
            id="what took its place is gone",
        ),
        pytest.param(
            (
                said("tea"),
                *(asked(query, "tea", asked_from=TALK) for query in ("a", "b", "c")),
                promote("tea"),
            ),
            {"item": 1, "promotion": 0, "evidence": 0, "recall": 0},
            id="what was earned by its recalls alone is no longer earned",
        ),
        pytest.param(
            (
                said("tea"),
                *(asked(query, "tea", asked_from=TALK) for query in ("a", "b", "c")),
                promote("tea", text="they like tea"),
                promote("they like tea", text="they are British", judge="agent"),
                promote("they are British", text="they will queue", judge="agent"),
                contradict("tea", by="they will queue"),
            ),
            {"item": 1, "derivation": 0, "promotion": 0, "contradiction": 0, "posting": 1},
            id="what was made from a fact that is no longer earned falls with it",
        ),
        pytest.param(
            (
                said("tea"),
                said("milk"),
                asked("a", "tea", "milk", asked_from=TALK),
                asked("b", "tea", "milk"),
                asked("c", "tea", "milk", relevance=0.5),
                promote("tea", "milk", text="tea with milk"),
            ),
            {"item": 2, "promotion": 0, "recall": 2, "hit": 4},
            id="a recall that returned two inputs is one piece of evidence",
        ),
        pytest.param(
            (
                said("tea"),
                asked("a", "tea", asked_from=TALK),
                *(asked(query, "tea") for query in ("b", "c")),
                asked("d", "tea", counts=False),
                promote("tea"),
                asked("e", "tea", counts=False),
            ),
            {"item": 1, "promotion": 0, "evidence": 0, "recall": 4, "hit": 4},
            id="what only stood beside answers stands in for nothing",
        ),
        pytest.param(
            (
                said("tea"),
                said("milk"),
                asked("a", "tea", asked_from=TALK),
                *(asked(query, "tea") for query in ("b", "c", "d")),
                asked("e", "tea", "milk", counts=False),
                promote("tea", "milk", text="tea with milk"),
            ),
            {"item": 3, "promotion": 1, "evidence": 3, "recall": 4, "hit": 5},
            id="a promotion that rests on both keeps the ground that counts",
        ),
        pytest.param(
            (
                said("tea"),
                said("milk"),
                _with_milk_beside("a", TALK),
                *(_with_milk_beside(query) for query in ("b", "c", "d")),
                promote("tea", "milk", text="tea with milk"),
            ),
            {"item": 2, "promotion": 0, "recall": 3, "hit": 6},
            id="the best match of a recall is the best that counts",
        ),
        pytest.param(
            (
                said("tea"),
                *(asked(query, "tea", asked_from=TALK) for query in ("a", "b", "c")),
                promote("tea", text="they like tea"),
                *(_asked_of_derived(query) for query in ("a", "b", "c")),
                promote("they like tea", text="they like it hot"),
            ),
            {"item": 1, "promotion": 0, "evidence": 0, "recall": 3, "hit": 0},
            id="recalls of what has fallen earn nothing either",
        ),
    ],
)
def test_each_rule_of_forgetting_in_its_smallest_case(
    steps: Sequence[StoryStep], left: dict[str, int]
) -> None:
    """After forgetting the conversation these many rows are left, as in a pruned replay."""
    happened = story(*steps, forget("conversation/talk"))
    history = happened.history()
    tables, digest = replayed(history)
    assert (tables, digest) == replayed(happened.log())
    assert (tables, digest) == replayed(prune(history, [IDENTITY.lineage("conversation/talk")[-1]]))
    assert {table: len(tables[table]) for table in left} == left


def test_a_promotion_undone_by_one_forgetting_is_not_revived_by_the_next() -> None:
    """The weak recall that goes later must not make what is left of the evidence better."""
    policy = PromotionPolicy(recalls_min=2)
    promotion = Promoted(
        recorded_at=TODAY + 30 * DAY,
        roots=(IDENTITY.lineage("fact/tea"),),
        item=item_of("tea"),
        score=promotion_score([], TODAY, policy),
        policy=policy,
        recalls=(2, 3, 4, 5),
    )
    happened = story(
        said("tea"),
        asked("drinks", "tea", asked_from="conversation/strong"),
        asked("pots", "tea", relevance=0.0, asked_from="conversation/weak"),
        asked("drinks", "tea"),
        asked("cups", "tea"),
        promotion,
        forget("conversation/strong"),
        forget("conversation/weak"),
    )
    gone = [IDENTITY.lineage(path)[-1] for path in ("conversation/strong", "conversation/weak")]
    tables, digest = replayed(prune(happened.history(), gone))
    assert replayed(happened.history()) == replayed(happened.log()) == (tables, digest)
    assert tables["promotion"] == []
