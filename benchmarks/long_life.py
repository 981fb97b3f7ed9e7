"""A long life that is made up: conversations, searches and promotions, the same for the same seed.

Of 100 events 55 are turns of about 400 characters in 1,000 conversations, each turn a source of
its own; 40 are searches asked from one of them, with eight hits; 5 are promotions by rule that
rest on three searches, every fifth of them a new text made from two items.
"""

from __future__ import annotations

import random
from collections import deque
from collections.abc import Iterator
from itertools import count
from typing import Final

from lethelog.domain.events import (
    Asked,
    ChunkIngested,
    Event,
    Hit,
    Lineage,
    Promoted,
    Recalled,
    Roots,
)
from lethelog.domain.identity import Identity, ItemId
from lethelog.domain.lineage import united_roots
from lethelog.domain.policy import DEFAULT
from lethelog.domain.promotion import Evidence, promotion_score

CONVERSATIONS: Final = 1_000
BEGAN_AT: Final = 1_700_000_000_000_000  # in November 2023
STEP_MICROSECONDS: Final = 60_000_000
_WORDS: Final = 5_000
_WORDS_A_TEXT: Final = 58  # about 400 characters
_HITS: Final = 8
_RECALLS_A_PROMOTION: Final = 3
_DERIVED_EVERY: Final = 5
_SHARES: Final = {"turn": 0.55, "recall": 0.40, "promotion": 0.05}
_SYLLABLES: Final = [a + b for a in "bdfgklmnprstvz" for b in ("a", "ei", "o", "un", "ar")]


def conversation(number: int) -> str:
    """The path of one of the conversations."""
    return f"conversation/c{number}"


class LongLife:
    """Makes one event after the other, for a journal that ends at `after`, in this order."""

    def __init__(self, identity: Identity, *, seed: int = 1, after: int = 0) -> None:
        self._identity = identity
        self._after = after
        self._random = random.Random(seed)
        self._words = self._vocabulary()
        self._weights = [1 / (rank + 10) for rank in range(len(self._words))]  # as in speech
        self._lineages = [identity.lineage(conversation(n))[0] for n in range(CONVERSATIONS)]
        self._turns = [0] * CONVERSATIONS
        self._items: list[tuple[ItemId, Lineage]] = []
        self._recalls: dict[int, list[Evidence]] = {}  # by the place of the item
        self._ripe: deque[int] = deque()
        self._promotions = 0

    def events(self) -> Iterator[Event]:
        """Without an end."""
        for position in count(self._after + 1):
            [what] = self._random.choices(list(_SHARES), list(_SHARES.values()))
            if what == "turn" or len(self._items) < _HITS:
                yield self._turn(position)
            elif what == "recall" or len(self._ripe) < 2:  # noqa: PLR2004 - some need two
                yield self._recall(position)
            else:
                yield self._promotion(position)

    def _turn(self, position: int) -> Event:
        number = self._random.randrange(CONVERSATIONS)
        self._turns[number] += 1
        path = f"{conversation(number)}/{self._turns[number]}"
        item, lineage = self._identity.new_item(), self._identity.lineage(path)
        self._items.append((item, lineage))
        return ChunkIngested(
            recorded_at=_at(position),
            roots=(lineage,),
            item=item,
            source=path,
            text=self._text(_WORDS_A_TEXT),
            sequence=self._turns[number],
            author=f"speaker {number % 7}",
            session=str(self._turns[number] // 20),
            dated_at=_at(position),
        )

    def _recall(self, position: int) -> Event:
        query = self._text(4)
        query_hash = self._identity.query_hash(query)
        hits: list[Hit] = []
        for rank in range(1, _HITS + 1):
            place = self._random.randrange(len(self._items))
            relevance = self._random.uniform(0.4, 0.9)
            hits.append(self._hit(place, rank, relevance))
            recalls = self._recalls.setdefault(place, [])
            recalls.append(Evidence(position, query_hash, relevance, _at(position)))
            if len(recalls) == _RECALLS_A_PROMOTION:
                self._ripe.append(place)
        return Recalled(
            recorded_at=_at(position),
            roots=((self._lineages[self._random.randrange(CONVERSATIONS)],),),
            query=query,
            query_hash=query_hash,
            hits=tuple(hits),
            asked=Asked(limit=_HITS, seen_at=position - 1, ranking=DEFAULT.ranking),
        )

    def _hit(self, place: int, rank: int, relevance: float) -> Hit:
        item, _ = self._items[place]
        return Hit(item=item, rank=rank, score=relevance * 0.8, relevance=relevance, retention=0.8)

    def _promotion(self, position: int) -> Event:
        self._promotions += 1
        is_derived = self._promotions % _DERIVED_EVERY == 0
        places = [self._ripe.popleft() for _ in range(1 + is_derived)]
        evidence = sorted(
            {e.position: e for place in places for e in self._recalls[place]}.values(),
            key=lambda each: each.position,
        )
        items = tuple(self._items[place][0] for place in places)
        return Promoted(
            recorded_at=_at(position),
            roots=self._united(places),
            item=self._identity.new_item() if is_derived else items[0],
            score=promotion_score(evidence, _at(position), DEFAULT.promotion),
            policy=DEFAULT.promotion,
            recalls=tuple(each.position for each in evidence),
            derived_from=items if is_derived else (),
            text=self._text(_WORDS_A_TEXT) if is_derived else "",
        )

    def _united(self, places: list[int]) -> Roots:
        return united_roots(*((self._items[place][1],) for place in places))

    def _text(self, words: int) -> str:
        return " ".join(self._random.choices(self._words, self._weights, k=words))

    def _vocabulary(self) -> list[str]:
        return [
            "".join(self._random.choices(_SYLLABLES, k=self._random.randint(2, 4)))
            for _ in range(_WORDS)
        ]


def _at(position: int) -> int:
    return BEGAN_AT + position * STEP_MICROSECONDS
