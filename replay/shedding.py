"""Makes a read model that never saw what was forgotten, from one that did and still answers."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import duckdb

from ..journal.journal import Journal
from ..projections.copying import Copying
from ..projections.slots import Slots
from ..projections.view import View
from .catch_up import catch_up


class Shedding:
    """One such read model on its way; it is begun and given up with the lock of the views held.

    On disk the rows that are left are copied. In memory there is no such file, and all is replayed.
    """

    def __init__(self, journal: Journal, slots: Slots, live: View) -> None:
        """The one that is live stays open until `run` has ended."""
        self._journal = journal
        self._slots = slots
        self._live = live
        self._file = slots.next_file()
        self._copying: Copying | None = None
        self._fresh: View | None = None
        self._is_given_up = False
        self._over = Event()
        self.position = live.position  # what is forgotten up to there is in no row any more

    def run(self) -> View | None:
        """The new one, which knows all that the journal holds; without the lock, if one likes.

        None where it cannot be made, or where it was given up meanwhile.
        """
        try:
            return self._made()
        except (duckdb.Error, OSError):
            return None
        finally:
            self._over.set()

    def give_up(self) -> None:
        """Leaves nothing of it, whoever is at it."""
        self._is_given_up = True
        if self._copying is not None:
            self._copying.stop()
        if self._fresh is not None:
            self._fresh.stop_loading()
        self._over.wait()
        if self._fresh is not None:
            self._fresh.close()
        self._slots.abandon()

    def _made(self) -> View:
        is_searched = self._live.is_searched
        self._live.stop_loading()  # its days are numbered
        if self._file is not None:
            self._copy(self._file)
        fresh = self._fresh = self._slots.view_of(self._file)
        catch_up(self._journal, fresh)
        if is_searched and not self._is_given_up:
            fresh.warm()
        return fresh

    def _copy(self, file: Path) -> None:
        self._slots.view_of(file).close()  # which makes the tables
        self._copying = self._live.copying(file)
        if self._is_given_up:  # it may have been too early to stop it
            self._copying.stop()
        self._copying.run()
