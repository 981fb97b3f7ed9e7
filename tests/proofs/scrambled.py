"""A memory that learns facts in any order, and late what was wrong with them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

from lethelog.domain.errors import InvalidInput, NotFound, Refused
from lethelog.domain.events import ChunkIngested, Promoted, Recorded
from lethelog.domain.identity import ItemId
from lethelog.domain.policy import Policy, RankingPolicy
from lethelog.domain.times import DAY, to_datetime
from lethelog.memory import Memory
from lethelog.tests.story import TODAY

YEAR: Final = 360
MENTIONS_OF_A_SUBJECT: Final = 8
_CONVERSATIONS: Final = 12


class Scrambled:
    """All that happens is drawn from a seed; an order that is refused leaves no event."""

    def __init__(self, seed: int, facts: int, folder: Path) -> None:
        self.draw = Random(seed)
        self.now = TODAY
        self.memory = Memory.open(folder, clock=lambda: self.now)
        self.log: list[Recorded] = []
        self.items: list[ItemId] = []
        self.sources: list[str] = []
        self.forgotten: set[str] = set()
        self._subjects = max(facts // MENTIONS_OF_A_SUBJECT, 1)
        self._told = 0
        self._orders: tuple[tuple[Callable[[], object], float], ...] = (
            (self._correct, 0.25),
            (self._supersede, 0.4),
            (self._contradict, 0.1),
            (self._promote, 0.1),
            (self._derive, 0.05),
            (self._adopt, 0.02),
            (self._forget, 0.03),
        )

    def subject(self) -> str:
        """One of the words by which facts are found."""
        return f"subject{self.draw.randrange(self._subjects)}"

    def go_on(self) -> None:
        """One more fact, and now and then something that becomes of others."""
        self._do(self._remember)
        for order, share in self._orders:
            if self.draw.random() < share:
                self._do(order)

    def _do(self, order: Callable[[], object]) -> None:
        self._move_clock()
        try:
            order()
        except (InvalidInput, NotFound, Refused):
            return
        news = list(self.memory.journal.read(after=len(self.log)))
        self.log += news
        for event in (recorded.event for recorded in news):
            if isinstance(event, ChunkIngested):
                self.sources.append(event.source)
                self.items.append(event.item)
            elif isinstance(event, Promoted) and event.text:
                self.items.append(event.item)

    def _move_clock(self) -> None:
        """It stands still now and then, and is set back sometimes."""
        luck = self.draw.random()
        if luck > 0.1:
            self.now += self.draw.randrange(-DAY // 2 if luck > 0.98 else 1, DAY // 4)

    def _remember(self) -> None:
        since, until = sorted(self.draw.sample(range(-YEAR, YEAR), 2))
        self.memory.remember(
            self._text(),
            within=f"conversation/c{self.draw.randrange(_CONVERSATIONS)}"
            if self._is(0.3)
            else None,
            dated_at=TODAY + self._day() * DAY if self._is(0.4) else None,
            valid_from=to_datetime(TODAY + since * DAY) if self._is(0.4) else None,
            valid_until=to_datetime(TODAY + until * DAY) if self._is(0.2) else None,
        )

    def _correct(self) -> None:
        self.memory.correct(self._item(), self._text(), since=self._since())

    def _supersede(self) -> None:
        self.memory.supersede(self._item(), by=self._item(), since=self._since())

    def _contradict(self) -> None:
        self.memory.contradict(self._item(), by=self._item(), strength=0.5)

    def _promote(self) -> None:
        self.memory.promote(self._item())

    def _derive(self) -> None:
        self.memory.promote(self._item(), self._item(), text=self._text())

    def _adopt(self) -> None:
        self.memory.adopt(Policy(ranking=RankingPolicy(half_life_days=self.draw.randrange(1, 99))))

    def _forget(self) -> None:
        """Mostly a single text, seldom a conversation."""
        path = self.draw.choice(self.sources)
        if path.startswith("conversation/") and self._is(0.1):
            path = "/".join(path.split("/")[:2])
        self.memory.forget(path)
        self.forgotten.add(path)

    def _text(self) -> str:
        self._told += 1
        return f"{self.subject()} is as told{self._told}"

    def _item(self) -> ItemId:
        """One of the newest more often than an old one."""
        near = self.items[-20:] if self._is(0.5) else self.items
        return self.draw.choice(near)

    def _since(self) -> str | None:
        """Mostly told, and mostly long ago."""
        return to_datetime(TODAY + self._day() * DAY).isoformat() if self._is(0.7) else None

    def _day(self) -> int:
        return self.draw.randrange(-YEAR, YEAR // 2)

    def _is(self, share: float) -> bool:
        return self.draw.random() < share
