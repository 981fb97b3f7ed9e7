"""The commands of a memory tool as an agent gives them, each an object with its own fields."""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from ..domain.errors import InvalidInput
from .files import MemoryFiles


class _Order(msgspec.Struct, frozen=True, kw_only=True, tag_field="command"):
    """One command; what it does not know of is left alone."""


class View(_Order, frozen=True, kw_only=True, tag="view"):
    """Show a file or a folder."""

    path: str
    view_range: list[int] | None = None

    def given_to(self, files: MemoryFiles) -> str:
        """The answer."""
        return files.view(self.path, self.view_range)


class Create(_Order, frozen=True, kw_only=True, tag="create"):
    """Make a file."""

    path: str
    file_text: str

    def given_to(self, files: MemoryFiles) -> str:
        """The answer."""
        return files.create(self.path, self.file_text)


class StrReplace(_Order, frozen=True, kw_only=True, tag="str_replace"):
    """Put one text in the place of another."""

    path: str
    old_str: str
    new_str: str = ""

    def given_to(self, files: MemoryFiles) -> str:
        """The answer."""
        return files.str_replace(self.path, self.old_str, self.new_str)


class Insert(_Order, frozen=True, kw_only=True, tag="insert"):
    """Put a text after a line."""

    path: str
    insert_line: int
    insert_text: str

    def given_to(self, files: MemoryFiles) -> str:
        """The answer."""
        return files.insert(self.path, self.insert_line, self.insert_text)


class Delete(_Order, frozen=True, kw_only=True, tag="delete"):
    """Take a file or a folder away."""

    path: str

    def given_to(self, files: MemoryFiles) -> str:
        """The answer."""
        return files.delete(self.path)


class Rename(_Order, frozen=True, kw_only=True, tag="rename"):
    """Give a file or a folder another name."""

    old_path: str
    new_path: str

    def given_to(self, files: MemoryFiles) -> str:
        """The answer."""
        return files.rename(self.old_path, self.new_path)


Command: TypeAlias = View | Create | StrReplace | Insert | Delete | Rename


def obey(files: MemoryFiles, given: object) -> str:
    """What a command answers, as it stands in JSON; InvalidInput where it is none of the six."""
    try:
        order: Command = msgspec.convert(given, type=Command)
    except msgspec.ValidationError as error:
        raise InvalidInput(f"The command cannot be read: {error}.") from None
    return order.given_to(files)
