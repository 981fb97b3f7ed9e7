"""When an item lies in the archive, and when it is let go."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.domain.mind_policy import LifecyclePolicy
from lethelog.domain.policy import RankingPolicy
from lethelog.domain.pools import archived_at, pool_of, removal_at
from lethelog.domain.presets import DUDUCLAW, KTAO
from lethelog.domain.strength import Touch, Traits, fold_strength
from lethelog.domain.times import DAY
from lethelog.tests.domain.test_strength import BORN, policies, touches, traits
from lethelog.tests.story import TODAY

lifecycles = st.builds(
    LifecyclePolicy,
    archive_days=st.sampled_from([0.0, 30.0, 90.0]),
    archive_importance=st.sampled_from([3.0, 11.0]),
    archive_strength=st.sampled_from([0.0, 0.05, 0.1, 0.5]),
    archive_by=st.sampled_from(["strength", "weight"]),
    archives_semantic=st.sampled_from(["no", "yes"]),
    remove_days=st.sampled_from([0.0, 90.0, 1_000_000.0]),
    removal=st.sampled_from(["never", "propose", "apply"]),
)


def _event(importance: float, born_at: int = BORN) -> Traits:
    return Traits(kind="event", importance=importance, born_at=born_at)


@pytest.mark.parametrize(
    ("importance", "age_days", "accesses", "last_days", "archived"),
    [
        (2, 100, 0, 100, True),
        (2, 1, 0, 1, False),
        (8, 100, 0, 100, False),
        (2, 100, 50, 1, False),
        (2, 100, 2, 80, True),
    ],
)
def test_old_weak_and_unimportant_items_are_archived(
    importance: float, age_days: int, accesses: int, last_days: int, *, archived: bool
) -> None:
    """The published cases: all three at once, and recalls protect."""
    item = _event(importance, TODAY - age_days * DAY)
    seen = [Touch(TODAY - last_days * DAY, "recall")] * accesses
    policy = DUDUCLAW.ranking
    folded = fold_strength(item.born_at, seen, policy.decay)
    how = {"ranking": policy, "lifecycle": replace(DUDUCLAW.lifecycle, archive_days=90.0)}
    assert (pool_of(item, folded, TODAY, **how) == "archive") is archived  # type: ignore[arg-type] # two policies


def test_what_never_fades_is_not_archived_unless_the_policy_says_so() -> None:
    """A fact stays, unless semantic items are archived too."""
    item = Traits(kind="fact", importance=1.0, born_at=BORN - 500 * DAY, is_evergreen=True)
    folded = fold_strength(item.born_at, [], DUDUCLAW.ranking.decay)
    for semantic, pool in (("no", "active"), ("yes", "archive")):
        lifecycle = replace(DUDUCLAW.lifecycle, archives_semantic=semantic)
        found = pool_of(item, folded, TODAY, ranking=DUDUCLAW.ranking, lifecycle=lifecycle)
        assert found == pool


@pytest.mark.parametrize(("importance", "days"), [(2.0, 191.8), (5.0, 382.6), (10.0, 747.4)])
def test_weight_counts_importance_and_strength_as_one(importance: float, days: float) -> None:
    """A fact that begins as strong as it is important falls to 0.05 after so many days."""
    item = Traits(kind="fact", importance=importance, born_at=BORN, is_evergreen=True)
    folded = fold_strength(BORN, [], KTAO.ranking.decay)
    since = archived_at(item, folded, ranking=KTAO.ranking, lifecycle=KTAO.lifecycle)
    assert since is not None
    assert (since - BORN) / DAY == pytest.approx(days, rel=0.005)  # in whole days there


@given(touches, traits, policies, lifecycles)
def test_the_moment_of_archiving_parts_the_two_pools(
    seen: list[Touch], item: Traits, policy: RankingPolicy, lifecycle: LifecyclePolicy
) -> None:
    """Active a day before it, in the archive a day later, and let go after its days there."""
    folded = fold_strength(item.born_at, seen, policy.decay)
    how = {"ranking": policy, "lifecycle": lifecycle}
    since = archived_at(item, folded, **how)  # type: ignore[arg-type] # two policies
    due = removal_at(item, folded, **how)  # type: ignore[arg-type]
    if since is None:
        later = TODAY + 10**7 * DAY
        assert pool_of(item, folded, later, **how) == "active"  # type: ignore[arg-type]
        assert due is None
        return
    assert pool_of(item, folded, since + DAY, **how) == "archive"  # type: ignore[arg-type]
    if since > max(folded.last_at, item.born_at) + DAY:
        assert pool_of(item, folded, since - DAY, **how) == "active"  # type: ignore[arg-type]
    if due is not None:
        assert due == since + int(lifecycle.remove_days * DAY)
        assert lifecycle.removal != "never"
