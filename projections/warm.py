"""Keeps what searches look at in memory: loaded beside them once, and current from then on."""

from __future__ import annotations

import threading
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from typing import TYPE_CHECKING, Final

import duckdb

from ..domain.events import (
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Event,
    PolicyAdopted,
    Promoted,
    Recalled,
    Recorded,
    Released,
    Superseded,
)
from .projection import rows_of, secret_of

if TYPE_CHECKING:
    from .hot import Hot  # it loads numpy

POSTINGS_MAX: Final = 60_000_000
"""As many are kept in memory, which is about two million items; with more DuckDB searches."""

HELD_MAX: Final = 64
"""So many events wait for the tables at most, which take about 20 ms for them then."""

_WANTED: Final = 2  # so many searches are worth it
_MAY_WAIT: Final = (ChunkIngested, Recalled, PolicyAdopted)
_STATES: Final = frozenset({Promoted, Contradicted, Superseded, ConfidenceRevised, Released})


class Warm:
    """The tables of one database in memory, once they are asked for.

    Every call but `load` is made with the lock of the database held.
    """

    def __init__(self, db: duckdb.DuckDBPyConnection, lock: threading.RLock) -> None:
        self._db = db
        self._lock = lock
        self._hot: Hot | None = None
        self._has_news = self._has_new_states = self._is_merged = False
        self._is_whole = True  # nothing was forgotten since the loading began
        self._asked = 0
        self._one_at_a_time = threading.Lock()
        self._loading: threading.Thread | None = None
        self._reader: duckdb.DuckDBPyConnection | None = None
        self._key = b""  # with which the tables number sessions
        self.held: list[Recorded] = []  # what is in memory and not in the tables yet
        self._may_load = True

    def hot(self) -> Hot | None:
        """What is loaded, caught up; the second who asks sets off the loading, for later ones."""
        self._asked += 1
        if self._hot is None:
            is_loading = self._loading is not None and self._loading.is_alive()
            if self.is_wanted and self._may_load and not is_loading:
                self._loading = threading.Thread(target=self.load, daemon=True)
                self._loading.start()
            return None
        return self.loaded()

    def loaded(self) -> Hot | None:
        """The same for a question that has asked before; it sets nothing off."""
        if self._hot is None:
            return None
        if self._has_news:
            self._hot.add_items(self._db, is_merged=self._is_merged)
        if self._has_new_states:
            self._hot.load_states(self._db)
        self._has_news = self._has_new_states = self._is_merged = False
        return self._hot

    def load(self) -> None:
        """Loads all from the tables as they are now, while others go on with them."""
        from .hot import Hot  # noqa: PLC0415 - it loads numpy, which a single search does without

        with self._one_at_a_time, self._snapshot() as reader, suppress(duckdb.InterruptException):
            if reader is None:
                return
            hot = Hot()
            hot.load(reader)
            with self._lock:
                if self._is_whole and self._may_load:
                    self._hot = hot

    @contextmanager
    def _snapshot(self) -> Iterator[duckdb.DuckDBPyConnection | None]:
        """The tables as they are now; None where nothing is to be loaded from them."""
        with self._lock:
            self._asked = max(self._asked, _WANTED)
            reader = self._begun() if self._hot is None and self._may_load else None
            self._reader = reader
        try:
            yield reader
        finally:
            with self._lock:
                self._reader = None  # as it must not be interrupted once it is closed
            if reader is not None:
                reader.close()

    def _begun(self) -> duckdb.DuckDBPyConnection | None:
        reader = self._db.cursor()
        reader.execute("BEGIN")
        # The first statement takes hold of the tables.
        [(postings,)] = rows_of(reader, "SELECT count(*) FROM posting")
        if postings > POSTINGS_MAX:
            self._may_load = False
            reader.close()
            return None
        self._has_news = self._has_new_states = self._is_merged = False
        self._is_whole = True
        self._key = secret_of(self._db)  # the reader does not know it
        return reader

    def takes(self, news: Sequence[Recorded]) -> bool:
        """Whether it has taken these events, so that the tables may wait for them."""
        if self._hot is None or self._has_news or len(self.held) + len(news) > HELD_MAX:
            return False
        if not all(isinstance(recorded.event, _MAY_WAIT) for recorded in news):
            return False
        self._hot.add(news, self._key)
        self.held += news
        return True

    def note(self, kinds: Iterable[type[Event]]) -> None:
        """The tables have rows of such events more."""
        seen = set(kinds)
        self._has_news = self._has_news or not seen.isdisjoint({ChunkIngested, Promoted})
        self._has_new_states = self._has_new_states or not seen.isdisjoint(_STATES)

    def note_merge(self) -> None:
        """The words of new items may stand among the sorted ones."""
        self._is_merged = True

    @property
    def is_wanted(self) -> bool:
        """Whether searches have come that it is worth loading for."""
        return self._asked >= _WANTED

    def stop(self) -> None:
        """Nothing is loaded any more, nor whatever is being loaded."""
        self._may_load = False
        if self._reader is not None:
            self._reader.interrupt()

    def note_forgetting(self) -> None:
        """Rows are gone from the tables, so all is loaded anew."""
        self._hot = None
        self._is_whole = False

    def close(self) -> None:
        """Ends the loading, if it goes on; called without the lock, which it needs."""
        with self._lock:
            self.stop()
            self._hot = None
        if self._loading is not None:
            self._loading.join()
