"""Puts our server into the configuration of a client, and takes it out again."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, TypeGuard

import msgspec

from ..domain.errors import InvalidInput, Refused
from . import config_file
from .clients import SERVER, Client, Machine
from .json_text import Value


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a file is and what it shall be; None where there is no file."""

    client: str
    file: Path
    before: str | None
    after: str | None
    keeps: str | None  # what stands beside it afterwards: the file without our entry

    @property
    def is_news(self) -> bool:
        """Whether anything is to be done."""
        return self.before != self.after


class Attached(msgspec.Struct, frozen=True, kw_only=True):
    """What a client starts; `trouble` says why that cannot be told."""

    client: Client
    file: Path
    command: str = ""
    arguments: tuple[str, ...] = ()
    trouble: str = ""


def file_of(client: Client, machine: Machine, *, in_project: bool) -> Path:
    """Where its servers stand; Refused where it has none of a project alone."""
    if not in_project:
        return client.place(machine)
    if not client.project_file:
        raise Refused(f"{client.title} has no servers of one project; leave --project away")
    return machine.project / client.project_file


def attaching(client: Client, file: Path, entry: dict[str, Any]) -> Change:
    """The change that makes the client start our server; none when it does so already."""
    try:
        return _attaching(client, file, entry)
    except InvalidInput as error:
        raise InvalidInput(
            f"{file} is left as it is: {error}. To attach {client.title}, put this into it:\n"
            f"{client.config().snippet(entry)}"
        ) from None


def detaching(client: Client, file: Path) -> Change:
    """The change that takes out what attaching put in; none where there is nothing of it."""
    try:
        return _detaching(client, file)
    except InvalidInput as error:
        raise InvalidInput(
            f"{file} is left as it is: {error}. To detach {client.title}, take"
            f" {'.'.join(client.keys)} out of it"
        ) from None


def carry_out(change: Change) -> None:
    """Writes the file, and beside it what it would be without us; Refused if it has changed."""
    config_file.check_can_be_written(change.file)
    if config_file.read(change.file) != change.before:
        raise Refused(f"{change.file} has changed meanwhile; repeat the command")
    backup = config_file.backup_of(change.file)
    if change.keeps is not None:
        config_file.write(backup, change.keeps, mode_of=change.file)
    if change.after is None:
        config_file.remove(change.file)
    else:
        config_file.write(change.file, change.after)
    if change.keeps is None and config_file.read(backup) == change.after:
        config_file.remove(backup)  # it has done what it was kept for


def attached(client: Client, file: Path) -> Attached | None:
    """What the file makes the client start, None where our server is not in it."""
    try:
        text = config_file.read(file)
        found = None if text is None else client.config().entry(text)
    except (InvalidInput, Refused) as error:
        return Attached(client=client, file=file, trouble=str(error))
    if found is None:
        return None
    if not _is_ours(found):
        return Attached(client=client, file=file, trouble=f"attach did not write its {SERVER!r}")
    return Attached(
        client=client, file=file, command=found["command"], arguments=tuple(found["args"])
    )


def _attaching(client: Client, file: Path, entry: dict[str, Any]) -> Change:
    config = client.config()
    text = config_file.read(file)
    found = None if text is None else config.entry(text)
    bare = text if found is None else _detaching(client, file).after
    wanted = {**found, **entry} if isinstance(found, dict) else entry
    after = text if found == wanted else config.with_entry(bare or "", wanted)
    _check(client, after, wanted)
    return Change(client=client.name, file=file, before=text, after=after, keeps=bare)


def _detaching(client: Client, file: Path) -> Change:
    config = client.config()
    text = config_file.read(file)
    found = None if text is None else config.entry(text)
    if text is None or found is None:
        return Change(client=client.name, file=file, before=text, after=text, keeps=None)
    if not _is_ours(found):
        raise InvalidInput(f"it has a server {SERVER!r} that attach did not write")
    kept = config_file.read(config_file.backup_of(file))
    after: str | None
    if kept is not None and _with(client, kept, found) == text:
        after = kept
    elif _with(client, "", found) == text:
        after = None  # there was no file
    else:
        after = config.without_entry(text, kept)
        _check(client, after, None)
    return Change(client=client.name, file=file, before=text, after=after, keeps=None)


def _with(client: Client, text: str, entry: dict[str, Any]) -> str | None:
    """What attaching makes of a text; None of one that it refuses."""
    config = client.config()
    try:
        return None if config.entry(text) is not None else config.with_entry(text, entry)
    except InvalidInput:
        return None


def _check(client: Client, text: str | None, entry: dict[str, Any] | None) -> None:
    """Never is a text written that does not say what it should."""
    if text is not None and client.config().entry(text) != entry:
        raise InvalidInput("its layout is beyond what attach can edit")


def _is_ours(entry: Value) -> TypeGuard[dict[str, Any]]:
    """Whether it starts `lethelog mcp`, however that is installed."""
    if not isinstance(entry, dict):
        return False
    command, arguments = entry.get("command"), entry.get("args")
    if not isinstance(command, str) or not isinstance(arguments, list):
        return False
    words = [re.split(r"[\\/]", command)[-1].removesuffix(".exe"), *arguments]
    return SERVER in words and "mcp" in words
