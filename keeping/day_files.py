"""Writes the days of a memory into files that people and programs read without it."""

from __future__ import annotations

import filecmp
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from io import BufferedWriter
from itertools import chain, groupby
from pathlib import Path
from typing import Final

import msgspec

from ..domain.errors import Refused, StoreUnwritable
from ..domain.event_document import DayLine
from ..journal.journal import Journal
from ..vault.private_file import PRIVATE_FILE, sync_folder
from .copies import PRIVATE_FOLDER

DAY_FILES: Final = "day files"
"""The kind of note, one a folder, by which the plan of a later forgetting knows of them."""

PEOPLE: Final = ".md"
PROGRAMS: Final = ".jsonl"
_HEAD: Final = (
    "# {day}\n\nWhat happened in a memory of lethelog on this day. Each line has its time, in UTC,"
    " and its position in the journal.\n\n"
)
_UNFINISHED: Final = re.compile(r"\.\d{4,5}-\d\d-\d\d\.(md|jsonl)\.part")


class DayFilesNote(msgspec.Struct, frozen=True, kw_only=True):
    """When, how far and where to days were written last."""

    made_at: int
    position: int
    to: str


class DayFiles(msgspec.Struct, frozen=True, kw_only=True):
    """The days that were written, each into two files; none where nothing happened."""

    to: str
    days: tuple[str, ...]
    events: int
    position: int  # up to which the journal was told
    made_at: int


def export_days(
    journal: Journal,
    store: Path | None,
    to: Path,
    told: tuple[int, Iterator[DayLine]],
    *,
    now: int,
) -> DayFiles:
    """Writes each of the days that are told, over what was written of it before.

    The same journal gives the same bytes. The folder is noted before anything is in it.
    """
    place = to.expanduser().absolute()
    if store is not None and place.resolve().is_relative_to(store.resolve()):
        raise Refused(f"{place} lies inside the store; what is exported belongs elsewhere")
    position, lines = told
    made = DayFiles(to=str(place), days=(), events=0, position=position, made_at=now)
    first = next(lines, None)
    if first is None:
        return made
    note_days(journal, str(place), now=now, position=position)
    with _writing_into(place):
        days, events = _write(place, chain([first], lines))
    return msgspec.structs.replace(made, days=days, events=events)


def note_days(journal: Journal, to: str, *, now: int, position: int | None = None) -> None:
    """Notes that days up to a position, the last one unless told, went there."""
    up_to = journal.head() if position is None else position
    note = DayFilesNote(made_at=now, position=up_to, to=to)
    journal.note(DAY_FILES, to, msgspec.json.encode(note))


def _write(place: Path, lines: Iterable[DayLine]) -> tuple[tuple[str, ...], int]:
    """A day may come in several pieces, since a clock may have been put back."""
    known: set[str] = set()
    events = 0
    for day, piece in groupby(lines, key=lambda line: line.day):
        with _opened(place, day, PEOPLE) as people, _opened(place, day, PROGRAMS) as programs:
            if day not in known:
                people.write(_HEAD.format(day=day).encode())
                known.add(day)
            for line in piece:
                people.write(line.told.encode() + b"\n")
                programs.write(line.document + b"\n")
                events += 1
    days = tuple(sorted(known))
    for day in days:
        for end in (PEOPLE, PROGRAMS):
            _check_is_ours(place, day, end)
    for day in days:
        for end in (PEOPLE, PROGRAMS):
            _put_in_place(_part(place, day, end), place / f"{day}{end}")
    return days, events


@contextmanager
def _writing_into(place: Path) -> Iterator[None]:
    """A folder for its owner alone where it is new; nothing half written is left in it."""
    try:
        place.mkdir(mode=PRIVATE_FOLDER, parents=True, exist_ok=True)
        _drop_unfinished(place)
        try:
            yield
        finally:
            _drop_unfinished(place)
        sync_folder(place)
    except OSError as error:
        raise StoreUnwritable(
            f"{place} cannot be written ({error.strerror}); choose another folder, and let one"
            " export end before the next into the same folder"
        ) from error


@contextmanager
def _opened(place: Path, day: str, end: str) -> Iterator[BufferedWriter]:
    descriptor = os.open(
        _part(place, day, end), os.O_WRONLY | os.O_CREAT | os.O_APPEND, PRIVATE_FILE
    )
    with os.fdopen(descriptor, "ab") as file:
        yield file
        file.flush()
        os.fsync(file.fileno())


def _put_in_place(part: Path, path: Path) -> None:
    if path.exists() and filecmp.cmp(part, path, shallow=False):
        path.chmod(PRIVATE_FILE)
        return
    part.replace(path)


def _check_is_ours(place: Path, day: str, end: str) -> None:
    """Nobody's diary is written over."""
    path = place / f"{day}{end}"
    beginning = _HEAD.format(day=day).encode() if end == PEOPLE else b'{"position":'
    if not path.exists():
        return
    with path.open("rb") as file:
        if file.read(len(beginning)) == beginning:
            return
    raise Refused(
        f"{path} is there already and was not exported from a memory; name another folder"
    )


def _drop_unfinished(place: Path) -> None:
    for path in place.iterdir():
        if _UNFINISHED.fullmatch(path.name):
            path.unlink(missing_ok=True)


def _part(place: Path, day: str, end: str) -> Path:
    return place / f".{day}{end}.part"
