"""What a memory does for its own upkeep: verify itself, copy itself, tell where it stands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import closing, suppress
from pathlib import Path
from typing import Protocol, TypedDict

from ..domain.comparison import Compared
from ..domain.errors import StoreLocked, StoreUnwritable
from ..domain.event_document import DayLine
from ..domain.events import SourceForgotten, SourceUnblocked
from ..domain.identity import SourceUid
from ..domain.times import Moment
from ..journal.checkpoint import Checkpoint, checkpoint_of, take_checkpoint
from ..journal.journal import NOTICES, Journal, Selection
from ..journal.journal_file import JOURNAL, put_note
from ..journal.sqlite_file import connect, storage_errors
from .backup import Backup, back_up
from .day_files import DayFiles, export_days, note_days
from .verify import Verified, verify_store, with_tables


class Kept(Protocol):
    """A store that is open; without a folder it is in memory."""

    journal: Journal
    folder: Path | None
    clock: Callable[[], int]

    def flush(self) -> None:
        """All recalls are in the journal when this returns."""
        ...

    def compare_tables(self) -> Compared:
        """The tables of the live read model, each with a fresh replay."""
        ...

    def told_by_day(
        self, first: Moment = None, last: Moment = None
    ) -> tuple[int, Iterator[DayLine]]:
        """All events of these days, both included, and the last position that was looked at."""
        ...


class Forgettings(TypedDict):
    """How many forgettings there were, and how many sources may not be learned again."""

    forgotten: int
    blocked: int


class Figures(Forgettings):
    """What a status tells of the files."""

    store: str
    journal_bytes: int
    checkpoint: str


class Upkeep:
    """Mixed into the memory, which has what `Kept` asks for."""

    def verify(self: Kept, since: str | None = None) -> Verified:
        """Compares the whole store with its chain, its keys and a checkpoint kept elsewhere.

        Where that finds nothing wrong, the live read model too, with a fresh replay.
        """
        self.flush()
        found = verify_store(self.folder, since=since)
        return with_tables(found, self.compare_tables()) if found.is_sound else found

    def backup(self: Kept, folder: str | Path) -> Backup:
        """A verified copy in an empty folder; others may go on using the store."""
        self.flush()
        return back_up(self.journal, self.folder, Path(folder), now=self.clock())

    def export(
        self: Kept, folder: str | Path, *, first: Moment = None, last: Moment = None
    ) -> DayFiles:
        """Writes what happened on each day into two files of a folder, for people and programs.

        All days, unless from a `first` to a `last` one. It is a copy that no forgetting reaches,
        until the same days are exported again; a plan of forgetting names the folder.
        """
        told, now = self.told_by_day(first, last), self.clock()
        return export_days(self.journal, self.folder, Path(folder), told, now=now)

    def note_export(self: Kept, to: str) -> None:
        """Keeps in mind that all up to now may have gone to somebody, for plans of forgetting."""
        note_days(self.journal, to, now=self.clock())

    def checkpoint(self: Kept) -> str:
        """Where the chain stands; kept elsewhere it shows a cut or a rollback. Empty in memory."""
        return str(take_checkpoint(self.journal, now=self.clock()) or "")

    def figures(self: Kept, *, up_to: int | None = None) -> Figures:
        """The place, the size of the journal, and a checkpoint, which is noted if that can be.

        What is forgotten and blocked is told as of a position.
        """
        found = checkpoint_of(self.journal)
        if found is not None and self.folder is not None:
            _note_if_free(self.folder / JOURNAL.name, found, self.clock())
        files = self.folder.glob(f"{JOURNAL.name}*") if self.folder else ()
        return Figures(
            store=str(self.folder or ":memory:"),
            journal_bytes=sum(file.stat().st_size for file in files),
            checkpoint=str(found or ""),
            **forgettings(self.journal, up_to),
        )


def forgettings(journal: Journal, up_to: int | None = None) -> Forgettings:
    """How many there were up to a position, and what is still blocked by them."""
    notices, _ = journal.select([Selection(NOTICES)])
    told = [r.event for r in notices if up_to is None or r.position <= up_to]
    blocked: set[SourceUid] = set()
    for event in told:
        if isinstance(event, SourceForgotten):
            blocked.add(event.source)
        elif isinstance(event, SourceUnblocked):
            blocked.discard(event.source)
    return Forgettings(
        forgotten=sum(isinstance(event, SourceForgotten) for event in told), blocked=len(blocked)
    )


def _note_if_free(path: Path, found: Checkpoint, now: int) -> None:
    """Whoever only asks how things are waits for no writer, and may find the disk full."""
    with (
        suppress(StoreLocked, StoreUnwritable),
        closing(connect(path, JOURNAL, lock_wait_seconds=0)) as db,
        storage_errors(path),
    ):
        put_note(db, *found.note(now))
