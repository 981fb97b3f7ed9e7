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

    def shed(self, position: int) -> tuple[int, tuple[str, ...]]:
        """Leaves no byte in any file of what was forgotten up to a position.

        The number of files that were made anew or emptied, and the files that other processes hold
        and have not shed themselves yet.
        """
        with self._lock:
            self.use(lambda _: None)
            if self._slots.clean_up_to < position:
                self._shed()
            if self._slots.clean_up_to < position:  # built anew, from what is left
                self._slots.mark_clean(position)
            emptied, held = self._slots.clean_others(position)
            return emptied + 1, held

    def _shed(self) -> None:
        """The rows that are left go into a new file; where that fails, all is built anew.

        What is built anew may have been told what is forgotten, if that is not erased yet: so it
        does not count as clean.
        """
        assert self._view is not None
        position = self._view.position
        self.close_view()
        try:
            self._view = self._slots.copy()
            catch_up(self._journal, self._view)  # in memory a copy starts from nothing
            self._slots.drop_older()
        except duckdb.Error:
            self.renew()
        else:
            self._slots.mark_clean(position)

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
        if self._journal.has_forgotten(after=self._slots.clean_up_to):
            self._shed()
        return self._view
