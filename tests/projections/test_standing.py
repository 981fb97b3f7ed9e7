"""How every item stands, as a view tells it and as the fold of the domain does."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.domain.events import Recorded, SourceForgotten, SourceUnblocked
from lethelog.domain.lineage import live, prune
from lethelog.domain.mind_policy import DecayPolicy, LifecyclePolicy, TrustPolicy
from lethelog.domain.policy import DEFAULT, RankingPolicy
from lethelog.domain.presets import AGENTERNAL, ALFRED, DUDUCLAW, KTAO
from lethelog.domain.times import DAY
from lethelog.projections.standing import standing_of
from lethelog.projections.view import View
from lethelog.tests.histories import SOURCES, STEPS_MAX, Step, histories, lived
from lethelog.tests.projections.standings import expected_standing, shaken, stands_in
from lethelog.tests.seals import IDENTITY
from lethelog.tests.story import TODAY, said
from lethelog.tests.tables import new_view

RANKINGS = [
    *(policy.ranking for policy in (AGENTERNAL, KTAO, DUDUCLAW)),
    replace(AGENTERNAL.ranking, trust=TrustPolicy(weight=1.0)),
    replace(ALFRED.ranking, decay=DecayPolicy(visible_min=0.5)),
]
LIFECYCLES = [
    *(KTAO.lifecycle, DUDUCLAW.lifecycle),
    LifecyclePolicy(archive_strength=0.5, archive_days=3.0),
    LifecyclePolicy(archive_strength=0.9, archive_by="weight", archives_semantic="yes"),
]
policies = st.tuples(st.sampled_from(RANKINGS), st.sampled_from(LIFECYCLES))
moments = st.integers(0, 60).map(lambda days: TODAY + days * DAY)


def test_nothing_is_worked_out_where_nothing_depends_on_it() -> None:
    """The default, and a policy that fades by the half-life alone."""
    with closing(new_view()) as view:
        view.apply([Recorded(1, said("tea"))])
        for policy in (DEFAULT, ALFRED):
            assert standing_of(view, TODAY, policy.ranking, policy.lifecycle) is None


@settings(max_examples=30)
@given(
    histories(unblocking=True),
    st.lists(policies, min_size=1, max_size=3),
    moments,
    st.lists(st.integers(1, 9), min_size=1, max_size=8),
)
def test_every_item_stands_as_the_domain_says(
    steps: list[Step],
    asked: list[tuple[RankingPolicy, LifecyclePolicy]],
    now: int,
    sizes: list[int],
) -> None:
    """Whatever came since the last question, forgettings included, and told late or not."""
    log = [shaken(recorded) for recorded in lived(steps).history()]
    with closing(new_view()) as view:
        done = 0
        for number in range(len(log)):
            batch = log[done : done + sizes[number % len(sizes)]]
            done += len(batch)
            if not batch:
                break
            view.apply(batch)
            policy, lifecycle = asked[number % len(asked)]
            _compare(view, log[:done], now, (policy, lifecycle))


@settings(max_examples=15)
@given(
    histories(unblocking=False),
    policies,
    st.lists(st.integers(0, STEPS_MAX), min_size=1, max_size=4),
    moments,
)
def test_an_earlier_day_and_a_life_without_a_source_have_their_own(
    steps: list[Step],
    policy: tuple[RankingPolicy, LifecyclePolicy],
    positions: list[int],
    now: int,
) -> None:
    """The state that is asked about is the one that counts, in whatever order they are asked."""
    log = [shaken(recorded) for recorded in lived(steps).history()]
    left, source = _left(log), IDENTITY.lineage(SOURCES[positions[0] % 2])[-1]
    with closing(new_view()) as view:
        view.apply(log)
        for position in positions:
            earlier = [recorded for recorded in left if recorded.position <= position]
            with view.at(min(position, len(log))):
                _compare(view, earlier, now, policy)
            with view.without([source]):
                _compare(view, prune(left, [source]), now, policy)
        _compare(view, left, now, policy)


@settings(max_examples=15)
@given(histories(unblocking=False), policies, st.lists(st.integers(0, 40), max_size=6), moments)
def test_what_is_only_supposed_counts_from_then_on_and_not_after_it(
    steps: list[Step],
    policy: tuple[RankingPolicy, LifecyclePolicy],
    numbers: list[int],
    now: int,
) -> None:
    """One day after the other is looked at, and between any two an item is supposed to stay."""
    log = [shaken(recorded) for recorded in lived(steps).history()]
    with closing(new_view()) as view:
        view.apply(log)
        items = [item for (item,) in view.rows("SELECT item FROM item ORDER BY d")]
        with view.supposing(since=0, policy=DEFAULT.contradiction, decay=policy[0].decay) as what:
            for number in sorted(numbers):
                with view.at(min(number, len(log))):
                    there = standing_of(view, now, *policy)
                    kept, view.grown = view.grown, {}
                    anew = standing_of(view, now, *policy)
                    view.grown = kept
                assert there is not None
                assert anew is not None
                assert stands_in(there) == stands_in(anew)
                if items:
                    what.promote(items[number % len(items)])
        _compare(view, _left(log), now, policy)


def _left(log: Sequence[Recorded]) -> list[Recorded]:
    return [r for r in live(log) if not isinstance(r.event, SourceForgotten | SourceUnblocked)]


def _compare(
    view: View,
    log: Sequence[Recorded],
    now: int,
    policy: tuple[RankingPolicy, LifecyclePolicy],
) -> None:
    standing = standing_of(view, now, *policy)
    assert standing is not None
    found, expected = stands_in(standing), expected_standing(live(log), now, *policy)
    assert found.keys() == expected.keys()
    for d, each in found.items():
        for name in ("left", "retention", "trust"):
            assert getattr(each, name) == pytest.approx(getattr(expected[d], name), abs=1e-12)
        assert each.is_hidden == expected[d].is_hidden
