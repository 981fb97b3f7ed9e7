"""The one tool of a memory that is a folder of files, as agents know it from the memory tool."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, TypeAlias

from mcp.types import CallToolResult, ContentBlock, TextContent
from pydantic import Field

from ..domain.errors import Conflict, InvalidInput, NotFound, Refused
from ..profiles.file_commands import obey
from ..profiles.file_text import FILE_CHARS_MAX
from ..profiles.files import MemoryFiles
from .tool import CHANGES, Group, tool

_TOLD_AS_IT_IS: Final = (InvalidInput, NotFound, Refused, Conflict)
_PATH_CHARS_MAX: Final = 4_000  # what is too long is refused in words of its own
_RANGE_MAX: Final = 10  # what is no pair of lines is left alone

_Command: TypeAlias = Literal["view", "create", "str_replace", "insert", "delete", "rename"]
_Name: TypeAlias = Annotated[str | None, Field(max_length=_PATH_CHARS_MAX)]
_Path: TypeAlias = Annotated[
    str | None,
    Field(max_length=_PATH_CHARS_MAX, description="What it is about, like /memories/notes.md."),
]
_Lines: TypeAlias = Annotated[
    list[int] | None,
    Field(
        max_length=_RANGE_MAX,
        description="For view: the first line and the last, -1 for the end.",
    ),
]
_Line: TypeAlias = Annotated[
    int | None, Field(description="For insert: after which line; 0 is the beginning.")
]
_Text: TypeAlias = Annotated[str | None, Field(max_length=FILE_CHARS_MAX)]


@dataclass(frozen=True, kw_only=True)
class Answer:
    """What a command answers."""

    result: str


class FilesTools(Group):
    """Whoever may read may view; the other commands take the right to write."""

    @tool("read", "Memory", CHANGES)
    def memory(
        self,
        *,
        command: _Command,
        path: _Path = None,
        view_range: _Lines = None,
        file_text: _Text = None,
        old_str: _Text = None,
        new_str: _Text = None,
        insert_line: _Line = None,
        insert_text: _Text = None,
        old_path: _Name = None,
        new_path: _Name = None,
    ) -> Annotated[CallToolResult, Answer]:
        """Keeps what should outlast this conversation in files below /memories.

        view shows a file with numbered lines or lists a folder; create makes a file of file_text;
        str_replace puts new_str in the place of the one old_str, insert adds insert_text after a
        line; delete and rename also take folders. View /memories before you begin. Nothing is lost
        by an edit or a deletion: a person can bring it back.
        """
        given = {
            "path": path,
            "view_range": view_range,
            "file_text": file_text,
            "old_str": old_str,
            "new_str": new_str,
            "insert_line": insert_line,
            "insert_text": insert_text,
            "old_path": old_path,
            "new_path": new_path,
        }
        if command != "view":
            self.connection.check("write", "memory")
        told = {name: value for name, value in given.items() if value is not None}
        return self._answered({"command": command, **told})

    def _answered(self, command: dict[str, object]) -> CallToolResult:
        """The words of the contract alone, also of an error: whoever knows the tool wants these."""
        files = MemoryFiles(self.connection.memory, self.connection.grant.channel)
        try:
            answer = obey(files, command)
        except _TOLD_AS_IT_IS as error:
            return CallToolResult(content=_said(str(error)), is_error=True)
        return CallToolResult(content=_said(answer), structured_content={"result": answer})


def _said(text: str) -> list[ContentBlock]:
    return [TextContent(type="text", text=text)]
