"""The read model of this process: caught up before each use, and renewed if it is bad."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import duckdb

from ..domain.errors import StoreUnwritable
from ..journal.journal import Journal
from ..projections.slots import Slots
from ..projections.view import View
from .catch_up import catch_up

T = TypeVar("T")


def open_views(journal: Journal, folder: Path | None, *, store: str) -> Views:
    """The views of a store, in memory where there is no folder; opens no file yet."""
    return Views(journal, Slots(folder, store=store))


class Views:
    """Gives everyone a view that has seen all that the journal holds."""

    def __init__(self, journal: Journal, slots: Slots) -> None:
        self._journal = journal
        self._slots = slots
        self._view: View | None = None
        self._lock = threading.RLock()

    def use(self, ask: Callable[[View], T]) -> T:
        """Asks the caught-up view; one that turns out damaged is built anew and asked again."""
        with self._lock:
            try:
                return ask(self._caught_up())
            except duckdb.Error:
                self.renew()
            try:
                return ask(self._caught_up())
            except duckdb.Error as error:
                raise StoreUnwritable(
                    f"the read model could not be built ({error}); check the space on its disk"
                ) from error

    def renew(self) -> None:
        """A new generation from position zero takes the place of the present one."""
        with self._lock:
            self.close_view()
            self._view = self._slots.next()
            try:
                catch_up(self._journal, self._view)
            except duckdb.Error as error:
                raise StoreUnwritable(
                    f"the read model could not be built ({error}); check the space on its disk"
                ) from error
            self._slots.drop_older()

    def close_view(self) -> None:
        """Closes the file, which the next use opens again."""
        with self._lock:
            if self._view is not None:
                self._view.close()
                self._view = None

    def close(self) -> None:
        """Closes the file and lets the slot go."""
        with self._lock:
            self.close_view()
            self._slots.close()

    def _caught_up(self) -> View:
        if self._view is None:
            self._view = self._slots.open()
        if self._view.position > self._journal.head():
            self.renew()  # it tells of events that are not there: of a journal since replaced
        catch_up(self._journal, self._view)
        return self._view
