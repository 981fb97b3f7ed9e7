"""The same life under any policy: orders that do not depend on what was ranked or promoted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

from hypothesis import strategies as st

from lethelog import Memory, Policy
from lethelog.asking.question import Narrowing
from lethelog.domain.errors import Refused
from lethelog.domain.events import Promoted, PromotionScore, Recalled
from lethelog.domain.identity import ItemId
from lethelog.domain.times import DAY
from lethelog.hindsight.what_if import Outcome
from lethelog.tests.story import TODAY

Step: TypeAlias = tuple[str, int, int]

TEXTS: Final = ("tea in the tin", "tea, please", "coffee in the tin", "the kettle and the tea")
QUESTIONS: Final = ("tea", "Tea", "the tin", "Ana and the tea", "coffee or tea", "kettle of Ben")
NARROWINGS: Final[tuple[Narrowing, ...]] = (
    {"limit": 2},
    {"limit": 1},
    {"limit": 3, "diverse": True},
    {"limit": 2, "tier": "episodic"},
    {"limit": 2, "after": "2024-09-25"},
    {"limit": 3, "with_superseded": True},
)


class Life:
    """The same orders under any policy; the items are known by the order in which they came."""

    def __init__(self, policy: Policy) -> None:
        self.now = TODAY
        self.memory = Memory.in_memory(policy=policy, clock=lambda: self.now)
        self.items: list[ItemId] = []

    def do(self, step: Step, *, dreams: bool) -> None:
        """One order; whoever dreams does it after each search."""
        verb, a, b = step
        try:
            _VERBS[verb](self, a, b)
        except Refused:
            return
        if verb == "search" and dreams:
            self.memory.dream()

    def pick(self, number: int) -> ItemId:
        """One of the items."""
        return self.items[number % len(self.items)]

    def recalls(self) -> list[list[int]]:
        """What each search returned, as places in the order of the items."""
        self.memory.flush()
        recalled = (r.event for r in self.memory.journal.read())
        return [
            [self.items.index(hit.item) for hit in event.hits]
            for event in recalled
            if isinstance(event, Recalled)
        ]

    def promoted(self) -> dict[int, PromotionScore]:
        """What the rule promoted, with the score of each."""
        recorded = (r.event for r in self.memory.journal.read())
        return {
            self.items.index(event.item): event.score
            for event in recorded
            if isinstance(event, Promoted) and event.judge == "rule"
        }


def _remember(life: Life, a: int, b: int) -> None:
    """A text of one of two, dated up to some days ago; some are promoted by an agent at once."""
    text = f"{TEXTS[a % len(TEXTS)]} {len(life.items)}"
    dated_at, author = None if b == 0 else life.now - b * DAY, ("Ana", "Ben")[a % 2]
    life.items += life.memory.remember(text, dated_at=dated_at, author=author).items
    if b == 1:
        life.memory.promote(life.items[-1], judge="agent")


def _search(life: Life, a: int, b: int) -> None:
    question, narrowing = QUESTIONS[a % len(QUESTIONS)], NARROWINGS[b % len(NARROWINGS)]
    life.memory.search(question, **narrowing)
    life.memory.flush()  # it is recorded behind, and what comes next shall come next


def _contradict(life: Life, a: int, b: int) -> None:
    life.memory.contradict(life.pick(a), strength=(1 + b % 4) / 4)


def _supersede(life: Life, a: int, b: int) -> None:
    if life.pick(a) != life.pick(b):
        life.memory.supersede(life.pick(a), by=life.pick(b))


def _wait(life: Life, a: int, b: int) -> None:
    life.now += (a + b) * DAY // 2


_VERBS: Final[dict[str, Callable[[Life, int, int], None]]] = {
    "remember": _remember,
    "search": _search,
    "contradict": _contradict,
    "supersede": _supersede,
    "wait": _wait,
}


def lived(steps: Sequence[Step], policy: Policy, dreams: Sequence[bool] = (True,)) -> Life:
    """A life that starts with a few items; it dreams after those of its searches, in turn."""
    life = Life(policy)
    for number, step in enumerate([*_BIRTH, *steps]):
        life.do(step, dreams=dreams[number % len(dreams)])
    return life


_BIRTH: Final = [("remember", number, 2 + 3 * number) for number in range(4)]
_VERB: Final = st.sampled_from([*_VERBS, *["search"] * 6])
STEPS: Final = st.lists(
    st.tuples(_VERB, st.integers(0, 11), st.integers(0, 11)), min_size=6, max_size=24
)


def the_outcome(life: Life, policy: Policy, recalls: int | None = None) -> Outcome:
    """Of one policy alone."""
    [outcome] = life.memory.backtest(policy, recalls=recalls).outcomes
    return outcome
