"""What has faded is counted, and what lay in the archive for long is let go with its source."""

from __future__ import annotations

from msgspec.structs import replace

from lethelog.domain.mind_policy import LifecyclePolicy
from lethelog.domain.presets import DUDUCLAW
from lethelog.domain.times import DAY
from lethelog.tests.dreaming.nights import BICYCLE, OTHER, TEA, live, phase, sleeper, told

FADING = replace(
    DUDUCLAW,
    lifecycle=LifecyclePolicy(
        archive_days=30.0, archive_strength=0.05, remove_days=90.0, removal="propose"
    ),
)
APPLIED = replace(FADING, lifecycle=replace(FADING.lifecycle, removal="apply"))


def test_what_has_faded_and_what_is_archived_is_counted() -> None:
    """To count changes nothing."""
    with sleeper("decay", "archive", base=FADING) as (memory, clock):
        live(memory, *TEA[:2])
        clock.sleep(100)
        live(memory, OTHER)
        head = memory.journal.head()
        dream = memory.dream()
        assert phase(dream, "decay").details == ("2 have less than 0.1 left",)
        assert phase(dream, "archive").details == ("2 in the archive",)
        assert told(dream) == {"decay": (3, 0), "archive": (3, 0)}
        assert memory.journal.head() == head


def test_what_lay_in_the_archive_for_long_is_planned_to_be_forgotten_once() -> None:
    """By the same plan as long as nobody has applied it; nothing is gone before that."""
    with sleeper("remove", base=FADING) as (memory, clock):
        live(memory, *TEA[:2])
        clock.sleep(100)
        live(memory, OTHER)
        assert phase(memory.dream(), "remove").details == ()
        clock.sleep(60)
        done = phase(memory.dream(), "remove")
        [plan] = memory.forget_plans()
        assert (done.seen, done.changed) == (2, 0)
        assert done.details == (f"2 sources in plan {plan.id}",)
        memory.dream()
        assert len(memory.forget_plans()) == 1
        assert len(memory.sources()) == 3


def test_a_policy_may_let_go_by_itself() -> None:
    """The policy stands in the receipt as the one that approved it."""
    with sleeper("remove", base=APPLIED) as (memory, clock):
        live(memory, *TEA[:2])
        clock.sleep(160)
        live(memory, OTHER)
        assert phase(memory.dream(dry_run=True), "remove").details == ("2 sources are due",)
        assert phase(memory.dream(), "remove").changed == 2
        assert len(memory.sources()) == 1
        assert told(memory.dream())["remove"] == (0, 0)


def test_what_was_let_go_for_its_age_may_come_back() -> None:
    """Nobody asked for it to be gone for ever: it is learned again like anything new."""
    with sleeper("remove", base=APPLIED) as (memory, clock):
        live(memory, TEA[0])
        clock.sleep(160)
        assert phase(memory.dream(), "remove").changed == 1
        assert len(live(memory, TEA[0])) == 1
        assert [each.text for each in memory.search("green tea").found] == [TEA[0]]


def test_what_came_in_late_has_not_lain_in_the_archive_yet() -> None:
    """An old date alone lets nothing go: it stays there for as long as anything else."""
    with sleeper("remove", base=APPLIED) as (memory, clock):
        memory.remember(TEA[0], kind="event", dated_at=clock() - 400 * DAY)
        assert phase(memory.dream(), "remove").changed == 0
        clock.sleep(89)
        assert phase(memory.dream(), "remove").changed == 0
        clock.sleep(2)
        assert phase(memory.dream(), "remove").changed == 1


def test_what_something_was_made_of_is_not_let_go() -> None:
    """The summary would be gone with it, and that has not faded."""
    with sleeper("remove", "cluster", base=APPLIED) as (memory, clock):
        live(memory, *TEA[:3])
        memory.dream()
        clock.sleep(200)
        done = phase(memory.dream(), "remove")
        assert (done.seen, done.changed) == (3, 0)
        assert done.details == ("3 sources stay for what was made of them",)


def test_a_recall_keeps_an_item_from_being_let_go() -> None:
    """What was asked for meanwhile has not lain there for so long."""
    with sleeper("remove", base=APPLIED) as (memory, clock):
        live(memory, TEA[0], BICYCLE[0])
        clock.sleep(100)
        memory.search("green tea", with_faded=True)
        clock.sleep(60)
        assert phase(memory.dream(), "remove").changed == 1
        assert [each.text for each in memory.search("tea", with_faded=True).found] == [TEA[0]]
