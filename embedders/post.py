"""One request to a server: what it is asked, and what may become of that."""

from __future__ import annotations

import http.client
import urllib.error
import urllib.request
from typing import Final, NamedTuple, NoReturn

import msgspec

from ..domain.address import Address
from ..domain.nesting import is_deep_json

ANSWER_BYTES_MAX: Final = 64 * 1024 * 1024
_SAID_CHARS_MAX: Final = 200
_TOO_MANY: Final = 429
_SERVER_ERRORS: Final = 500
_KEY_REFUSED: Final = frozenset({401, 403})
_ELSEWHERE: Final = range(300, 400)


class Asked(NamedTuple):
    """What is sent: a body of JSON, with a key where the server wants one."""

    address: Address
    body: bytes
    key: str
    timeout_seconds: float


class Busy(Exception):
    """No answer this time: it may come if asked again, after a pause if the server says so."""

    def __init__(self, why: str, pause_seconds: float = 0.0) -> None:
        super().__init__(why)
        self.pause_seconds = pause_seconds


class Turned(Exception):
    """The server does not do what is asked, however often; it says why, and what to do."""


class _Sentence(msgspec.Struct):
    message: str = ""


class _Refusal(msgspec.Struct):
    error: _Sentence | str = ""


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Key and texts go to the server that was named, never where that sends them."""

    def redirect_request(self, *_: object, **__: object) -> None:
        """None: the redirection is told as an error."""


def post(asked: Asked) -> bytes:
    """The body of the answer; Busy or Turned, neither of which holds the key."""
    headers = {"Content-Type": "application/json", "User-Agent": "lethelog"}
    if asked.key:
        headers["Authorization"] = f"Bearer {asked.key}"
    request = urllib.request.Request(asked.address.endpoint, asked.body, headers)  # noqa: S310 - http and https alone
    try:
        return _body(request, asked)
    except urllib.error.HTTPError as error:
        with error:
            _turn_away(error, asked.key)
    except (OSError, http.client.HTTPException) as error:
        raise Busy(_without(asked.key, _reason(error))) from None


def _body(request: urllib.request.Request, asked: Asked) -> bytes:
    proxies = [urllib.request.ProxyHandler({})] if asked.address.is_here else []
    opener = urllib.request.build_opener(_NoRedirect, *proxies)
    with opener.open(request, timeout=asked.timeout_seconds) as response:
        assert isinstance(response, http.client.HTTPResponse)
        content = response.read(ANSWER_BYTES_MAX + 1)
        if len(content) > ANSWER_BYTES_MAX:
            raise Turned(
                f"answered with more than {ANSWER_BYTES_MAX} bytes; see whether it is a server for"
                " vectors"
            )
        if response.length:
            raise http.client.IncompleteRead(content, response.length)
        return content


def _turn_away(error: urllib.error.HTTPError, key: str) -> NoReturn:
    code = error.code
    if code == _TOO_MANY or code >= _SERVER_ERRORS:
        raise Busy(f"HTTP {code}", _pause(error.headers.get("Retry-After", ""))) from None
    if code in _KEY_REFUSED:
        what = "the key in LETHELOG_EMBEDDER_KEY" if key else "a request without a key"
        raise Turned(f"refuses {what} (HTTP {code}); set one that it takes") from None
    if code in _ELSEWHERE:
        raise Turned(f"sends elsewhere (HTTP {code}); give the address of its API") from None
    raise Turned(
        f"refuses (HTTP {code}{_said(error, key)}); see that the model is there and the address"
        " right"
    ) from None


def _said(error: urllib.error.HTTPError, key: str) -> str:
    """What the server says about it, cut short."""
    try:
        content = error.read(ANSWER_BYTES_MAX)
    except (OSError, http.client.HTTPException):
        return ""
    said = " ".join(_without(key, _message(content)).split())
    return f": {said[:_SAID_CHARS_MAX]}" if said else ""


def _message(content: bytes) -> str:
    """The sentence in the usual shapes of such errors; empty where it has another."""
    if is_deep_json(content):
        return ""
    try:
        found = msgspec.json.decode(content, type=_Refusal).error
    except (msgspec.DecodeError, UnicodeDecodeError):
        return ""
    return found if isinstance(found, str) else found.message


def _without(key: str, said: str) -> str:
    """The text without the key, should the server repeat it."""
    return said.replace(key, "***") if key else said


def _pause(seconds: str) -> float:
    return float(seconds) if seconds.isascii() and seconds.isdigit() else 0.0


def _reason(error: OSError | http.client.HTTPException) -> str:
    inner = error.reason if isinstance(error, urllib.error.URLError) else error
    if isinstance(inner, TimeoutError):
        return "it took too long"
    if isinstance(inner, http.client.IncompleteRead):
        return "the answer broke off"
    return str(inner) or type(inner).__name__
