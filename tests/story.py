"""Stories about orders: what had happened, what was asked for, what came of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Self, TypeAlias

import pytest

from lethelog.commands.forget_desk import ForgetDesk
from lethelog.domain.errors import MemoryStoreError
from lethelog.domain.events import (
    ChunkIngested,
    Event,
    Hit,
    Promoted,
    Recalled,
    Recorded,
    SourceForgotten,
    Superseded,
)
from lethelog.domain.identity import ItemId, SourceUid, path_of
from lethelog.domain.lineage import live
from lethelog.domain.policy import DEFAULT
from lethelog.domain.times import DAY
from lethelog.journal.in_memory import InMemoryRecorder
from lethelog.journal.journal import Journal
from lethelog.tests.seals import IDENTITY, RepeatableSeal, item_named, repeatable_draw

TODAY: Final = 20_000 * DAY


def item_of(text: str, path: str | None = None) -> ItemId:
    """The id that `said` gives to a text."""
    return item_named(f"{_path_of(text, path)} {text}")


def said(text: str, path: str | None = None, *, dated_at: int | None = TODAY) -> ChunkIngested:
    """A text came in; it is named by itself, and is a source of its own unless told otherwise."""
    return ChunkIngested(
        recorded_at=TODAY,
        roots=(_lineage_of(text, path),),
        item=item_of(text, path),
        source=_path_of(text, path),
        text=text,
        dated_at=dated_at,
    )


def asked(
    query: str,
    *found: str,
    path: str | None = None,
    relevance: float = 1.0,
    at: int = TODAY,
    asked_from: str | None = None,
    counts: bool = True,
) -> Recalled:
    """A search that returned these texts, which came in by themselves or from one path."""
    return recall_of(
        query,
        *(item_of(text, path) for text in found),
        relevance=relevance,
        at=at,
        asked_from=asked_from,
        counts=counts,
    )


def recall_of(
    query: str,
    *found: ItemId,
    relevance: float = 1.0,
    at: int = TODAY,
    asked_from: str | None = None,
    counts: bool = True,
) -> Recalled:
    """A search that returned these items."""
    hits = tuple(
        Hit(item=item, rank=rank, score=relevance, relevance=relevance, counts=counts)
        for rank, item in enumerate(found, start=1)
    )
    return Recalled(
        recorded_at=at,
        roots=(IDENTITY.lineage(asked_from),) if asked_from else (),
        query=query,
        query_hash=IDENTITY.query_hash(query),
        hits=hits,
    )


def recalled(text: str, *, query: str, times: int, relevance: float = 1.0) -> list[Recalled]:
    """The same question several times, answered with one text each time."""
    return [asked(query, text, relevance=relevance)] * times


Act: TypeAlias = Callable[["Story"], object]
Step: TypeAlias = Event | Act


class Story:
    """One journal and what the last step did to it; every check gives the story back."""

    def __init__(self) -> None:
        seal = RepeatableSeal()
        self.journal = Journal(InMemoryRecorder(), seal)
        self.desk = ForgetDesk(
            self.journal,
            policy=DEFAULT,
            clock=lambda: TODAY,
            draw=repeatable_draw(),
            keys=seal,
            copies=lambda _: (0, ()),
        )
        self._history: list[Recorded] = []
        self._news: list[Event] = []
        self._error: MemoryStoreError | None = None

    def when(self, step: Step) -> Self:
        """One more step; what it records or raises is what the checks look at."""
        head, self._error = self.journal.head(), None
        try:
            self._do(step)
        except MemoryStoreError as error:
            self._error = error
        news = list(self.journal.read(after=head))
        self._history += news
        self._news = [recorded.event for recorded in news]
        return self

    def then(self, *news: Event) -> Self:
        """Exactly these events were recorded."""
        self._raise_error()
        assert self._news == list(news)
        return self

    def then_kinds(self, *kinds: type[Event]) -> Self:
        """Events of these types were recorded, in this order."""
        self._raise_error()
        assert tuple(map(type, self._news)) == kinds
        return self

    def then_obeyed(self) -> Self:
        """The order was not refused."""
        self._raise_error()
        return self

    def then_nothing(self) -> Self:
        """No event was recorded, and nothing was wrong with the order."""
        return self.then()

    def then_refused(self, error: type[MemoryStoreError], *, saying: str) -> Self:
        """The order failed with this error, whose text fits, and left no event."""
        assert self._error is not None, f"not refused, but recorded {self._news}"
        assert self._news == []
        with pytest.raises(error, match=saying):
            raise self._error
        return self

    def then_learned(self, *texts: str) -> Self:
        """The last step brought these texts, in this order, and no others."""
        self._raise_error()
        assert [e.text for e in self._news if isinstance(e, ChunkIngested)] == list(texts)
        return self

    def then_superseded(self, *pairs: tuple[str, str | None]) -> Self:
        """The last step let each first text give way to its second."""
        self._raise_error()
        texts = _texts_of(self._history)
        happened = [
            (texts[e.item], texts[e.by] if e.by else None)
            for e in self._news
            if isinstance(e, Superseded)
        ]
        assert happened == list(pairs)
        return self

    def then_forgotten(self, *texts: str) -> Self:
        """The last step was one notice of forgetting that names the items with these texts."""
        self._raise_error()
        [notice] = self._news
        assert isinstance(notice, SourceForgotten), notice
        known = _texts_of(self._history)
        assert [known[item] for item in notice.items] == list(texts)
        return self

    def then_current(self, *texts: str) -> Self:
        """These texts are current, in the order in which they came in."""
        self._raise_error()
        known = self._texts()
        gone = {r.event.item for r in self._live() if isinstance(r.event, Superseded)}
        assert [known[item] for item in known if item not in gone] == list(texts)
        return self

    def history(self) -> list[Recorded]:
        """Everything that has happened, as it was when it happened."""
        return list(self._history)

    def log(self) -> list[Recorded]:
        """What the journal tells of all that now."""
        return list(self.journal.read())

    def item(self, text: str) -> ItemId:
        """The newest item with this text."""
        return next(item for item, each in reversed(self._texts().items()) if each == text)

    def _do(self, step: Step) -> None:
        if isinstance(step, Event):
            self.journal.append([step])
        else:
            step(self)

    def _raise_error(self) -> None:
        if self._error is not None:
            raise self._error

    def _live(self) -> list[Recorded]:
        return live(self.log())

    def _texts(self) -> dict[ItemId, str]:
        return _texts_of(self._live())


def given(*steps: Step) -> Story:
    """What happened before; a step that fails here fails the test."""
    story = Story()
    for step in steps:
        story.when(step).then_obeyed()
    return story


def _texts_of(log: Iterable[Recorded]) -> dict[ItemId, str]:
    made = [each.event for each in log if isinstance(each.event, ChunkIngested | Promoted)]
    return {event.item: event.text for event in made if event.text}


def _path_of(text: str, path: str | None) -> str:
    return path or path_of("fact", text)


def _lineage_of(text: str, path: str | None) -> tuple[SourceUid, ...]:
    return IDENTITY.lineage(_path_of(text, path))
