"""Which sources a belief rests on: those of what spoke for it, and of what spoke against it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lethelog.domain.identity import ItemId
from lethelog.domain.presets import KTAO
from lethelog.domain.times import DAY
from lethelog.hindsight.blame import Carrier
from lethelog.hindsight.blame_item import ItemCarrier
from lethelog.memory import Memory
from lethelog.tests.story import TODAY


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Under a policy by which a belief ranks by how sure it is."""
    with Memory.in_memory(policy=KTAO, clock=lambda: TODAY) as opened:
        yield opened


@pytest.fixture
def belief(memory: Memory) -> ItemId:
    """That it rains, for which a forecast speaks and a window against."""
    [rain] = memory.remember("it rains", kind="belief", confidence=0.5, within="run/guess").items
    [cloud] = memory.remember("clouds come", dated_at=TODAY - DAY, within="email/forecast").items
    [sun] = memory.remember("the sun shines", dated_at=TODAY, within="file/window").items
    memory.revise(rain, by=cloud, strength=0.3)
    memory.revise(rain, by=sun, speaks_for=False, strength=0.5)
    memory.revise(rain, strength=0.1)  # a judgement has no source
    return rain


def roles(carriers: tuple[Carrier, ...] | tuple[ItemCarrier, ...]) -> dict[str, str]:
    """How each source is tied to it, by the beginning of its name."""
    return {(each.sources[0].path or "").rpartition("/")[0]: each.role for each in carriers}


def test_an_item_is_surer_or_less_sure_without_what_revised_it(
    memory: Memory, belief: ItemId
) -> None:
    """Each with how sure the memory would be of it."""
    found = memory.blame(belief)
    assert found.of == "item"
    assert found.confidence == pytest.approx(0.5 + 0.3 - 0.15 + 0.1)
    assert roles(found.carriers) == {
        "run/guess": "says it",
        "email/forecast": "speaks for it",
        "file/window": "speaks against it",
    }
    without = {each.role: each.confidence_without for each in found.carriers}
    assert without["says it"] is None
    assert without["speaks for it"] == pytest.approx(0.5 - 0.15 + 0.1)
    assert without["speaks against it"] == pytest.approx(0.5 + 0.3 + 0.1)
    assert found.without_effect == 0


def test_an_answer_rests_on_what_its_beliefs_rest_on(memory: Memory, belief: ItemId) -> None:
    """Where sure beliefs rank higher, it loses with what spoke for one, and gains with a doubt."""
    memory.search("does it rain")
    found = memory.blame("last")
    assert found.of == "recall"
    assert [each.item for each in found.answers] == [belief]
    assert roles(found.carriers) == {
        "run/guess": "says it",
        "email/forecast": "speaks for it",
        "file/window": "speaks against it",
    }
    shares = {each.role: each.share for each in found.carriers}
    assert shares["says it"] == 1.0
    assert shares["speaks for it"] > 0.0 > shares["speaks against it"]
