"""A snapshot explained: that it comes out as it was, and what is told otherwise today, and why."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from lethelog.domain.errors import NotFound
from lethelog.domain.events import Recalled
from lethelog.domain.policy import DEFAULT, Policy
from lethelog.domain.presets import PRESETS
from lethelog.domain.times import DAY, to_datetime
from lethelog.hindsight.snapshot_explanation import SnapshotExplanation, SpotMoved
from lethelog.memory import Memory
from lethelog.tests.clock import Clock
from lethelog.tests.story import TODAY


@pytest.fixture
def clock() -> Clock:
    """At the beginning of the stories."""
    return Clock()


@pytest.fixture
def memory(clock: Clock) -> Iterator[Memory]:
    """A store in memory."""
    with Memory.in_memory(clock=clock) as opened:
        yield opened


def snapshots(memory: Memory) -> list[int]:
    """Where each was recorded."""
    memory.flush()
    return [
        r.position
        for r in memory.journal.read()
        if isinstance(r.event, Recalled) and r.event.purpose == "context"
    ]


def explained(memory: Memory) -> SnapshotExplanation:
    """The newest of them."""
    return memory.explain_snapshot(snapshots(memory)[-1])


def moved(told: SnapshotExplanation, text: str) -> SpotMoved:
    """What became of the item that says this."""
    [found] = [each for each in told.moved if each.text == text]
    return found


def whats(told: SnapshotExplanation, text: str) -> list[str]:
    """The causes for it, by what they are."""
    return [cause.what for cause in moved(told, text).causes]


def test_it_tells_what_was_told_under_which_policy_and_in_which_room(memory: Memory) -> None:
    """And nothing moved as long as nothing happened."""
    memory.remember("I am Vela.", subject="self", attribute="name", value="Vela")
    memory.remember("tea in the tin", dated_at=TODAY - 9 * DAY, within="conversation/c")
    taken = memory.context("tea", tokens_max=400, asked_from="conversation/c")
    told = explained(memory)
    assert (told.query, told.asked_from, told.is_how_kept) == ("tea", "conversation/c", True)
    assert told.then.snapshot == taken
    assert (told.then.policy, told.then.room.tokens_max) == (DEFAULT.ranking, 400)
    assert told.comparison.is_equal
    assert told.now.snapshot.tokens_max == 400
    assert [each.rank for each in told.recorded] == [1, 2]
    assert [each.then and each.then.part for each in told.moved] == ["identity", "top"]
    assert all(each.then == each.now and each.causes == () for each in told.moved)


def test_each_item_that_is_told_otherwise_has_its_causes(memory: Memory, clock: Clock) -> None:
    """What gave way, is over, was doubted, came in, or happened too long ago."""
    [gone] = memory.remember("tea at four", dated_at=TODAY - 9 * DAY).items
    [wrong] = memory.remember("tea is blue").items
    memory.remember("Ana is in Rome.", valid_until=to_datetime(TODAY + DAY))
    memory.remember("Ben called.", dated_at=TODAY, kind="event")
    memory.remember("Ana will be in Oslo.", valid_from=to_datetime(TODAY + DAY))
    memory.context()
    clock.now += 2 * DAY
    memory.correct(gone, "tea at five")
    memory.contradict(wrong, strength=1.0)
    memory.contradict(wrong, strength=1.0)
    told = explained(memory)
    assert told.comparison.is_equal
    assert whats(told, "tea at four") == ["superseded"]
    assert whats(told, "tea at five") == ["arrived"]
    assert whats(told, "tea is blue") == ["doubted", "contradicted", "contradicted"]
    assert whats(told, "Ana is in Rome.") == ["over"]
    [oslo] = moved(told, "Ana will be in Oslo.").causes
    assert (oslo.what, oslo.words) == ("ahead", "it is not true yet, as seen from then")
    ben = moved(told, "Ben called.")
    assert (ben.then and ben.then.part, ben.now and ben.now.part) == ("recent", "top")
    assert "recent" in whats(told, "Ben called.")


def test_what_has_no_room_any_more_is_told_with_what_took_it(memory: Memory) -> None:
    """An item that nothing happened to gives way to better ones."""
    memory.adopt(replace(DEFAULT, context=replace(DEFAULT.context, items_max=2)))
    memory.remember("one")
    memory.remember("two")
    memory.context()
    [three] = memory.remember("three").items
    [four] = memory.remember("four").items
    told = explained(memory)
    [cause] = moved(told, "one").causes
    assert (cause.what, set(cause.by)) == ("overtaken", {three, four})


def test_another_policy_is_a_cause_with_the_place_where_it_came_into_force(memory: Memory) -> None:
    """The room stays that of then."""
    memory.remember("tea", dated_at=TODAY - 30 * DAY)
    memory.context(tokens_max=500)
    position = memory.adopt(PRESETS["alfred"]).position
    told = explained(memory)
    [cause] = moved(told, "tea").causes
    assert (cause.what, cause.position) == ("policy", position)
    assert cause.words == "policy 'alfred' is in force now, then it was 'default'"
    assert (told.now.policy.name, told.now.room.tokens_max) == ("alfred", 500)


def test_what_was_let_out_of_quarantine_is_told_from_then_on(memory: Memory) -> None:
    """And what came in from afar since is not."""
    [page] = memory.remember("The page says tea is good.", origin="web").items
    memory.context()
    memory.release(page)
    told = explained(memory)
    assert told.recorded == ()
    assert whats(told, "The page says tea is good.") == ["held", "released"]


def test_what_is_forgotten_leaves_a_gap_and_no_trace(memory: Memory) -> None:
    """Nobody can say any more what was told there."""
    memory.remember("tea in the tin")
    memory.remember("tea", within="run/1")
    memory.context()
    memory.forget("run/1")
    told = explained(memory)
    assert (told.comparison.is_equal, len(told.recorded)) == (False, 1)
    assert "forgotten since" in told.comparison.reasons[0]


@pytest.mark.parametrize("question", ["", "green tea"])
@pytest.mark.parametrize("policy", PRESETS.values(), ids=PRESETS)
def test_a_snapshot_taken_again_is_what_was_recorded_under_every_preset(
    policy: Policy, question: str, clock: Clock
) -> None:
    """Whatever happened since, and what is told otherwise has a cause."""
    with Memory.in_memory(policy=policy, clock=clock) as memory:
        items = [
            memory.remember(f"tea number {n} is green", kind="belief", dated_at=clock.now).items[0]
            for n in range(4)
        ]
        memory.context(question, tokens_max=120)
        memory.search("number 2 tea", limit=2)
        memory.revise(items[1], speaks_for=True)
        memory.context(question)
        clock.now += 5 * DAY
        memory.contradict(items[2])
        memory.remember("green tea is in the tin", dated_at=clock.now)
        memory.context(question)
        clock.now += 90 * DAY
        for position in snapshots(memory):
            told = memory.explain_snapshot(position)
            assert told.comparison.is_equal, told.comparison
            for each in told.moved:
                assert (each.then == each.now) == (not each.causes), each


def test_what_is_no_snapshot_is_told(memory: Memory) -> None:
    """With what is there, and where snapshots are found."""
    memory.remember("tea")
    memory.search("tea")
    memory.flush()
    for position, there in ((1, "an item came in"), (2, "something was asked"), (9, "from 1 to 2")):
        with pytest.raises(NotFound, match=f"no snapshot at {position}: .*{there}"):
            memory.explain_snapshot(position)
    with pytest.raises(NotFound, match="no snapshot at tea; `lethelog log --type recalled`"):
        memory.explain_snapshot("tea")
    assert not memory.is_snapshot(2)
    memory.context()
    assert memory.is_snapshot(3)
