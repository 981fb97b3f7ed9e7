"""The server over HTTP: on this machine alone, unless TLS stands before it."""

from __future__ import annotations

import ipaddress
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from mcp.server.mcpserver import MCPServer
from mcp.server.transport_security import TransportSecuritySettings

from ..domain.errors import InvalidInput, Refused
from .guard import MCP_PATH, Allowed, Guard

if TYPE_CHECKING:
    from starlette.applications import Starlette

LOOPBACK: Final = "127.0.0.1"
PORT: Final = 8765
BODY_BYTES_MAX: Final = 8 * 1024 * 1024  # a document of so many characters, written as JSON
HEAD_BYTES_MAX: Final = 64 * 1024  # of the first line and all headers of a request
SESSIONS_MAX: Final = 100
_TLS_PORT: Final = 443


def is_loopback(address: str) -> bool:
    """Whether an address is one of this machine alone; a name is not, whoever says so."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return address == "localhost"


def check_address(address: str, *, behind_tls_proxy: bool, names: Sequence[str]) -> None:
    """Refused where others could reach it in the clear."""
    if names and not behind_tls_proxy:
        raise InvalidInput("--host-name goes with --behind-tls-proxy; the names here are known")
    if behind_tls_proxy and not names:
        raise InvalidInput("name with --host-name how clients call the proxy, like memory.example")
    if is_loopback(address) or behind_tls_proxy:
        return
    raise Refused(
        f"{address} can be reached from elsewhere, and there is no TLS here: put a proxy that has"
        " it before this server and say so with --behind-tls-proxy and --host-name, or stay on"
        f" {LOOPBACK}"
    )


def allowed(address: str, port: int, token: str, names: Sequence[str] = ()) -> Allowed:
    """By which names and from which pages it may be asked."""
    shown = f"[{address}]" if ":" in address else address
    local = [f"{name}:{port}" for name in dict.fromkeys((shown, LOOPBACK, "localhost", "[::1]"))]
    public = [name.lower() for name in names]
    hosts = {*local, *public, *(f"{name}:{_TLS_PORT}" for name in public)}
    origins = {f"http://{host}" for host in local} | {f"https://{name}" for name in public}
    return Allowed(hosts=frozenset(hosts), origins=frozenset(origins), token=token)


def routes(server: MCPServer[Any]) -> Starlette:
    """The application behind the guard, which looks at hosts and origins itself."""
    return server.streamable_http_app(
        streamable_http_path=MCP_PATH,
        max_request_body_size=BODY_BYTES_MAX,
        max_sessions=SESSIONS_MAX,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )


def application(server: MCPServer[Any], allow: Allowed) -> Guard:
    """All of it, with the guard before every route."""
    return Guard(routes(server), allow)


def serve(app: Guard, address: str, port: int) -> None:
    """Answers until it is stopped."""
    import uvicorn  # noqa: PLC0415 - a server over stdio does without

    uvicorn.run(
        app,
        host=address,
        port=port,
        log_level="warning",
        access_log=False,
        server_header=False,
        proxy_headers=False,
        ws="none",
        http="h11",  # the other one has no limit for headers
        h11_max_incomplete_event_size=HEAD_BYTES_MAX,
    )
