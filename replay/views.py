"""The read model of this process: caught up before each use, and renewed if it is bad."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

import duckdb

from ..domain.comparison import Compared
from ..domain.errors import MemoryStoreError, Refused, StoreUnwritable
from ..journal.journal import Journal
from ..projections.slot_cleaning import Cleaned, patiently
from ..projections.slot_listing import Slot
from ..projections.slots import NOTED_EVERY_EVENTS, Slots
from ..projections.view import View
from .catch_up import catch_up
from .comparison import compare
from .shedding import Shedding

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
        self._shedding: Shedding | None = None
        self._one_at_a_time = threading.Lock()  # taken before the other lock, never after it
        self._is_new = True  # nobody was told yet that it may hold what is forgotten
        self._is_kept = self._is_closed = False

    def use(self, ask: Callable[[View], T]) -> T:
        """Asks the caught-up view; one that turns out damaged is built anew and asked again."""
        with self._lock:
            if self._view is not None and self._view.looking_at is not None:
                raise Refused(
                    "this was asked in the middle of a question about an earlier day; ask one"
                    " after the other"
                )
            try:
                return ask(self._caught_up())
            except duckdb.Error:
                self.renew()
            with _building():
                return ask(self._caught_up())

    def keep_up(self) -> int:
        """Catches the view up and tells its position; nothing happens once it is closed."""
        with self._lock:
            return 0 if self._is_closed else self.use(lambda view: view.position)

    @contextmanager
    def kept(self) -> Iterator[None]:
        """Inside the block somebody calls `shed_beside` after each forgetting, so no question does.

        In memory there is nothing to shed, and no time is lost by it.
        """
        with self._lock:
            self._is_kept = self._slots.is_on_disk
        try:
            yield
        finally:
            with self._lock:
                self._is_kept = False
                self._give_up()

    def shed_beside(self) -> None:
        """Copies what is left after a forgetting into a new file, while questions go on."""
        with self._one_at_a_time:
            with self._lock:
                if not self._is_kept or self._is_closed:
                    return
                self.keep_up()
                if not self._is_unclean():
                    return
                shedding = self._begin()
            fresh = shedding.run()
            with self._lock:
                if self._shedding is shedding:
                    self._end(shedding, fresh)

    def renew(self) -> None:
        """A new generation from position zero takes the place of the present one."""
        with self._lock:
            self.close_view()
            fresh = self._slots.next()
            with self._made_beside(fresh):
                catch_up(self._journal, fresh)
                self._slots.settle(fresh.position)
            self._view, self._is_new = fresh, True

    def rebuild(self) -> Compared:
        """The same, after the new one was compared with the present one."""
        with self._lock:
            self.use(View.digest)  # one that is damaged has been renewed by now
            self._give_up()
            live = self._view
            assert live is not None, "it was just used"
            fresh = self._slots.next()
            with self._made_beside(fresh):
                compared = compare(self._journal, partial(self._ask, live), fresh)
                self.close_view()
                self._slots.settle(fresh.position)
            self._view, self._is_new = fresh, True
            self.use(lambda _: None)  # which leaves no byte of what it was told and is forgotten
            return compared

    def compare(self) -> Compared:
        """The live tables and those of a fresh replay, which is gone afterwards.

        The replay is made in a slot of its own, so nobody has to wait for it.
        """
        self.use(lambda _: None)  # so the first free slot is for the live one
        with _building(), closing(self._slots.another()) as slots, slots.scratch() as fresh:
            return compare(self._journal, self.use, fresh)

    def slots(self) -> tuple[Slot, ...]:
        """All slots of the store, ours as it is now; nothing is caught up, made or changed."""
        with self._lock:
            return self._slots.look(self._view, head=self._journal.head())

    def shed(self, position: int) -> tuple[int, tuple[str, ...]]:
        """Leaves no byte in any file of what was forgotten up to a position.

        The number of files that were made anew or emptied, and the files that other processes hold
        and do not shed themselves; those that are just doing so are waited for.
        """
        self.shed_beside()
        with self._lock:
            self.use(lambda _: None)
            if self._slots.clean_up_to < position:
                self._shed()
            if self._slots.clean_up_to < position:  # built anew, from what is left
                self._slots.mark_clean(position)
        cleaned = patiently(lambda: self._clean_others(position))
        return cleaned.emptied + 1, cleaned.held

    def close_view(self) -> None:
        """Closes the file, which the next use opens again."""
        with self._lock:
            self._give_up()
            if self._view is not None:
                view, self._view = self._view, None
                view.close()
                self._slots.note(view.written)

    def close(self) -> None:
        """Closes the file and lets the slot go."""
        with self._lock:
            self._is_closed = True
            self.close_view()
            self._slots.close()

    def _caught_up(self) -> View:
        if self._view is None:
            self._view, self._is_new = self._slots.open(), True
        if self._view.position > self._journal.head():
            self.renew()  # it tells of events that are not there: of a journal since replaced
        catch_up(self._journal, self._view)
        self._slots.note(self._view.written, every_events=NOTED_EVERY_EVENTS)
        if not self._is_kept and self._is_unclean():
            self._shed()
        elif self._is_new and self._is_unclean():  # no event comes that would tell whoever keeps it
            threading.Thread(target=self._try_to_shed, daemon=True).start()
        self._is_new = False
        return self._view

    def _try_to_shed(self) -> None:
        with suppress(MemoryStoreError):
            self.shed_beside()

    def _is_unclean(self) -> bool:
        """Whether some file of ours may hold what is forgotten."""
        return self._journal.has_forgotten(after=self._slots.clean_up_to)

    def _ask(self, live: View, question: Callable[[View], T]) -> T:
        catch_up(self._journal, live)
        return question(live)

    @contextmanager
    def _made_beside(self, fresh: View) -> Iterator[None]:
        """Where it cannot be made, nothing is left of it, and what is in use stays so."""
        try:
            with _building():
                yield
        except BaseException:
            fresh.close()
            self._slots.abandon()
            raise

    def _shed(self) -> None:
        """The rows that are left go into a new file; where that fails, all is built anew."""
        shedding = self._begin()
        self._end(shedding, shedding.run())

    def _begin(self) -> Shedding:
        assert self._view is not None
        self._give_up()
        self._shedding = Shedding(self._journal, self._slots, self._view)
        return self._shedding

    def _end(self, shedding: Shedding, fresh: View | None) -> None:
        """What was made takes the place of what is in use; where there is none, all is built anew.

        What is built anew may have been told what is forgotten, if that is not erased yet: so it
        does not count as clean.
        """
        if fresh is None:
            self.renew()
            return
        self._shedding = None
        self.close_view()
        self._slots.settle(fresh.written)
        self._slots.mark_clean(shedding.position)
        self._view = fresh

    def _clean_others(self, position: int) -> Cleaned:
        with self._lock:
            return self._slots.clean_others(position)

    def _give_up(self) -> None:
        """Whatever is being made beside goes, before something else is made."""
        shedding, self._shedding = self._shedding, None
        if shedding is not None:
            shedding.give_up()


@contextmanager
def _building() -> Iterator[None]:
    """What DuckDB says of a read model that was just made is about the disk."""
    try:
        yield
    except duckdb.Error as error:
        raise StoreUnwritable(
            f"the read model could not be built ({error}); check the space on its disk"
        ) from error
