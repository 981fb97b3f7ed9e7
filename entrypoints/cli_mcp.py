"""The command that lets agents in: a server over standard input and output, or over HTTP."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, Any, Final

import rich_click as click
from click import get_current_context, option

from ..domain.errors import Refused
from ..domain.namespaces import DEFAULT
from ..doors.stores import OpenedOnce, SharedNamespace
from .lines import line
from .namespace_option import namespace_option
from .options import Place, open_store, store_option
from .output import Screen
from .profile_option import profile_option

if TYPE_CHECKING:
    from mcp.server.mcpserver import MCPServer

    from ..domain.capabilities import Grant, Profile, Verb
    from ..domain.events import Origin
    from ..memory import Memory

_LOOPBACK: Final = "127.0.0.1"
_PORT: Final = 8765
_ENDING: Final = (signal.SIGINT, signal.SIGTERM)
_CHANNELS: Final = ("agent", "tool", "import", "web", "person")


def _verbs(_: click.Context, __: click.Parameter, value: str | None) -> frozenset[Verb]:
    """The verbs that were named, or a complaint about one that is none."""
    from ..domain.capabilities import VERBS, VERBS_DEFAULT  # noqa: PLC0415 - help does without

    if not value:
        return VERBS_DEFAULT
    named = {each.strip() for each in value.split(",")}
    wrong = sorted(named.difference(VERBS))
    if wrong:
        raise click.BadParameter(f"{wrong[0]!r} is none of {', '.join(VERBS)}.")
    return frozenset(verb for verb in VERBS if verb in named)


@click.command()
@profile_option("memory")
@option(
    "--allow",
    "verbs",
    metavar="VERBS",
    callback=_verbs,
    help="What the agent may do, such as read,write,promote; else read,write,plan-forget.",
)
@option(
    "--channel",
    type=click.Choice(_CHANNELS),
    default="agent",
    show_default=True,
    help="By which channel all that is taught here came in.",
)
@option("--http", "over_http", is_flag=True, help="Over HTTP, with a token, on this machine alone.")
@option(
    "--port",
    type=click.IntRange(1, 65_535),
    default=_PORT,
    show_default=True,
    help="With --http, its port.",
)
@option(
    "--listen",
    metavar="ADDRESS",
    default=_LOOPBACK,
    show_default=True,
    help="With --http, its address.",
)
@option(
    "--token-file",
    type=click.Path(path_type=Path, dir_okay=False),
    help="Where the token is, made if missing; else `mcp-token` in the store.",
)
@option(
    "--behind-tls-proxy",
    is_flag=True,
    help="A proxy with TLS stands before it, so others may come.",
)
@option("--host-name", "names", multiple=True, metavar="NAME", help="How clients call that proxy.")
@namespace_option()
@store_option()
def mcp(
    *,
    profile: Profile,
    verbs: frozenset[Verb],
    channel: Origin,
    over_http: bool,
    token_file: Path | None,
    **way: Any,  # noqa: ANN401 - those of the server over HTTP
) -> None:
    """Serve this memory to an agent, over the Model Context Protocol.

    Over standard input and output, as clients start it, or over HTTP. What the agent may do is
    fixed when it starts. Forgetting always takes a person.
    """
    if find_spec("mcp") is None:
        raise Refused("`lethelog mcp` needs an extra: pip install 'lethelog[mcp]'")
    from ..domain.capabilities import Grant  # noqa: PLC0415 - help does without all events

    place = get_current_context().ensure_object(Place)
    grant = Grant(namespace=place.namespace or DEFAULT, verbs=verbs, channel=channel)
    _log_to_stderr()
    with _served(place, grant, profile) as (server, own):
        if over_http:
            _serve_http(server, own, token_file or place.store / "mcp-token", **way)
        else:
            _end_at_signals(own)
            _serve_stdio(server)


@contextmanager
def _served(
    place: Place, grant: Grant, profile: Profile
) -> Iterator[tuple[MCPServer[Any], OpenedOnce]]:
    """The server, whose memory opens while the client is still saying hello."""
    own = OpenedOnce(lambda: open_store(place, make=True))
    shared = SharedNamespace(
        place.home, grant.namespace, lambda folder: _open_shared(place, folder)
    )
    try:
        gc.disable()  # a quarter of the time that the library takes to load
        from ..doors.connection import Connection  # noqa: PLC0415 - an extra, and slow to load
        from ..doors.server import build  # noqa: PLC0415 - as above

        server = build(Connection(grant, own.memory, shared), profile)
        gc.freeze()
        gc.enable()
        own.begin()
        yield server, own
    finally:
        own.close()
        shared.close()


def _open_shared(place: Place, folder: Path) -> Memory:
    from ..memory import Memory  # noqa: PLC0415 - it loads DuckDB

    return Memory.open(folder, lock_wait_seconds=place.lock_wait_seconds)


def _serve_http(
    server: MCPServer[Any],
    own: OpenedOnce,
    token_file: Path,
    *,
    port: int,
    listen: str,
    behind_tls_proxy: bool,
    names: tuple[str, ...],
) -> None:
    from ..doors.http import allowed, application, check_address, serve  # noqa: PLC0415 - an extra
    from ..doors.token_file import bearer_token  # noqa: PLC0415 - as above

    check_address(listen, behind_tls_proxy=behind_tls_proxy, names=names)
    own.memory()  # its folder holds the token
    token = bearer_token(token_file.expanduser())
    signal.signal(signal.SIGTERM, _leave)  # it comes again once all is answered
    screen = Screen(stderr=True)
    shown = f"[{listen}]" if ":" in listen else listen
    line(
        f"serving http://{shown}:{port}/mcp; clients send the token in {token_file}", screen=screen
    )
    serve(application(server, allowed(listen, port, token, names)), listen, port)


def _serve_stdio(server: MCPServer[Any]) -> None:
    from ..doors.long_lines import bound_standard_input  # noqa: PLC0415 - an extra

    bound_standard_input()
    server.run("stdio")


def _leave(_number: int, _frame: FrameType | None) -> None:
    _ignore_signals()
    sys.exit(0)


def _end_at_signals(own: OpenedOnce) -> None:
    """A thread that waits for the next line of the client cannot be stopped in any other way."""

    def end(number: int, _frame: FrameType | None) -> None:
        _ignore_signals()
        own.close()
        os._exit(128 + number)  # as shells have it

    for each in _ENDING:
        signal.signal(each, end)


def _ignore_signals() -> None:
    """Whoever is impatient and sends another does not get in the way of the ending."""
    for each in _ENDING:
        signal.signal(each, signal.SIG_IGN)


def _log_to_stderr() -> None:
    """Standard output belongs to the protocol; no line tells what was asked or remembered."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(logging.Formatter("%(levelname)s %(name)s: %(message)s"))
    logging.basicConfig(level=logging.WARNING, handlers=[handler])
