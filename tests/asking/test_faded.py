"""What has faded too much is not found, says why, and is found on request."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from lethelog.domain.events import Recalled
from lethelog.domain.policy import Policy
from lethelog.domain.presets import AGENTERNAL, DUDUCLAW, KTAO, PRESETS
from lethelog.domain.times import DAY, iso
from lethelog.memory import Memory
from lethelog.tests.clock import Clock
from lethelog.tests.story import TODAY


@pytest.fixture
def clock() -> Clock:
    """At the beginning of the stories."""
    return Clock()


@pytest.fixture
def agenternal(clock: Clock) -> Iterator[Memory]:
    """Fades by the hyperbolic curve, and hides what is too weak."""
    with Memory.in_memory(policy=AGENTERNAL, clock=clock) as memory:
        yield memory


def test_what_is_too_weak_hides_until_it_is_asked_for(agenternal: Memory, clock: Clock) -> None:
    """After 90 days a tenth is left; a recall makes it strong again."""
    agenternal.remember("the tea is green")
    clock.now += 89 * DAY
    assert agenternal.search("tea", record=False).found
    clock.now += 2 * DAY
    assert not agenternal.search("tea", record=False).found
    [weak] = agenternal.search("tea", with_faded=True).found
    assert weak.retention == pytest.approx(0.1 / 2, abs=1e-3)
    agenternal.flush()
    assert [each.text for each in agenternal.search("tea").found] == ["the tea is green"]


def test_it_says_how_weak_it_is(agenternal: Memory, clock: Clock) -> None:
    """And why it does not answer."""
    [item] = agenternal.remember("the tea is green").items
    clock.now += 120 * DAY
    told = agenternal.why(item, asked="tea")
    assert told.whereabouts is not None
    [reason] = told.whereabouts.reasons
    assert (reason.because, reason.told) == ("faded", "it is too weak: strength 0.08 of 0.10")
    assert told.strength.curve == "hyperbolic"
    assert told.strength.left == pytest.approx(1 / 13)
    assert told.strength.is_hidden
    shown = agenternal.why(item, asked="tea", with_faded=True).whereabouts
    assert shown is not None
    assert shown.rank == 1


def test_what_lies_in_the_archive_says_since_when(clock: Clock) -> None:
    """Old, unimportant and weak at once."""
    with Memory.in_memory(policy=KTAO, clock=clock) as memory:
        [item] = memory.remember("it rains", kind="event", dated_at=TODAY).items
        clock.now += 40 * DAY
        told = memory.why(item, asked="rains")
        assert told.whereabouts is not None
        [reason] = told.whereabouts.reasons
        assert reason.because == "archived"
        since = told.strength.archived_at
        assert since is not None
        assert TODAY < since < clock.now
        assert reason.told == f"it is in the archive since {iso(since)}"


def test_what_is_like_an_answer_and_was_none_grows_weaker(agenternal: Memory, clock: Clock) -> None:
    """It is noted with the recall, and the same question asked again notes the same."""
    texts = [f"green tea with milk and honey for guest {name}" for name in ("Ada", "Bob", "Cyd")]
    ids = {text: agenternal.remember(text).items[0] for text in texts}
    other = agenternal.remember("tea").items[0]
    agenternal.remember("nothing to do with it")
    found = agenternal.search("green tea with milk for Ada", limit=1)
    assert [each.text for each in found.found] == texts[:1]
    assert set(found.suppressed) == {ids[text] for text in texts[1:]}
    assert other not in found.suppressed
    agenternal.flush()
    assert agenternal.explain().comparison.is_equal
    [recall] = [r.event for r in agenternal.journal.read() if isinstance(r.event, Recalled)]
    assert set(recall.suppressed) == set(found.suppressed)
    clock.now += DAY
    weaker, stronger = agenternal.why(ids[texts[1]]), agenternal.why(ids[texts[0]])
    assert weaker.strength.left == pytest.approx(0.97 / 1.1)
    assert (stronger.strength.left or 0.0) > (weaker.strength.left or 0.0)


def test_a_sum_counts_what_is_said_of_what_is_named(clock: Clock) -> None:
    """An item that the graph leads to is found without a word of the question."""
    with Memory.in_memory(policy=DUDUCLAW, clock=clock) as memory:
        memory.remember("she lives there", subject="Ada", attribute="city", value="Turin")
        memory.remember("Ada likes tea")
        found = memory.search("where is Ada", record=False).found
        assert {each.text for each in found} == {"she lives there", "Ada likes tea"}
        near = {each.text: each.signals.graph for each in found}
        assert near == {"she lives there": 1.0, "Ada likes tea": 0.0}


@pytest.mark.parametrize("policy", PRESETS.values(), ids=PRESETS)
def test_asking_again_gives_what_was_recorded_under_every_preset(
    policy: Policy, clock: Clock
) -> None:
    """Whatever was recalled, contradicted or grew old since, and what moved has a cause."""
    with Memory.in_memory(policy=replace(policy), clock=clock) as memory:
        items = [
            memory.remember(f"tea number {n} is green", kind="belief", dated_at=TODAY).items[0]
            for n in range(4)
        ]
        memory.search("green tea", limit=2)
        clock.now += 3 * DAY
        memory.search("number 2", limit=1)
        memory.contradict(items[2])
        clock.now += 30 * DAY
        memory.search("tea", with_faded=True)
        clock.now += 60 * DAY
        memory.flush()
        for position in memory.ask(lambda view: view.rows("SELECT position FROM recall")):
            told = memory.explain(str(position[0]))
            assert told.comparison.is_equal, told.comparison
            for each in told.moved:
                assert (each.then == each.now) == (not each.causes), each
