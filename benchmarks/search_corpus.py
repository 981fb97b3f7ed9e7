"""Conversations that are made up, and questions about them: the same for the same seed.

Words follow Zipf's law, and a session has a topic, so that words occur together. A turn has 33
words in the mean, 215 characters, and nearly half of them are stop words; a session has about 25
turns of two authors. Needs nothing but Python: other searches read it in environments of their own.
"""

from __future__ import annotations

import json
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from itertools import accumulate, islice
from typing import Final, NamedTuple

DAY: Final = 86_400_000_000
BEGAN_AT: Final = 1_672_531_200_000_000  # the first day of 2023
SPAN_DAYS: Final = 730
ASKED_AT: Final = BEGAN_AT + (SPAN_DAYS + 1) * DAY
HALF_LIFE: Final = 30 * DAY  # that of the default policy
TIER: Final = "episodic"
"""Of every turn, which a filter has to look at all the same."""

SENTENCE: Final = "8 words"
KINDS: Final = {"1 term": 1, "3 terms": 3, SENTENCE: 8}
"""Of questions, with their words; a sentence is asked within a window and a tier."""

_TURNS_A_CONVERSATION: Final = 500
_TURNS_A_SESSION: Final = (15, 35)
_MINUTE: Final = 60_000_000
_WORDS: Final = 50_000
_COMMON_WORDS: Final = 300  # which belong to no topic
_TOPICS: Final = 120
_WORDS_A_TOPIC: Final = 200
_STOP_SHARE: Final = 0.47  # of all words, as in speech
_TOPIC_SHARE: Final = 0.6  # of the words that say something
_NUMBER_SHARE: Final = 0.1  # of the turns name a number that hardly another one names
_INFLECTED_SHARE: Final = 0.3  # of the words: a stemmer brings them back to another
_LENGTH: Final = (3.33, 0.6)  # of a turn in words: mean and deviation of the logarithm
_LENGTHS: Final = (3, 130)  # the longest is still one chunk
_STOP_IN_QUESTION: Final = 3
_WINDOW_DAYS: Final = 365
_STOP_WORDS: Final = (
    "the i to and a you it of that in my is was for on with have so but this be we are at do me not"
    " what as your they all can just about if out up had how from there when or she he no her an"
    " were did then more them been who our over why other some by his will"
).split()
_NAMES: Final = (
    "Ada Amir Anouk Bela Bruno Carla Chidi Dana Dario Edda Emre Farah Filip Greta Hana Hugo Ines"
    " Ivo Jana Jonas Kaia Kofi Lena Luca Mara Milo Nadia Nils Odd Olga Pavel Petra Quentin Rosa"
    " Ruben Sana Stefan Tara Theo Uma Viktor Wanda Xenia Yara Yusuf Zoe"
).split()
_STARTS: Final = "b c ch d dr f g gr h j k l m n p pl r s sh st t tr v w z".split()
_MIDDLES: Final = "a e i o u ea ou".split()
_ENDS: Final = ["", "", "", "", "", "n", "r", "l", "m", "st", "t"]
_ENDINGS: Final = ("s", "ed", "ing")
_SYLLABLES: Final = (2, 2, 3)


class Turn(NamedTuple):
    """What somebody said; `number` counts from 1 over all conversations."""

    number: int
    conversation: int
    author: str
    session: str
    dated_at: int
    text: str


class Question(NamedTuple):
    """A question, its words that say something, and the window that may answer it, if one."""

    text: str
    words: tuple[str, ...]
    after: int | None = None
    before: int | None = None

    def window(self) -> tuple[int, int]:
        """From which moment up to which; one that all turns are in, if the question has none."""
        return self.after or 0, self.before or 2 * ASKED_AT


class _Words(NamedTuple):
    words: Sequence[str]
    weights: Sequence[float]  # cumulated


