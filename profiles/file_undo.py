"""What takes back the last change of a file, or brings back what was removed or renamed."""

from __future__ import annotations

from collections.abc import Sequence

from ..asking.file_versions import (
    FileVersion,
    end_of,
    last_gone_below,
    newest_versions,
    versions_of,
)
from ..asking.files_listing import FileText
from ..asking.listing import items_at
from ..commands.rewrite import Written
from ..domain.errors import InvalidInput, NotFound, Refused
from ..domain.files import source_of
from .file_paths import path_of, place_named
from .file_plans import Plan, Thought, check_together
from .file_tree import Room, Tree


def undo(path: str) -> Thought:
    """The version before, as a new one; again it goes one further back."""
    place = place_named(path)

    def think(tree: Tree) -> Plan:
        versions = versions_of(tree.files.view, place)
        at, gone = last_gone_below(tree.files.view, place) if place else (0, ())
        if versions and not versions[0].is_gone:
            return _back(tree, path, versions)
        if versions and (versions[0].went_at or 0) >= at:
            return _returned(tree, path, place, [place])
        if gone:
            return _returned(tree, path, place, gone)
        if tree.is_folder(place):
            raise InvalidInput(f"The path {path} is a folder; undo one of the files in it.")
        raise NotFound(f"The path {path} does not exist, and never did.")

    return think


def _back(tree: Tree, path: str, versions: Sequence[FileVersion]) -> Plan:
    """What the file was before its last change, as its newest version."""
    now, before = versions[0], _before(versions)
    if before is None:
        raise Refused(f"{path} is as it was first written; there is nothing before that to go to.")
    written = Written(
        source=source_of(before.place),
        text=_texts_of(tree, [before])[before.position],
        instead_of=now.item,
        reason="reversed",
    )
    own = source_of(now.place)
    if before.place == now.place:
        answer = f"{path} is again as it was before its last change."
        return Plan(answer=answer, written=(written,), closed=(own,))
    former = path_of(before.place)
    room = _room(tree, before.place)
    return Plan(
        answer=f"{path} is called {former} again.",
        written=(written,),
        closed=(own, room.closed),
        watched=room.watched,
    )


def _before(versions: Sequence[FileVersion]) -> FileVersion | None:
    """The state before the last change; what was undone since is not looked at again."""
    states: list[FileVersion] = []
    for version in reversed(versions):
        if version.came == "undone":
            there = [n for n, each in enumerate(states[:-1]) if _is_same(each, version)]
            if there:
                del states[there[-1] + 1 :]
                continue
        states.append(version)
    earlier = reversed(states[:-1])
    return next((each for each in earlier if not _is_same(each, versions[0])), None)


def _is_same(one: FileVersion, other: FileVersion) -> bool:
    return (one.place, one.sameness, one.bytes) == (other.place, other.sameness, other.bytes)


def _returned(tree: Tree, path: str, place: str, gone: Sequence[str]) -> Plan:
    """Files that were removed or renamed, where they were."""
    last = newest_versions(tree.files.view, gone)
    check_together(path, len(last), sum(each.bytes for each in last))
    removed = [each for each in last if each.went == "removed"]
    texts = _texts_of(tree, removed)
    written = [Written(source=source_of(each.place), text=texts[each.position]) for each in removed]
    moved = _moved(tree, [each for each in last if each.went == "renamed"])
    written += [
        Written(source=source_of(each.place), text=now.text, instead_of=now.item, reason="reversed")
        for each, now in moved
    ]
    rooms = [_room(tree, each) for each in (gone if tree.is_folder(place) else [place])]
    names = f"{len(last)} files in {path} are" if len(last) > 1 else f"{path_of(gone[0])} is"
    return Plan(
        answer=f"{names} there again.",
        written=tuple(written),
        closed=(
            *(room.closed for room in rooms),
            *(source_of(now.place) for _, now in moved),
        ),
        watched=tuple(item for room in rooms for item in room.watched),
    )


def _moved(tree: Tree, versions: Sequence[FileVersion]) -> list[tuple[FileVersion, FileText]]:
    """Versions with the files that they became under other names, as these are now."""
    names = [each.went_to for each in versions if each.went_to is not None]
    now = {file.position: file for file in tree.files.texts_at(names)}
    return [(each, now.get(each.before or 0) or _end(tree, each)) for each in versions]


def _end(tree: Tree, version: FileVersion) -> FileText:
    """Of a file that was changed since it was renamed, or renamed again."""
    end = end_of(tree.files.view, version)
    found = None if end.is_gone else tree.files.text_at(end.place)
    if found is None:
        raise Refused(
            f"{path_of(version.place)} was renamed, and as {path_of(end.place)} it was deleted;"
            " undo that first."
        )
    return found


def _texts_of(tree: Tree, versions: Sequence[FileVersion]) -> dict[int, str]:
    """What they say, by their positions."""
    lines = items_at(tree.files.view, [each.position for each in versions])
    return {line.position: line.text for line in lines}


def _room(tree: Tree, place: str) -> Room:
    path = path_of(place)
    tree.check_is_free(place, f"{path} is there by now; rename or delete it first.")
    return tree.room_at(path, place)
