"""Random histories in which every recall is a real search, for laws about asking again."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import count
from typing import Final, TypeAlias

from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.domain.errors import MemoryStoreError
from lethelog.domain.events import Recorded
from lethelog.domain.identity import ItemId
from lethelog.domain.kinds import Kind
from lethelog.domain.policy import DEFAULT, Policy, RankingPolicy
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.tests.story import TODAY

Act: TypeAlias = tuple[str, int, int, int]

_TEXTS: Final = (
    *("green tea in the cellar", "the tea is upstairs", "black tea and milk", "milk and sugar"),
    *("the cellar is dark", "tea tea tea", "sugar in the tea", "a dark green door"),
)
_QUESTIONS: Final = (
    *("tea", "green cellar", "dark milk tea", "Tea", "where is the sugar", "zebra"),
    *("When did Milk say that yesterday?", "What did Ana say of sugar last week?"),
)
_AUTHORS: Final = ("", "Ana", "user", "Milk")
_KINDS: Final[tuple[Kind, ...]] = (
    "fact",
    "event",
    "event",
)  # what holds by itself, and what is said
CONVERSATIONS: Final = ("conversation/c0", "conversation/c1", "conversation/only-asks")
TAUGHT_FIRST: Final[Act] = ("teach", 0, 4, 0)  # so that there is something to forget
_POLICIES: Final = (
    Policy(),
    replace(DEFAULT, ranking=replace(DEFAULT.ranking, author_weight=0.0, time_weight=1.0)),
    replace(DEFAULT, ranking=replace(DEFAULT.ranking, retention_floor=0.3, context_weight=0.9)),
    Policy(name="short", ranking=RankingPolicy(name="short", half_life_days=3.0, k1=2.0)),
    Policy(name="flat", ranking=RankingPolicy(name="flat", b=0.1, importance_weight=0.5)),
)


def searched_histories() -> st.SearchStrategy[list[Act]]:
    """Orders for `searched`; each number picks from what there is when its turn comes."""
    verb = st.sampled_from(("teach", "teach", "search", "search", *_VERBS))
    number = st.integers(0, 11)
    return st.lists(st.tuples(verb, number, number, number), min_size=6, max_size=25)


def searched(acts: Sequence[Act]) -> Memory:
    """A memory in memory after a whole history; an order that is refused leaves no event."""
    steps = count()
    memory = Memory.in_memory(clock=lambda: TODAY + next(steps) * DAY // 3)
    for verb, *choice in acts:
        try:
            _VERBS[verb](memory, *choice)
        except MemoryStoreError:
            continue
    memory.flush()
    return memory


def history(memory: Memory) -> list[Recorded]:
    """All that the journal tells."""
    memory.flush()
    return list(memory.journal.read())


def recalls(memory: Memory) -> list[int]:
    """The positions of all recalls."""
    rows = memory.ask(lambda view: view.rows("SELECT position FROM recall ORDER BY position"))
    return [position for (position,) in rows]


def _items(memory: Memory) -> list[ItemId]:
    rows = memory.ask(lambda view: view.rows("SELECT item FROM item ORDER BY d DESC"))
    return [ItemId(item) for (item,) in rows] or [ItemId("none")]


def _pick(memory: Memory, number: int) -> ItemId:
    items = _items(memory)
    return items[number % len(items)]


def _teach(memory: Memory, a: int, b: int, c: int) -> None:
    memory.remember(
        _TEXTS[a % len(_TEXTS)],
        within=CONVERSATIONS[b % 2] if b % 3 else None,
        kind=_KINDS[b % len(_KINDS)],
        author=_AUTHORS[(a + c) % len(_AUTHORS)],
        dated_at=TODAY - c * DAY if c % 4 else None,
    )


def _search(memory: Memory, a: int, b: int, c: int) -> None:
    """With any of the filters, from any of the conversations or from none."""
    memory.search(
        _QUESTIONS[a % len(_QUESTIONS)],
        limit=1 + b % 4,
        diverse=c % 3 == 0,
        with_superseded=c % 4 == 1,
        tier="episodic" if a == 7 else None,
        sources=CONVERSATIONS[:1] if a == 9 else (),
        asked_from=CONVERSATIONS[c % 3] if b % 2 else None,
    )


def _contradict(memory: Memory, a: int, b: int, c: int) -> None:
    by = _pick(memory, b) if c % 2 else None
    memory.contradict(_pick(memory, a), by=by, strength=0.7)


_VERBS: Final[dict[str, Callable[[Memory, int, int, int], object]]] = {
    "teach": _teach,
    "search": _search,
    "promote": lambda memory, a, _b, _c: memory.promote(_pick(memory, a), judge="agent"),
    "dream": lambda memory, _a, _b, _c: memory.dream(),
    "contradict": _contradict,
    "supersede": lambda memory, a, b, _: memory.supersede(_pick(memory, a), by=_pick(memory, b)),
    "adopt": lambda memory, a, _b, _c: memory.adopt(_POLICIES[a % len(_POLICIES)]),
}
