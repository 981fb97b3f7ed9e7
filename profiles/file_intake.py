"""Many texts become files at once: new ones, and new versions of those that say something else."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from ..asking.files_listing import FileLine
from ..commands.rewrite import Written
from ..commands.whole_text import LetIn, let_in
from ..domain.errors import Refused
from ..domain.files import place_of, source_of
from ..domain.identity import ItemId
from .file_paths import folders_of, path_of
from .file_plans import Plan, left_out
from .file_tree import Room, Tree
from .files import MemoryFiles


class TakenIn(msgspec.Struct, frozen=True, kw_only=True):
    """What became of the texts, by the paths of their files; and what of each was not kept."""

    created: tuple[str, ...]
    changed: tuple[str, ...]
    unchanged: int
    left_out: Mapping[str, str]


def take_in(files: MemoryFiles, texts: Mapping[str, str]) -> TakenIn:
    """Keeps all of the texts at their places, or none of them; the same again changes nothing."""
    kept = {place: let_in(text) for place, text in texts.items()}
    plan = Plan(answer="")

    def think(tree: Tree) -> Plan:
        nonlocal plan
        plan = _plan(tree, kept)
        return plan

    files.carry_out(think)
    return TakenIn(
        created=tuple(_path(each) for each in plan.written if each.instead_of is None),
        changed=tuple(_path(each) for each in plan.written if each.instead_of is not None),
        unchanged=len(texts) - len(plan.written),
        left_out={
            path_of(place): what
            for place, each in sorted(kept.items())
            if (what := left_out(each.secrets, had_hidden=each.had_hidden))
        },
    )


def _plan(tree: Tree, kept: Mapping[str, LetIn]) -> Plan:
    known = {each.place: each for each in tree.files.texts_at([*kept])}
    rooms = _Rooms(tree.files.below(""))
    written: list[Written] = []
    closed: dict[str, None] = {}  # in order, each once
    watched: dict[ItemId, None] = {}
    for place, said in sorted(kept.items()):
        before, source = known.get(place), source_of(place)
        if before is not None and before.text == said.text:
            continue
        room = rooms.at(place) if before is None else Room(closed=source)
        closed[room.closed] = None
        watched |= dict.fromkeys(room.watched)
        item = None if before is None else before.item
        written.append(Written(source=source, text=said.text, instead_of=item))
    return Plan(answer="", written=tuple(written), closed=tuple(closed), watched=tuple(watched))


class _Rooms:
    """All folders that there are, for asking about many places."""

    def __init__(self, files: Sequence[FileLine]) -> None:
        self._files = {each.place for each in files}
        self._folders: dict[str, ItemId] = {}
        for each in files:
            for folder in folders_of(each.place):
                self._folders.setdefault(folder, each.item)

    def at(self, place: str) -> Room:
        """As `Tree.room_at`; Refused where there is none."""
        folders = folders_of(place)
        if place in self._folders:
            raise Refused(f"{path_of(place)} is a folder here; rename one of the two")
        if blocking := self._files.intersection(folders):
            raise Refused(f"{path_of(blocking.pop())} is a file here; rename one of the two")
        highest = place
        for folder in reversed(folders):
            if folder in self._folders:
                return Room(closed=source_of(highest), watched=(self._folders[folder],))
            highest = folder
        return Room(closed=source_of(highest))


def _path(written: Written) -> str:
    return path_of(place_of(written.source))
