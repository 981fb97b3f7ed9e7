"""A memory as a folder of files: view, create, edit, delete and rename, with history and undo."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar

from ..asking.as_of import Known
from ..asking.file_versions import FileVersion, versions_of
from ..asking.files_listing import FileLine, Files, FileText
from ..commands.rewrite import Rewrite, rewrite
from ..domain.errors import InvalidInput, NotFound
from ..domain.events import Judge, Origin
from . import file_plans, file_undo
from .file_paths import ROOT, place_named
from .file_plans import Plan, Thought
from .file_text import listed, shown
from .file_tree import Tree, entries_of

if TYPE_CHECKING:
    from ..memory import Memory  # it loads DuckDB

T = TypeVar("T")


class MemoryFiles:
    """The six commands of a memory tool over `/memories`, and what only a journal can do.

    Each answers with the text that the contract of the tool has. A file is the source
    `file/NAME`, and each of its versions is one item with the whole text: nothing is ever written
    over. What is taken away here stays in the story; `Memory.forget` takes it for good.
    """

    def __init__(self, memory: Memory, origin: Origin = "agent") -> None:
        """`origin` is the channel by which all that is written comes in."""
        self.memory = memory
        self.origin: Origin = origin

    def view(
        self, path: str, view_range: Sequence[int] | None = None, *, as_of: Known = None
    ) -> str:
        """The text of a file with numbered lines, or what lies in a folder, two levels deep."""
        place = place_named(path)

        def look(files: Files) -> str:
            file = files.text_at(place) if place else None
            if file is not None:
                return shown(path, file.text, view_range)
            found = files.below(place)
            if place and not found:
                raise NotFound(f"The path {path} does not exist. Please provide a valid path.")
            return listed(path, entries_of(place, found))

        return self._ask(look, as_of)

    def create(self, path: str, file_text: str) -> str:
        """A new file; Refused where one is there already."""
        return self.carry_out(file_plans.create(path, file_text))

    def str_replace(self, path: str, old_str: str, new_str: str) -> str:
        """Another text in the place of the only one that is so; answers with the lines around."""
        return self.carry_out(file_plans.replace(path, old_str, new_str))

    def insert(self, path: str, insert_line: int, insert_text: str) -> str:
        """A text after so many lines; 0 is before the first."""
        return self.carry_out(file_plans.insert(path, insert_line, insert_text))

    def delete(self, path: str) -> str:
        """Takes a file away, or a folder with all in it; `undo` brings it back."""
        return self.carry_out(file_plans.delete(path))

    def rename(self, old_path: str, new_path: str) -> str:
        """Another name for a file or a folder, which keeps its history."""
        return self.carry_out(file_plans.rename(old_path, new_path))

    def undo(self, path: str) -> str:
        """The version before as a new one, or what was deleted or renamed back in its place.

        Again it goes one further back. Of a folder that is gone, all that went with it returns.
        """
        return self.carry_out(file_undo.undo(path))

    def history(self, path: str, *, as_of: Known = None) -> tuple[FileVersion, ...]:
        """All versions of a file, also under former names, the newest first."""
        place = place_named(path)

        def look(files: Files) -> tuple[FileVersion, ...]:
            found = versions_of(files.view, place)
            if found:
                return found
            if Tree(files).is_folder(place):
                raise InvalidInput(f"The path {path} is a folder; name one of the files in it.")
            raise NotFound(f"The path {path} does not exist, and never did.")

        return self._ask(look, as_of)

    def read(self, path: str, *, as_of: Known = None) -> str:
        """The text of a file, byte for byte; at a date or position as it was then."""
        place = place_named(path)
        return self._ask(lambda files: Tree(files).file(path, place).text, as_of)

    def file(self, path: str, *, as_of: Known = None) -> FileText | None:
        """The file that a path names; None where it names none."""
        place = place_named(path)
        return self._ask(lambda files: files.text_at(place), as_of) if place else None

    def files(self, path: str = ROOT, *, as_of: Known = None) -> tuple[FileLine, ...]:
        """All files in a folder at any depth; NotFound where there is no such folder."""
        place = place_named(path)
        found = self._ask(lambda files: files.below(place), as_of)
        if place and not found:
            raise NotFound(f"The path {path} does not exist. Please provide a valid path.")
        return found

    def texts(self, *, as_of: Known = None) -> dict[str, str]:
        """What every file says, by its place below `/memories`."""
        found = self._ask(lambda files: files.texts_below(""), as_of)
        return {each.place: each.text for each in found}

    def carry_out(self, think: Thought) -> str:
        """Has a plan made of the files as they are and records it, anew where others came first."""
        plan = Plan(answer="")

        def propose() -> Rewrite:
            nonlocal plan
            plan, seen = self.memory.ask(lambda view: _thought(Files(view), think))
            return Rewrite(
                written=plan.written,
                removed=plan.removed,
                closed=plan.closed,
                watched=plan.watched,
                seen=seen,
                now=self.memory.clock(),
                gate=self.memory.gate(self.origin),
                judge=self._judge,
            )

        rewrite(self.memory.journal, self.memory.identity, propose)
        return plan.answer

    @property
    def _judge(self) -> Judge:
        return "person" if self.origin in {"person", "import"} else "agent"

    def _ask(self, question: Callable[[Files], T], as_of: Known) -> T:
        state = self.memory if as_of is None else self.memory.as_of(as_of)
        return state.ask(lambda view: question(Files(view)))


def _thought(files: Files, think: Thought) -> tuple[Plan, int]:
    """A plan, and the position that it knows of."""
    with files.view.lock:
        return think(Tree(files)), files.view.position
