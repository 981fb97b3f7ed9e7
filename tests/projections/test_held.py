"""What is in quarantine is so by the tables and in memory, whatever happens in whatever order."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, get_args

from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.errors import MemoryStoreError
from lethelog.domain.events import Origin
from lethelog.domain.identity import ItemId
from lethelog.domain.mind_policy import TrustPolicy
from lethelog.memory import Memory
from lethelog.projections.answer import Found
from lethelog.projections.held import held_items
from lethelog.tests.story import TODAY

_ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)
_TEXTS: Final = ("tea is green", "tea is black", "Tea is GREEN")
_SOURCES: Final = (
    "conversation/a",
    "Conversation/A",
    "conversation/a/1",
    "run/b",
    "run/c",
    "run/d",
)

Step = tuple[str, int, int, int]
_STEPS: Final = st.lists(
    st.tuples(
        st.sampled_from(("say", "say", "say", "state", "release", "withdraw", "derive")),
        *(st.integers(0, 11) for _ in range(3)),
    ),
    min_size=1,
    max_size=12,
)


def _do(memory: Memory, step: Step, items: list[ItemId]) -> None:
    what, a, b, c = step
    pick = items[a % len(items)] if items else ItemId("none")
    match what:
        case "release":
            memory.release(pick)
        case "withdraw":
            memory.withdraw(pick)
        case "derive":
            items += memory.promote(pick, text=f"so tea it is {b}").items
        case _:
            keyed = (
                {"subject": "tea", "attribute": "is", "value": "green"} if what == "state" else {}
            )
            text = f"the tea {b % 2} is green" if keyed else _TEXTS[a % len(_TEXTS)]
            within, origin = _SOURCES[b % len(_SOURCES)], _ORIGINS[c % len(_ORIGINS)]
            items += memory.remember(text, within=within, origin=origin, **keyed).items  # type: ignore[arg-type]


def _marks(found: Sequence[Found]) -> dict[ItemId, tuple[bool, bool]]:
    return {each.item: (each.is_quarantined, each.earns) for each in found}


@settings(max_examples=15)
@given(_STEPS)
def test_memory_and_tables_hold_the_same(steps: list[Step]) -> None:
    """After every step, and again by a read model that is told everything at once."""
    with Memory.in_memory(clock=lambda: TODAY) as memory:
        items: list[ItemId] = []
        view = memory.read_models.use(lambda view: view)
        for step in steps:
            try:
                _do(memory, step, items)
            except MemoryStoreError:
                continue
            view.warm()
            hot = memory.search("tea", limit=50, with_superseded=True, record=False).found
            cold = (
                memory.as_of(memory.journal.head())
                .search("tea", limit=50, with_superseded=True)
                .found
            )
            assert _marks(hot) == _marks(cold)
            held = {item for item, (is_quarantined, _) in _marks(hot).items() if is_quarantined}
            assert held == held_items(view, list(_marks(hot)), TrustPolicy())
