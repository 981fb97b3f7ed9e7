"""A message over standard input is no longer than one over HTTP may be; more is not even kept."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from threading import Thread
from typing import Any, BinaryIO, Final

from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp.types import CLIENT_CAPABILITIES_META_KEY, INVALID_REQUEST, PROTOCOL_VERSION_META_KEY
from mcp.types.version import LATEST_MODERN_VERSION
from msgspec import Raw, json

from .http import BODY_BYTES_MAX

LINE_BYTES_MAX: Final = BODY_BYTES_MAX

_TOO_LONG: Final = "lethelog/too-long"
_ENVELOPE: Final[dict[str, object]] = {
    PROTOCOL_VERSION_META_KEY: LATEST_MODERN_VERSION,
    CLIENT_CAPABILITIES_META_KEY: dict[str, object](),
}
_HANDSHAKE: Final = re.compile(rb'"method"\s*:\s*"initialize"')
_EDGE_BYTES: Final = 4_096  # of the end of a long line, which may tell its id
_ID: Final = rb'"id"\s*:\s*(\d{1,18}|"[\w.-]{1,100}")'
# Clients write the id first or last, and nothing within a message looks like that in these places.
_FIRST: Final = re.compile(rb'\{\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?' + _ID + rb"\s*,")
_LAST: Final = re.compile(
    rb'\}\s*,\s*(?:"jsonrpc"\s*:\s*"2\.0"\s*,\s*)?'
    + _ID
    + rb'\s*(?:,\s*"jsonrpc"\s*:\s*"2\.0"\s*)?\}\s*$'
)


class LongLines:
    """Stands before all that a server is asked, and refuses what stands for a long line."""

    async def __call__(
        self, ctx: ServerRequestContext[Any, Any], call_next: CallNext
    ) -> HandlerResult:
        """Says how much is too much."""
        if ctx.method == _TOO_LONG:
            raise MCPError(
                INVALID_REQUEST,
                f"a message has at most {LINE_BYTES_MAX:,} bytes, and this one had more; nothing"
                " was read of it. Send less at once, such as a document in parts",
            )
        return await call_next(ctx)


def bound_standard_input() -> None:
    """From now on whoever reads standard input is spared long lines."""
    source = os.fdopen(os.dup(0), "rb")
    reading, writing = os.pipe()
    os.dup2(reading, 0)
    os.close(reading)
    Thread(target=_pump, args=(source, writing), daemon=True).start()


def bounded(source: BinaryIO) -> Iterator[bytes]:
    """Each line; in place of one that is too long a request that is refused, if its id is known."""
    has_handshake = False
    while line := source.readline(LINE_BYTES_MAX + 1):
        if len(line) <= LINE_BYTES_MAX:
            has_handshake = has_handshake or bool(_HANDSHAKE.search(line))
            yield line
        elif found := _id_of(line, source):
            yield _refused(found, has_handshake=has_handshake)


def _id_of(head: bytes, source: BinaryIO) -> bytes | None:
    """The id of the message that begins so, as it is written; its line has been read then."""
    tail = part = head
    while part and not part.endswith(b"\n"):
        part = source.readline(_EDGE_BYTES)
        tail = tail[-_EDGE_BYTES:] + part
    found = _FIRST.match(head) or _LAST.search(tail[-_EDGE_BYTES:])
    return found[1] if found else None


def _refused(known_by: bytes, *, has_handshake: bool) -> bytes:
    """A request that is refused; without a handshake each has to say which era it is of."""
    params = {} if has_handshake else {"_meta": _ENVELOPE}
    request = {"jsonrpc": "2.0", "id": Raw(known_by), "method": _TOO_LONG, "params": params}
    return json.encode(request) + b"\n"


def _pump(source: BinaryIO, writing: int) -> None:
    with source, os.fdopen(writing, "wb") as sink:
        for line in bounded(source):
            sink.write(line)
            sink.flush()
