"""Memories that dream: of little lives, under policies of a few phases."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Final

from lethelog.domain.dreams import Dream, PhaseDone
from lethelog.domain.events import Event, Recorded
from lethelog.domain.identity import ItemId
from lethelog.domain.judge import Distilled, Extracted, JudgedBy, Relation, Verdict
from lethelog.domain.mind_policy import DreamPolicy, Phase
from lethelog.domain.policy import DEFAULT, Policy
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.tests.story import TODAY
from lethelog.tests.tables import Tables, tables_of

TEA: Final = tuple(f"Ana drinks a cup of green tea in the {when}" for when in "abcde")
BICYCLE: Final = tuple(f"Ben rides his old bicycle to the {place}" for place in "vwxyz")
OTHER: Final = "The dentist is on the fourth floor"
TWO, THREE, FOUR = (f"The flat in Basel has {many} rooms" for many in ("two", "three", "four"))


class Sleeper(Memory):
    """A memory whose tables can be looked at."""

    def tables(self) -> Tables:
        """Every row of the read models as they are used."""
        return self.read_models.use(tables_of)


class Clock:
    """Stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = TODAY

    def __call__(self) -> int:
        """The moment."""
        return self.now

    def sleep(self, days: float) -> None:
        """So much later."""
        self.now += int(days * DAY)


class Told:
    """A judge that answers what it was told to, and counts how often it was asked."""

    judge: JudgedBy = "model"

    def __init__(
        self,
        *,
        says: str | None = None,
        facts: Sequence[Extracted] = (),
        verdict: Verdict | None = None,
        fails: Exception | None = None,
    ) -> None:
        self.name = "told"
        self.asked: list[str] = []
        self._says, self.facts, self._verdict, self.fails = says, facts, verdict, fails

    def relation(self, earlier: str, later: str) -> Verdict | None:
        """The verdict it was told."""
        self._ask(f"{earlier} / {later}")
        return self._verdict

    def distil(self, texts: Sequence[str], nearness: Sequence[float] = ()) -> Distilled | None:
        """The text it was told, with how many it is about."""
        assert len(nearness) == len(texts)
        self._ask(" / ".join(texts))
        return None if self._says is None else Distilled(text=f"{self._says}: {len(texts)}")

    def extract(self, text: str) -> tuple[Extracted, ...]:
        """The facts it was told, whatever the text."""
        self._ask(text)
        return tuple(self.facts)

    def _ask(self, what: str) -> None:
        if self.fails is not None:
            raise self.fails
        self.asked.append(what)


def policy_of(*phases: Phase, base: Policy = DEFAULT) -> Policy:
    """A policy of just these phases."""
    return Policy(
        name=base.name,
        ranking=base.ranking,
        promotion=base.promotion,
        contradiction=base.contradiction,
        consolidation=base.consolidation,
        beliefs=base.beliefs,
        lifecycle=base.lifecycle,
        context=base.context,
        dream=DreamPolicy(phases=phases),
    )


@contextmanager
def sleeper(*phases: Phase, base: Policy = DEFAULT) -> Iterator[tuple[Sleeper, Clock]]:
    """A memory in memory, and its clock."""
    clock = Clock()
    with closing(Sleeper.in_memory(policy=policy_of(*phases, base=base), clock=clock)) as memory:
        yield memory, clock


def live(memory: Memory, *texts: str) -> list[ItemId]:
    """Each text is experienced today."""
    return [memory.remember(text, kind="event", dated_at=memory.clock()).items[0] for text in texts]


def learn(memory: Memory, *texts: str) -> list[ItemId]:
    """Each text is taught as a fact without a key."""
    return [memory.remember(text).items[0] for text in texts]


def judge_of(relation: Relation, *, confidence: float = 0.7) -> Told:
    """A model that says the same of every pair."""
    return Told(verdict=Verdict(relation=relation, confidence=confidence, reason="read twice"))


def news(memory: Memory, *, after: int) -> list[Event]:
    """All that was recorded since."""
    found: list[Recorded] = list(memory.journal.read(after=after))
    return [each.event for each in found]


def phase(dream: Dream, name: Phase) -> PhaseDone:
    """What one phase told."""
    [found] = [each for each in dream.phases if each.phase == name]
    return found


def told(dream: Dream) -> dict[str, tuple[int, int]]:
    """What each phase looked at and changed."""
    return {each.phase: (each.seen, each.changed) for each in dream.phases}
