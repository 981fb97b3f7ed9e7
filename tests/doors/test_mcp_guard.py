"""The guard before every route: whoever is not known gets nowhere, and no route is forgotten."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any, Final

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import BaseRoute, Mount, Route

from lethelog.domain.errors import InvalidInput, Refused
from lethelog.doors.guard import RULES, Guard
from lethelog.doors.http import allowed, application, check_address, routes
from lethelog.memory import Memory
from lethelog.tests.doors.agents import server_for

TOKEN: Final = "t" * 43
PORT: Final = 8765
GOOD: Final = {"host": f"127.0.0.1:{PORT}", "authorization": f"Bearer {TOKEN}"}
METHODS: Final = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE")


def answer(
    app: Guard, method: str, path: str, headers: Mapping[str, str] | list[tuple[str, str]]
) -> tuple[int, dict[str, str]]:
    """Status and headers of one request."""
    given = headers.items() if isinstance(headers, Mapping) else headers
    scope = {
        "type": "http",
        "method": method,
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "headers": [(name.encode(), value.encode("latin-1")) for name, value in given],
    }
    sent: list[Any] = []

    async def receive() -> dict[str, Any]:
        return {"type": "http.request", "body": b"", "more_body": False}

    async def send(message: Any) -> None:  # noqa: ANN401 - as the protocol of servers has it
        sent.append(message)

    asyncio.run(app(scope, receive, send))
    start = sent[0]
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}


async def reached(_: Request) -> Response:
    """A route that must not be reached by whoever may not."""
    return PlainTextResponse("reached")


def paths(found: list[BaseRoute], above: str = "") -> list[str]:
    """Every path that an application answers."""
    told: list[str] = []
    for route in found:
        assert isinstance(route, (Route, Mount)), route
        if isinstance(route, Mount):
            told += [f"{above}{route.path}/*", *paths(list(route.routes), above + route.path)]
        else:
            told.append(above + route.path)
    return told


@pytest.fixture
def guard() -> Guard:
    """Before an application that answers everything."""
    open_house = Starlette(routes=[Route("/{path:path}", reached, methods=list(METHODS))])
    return Guard(open_house, allowed("127.0.0.1", PORT, TOKEN))


def unruled(app: Starlette) -> set[str]:
    """The routes for which nobody has written a rule."""
    return set(paths(list(app.routes))) - RULES.keys()


def test_every_route_has_a_rule_and_every_rule_a_route(memory: Memory) -> None:
    """A new route fails here until somebody has thought of who may use it."""
    app = routes(server_for(memory))
    assert unruled(app) == set()
    assert RULES.keys() == set(paths(list(app.routes)))
    app.router.routes.append(Route("/api/health/detailed", reached))
    app.router.routes.append(Mount("/api/documents", routes=[Route("/upload", reached)]))
    assert unruled(app) == {
        "/api/health/detailed",
        "/api/documents/*",
        "/api/documents/upload",
    }


@pytest.mark.parametrize(
    "path", [*RULES, "/", "/health", "/api/documents/upload", "/mcp/", "/../mcp"]
)
@pytest.mark.parametrize("method", METHODS)
def test_whoever_is_not_known_gets_nowhere(guard: Guard, path: str, method: str) -> None:
    """Whatever they ask for: they do not even learn what there is."""
    no_token = {"host": GOOD["host"]}
    status, headers = answer(guard, method, path, no_token)
    assert (status, headers["www-authenticate"]) == (401, "Bearer")
    assert answer(guard, method, path, GOOD | {"host": "evil.example"})[0] == 421
    assert answer(guard, method, path, GOOD | {"origin": "https://evil.example"})[0] == 403
    for header in ("access-control-allow-origin", "set-cookie", "server"):
        assert header not in headers
    assert headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "given",
    [
        "",
        "Bearer",
        "Bearer ",
        f"Basic {TOKEN}",
        TOKEN,
        f"Bearer {TOKEN[:-1]}",
        f"Bearer {TOKEN}x",
        f"Bearer {TOKEN.upper()}",
        "Bearer ÿ",
    ],
)
def test_only_the_token_itself_is_one(guard: Guard, given: str) -> None:
    """Neither a part of it, nor another kind of secret."""
    assert answer(guard, "POST", "/mcp", GOOD | {"authorization": given})[0] == 401


@pytest.mark.parametrize(
    "host", ["", "127.0.0.1", "127.0.0.1:1", "localhost:8765.evil.example", "127.0.0.1:8765@evil"]
)
def test_only_its_own_names_are_its_own(guard: Guard, host: str) -> None:
    """With the port; a name that begins like one is none."""
    assert answer(guard, "POST", "/mcp", GOOD | {"host": host})[0] == 421


def test_a_header_that_is_there_twice_is_believed_in_neither_form(guard: Guard) -> None:
    """A proxy and a server that choose differently are how one gets past the other."""
    twice = [*GOOD.items(), ("host", "evil.example")]
    assert answer(guard, "POST", "/mcp", twice)[0] == 421
    twice = [*GOOD.items(), ("authorization", "Bearer other")]
    assert answer(guard, "POST", "/mcp", twice)[0] == 401
    twice = [*GOOD.items(), ("origin", f"http://127.0.0.1:{PORT}"), ("origin", "null")]
    assert answer(guard, "POST", "/mcp", twice)[0] == 403


def test_whoever_is_known_reaches_what_has_a_rule_and_nothing_else(guard: Guard) -> None:
    """Nothing is behind a path without a rule, whatever the application would answer."""
    for path, methods in RULES.items():
        for method in METHODS:
            expected = 200 if method in methods else 405
            assert answer(guard, method, path, GOOD)[0] == expected
    for path in ("/", "/health", "/mcp/", "/MCP", "//mcp"):
        assert answer(guard, "POST", path, GOOD)[0] == 404
    same = GOOD | {"host": f"localhost:{PORT}", "origin": f"http://localhost:{PORT}"}
    assert answer(guard, "POST", "/mcp", same)[0] == 200


def test_a_web_socket_is_closed(guard: Guard) -> None:
    """There is none here."""
    sent: list[Any] = []

    async def send(message: Any) -> None:  # noqa: ANN401 - as the protocol of servers has it
        sent.append(message)

    async def receive() -> dict[str, Any]:
        return {"type": "websocket.connect"}

    asyncio.run(guard({"type": "websocket", "path": "/mcp", "headers": []}, receive, send))
    assert [message["type"] for message in sent] == ["websocket.close"]


def test_a_server_that_others_can_reach_needs_tls_before_it() -> None:
    """And whoever says that there is a proxy says by which name it is called."""
    check_address("127.0.0.1", behind_tls_proxy=False, names=())
    check_address("::1", behind_tls_proxy=False, names=())
    check_address("0.0.0.0", behind_tls_proxy=True, names=("memory.example",))  # noqa: S104
    for address in ("0.0.0.0", "::", "192.168.1.5", "memory.example", ""):  # noqa: S104
        with pytest.raises(Refused, match="--behind-tls-proxy"):
            check_address(address, behind_tls_proxy=False, names=())
        with pytest.raises(InvalidInput, match="--host-name"):
            check_address(address, behind_tls_proxy=True, names=())


def test_behind_a_proxy_only_its_names_are_added(memory: Memory) -> None:
    """Over TLS, and the server still wants the token."""
    allow = allowed("0.0.0.0", PORT, TOKEN, ("Memory.example",))  # noqa: S104
    app = application(server_for(memory), allow)
    assert answer(app, "POST", "/mcp", {"host": "memory.example"})[0] == 401
    named = GOOD | {"host": "memory.example"}
    assert answer(app, "PUT", "/mcp", named | {"origin": "https://memory.example"})[0] == 405
    assert answer(app, "PUT", "/mcp", named | {"origin": "http://memory.example"})[0] == 403
