"""Verifies a store: nothing was changed, nothing is missing, and the forgotten cannot be read."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import msgspec

from ..domain.comparison import Compared, TableCompared
from ..domain.errors import Refused, StoreDamaged
from ..journal.checkpoint import CHECKPOINT, Checkpoint, CheckpointNote
from ..journal.journal_file import JOURNAL
from ..journal.sqlite_recorder import SqliteRecorder
from ..vault.key_rows import VAULT, KeyRows
from .chain_walk import Problem, Walk
from .index_check import index_problems
from .key_check import block_problems, blocked, key_problems, payload_problems
from .store_files import RECEIPT, StoreFiles, open_files

PROBLEMS_MAX: Final = 100
_FILES_ALONE: Final = "only the files were compared"
_UNTOLD: Final = "what they are built from is damaged"
_UNKNOWN: Final = 2**63  # a problem without a position comes after all others


class Verified(msgspec.Struct, frozen=True, kw_only=True):
    """What was compared, in figures, and what is wrong; the first problems first."""

    store: str
    checkpoint: str  # of the last event
    events: int  # each with its link
    payloads: int  # each with its digest
    erased: int  # payloads that are missing because of a forgetting
    sources: int  # whose keys open
    forgotten: int  # whose keys are gone
    blocks: int  # forgettings in force, each with its record, which opens
    checkpoints: int  # that the journal still has, with the one that was asked for
    pending: tuple[int, ...]  # positions of forgettings that have no receipt yet
    problems: tuple[Problem, ...]
    tables: tuple[TableCompared, ...] = ()  # of the read model, each with a fresh replay
    replayed_to: int = 0  # the position as of which they were compared
    tables_left_out: str = _FILES_ALONE  # why they were not compared; empty if they were

    @property
    def is_sound(self) -> bool:
        """Whether nothing is wrong; a forgetting that is pending is not wrong."""
        return not self.problems

    def complaint(self) -> StoreDamaged:
        """What is wrong, for whoever must stop at it."""
        first = self.problems[0]
        where = "" if first.position is None else f"event {first.position}: "
        more = f", and {len(self.problems) - 1} more" if len(self.problems) > 1 else ""
        if not self.tables_left_out:
            return StoreDamaged(
                f"{self.store} has a read model that is not what its journal tells:"
                f" {first.what}{more}; `lethelog rebuild` makes it anew"
            )
        return StoreDamaged(
            f"{self.store} is not as it was written: {where}{first.what}{more};"
            " restore it from a backup"
        )


def verify_store(
    folder: Path | None, *, since: str | None = None, lock_wait_seconds: float = 10.0
) -> Verified:
    """Compares all of a store with its chain, its keys and the checkpoints that were noted.

    With `since`, a checkpoint as it was printed, the journal must still hold exactly that event.
    """
    if folder is None:
        raise Refused("a store in memory has no files to verify; open one in a folder")
    asked = None if since is None else Checkpoint.parse(since)
    with open_files(folder, lock_wait_seconds=lock_wait_seconds) as files:
        return _verified(folder, files, asked)


def with_tables(found: Verified, compared: Compared) -> Verified:
    """The same with what came of comparing the read model; each table that differs is a problem."""
    unequal = tuple(
        Problem(
            f"the table `{each.table}` is not that of a replay: {each.rows:,} rows,"
            f" {each.rows_replayed:,} in the replay"
        )
        for each in compared.tables
        if not each.is_equal
    )
    return msgspec.structs.replace(
        found,
        problems=found.problems + unequal,
        tables=compared.tables,
        replayed_to=compared.position,
        tables_left_out="",
    )


def _verified(folder: Path, files: StoreFiles, asked: Checkpoint | None) -> Verified:
    done = _done(files.recorder)  # before all else: what ends meanwhile is still taken as pending
    checkpoints = [*_noted(files.recorder), *([asked] if asked else [])]
    walk = Walk(files.recorder, files.chain_key)
    walk.keep_links_at({each.position for each in checkpoints})
    uids = _walked(walk, folder, files.recorder)
    problems = [*walk.problems, *index_problems(folder / JOURNAL.name)]
    if not walk.is_cut_short:
        problems += _missing_checkpoints(walk, checkpoints)
        problems += payload_problems(walk, done)
        problems += key_problems(walk, files.vault, uids, done)
        problems += block_problems(walk, files.journal())
    positions = {notice.position for notice in walk.notices.values()}
    return Verified(
        store=str(folder),
        checkpoint=str(Checkpoint(walk.position, walk.link)) if walk.events else "",
        events=walk.events,
        payloads=walk.payloads,
        erased=len(walk.erased) + len(walk.notices_erased),
        sources=len({uid for lineage in walk.readable for uid in lineage} & uids),
        forgotten=len(positions & done),
        blocks=len(blocked(walk)),
        checkpoints=len(checkpoints),
        pending=tuple(sorted(positions - _done(files.recorder))),
        problems=tuple(sorted(problems, key=_place)[:PROBLEMS_MAX]),
        tables_left_out=_UNTOLD if problems else _FILES_ALONE,
    )


def _walked(walk: Walk, folder: Path, recorder: SqliteRecorder) -> set[str]:
    """The nodes of the vault as they are when the walk has seen every forgetting before that."""
    while True:
        walk.to_the_end()
        rows = KeyRows(folder / VAULT.name)
        try:
            uids = rows.uids()
        finally:
            rows.close()
        if walk.is_cut_short or recorder.head() == walk.position:
            return uids


def _done(recorder: SqliteRecorder) -> set[int]:
    return {int(position) for position in recorder.notes(RECEIPT)}


def _noted(recorder: SqliteRecorder) -> Iterator[Checkpoint]:
    for document in recorder.notes(CHECKPOINT).values():
        yield Checkpoint.parse(msgspec.json.decode(document, type=CheckpointNote).checkpoint)


def _missing_checkpoints(walk: Walk, checkpoints: Iterable[Checkpoint]) -> Iterator[Problem]:
    for each in checkpoints:
        found = walk.link_at(each.position)
        if found is None:
            yield Problem(
                f"it stood there at a checkpoint and is gone: the journal ends at {walk.position},"
                " so it was cut or an old copy took its place",
                each.position,
            )
        elif found != each.link:
            yield Problem("it is not the event of the checkpoint: another history", each.position)


def _place(problem: Problem) -> int:
    return _UNKNOWN if problem.position is None else problem.position
