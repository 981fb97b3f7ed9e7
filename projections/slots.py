"""The files of the read models: numbered generations in slots, one slot a process.

A DuckDB file has one owner. A process takes the first slot whose lock it gets and keeps its own
copy there, so nobody waits for anybody. A manifest says which generation is in use; another is made
beside it and takes its place when it is complete. Any file that is damaged, of another version or
of another store is left behind; nothing in a slot is ever the only copy of anything.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Final

import duckdb
from msgspec.structs import replace

from ..domain.errors import StoreUnwritable
from .database import StaleView, fingerprint
from .manifest import Manifest, read_manifest, write_manifest
from .slot_cleaning import Cleaned, clean_slots
from .slot_files import clear, generation_file, generations
from .slot_listing import Slot, slot_lines, versions
from .slot_lock import take_lock
from .view import View

SLOTS_MAX: Final = 64
NOTED_EVERY_EVENTS: Final = 1_000  # so that others see how far it is; closing notes it too


def _now() -> int:
    return time.time_ns() // 1_000


class Slots:
    """Hands out the view of this process; in memory where there is no folder."""

    def __init__(self, folder: Path | None, *, store: str, clock: Callable[[], int] = _now) -> None:
        self._folder = folder
        self._store = store
        self._clock = clock
        self._slot: Path | None = None
        self._lock: IO[bytes] | None = None
        self._manifest = Manifest()
        self._beside = 0  # the number of the generation that is being made

    @property
    def clean_up_to(self) -> int:
        """No file of our slot holds what was forgotten up to this position."""
        return self._manifest.clean_up_to

    @property
    def is_on_disk(self) -> bool:
        """Whether the rows stand in files."""
        return self._folder is not None

    def open(self) -> View:
        """The generation in use, or a new and empty one in its place if it cannot be used."""
        if self._folder is None:
            return View(None, store=self._store)
        slot = self._take(self._folder)
        view = self._in_use(slot)
        if view is None:
            view = self.next()
            self.settle(0)  # whoever is killed while filling it leaves it for the next to go on
        return view

    def next(self) -> View:
        """A new and empty generation beside the one in use, which may be told anything."""
        file = self.next_file()
        try:
            return self.view_of(file)
        except (duckdb.Error, OSError) as error:
            raise StoreUnwritable(
                f"no read model can be made in {self._slot} ({error}); check its disk and"
                " permissions"
            ) from error

    def next_file(self) -> Path | None:
        """The file of such a generation, which nobody has made yet; None in memory."""
        if self._folder is None:
            self._manifest = Manifest()
            return None
        slot = self._take(self._folder)
        if self.clean_up_to:
            self._save(replace(self._manifest, clean_up_to=0))
        self._beside = max(generations(slot), default=self._manifest.generation) + 1
        return generation_file(slot, self._beside)

    def view_of(self, file: Path | None) -> View:
        """What such a file tells, empty where there is none yet; for use by any thread."""
        return View(file, store=self._store)

    def settle(self, position: int) -> None:
        """The generation beside is complete up to a position, and is in use from now on.

        The one before is removed; no view of it may be open.
        """
        if self._folder is None:
            return
        made = Manifest(
            generation=self._beside,
            position=position,
            made_by=fingerprint(),
            versions=versions(),
            made_at=self._clock(),
        )
        self._save(made)
        self._beside = 0
        self._clear()

    def abandon(self) -> None:
        """The generation beside goes, whose view must be closed; the one in use stays."""
        self._beside = 0
        self._clear()

    def note(self, position: int, *, every_events: int = 1) -> None:
        """Tells whoever lists the slots how far we are; where it cannot be written, it is not."""
        if position - self._manifest.position >= every_events and self._manifest.generation:
            with suppress(StoreUnwritable):
                self._save(replace(self._manifest, position=position))

    def mark_clean(self, position: int) -> None:
        """Notes that no file of our slot holds what was forgotten up to a position.

        Not where an older file cannot be removed, which may hold it.
        """
        if self._clear():
            self._save(replace(self._manifest, clean_up_to=position))

    def clean_others(self, position: int) -> Cleaned:
        """Leaves nothing in the other slots, as far as nobody holds them."""
        return clean_slots(_slots_in(self._folder), self._slot, self._store, position)

    def another(self) -> Slots:
        """The same slots, as another process would use them."""
        return Slots(self._folder, store=self._store, clock=self._clock)

    @contextmanager
    def scratch(self) -> Iterator[View]:
        """An empty view in a slot of its own, which is as it was before when the block ends."""
        if self._folder is not None:
            self._take(self._folder)
        before = self._manifest
        view = self.next()
        try:
            yield view
        finally:
            view.close()
            self._beside = 0
            if self._clear():
                self._save(before)  # as clean as it was

    def look(self, own: View | None, *, head: int) -> tuple[Slot, ...]:
        """What lies in all slots, of which `own` is the open view of ours; nothing is changed."""
        holds = (self._slot, own) if self._slot and own else None
        return slot_lines(_slots_in(self._folder), self._store, holds, head=head)

    def close(self) -> None:
        """Lets the slot go; its views must be closed before."""
        if self._lock is not None:
            self._lock.close()
            self._lock = None
            self._slot = None
            self._manifest = Manifest()
            self._beside = 0

    def _take(self, folder: Path) -> Path:
        if self._slot is not None:
            return self._slot
        for number in range(SLOTS_MAX):
            slot = folder / str(number)
            lock = take_lock(slot)
            if lock is not None:
                self._slot, self._lock = slot, lock
                self._manifest = read_manifest(slot, self._store)
                self._clear()
                return slot
        raise StoreUnwritable(
            f"all {SLOTS_MAX} read models in {folder} are in use; end some processes and try again"
        )

    def _in_use(self, slot: Path) -> View | None:
        """None where there is none, or where it is not what the manifest says."""
        path = generation_file(slot, self._manifest.generation)
        if not path.is_file() or self._manifest.made_by != fingerprint():
            return None
        try:
            view = View(path, store=self._store)
        except (StaleView, duckdb.Error, OSError):
            return None
        if view.position >= self._manifest.position:
            return view
        view.close()  # an old copy of it, which may hold what is forgotten since
        return None

    def _save(self, manifest: Manifest) -> None:
        if self._slot is not None:
            write_manifest(self._slot, manifest, self._store)
        self._manifest = manifest

    def _clear(self) -> bool:
        if self._slot is None:
            return True
        return clear(self._slot, keep={self._manifest.generation, self._beside})


def _slots_in(folder: Path | None) -> list[Path]:
    if folder is None or not folder.is_dir():
        return []
    return sorted(slot for slot in folder.iterdir() if slot.is_dir())
