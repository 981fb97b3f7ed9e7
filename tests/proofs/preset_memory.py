"""Small memories under one preset, whose clock is moved by hand; what they tell is a figure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from typing import Final

from lethelog.domain.embedder import Embedder
from lethelog.domain.events import IMPORTANCE_DEFAULT, Origin
from lethelog.domain.identity import ItemId
from lethelog.domain.kinds import Kind
from lethelog.domain.presets import PRESETS
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.sources.document import Document, Passage

BORN_AT: Final = 20_000 * DAY
TEXT: Final = "the ferry to the island leaves at noon"


class Aged(Memory):
    """A memory that is as old as it is told to be."""

    days: float = 0.0

    def told(
        self,
        text: str = TEXT,
        *,
        kind: Kind = "event",
        importance: float = IMPORTANCE_DEFAULT,
        is_dated: bool = True,
        confidence: float = 1.0,
        origin: Origin = "import",
    ) -> ItemId:
        """A text comes in, in a conversation of its own."""
        passage = Passage(
            text=text,
            child="1",
            kind=kind,
            importance=importance,
            confidence=confidence,
            dated_at=self.clock() if is_dated else None,
        )
        document = Document(
            source_kind="conversation", name=text, passages=(passage,), complete=False
        )
        return self.learn([(document.path, document)], origin).items[0]

    def share(self, item: ItemId, days: float) -> float:
        """What is left of an item so many days after the beginning, as a search counts it."""
        self.days = days
        return self.why(item).strength.share

    def left(self, item: ItemId, days: float) -> float:
        """The same before it is made a share of 1."""
        self.days = days
        left = self.why(item).strength.left
        assert left is not None, "by the half-life there is only a share"
        return left

    def trust(self, item: ItemId) -> float:
        """How far it is trusted now."""
        return self.why(item).trust

    def found(self, question: str = TEXT, *, limit: int = 5, with_faded: bool = False) -> list[str]:
        """The texts that answer, best first, without a trace."""
        answer = self.search(question, limit=limit, with_faded=with_faded, record=False)
        return [each.text for each in answer.found]


@contextmanager
def aged(preset: str, embedder: Embedder | None = None) -> Iterator[Aged]:
    """One under a preset."""
    memory = Aged.in_memory(policy=PRESETS[preset], clock=lambda: 0, embedder=embedder)
    memory.clock = lambda: BORN_AT + round(memory.days * DAY)
    with closing(memory):
        yield memory


def share_after(
    preset: str,
    days: float,
    *,
    kind: Kind = "event",
    importance: float = IMPORTANCE_DEFAULT,
    accesses: int = 0,
    last_at: float = 0.0,
) -> float:
    """What is left of one text that was recalled so often at one time, and not since."""
    with aged(preset) as memory:
        item = memory.told(kind=kind, importance=importance)
        memory.days = last_at
        for _ in range(accesses):
            memory.search(TEXT, with_faded=True)
        return memory.share(item, days)


def shares_after(preset: str, several: Sequence[float], *, kind: Kind = "event") -> list[float]:
    """The same at several times, untouched."""
    with aged(preset) as memory:
        item = memory.told(kind=kind)
        return [memory.share(item, days) for days in several]