class Corpus:
    """Every seed has its own words, topics, turns and questions."""

    def __init__(self, seed: int = 1) -> None:
        self._seed = seed
        drawn = self._random("words")
        vocabulary = _vocabulary(drawn)
        self._common = _by_rank(vocabulary, head=10)
        self._stop = _by_rank(_STOP_WORDS, head=2)
        self._topics = [
            _by_rank(drawn.sample(vocabulary[_COMMON_WORDS:], _WORDS_A_TOPIC), head=3)
            for _ in range(_TOPICS)
        ]

    def turns(self, count: int) -> Iterator[Turn]:
        """The first turns of all, conversation after conversation."""
        return islice(self._turns(), count)

    def conversations(self, count: int) -> Iterator[list[Turn]]:
        """The same, a conversation at a time."""
        turns = self.turns(count)
        while some := list(islice(turns, _TURNS_A_CONVERSATION)):
            yield some

    def questions(self, kind: str, count: int) -> list[Question]:
        """So many of a kind."""
        drawn = self._random(kind)
        return [self._question(drawn, kind) for _ in range(count)]

    def _question(self, drawn: random.Random, kind: str) -> Question:
        topic = drawn.choice(self._topics)
        if kind != SENTENCE:
            words = self._content(drawn, topic, KINDS[kind])
            return Question(" ".join(words), tuple(words))
        words = self._content(drawn, topic, KINDS[kind] - _STOP_IN_QUESTION)
        stop = drawn.choices(self._stop.words, cum_weights=self._stop.weights, k=_STOP_IN_QUESTION)
        mixed = [*words, *stop]
        drawn.shuffle(mixed)
        return Question(
            f"{' '.join(mixed).capitalize()}?",
            tuple(words),
            after=ASKED_AT - _WINDOW_DAYS * DAY,
            before=ASKED_AT - drawn.randrange(_WINDOW_DAYS // 4) * DAY,
        )

    def _turns(self) -> Iterator[Turn]:
        drawn = self._random("turns")
        number = conversation = 0
        while True:
            conversation += 1
            authors = drawn.sample(_NAMES, 2)
            for session, dated_at, topic in self._sittings(drawn):
                number += 1
                author = authors[number % 2]
                text = self._text(drawn, topic)
                yield Turn(number, conversation, author, session, dated_at, text)

    def _sittings(self, drawn: random.Random) -> Iterator[tuple[str, int, _Words]]:
        """Session, time and topic of each turn of one conversation."""
        sizes: list[int] = []
        while sum(sizes) < _TURNS_A_CONVERSATION:
            sizes.append(drawn.randint(*_TURNS_A_SESSION))
        sizes[-1] -= sum(sizes) - _TURNS_A_CONVERSATION
        began = sorted(drawn.randrange(SPAN_DAYS * DAY // _MINUTE) for _ in sizes)
        for session, (size, minute) in enumerate(zip(sizes, began, strict=True), start=1):
            topic = drawn.choice(self._topics)
            for turn in range(size):
                yield f"s{session}", BEGAN_AT + (minute + turn) * _MINUTE, topic

    def _text(self, drawn: random.Random, topic: _Words) -> str:
        least, most = _LENGTHS
        length = min(max(int(drawn.lognormvariate(*_LENGTH)), least), most)
        stops = int(length * _STOP_SHARE)
        words = self._content(drawn, topic, length - stops)
        words += drawn.choices(self._stop.words, cum_weights=self._stop.weights, k=stops)
        if drawn.random() < _NUMBER_SHARE:
            words.append(str(drawn.randrange(1_000_000)))
        drawn.shuffle(words)
        return f"{' '.join(words).capitalize()}."

    def _content(self, drawn: random.Random, topic: _Words, count: int) -> list[str]:
        topical = sum(drawn.random() < _TOPIC_SHARE for _ in range(count))
        found = drawn.choices(topic.words, cum_weights=topic.weights, k=topical)
        common = self._common
        return found + drawn.choices(common.words, cum_weights=common.weights, k=count - topical)

    def _random(self, what: str) -> random.Random:
        return random.Random(f"{self._seed} {what}")


def when(microseconds: int) -> datetime:
    """A moment as others write it."""
    return datetime.fromtimestamp(microseconds // 1_000_000, UTC)


def as_json_lines(turns: Sequence[Turn]) -> bytes:
    """A conversation as it is given to `Memory.ingest`: one turn a line."""
    lines = (
        json.dumps(
            {
                "id": str(turn.number),
                "author": turn.author,
                "time": when(turn.dated_at).isoformat(),
                "session": turn.session,
                "text": turn.text,
            }
        )
        for turn in turns
    )
    return "\n".join(lines).encode()


def _by_rank(words: Sequence[str], *, head: int) -> _Words:
    """The first the most frequent; the larger the head, the less it stands out."""
    return _Words(words, list(accumulate(1 / (rank + head) for rank in range(len(words)))))


def _vocabulary(drawn: random.Random) -> list[str]:
    found: dict[str, None] = dict.fromkeys(_STOP_WORDS)
    bare: list[str] = []
    while len(found) < _WORDS + len(_STOP_WORDS):
        if bare and drawn.random() < _INFLECTED_SHARE:
            word = drawn.choice(bare) + drawn.choice(_ENDINGS)
        else:
            word = "".join(_syllable(drawn) for _ in range(drawn.choice(_SYLLABLES)))
            bare.append(word)
        found[word] = None
    return list(found)[len(_STOP_WORDS) :]


def _syllable(drawn: random.Random) -> str:
    return drawn.choice(_STARTS) + drawn.choice(_MIDDLES) + drawn.choice(_ENDS)
