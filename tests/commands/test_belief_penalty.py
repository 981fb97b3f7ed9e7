"""How much a contradiction costs by how strong the item is that it speaks against."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from hypothesis import given as for_all
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.commands.contradict import Contradict, decide_contradiction
from lethelog.domain.contradiction import penalty_of
from lethelog.domain.events import ChunkIngested, Contradicted, Event, Recorded
from lethelog.domain.kinds import Kind
from lethelog.domain.policy import ContradictionPolicy
from lethelog.domain.presets import AGENTERNAL
from lethelog.domain.times import DAY
from lethelog.tests.story import TODAY, asked, item_of, said

BELIEF = AGENTERNAL.contradiction
DECAY = AGENTERNAL.ranking.decay


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        ("decision", 1.0, 0.4391),
        ("fact", 1.0, 0.4643),
        ("preference", 1.0, 0.5070),
        ("belief", 1.0, 0.5567),
        ("fact", 0.1, 0.05),
        ("fact", 0.3, 0.0697),
        ("decision", 2.0, 1.1885),
        ("belief", 2.0, 1.3631),
    ],
)
def test_a_strong_belief_loses_less(kind: Kind, before: float, after: float) -> None:
    """0.2 + 0.65 e^(-c / s) is left, and never less than 0.05."""
    penalty = penalty_of(1.0, kind, before, BELIEF)
    assert before * (1.0 - penalty) == pytest.approx(after, abs=1e-4)


@for_all(st.floats(0.0, 1.0), st.floats(0.0, 2.0), st.sampled_from(["share", "belief"]))
def test_a_penalty_is_a_share(evidence: float, worth: float, form: str) -> None:
    """More evidence never costs less."""
    policy = replace(BELIEF, form=form)
    penalty = penalty_of(evidence, "fact", worth, policy)
    assert 0.0 <= penalty <= penalty_of(1.0, "fact", worth, policy) <= 1.0


def test_recalls_make_it_stronger_and_contradictions_weaker() -> None:
    """So the second of two contradictions finds less to take from."""
    tea = replace(said("tea"), kind="fact")
    recalls = [asked("drinks", "tea", at=TODAY + day * DAY) for day in (1, 2, 3)]
    later = TODAY + 4 * DAY
    fresh, recalled = _penalty([tea], later), _penalty([tea, *recalls], later)
    assert 0.0 < recalled < fresh
    first = Contradicted(recorded_at=TODAY, item=item_of("tea"), penalty=0.5)
    assert _penalty([tea, first], later) > fresh


def test_the_default_form_costs_its_share_whatever_happened_before() -> None:
    """As it always did."""
    recalls = [asked("drinks", "tea", at=TODAY + day * DAY) for day in (1, 2, 3)]
    assert _penalty([said("tea"), *recalls], TODAY, ContradictionPolicy()) == 0.5


def _penalty(events: Sequence[Event], now: int, policy: ContradictionPolicy = BELIEF) -> float:
    log = [Recorded(place, event) for place, event in enumerate(events, start=1)]
    assert isinstance(events[0], ChunkIngested)
    order = Contradict(item=events[0].item, now=now, policy=policy, decay=DECAY)
    [decided] = decide_contradiction(log, order)
    assert isinstance(decided, Contradicted)
    return decided.penalty
