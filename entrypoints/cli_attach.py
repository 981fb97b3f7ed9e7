"""Commands that tell an agent's program of this memory: `attach`, `detach`."""

from __future__ import annotations

import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_click as click
from click import argument, get_current_context, option

from ..domain.errors import Refused
from ..doors.clients import NAMES, SERVER, Machine
from . import render_attaching
from .installed_from import requirement
from .namespace_option import namespace_option
from .options import Command, Place, shared_options
from .output import show_json
from .profile_option import profile_option

if TYPE_CHECKING:
    from ..doors.attaching import Change

_KEYS: Final = "LETHELOG_KEYS"  # a folder, and no secret
_SECRETS: Final = ("LETHELOG_MASTER_KEY", "LETHELOG_PASSPHRASE", "LETHELOG_EMBEDDER_KEY")
_PASSING: Final = ("archive-v0", "environments-v2")  # what uv makes for one run, and may clear


def _client(command: Command) -> Command:
    """The client, and how its file is changed."""
    yes = option("--yes", is_flag=True, help="Write it without asking.")
    in_project = option(
        "--project",
        "in_project",
        is_flag=True,
        help="In the file of this folder's project, not in that of the user.",
    )
    return argument("client", type=click.Choice(NAMES))(in_project(yes(command)))


def _verbs(_: click.Context, __: click.Parameter, value: str) -> str:
    """As it was given; each verb is one that a connection can have."""
    from ..domain.capabilities import VERBS  # noqa: PLC0415 - help does without all events

    wrong = [verb for verb in value.split(",") if verb not in (*VERBS, "")]
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r} is none of {', '.join(VERBS)}.")
    return value


@click.command()
@_client
@option("--uvx", "by_uvx", is_flag=True, help="Start it with uvx, which fetches lethelog itself.")
@option(
    "--allow",
    metavar="VERBS",
    default="",
    callback=_verbs,
    help="What the agent may do, such as read,write; else what `lethelog mcp` gives it.",
)
@profile_option()
@namespace_option()
@shared_options
def attach(
    *,
    client: str,
    in_project: bool,
    yes: bool,
    by_uvx: bool,
    allow: str,
    profile: str | None,
    as_json: bool,
) -> None:
    """Let a client start this memory as its server.

    Shows how its configuration would change, asks, and keeps what was there beside it. The store
    and the embedder that are named here are those that the agent gets. A second time changes
    nothing; other options change what the first wrote.
    """
    from ..doors.attaching import attaching, file_of  # noqa: PLC0415 - help does without
    from ..doors.clients import client_named  # noqa: PLC0415 - as above

    one = client_named(client)
    machine = this_machine()
    place = get_current_context().ensure_object(Place)
    by_uvx = by_uvx or (not in_project and _is_passing(sys.argv[0]))
    command = _uvx(in_project=in_project) if by_uvx else (_executable(),)
    arguments = (*command[1:], *_words(place, allow, profile or ""))
    variables = {_KEYS: str(Path(os.environ[_KEYS]).absolute())} if os.environ.get(_KEYS) else {}
    change = attaching(
        one,
        file_of(one, machine, in_project=in_project),
        one.entry(command[0], arguments, variables),
    )
    _carry_out(change, yes=yes, as_json=as_json)
    if as_json:
        show_json("attach", _result(change))
    else:
        render_attaching.attached(change, one)
    render_attaching.notes(_notes(by_uvx=by_uvx, in_project=in_project))


@click.command()
@_client
@shared_options
def detach(*, client: str, in_project: bool, yes: bool, as_json: bool) -> None:
    """Take this memory out of the configuration of a client.

    Shows how the file would change, and asks. One that nothing else has changed since is what it
    was before, to the byte; the store stays as it is.
    """
    from ..doors.attaching import detaching, file_of  # noqa: PLC0415 - help does without
    from ..doors.clients import client_named  # noqa: PLC0415 - as above

    one = client_named(client)
    change = detaching(one, file_of(one, this_machine(), in_project=in_project))
    _carry_out(change, yes=yes, as_json=as_json)
    if as_json:
        show_json("detach", _result(change))
    else:
        render_attaching.detached(change, one)


def this_machine() -> Machine:
    """The one that this runs on, with the folder it was started in as the project."""
    return Machine(
        home=Path.home(), system=sys.platform, environment=os.environ, project=Path.cwd()
    )


def _carry_out(change: Change, *, yes: bool, as_json: bool) -> None:
    """Shows, asks and writes; nothing of that where there is no news."""
    from ..doors.attaching import carry_out  # noqa: PLC0415 - help does without

    if not change.is_news:
        return
    if not as_json:
        render_attaching.difference(change)
    if not yes:
        _ask(change.file)
    carry_out(change)


def _result(change: Change) -> dict[str, object]:
    return {
        "is_news": change.is_news,
        "client": change.client,
        "file": str(change.file),
        "backup": render_attaching.backup(change),
    }


def _ask(file: Path) -> None:
    if not sys.stdin.isatty():
        raise Refused(
            f"{file} would change, and there is no terminal to ask on; nothing was changed:"
            " look at what would, then give --yes"
        )
    if not click.confirm("Write it?", err=True):
        raise Refused("nothing was changed")


def _words(place: Place, allow: str, profile: str) -> tuple[str, ...]:
    """What stands after the program: only what was told, since defaults hold there too."""
    store = str(place.home.absolute()) if place.folders else ""
    told = {
        "--store": store,
        "--namespace": place.namespace,
        "--profile": profile,
        "--allow": allow,
    }
    embedder = ("--embedder", place.embedder) if place.embedder else ()
    return (*embedder, "mcp", *(word for each in told.items() if each[1] for word in each))


def _executable() -> str:
    """The program that runs, as it is found again; links are kept, for upgrades change them."""
    started = Path(sys.argv[0])
    beside = Path(sys.executable).with_name(SERVER + started.suffix * (started.suffix == ".exe"))
    found = [path for path in (started, beside) if path.stem == SERVER]
    for path in found:
        whole = shutil.which(path.absolute()) or shutil.which(path.name)
        if whole:
            return str(Path(whole).absolute())
    raise Refused(
        f"no program {SERVER!r} is installed here that a client could start; install it,"
        " or give --uvx"
    )


def _uvx(*, in_project: bool) -> tuple[str, ...]:
    """Windows do not always see what a shell sees, so the whole path; a team shares the name."""
    program = None if in_project else shutil.which("uvx")
    return (program or "uvx", "--from", requirement(), SERVER)


def _is_passing(program: str) -> bool:
    return not set(_PASSING).isdisjoint(Path(program).absolute().parts)


def _notes(*, by_uvx: bool, in_project: bool) -> list[str]:
    """What may keep it from starting, though the file is right."""
    from importlib.util import find_spec  # noqa: PLC0415 - help does without

    secrets = " and ".join(name for name in _SECRETS if os.environ.get(name))
    is_shared_folder = in_project and by_uvx and " @ file:" in requirement()
    told = {
        f"`lethelog mcp` needs an extra: pip install '{SERVER}[mcp]'": (
            not by_uvx and find_spec("mcp") is None
        ),
        "the path in it is one of this machine; a team that shares the file wants --uvx": (
            in_project and not by_uvx
        ),
        "the folder in it, where lethelog was installed from, is one of this machine;"
        " a team that shares the file needs it from an index or a repository": is_shared_folder,
        f"no secret is written: the client must itself be started with {secrets}": bool(secrets),
    }
    return [note for note, holds in told.items() if holds]
