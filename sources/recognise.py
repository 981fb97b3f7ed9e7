"""Which kind of source some bytes are, and the one way to read any of them."""

from __future__ import annotations

import io
import re
from pathlib import PurePath
from typing import Final, Protocol

from ..domain.errors import InvalidInput
from ..domain.hygiene import without_surrogates
from . import fields, text
from .conversation import TEXT, read_conversation
from .document import Document, SourceKind
from .email import looks_like_email, read_email
from .fact import read_fact
from .naming import what_is
from .receipt import read_receipt

_ENDINGS: Final[dict[str, SourceKind]] = {
    ".eml": "email",
    ".json": "receipt",
    ".jsonl": "conversation",
    ".md": "fact",
    ".text": "fact",
    ".txt": "fact",
}
_AUTHOR: Final = ("author", "speaker", "role", "from")  # a receipt may have a name and a message
_JSON_START: Final = re.compile(r"\s*(\{|\[\s*\{)")
_MARKUP: Final = ("<!doctype", "<html", "<?xml", "%pdf-", "{\\rtf")


class _Reader(Protocol):
    def __call__(self, data: bytes, *, location: str, name: str | None) -> Document: ...


_READERS: Final[dict[SourceKind, _Reader]] = {
    "conversation": read_conversation,
    "email": read_email,
    "fact": read_fact,
    "receipt": read_receipt,
}


def read_document(
    data: bytes,
    *,
    location: str = "",
    name: str | None = None,
    source_kind: SourceKind | None = None,
) -> Document:
    """Reads bytes as the kind that is told, else as the one that their file or content shows."""
    location = without_surrogates(location)
    if source_kind is not None:
        return _reader(source_kind)(data, location=location, name=name)
    if (kind := _by_ending(data, location)) is not None:
        return _READERS[kind](data, location=location, name=name)
    kind = _by_content(data, what_is(location))
    try:
        return _READERS[kind](data, location=location, name=name)
    except InvalidInput as error:
        raise InvalidInput(
            f"{error} (taken for a source of kind {kind} by its content;"
            " if it is another, name the kind with --as)"
        ) from None


def _reader(source_kind: SourceKind) -> _Reader:
    reader = _READERS.get(source_kind)
    if reader is None:
        raise InvalidInput(
            f"{source_kind!r} is not a kind of source; name one of {', '.join(_READERS)}"
        )
    return reader


def _by_ending(data: bytes, location: str) -> SourceKind | None:
    """What the name tells; text may still be an e-mail, and JSON hold a turn on each line."""
    ending = _ENDINGS.get(PurePath(location).suffix.casefold())
    if ending == "fact" and looks_like_email(data):
        return "email"
    if ending == "receipt" and _holds_lines(data):
        return "conversation"
    return ending


def _by_content(data: bytes, what: str) -> SourceKind:
    if looks_like_email(data):
        return "email"
    try:
        content = text.decode(data, what)
    except InvalidInput as error:
        raise _unknown(what, str(error)) from None
    if not content.strip():
        raise InvalidInput(f"{what} is empty; there is nothing to remember in it")
    if _holds_lines(data) or _is_turn(content):
        return "conversation"
    if _JSON_START.match(content):
        return "receipt"
    if content.lstrip().casefold().startswith(_MARKUP):
        raise _unknown(what, "it is marked up, not plain text")
    return "fact"


def _unknown(what: str, why: str) -> InvalidInput:
    return InvalidInput(
        f"cannot tell what {what} is: its name ends in none of {' '.join(_ENDINGS)}, it does not"
        f" start with e-mail headers or JSON, and as plain text: {why}."
        f" Name its kind with --as {'|'.join(_READERS)}"
    )


def _holds_lines(data: bytes) -> bool:
    """Whether a JSON object stands on the first line alone and another begins on the next.

    Lines after these are left to the reader, which can say what is wrong with them.
    """
    filled = (line for line in io.BytesIO(data) if line.strip())
    first, second = next(filled, b""), next(filled, b"")
    return second.lstrip().startswith(b"{") and _object(first.decode(errors="replace")) is not None


def _is_turn(content: str) -> bool:
    found = fields.spelled_alike(_object(content) or {})
    return fields.first(found, _AUTHOR) is not None and fields.first(found, TEXT) is not None


def _object(content: str) -> fields.Fields | None:
    try:
        value = fields.read_json(content.lstrip("\ufeff"), "it")
    except InvalidInput:
        return None
    return value if isinstance(value, dict) else None
