"""Stands before every route: whoever is not known, or comes by a web page, gets nowhere."""

from __future__ import annotations

import hmac
from collections.abc import Mapping
from dataclasses import dataclass
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

MCP_PATH: Final = "/mcp"

RULES: Final[Mapping[str, frozenset[str]]] = {MCP_PATH: frozenset({"GET", "POST", "DELETE"})}
"""Every path that may be asked for, by these methods; there is nothing behind any other."""

_HEADERS: Final = {
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}


@dataclass(frozen=True)
class Allowed:
    """By which names the server may be called, from which pages, and with which token."""

    hosts: frozenset[str]
    origins: frozenset[str]
    token: str


class Guard:
    """Denies whatever no rule allows, whichever application stands behind it.

    A foreign host is told 421, a foreign origin 403, whoever has no token 401, and only then what
    there is. Nothing of a request is written down.
    """

    def __init__(
        self, app: ASGIApp, allowed: Allowed, rules: Mapping[str, frozenset[str]] = RULES
    ) -> None:
        self._app = app
        self._allowed = allowed
        self._rules = rules

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Lets a request pass, or answers it."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            await send({"type": "websocket.close", "code": 1008})
            return
        answer = _with_headers(send)
        status = self._refusal(scope)
        if status is None:
            await self._app(scope, receive, answer)
            return
        headers = {"www-authenticate": "Bearer"} if status == HTTPStatus.UNAUTHORIZED else {}
        refused = PlainTextResponse(status.phrase, status_code=status, headers=headers)
        await refused(scope, receive, answer)

    def _refusal(self, scope: Scope) -> HTTPStatus | None:
        headers = Headers(scope=scope)
        hosts, origins = headers.getlist("host"), headers.getlist("origin")
        if len(hosts) != 1 or hosts[0].lower() not in self._allowed.hosts:
            return HTTPStatus.MISDIRECTED_REQUEST
        if any(origin.lower() not in self._allowed.origins for origin in origins):
            return HTTPStatus.FORBIDDEN
        if not self._is_known(headers.getlist("authorization")):
            return HTTPStatus.UNAUTHORIZED
        methods = self._rules.get(scope["path"])
        if methods is None:
            return HTTPStatus.NOT_FOUND
        return None if scope["method"] in methods else HTTPStatus.METHOD_NOT_ALLOWED

    def _is_known(self, given: list[str]) -> bool:
        if len(given) != 1:
            return False
        kind, _, token = given[0].partition(" ")
        told, known = token.strip().encode("utf-8", "replace"), self._allowed.token.encode()
        return hmac.compare_digest(told, known) and kind.lower() == "bearer"


def _with_headers(send: Send) -> Send:
    """Adds what keeps a browser from making anything of an answer."""

    async def sent(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in _HEADERS.items():
                headers.setdefault(name, value)
        await send(message)

    return sent
