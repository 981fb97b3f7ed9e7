"""What each command of a memory tool would change, and what it answers; nothing is changed yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, TypeAlias

import msgspec

from ..asking.files_listing import FileText
from ..commands.rewrite import Written
from ..commands.whole_text import LetIn, let_in
from ..domain.errors import InvalidInput, NotFound, Refused
from ..domain.files import source_of
from ..domain.identity import ItemId
from .file_paths import ROOT, path_of, place_named
from .file_text import check_length, inserted, replaced, snippet
from .file_tree import Room, Tree

FILES_TOGETHER_MAX: Final = 5_000
CHARS_TOGETHER_MAX: Final = 20_000_000
"""Moved, removed or taken in by one order, which is done whole or not at all. Ours."""


class Plan(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be written and removed, what that rests on, and what is answered then."""

    answer: str
    written: tuple[Written, ...] = ()
    removed: tuple[ItemId, ...] = ()
    closed: tuple[str, ...] = ()
    watched: tuple[ItemId, ...] = ()


Thought: TypeAlias = Callable[[Tree], Plan]
"""Makes a plan of the files as they are; it is asked again where others came first."""


def create(path: str, text: str) -> Thought:
    """A file where there is none."""
    place, kept = place_named(path), _kept(path, text)

    def think(tree: Tree) -> Plan:
        tree.check_is_free(place, f"File {path} already exists")
        room = tree.room_at(path, place)
        return Plan(
            answer=_told(f"File created successfully at: {path}", kept),
            written=(Written(source=source_of(place), text=kept.text),),
            closed=(room.closed,),
            watched=room.watched,
        )

    return think


def replace(path: str, old: str, new: str) -> Thought:
    """Another text in the one place where the old one stands."""
    place = place_named(path)

    def think(tree: Tree) -> Plan:
        file = tree.file(path, place)
        edited = replaced(path, file.text, old, new)
        kept = _kept(path, edited.text)
        answer = (
            "The memory file has been edited. Here is the snippet showing the change"
            f" (with line numbers):\n{snippet(kept.text, edited.line)}"
        )
        return _changed(file, kept, answer)

    return think


def insert(path: str, line: int, text: str) -> Thought:
    """A text after so many lines."""
    place = place_named(path)

    def think(tree: Tree) -> Plan:
        file = tree.file(path, place)
        kept = _kept(path, inserted(file.text, line, text))
        return _changed(file, kept, f"The file {path} has been edited.")

    return think


def delete(path: str) -> Thought:
    """A file no more, or a folder with all that is in it."""
    place = place_named(path)

    def think(tree: Tree) -> Plan:
        if not place:
            raise Refused(f"Cannot delete the {ROOT} directory itself")
        gone = tree.lines_at(place)
        if not gone:
            raise NotFound(f"The path {path} does not exist")
        check_together(path, len(gone))
        return Plan(
            answer=f"Successfully deleted {path}",
            removed=tuple(each.item for each in gone),
            closed=(source_of(place),),
        )

    return think


def rename(old_path: str, new_path: str) -> Thought:
    """Another name for a file, or for a folder with all that is in it."""
    old, new = place_named(old_path), place_named(new_path)

    def think(tree: Tree) -> Plan:
        if not old:
            raise Refused(f"Cannot rename the {ROOT} directory itself")
        tree.check_is_free(new, f"The destination {new_path} already exists")
        moved = tree.texts_at(old)
        if not moved:
            raise NotFound(f"The path {old_path} does not exist")
        room = tree.room_at(new_path, new)
        return renamed(
            old, new, moved, room, answer=f"Successfully renamed {old_path} to {new_path}"
        )

    return think


def renamed(old: str, new: str, moved: Sequence[FileText], room: Room, *, answer: str) -> Plan:
    """The file at a place, or all files below it, as they are called from here on."""
    if new.startswith(f"{old}/"):
        raise InvalidInput(f"{path_of(old)} cannot be moved into itself; choose another name")
    check_together(path_of(old), len(moved), sum(len(each.text) for each in moved))
    names = [place_named(path_of(new + each.place.removeprefix(old))) for each in moved]
    return Plan(
        answer=answer,
        written=tuple(
            Written(source=source_of(name), text=each.text, instead_of=each.item)
            for name, each in zip(names, moved, strict=True)
        ),
        closed=(source_of(old), room.closed),
        watched=room.watched,
    )


def check_together(what: str, files: int, chars: int = 0) -> None:
    """InvalidInput for more than one order may move."""
    if files > FILES_TOGETHER_MAX or chars > CHARS_TOGETHER_MAX:
        raise InvalidInput(
            f"{what} holds {files:,} files with {chars:,} characters; {FILES_TOGETHER_MAX:,} files"
            f" with {CHARS_TOGETHER_MAX:,} characters are taken in one step: name a part of it"
        )


def left_out(secrets: Sequence[str], *, had_hidden: bool) -> str:
    """In words, what is not kept of a text; empty where all of it is."""
    counts = Counter(secrets)
    parts = [f"{count} x {kind}" if count > 1 else kind for kind, count in counts.items()]
    return ", ".join([*parts, *(["characters that cannot be seen"] if had_hidden else [])])


def _kept(path: str, text: str) -> LetIn:
    check_length(path, text)
    return let_in(text)


def _changed(file: FileText, kept: LetIn, answer: str) -> Plan:
    """A new version of a file, unless it says the same."""
    told = _told(answer, kept)
    if kept.text == file.text:
        return Plan(answer=told)
    source = source_of(file.place)
    return Plan(
        answer=told,
        written=(Written(source=source, text=kept.text, instead_of=file.item),),
        closed=(source,),
    )


def _told(answer: str, kept: LetIn) -> str:
    what = left_out(kept.secrets, had_hidden=kept.had_hidden)
    return f"{answer}\nLeft out, since it is never kept: {what}." if what else answer
