"""The forgettings that a backup has not seen, found in the present store and applied to it."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from ..domain.errors import StoreDamaged
from ..domain.events import BlockRecord, Event, Lineage, SourceForgotten, SourceUnblocked
from ..journal.checkpoint import Checkpoint
from ..journal.journal import NOTICES, Journal, Selection
from ..journal.journal_file import JOURNAL
from ..vault.vault import Vault, source_branch
from .chain_walk import Walk
from .store_files import StoreFiles, open_files

Told: TypeAlias = tuple[str, str, int]

_KEPT_NOTES: Final = ("backup", "export", "day files")
_APPROVED_BY: Final = "restore, which found its key destroyed"


class Missed(msgspec.Struct, frozen=True, kw_only=True):
    """What the present journal tells and the backup does not; `head` is None if it is unreadable.

    The notes are by kind and key.
    """

    notices: tuple[Event, ...] = ()
    notes: dict[tuple[str, str], bytes] = {}
    head: int | None = None

    @property
    def forgettings(self) -> int:
        """How many sources were forgotten since."""
        return sum(isinstance(each, SourceForgotten) for each in self.notices)


def read_missed(store: Path, backup: Path, *, lock_wait_seconds: float) -> Missed:
    """What the journal in the store tells and the one of the backup does not."""
    if not (store / JOURNAL.name).exists():
        return Missed()
    with open_files(store, journal=backup, lock_wait_seconds=lock_wait_seconds) as files:
        known = {_told(event) for event in _notices(files.journal())}
    try:
        with open_files(store, lock_wait_seconds=lock_wait_seconds) as files:
            journal = files.journal()
            head = journal.head()
            notes = {
                (kind, key): document
                for kind in _KEPT_NOTES
                for key, document in journal.notes(kind).items()
            }
            news = tuple(event for event in _notices(journal) if _told(event) not in known)
            return Missed(notices=news, notes=notes, head=head)
    except StoreDamaged:
        return Missed()  # that may be why it is restored


def apply_missed(store: Path, backup: Path, missed: Missed, *, checkpoint: str, now: int) -> None:
    """Writes it to the journal of the backup, once that is seen to be as it was made.

    A source whose key is gone, though nothing tells why, is forgotten too.
    """
    with open_files(store, journal=backup) as files:
        walk = _checked(files, checkpoint)
        journal = files.journal()
        if missed.notices:
            journal.append(missed.notices)
        if lost := _without_key(walk, files.vault, missed.notices):
            journal.append([_forgotten(lineage, now) for lineage in lost])
        for (kind, key), document in missed.notes.items():
            journal.note(kind, key, document)
        journal.checkpoint()


def _checked(files: StoreFiles, checkpoint: str) -> Walk:
    walk = Walk(files.recorder, files.chain_key)
    walk.to_the_end()
    found = str(Checkpoint(walk.position, walk.link)) if walk.events else ""
    if walk.problems or found != checkpoint:
        where = walk.problems[0].position if walk.problems else walk.position
        raise StoreDamaged(
            f"the backup is not as it was made: its journal differs at event {where}; take another"
        )
    return walk


def _without_key(walk: Walk, vault: Vault, notices: Sequence[Event]) -> list[Lineage]:
    """The outermost sources of the backup whose keys are gone without a notice."""
    told = {event.source for event in notices if isinstance(event, SourceForgotten)} | {
        uid for uid, notice in walk.notices.items() if not notice.is_unblocked
    }
    prefixes = {
        lineage[:depth]
        for lineage in walk.readable
        if told.isdisjoint(lineage)
        for depth in range(1, len(lineage) + 1)
    }
    there = vault.existing(source_branch(each) for each in prefixes)
    lost = {each for each in prefixes if source_branch(each) not in there}
    return sorted(each for each in lost if each[:-1] not in lost)


def _forgotten(lineage: Lineage, now: int) -> SourceForgotten:
    return SourceForgotten(
        recorded_at=now,
        roots=(lineage,),
        source=lineage[-1],
        record=BlockRecord(approved_by=_APPROVED_BY),
    )


def _notices(journal: Journal) -> list[Event]:
    return [recorded.event for recorded in journal.select([Selection(NOTICES)])[0]]


def _told(event: Event) -> Told:
    assert isinstance(event, SourceForgotten | SourceUnblocked), event
    return type(event).__name__, event.source, event.recorded_at
