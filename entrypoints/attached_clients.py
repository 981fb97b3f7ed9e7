"""What the doctor finds about the clients that are attached, and those that could be."""

from __future__ import annotations

import shutil
import sys
from importlib.util import find_spec
from pathlib import Path

from ..doors.attaching import Attached, attached
from ..doors.clients import CLIENTS, Client, Machine
from ..keeping.doctor import Finding


def findings_of(machine: Machine) -> list[Finding]:
    """One of each client that is attached, for the user or for this project, or could be."""
    looked = [(client, attached(client, file)) for client, file in _files(machine)]
    findings = [_finding(found) for _, found in looked if found is not None]
    with_one = {client.name for client, found in looked if found is not None}
    findings += [
        Finding(
            about=client.name,
            state="note",
            found="it is here, and not attached",
            advice=f"`lethelog attach {client.name}` lets it use this memory",
        )
        for client in CLIENTS
        if client.name not in with_one and client.is_used(machine)
    ]
    return findings or [
        Finding(
            about="clients",
            state="note",
            found="none is attached",
            advice="`lethelog attach --help` names those that can be",
        )
    ]


def _files(machine: Machine) -> list[tuple[Client, Path]]:
    own = [(client, client.place(machine)) for client in CLIENTS]
    shared = [
        (client, machine.project / client.project_file) for client in CLIENTS if client.project_file
    ]
    known = {file for _, file in own}
    return own + [(client, file) for client, file in shared if file not in known]


def _finding(found: Attached) -> Finding:
    name = found.client.name
    if found.trouble:
        return Finding(
            about=name,
            state="note",
            found=f"{found.file} cannot be told: {found.trouble}",
            advice=f"set that right, then `lethelog attach {name}` if it should use this memory",
        )
    if shutil.which(found.command) is None:
        return Finding(
            about=name,
            state="to do",
            found=f"{found.file} starts {found.command}, which is not there",
            advice=f"`lethelog attach {name}` writes what is; `lethelog detach {name}` ends it",
        )
    if Path(found.command).parent == Path(sys.executable).parent and find_spec("mcp") is None:
        return Finding(
            about=name,
            state="to do",
            found=f"{found.file} starts {found.command}, which lacks the extra for it",
            advice="pip install 'lethelog[mcp]'",
        )
    started = " ".join((found.command, *found.arguments))
    return Finding(about=name, state="ok", found=f"{found.file} starts {started}")
