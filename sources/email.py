"""E-mails: the readable text of one message with all that it forwards, without attachments."""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterable
from email.errors import HeaderParseError
from email.header import decode_header
from email.message import Message
from email.utils import parseaddr, parsedate_to_datetime
from typing import Final

import msgspec

from ..domain import times
from ..domain.errors import InvalidInput
from ..domain.events import IMPORTANCE_DEFAULT
from . import text
from .document import Document, Passage, as_many_as_allowed
from .html import paragraphs_of
from .mail_parts import Mail, parsed
from .naming import name_of, what_is

HEADER_CHARS_MAX: Final = 10_000  # the rest of a longer one is left out; a line may have 998
IMPORTANCE_HIGH: Final = 8.0
IMPORTANCE_LOW: Final = 2.0

_HEADERS: Final = (
    b"return-path received delivered-to envelope-to from sender reply-to to cc subject date"
    b" message-id in-reply-to references mime-version content-type content-transfer-encoding"
    b" x-mailer dkim-signature"
).split()
_HEADERS_MIN: Final = 2  # notes may begin with one line like "Subject: tea"
_HEAD_BYTES: Final = 64 * 1024
_HEADER: Final = re.compile(rb"^([!-9;-~]+):", re.MULTILINE)
_NEXT_MAIL: Final = re.compile(rb"\n\r?\nFrom \S{1,99} .{1,40}\d\d:\d\d.{1,40}\n[!-9;-~]{1,99}:")
_QUOTE_MARKS: Final = re.compile(r"^(?:>[ \t]?)+(?![=\d])", re.MULTILINE)
_MESSAGE_ID: Final = re.compile(r"<([^<>]+)>")
_SHOWN_CHARS_MAX: Final = 200
_FOLD: Final = re.compile(r"[\r\n]+[ \t]?")
_UNREADABLE: Final = frozenset(
    "text/calendar text/css text/directory text/rfc822-headers text/vcard text/x-vcard".split()
)
_PRIORITIES: Final = {"high": IMPORTANCE_HIGH, "low": IMPORTANCE_LOW} | {
    "1": IMPORTANCE_HIGH,
    "2": IMPORTANCE_HIGH,
    "4": IMPORTANCE_LOW,
    "5": IMPORTANCE_LOW,
}


def looks_like_email(data: bytes) -> bool:
    """Whether it starts with at least two of the usual headers."""
    head = data[:_HEAD_BYTES].removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")
    if head.startswith(b"From "):  # the first line of a message in an mbox
        head = head.partition(b"\n")[2]
    head = re.split(rb"\r?\n\r?\n", head, maxsplit=1)[0]
    found = {name.lower() for name in _HEADER.findall(head)}
    return _HEADER.match(head) is not None and len(found.intersection(_HEADERS)) >= _HEADERS_MIN


def read_email(data: bytes, *, location: str = "", name: str | None = None) -> Document:
    """The plain text where there is some, else the HTML; quoted text stays, without its marks."""
    what = what_is(location)
    message = _parsed(data, what)
    pieces = text.chunks(_paragraphs(message, what))
    if not pieces:
        types = text.one_line(", ".join(sorted({p.get_content_type() for p in message.walk()})))
        raise InvalidInput(
            f"{what} has no readable body, only parts without text ({types[:_SHOWN_CHARS_MAX]});"
            " give its text in another form"
        )
    given, named_by = name_of("email", _message_id(message), location=location, name=name)
    first = Passage(
        text=pieces[0],
        title=_words(message, "subject"),
        author=_author(message),
        dated_at=_dated_at(message),
        importance=_importance(message),
    )
    return Document(
        source_kind="email",
        name=given,
        named_by=named_by,
        location=location,
        passages=as_many_as_allowed(
            (msgspec.structs.replace(first, text=piece) for piece in pieces), what
        ),
    )


def _parsed(data: bytes, what: str) -> Mail:
    text.check_size(data, what)
    data = data.removeprefix(codecs.BOM_UTF8).lstrip(b"\r\n")
    if not data.strip():
        raise InvalidInput(f"{what} is empty; an e-mail has headers and a body")
    if data.startswith(b"From ") and _NEXT_MAIL.search(data):
        raise InvalidInput(f"{what} holds several e-mails (an mbox); give each its own file")
    message = parsed(data, what)
    if not message.keys():
        raise InvalidInput(f"{what} does not start with e-mail headers, such as From: and Subject:")
    return message


def _paragraphs(part: Mail, what: str) -> list[str]:
    """What a part says, with all parts below it."""
    kind = part.get_content_type()
    if kind == "message/delivery-status":
        return [_status(block) for block in _parts(part)]
    if kind == "message/rfc822":
        return [each for inner in _parts(part) for each in _forwarded(inner, what)]
    if kind == "multipart/alternative" and part.is_multipart():
        return _best(_parts(part), what)
    if part.is_multipart():
        return [each for inner in _parts(part) for each in _paragraphs(inner, what)]
    return _leaf(part, kind, what)


def _parts(part: Mail) -> list[Mail]:
    payload = part.get_payload()
    return [each for each in payload if isinstance(each, Message)]


def _forwarded(message: Mail, what: str) -> list[str]:
    """A message inside another says first whose it is."""
    said = _paragraphs(message, what)
    heading = ": ".join(filter(None, [_author(message), _words(message, "subject")]))
    return [f"Forwarded message, {heading}", *said] if said and heading else said


def _best(parts: list[Mail], what: str) -> list[str]:
    """Of several forms of one text the plain one, else the last, which is the richest."""
    plain = [part for part in parts if part.get_content_type() == "text/plain"]
    forms = (_paragraphs(part, what) for part in [*plain, *reversed(parts)])
    for form in forms:
        if form:
            return form
    return []


def _leaf(part: Mail, kind: str, what: str) -> list[str]:
    if part.get_content_disposition() == "attachment" or kind in _UNREADABLE:
        return []
    # A multipart without parts has lost its boundary: what is left is read as it stands.
    if part.get_content_maintype() not in {"text", "multipart"}:
        return []
    content = _content(part)
    if kind == "text/html":
        return paragraphs_of(content, what)
    return text.paragraphs(_QUOTE_MARKS.sub("", "\n".join(text.lines(content))))


def _content(part: Mail) -> str:
    payload: object = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return ""
    return text.decode_as(payload, part.get_content_charset())


def _status(block: Mail) -> str:
    return "\n".join(f"{name}: {_words(block, name)}" for name in block)


def _raw(message: Mail, name: str) -> str:
    """A header on one line; bytes outside ASCII are still the parser's surrogates."""
    return _FOLD.sub(" ", message.get(name, "")[:HEADER_CHARS_MAX]).strip()


def _words(message: Mail, name: str) -> str:
    return _decoded_words(_raw(message, name))


def _decoded_words(raw: str) -> str:
    """With the encoded words of RFC 2047 in plain; what cannot be decoded stays as it is."""
    try:
        parts: Iterable[tuple[str | bytes, str | None]] = decode_header(raw)
    except HeaderParseError:
        parts = [(raw, None)]
    return text.one_line("".join(_word(part, charset) for part, charset in parts))


def _word(part: str | bytes, charset: str | None) -> str:
    if isinstance(part, str):
        part = part.encode("utf-8", "surrogateescape")
    return text.decode_as(part, charset)


def _author(message: Mail) -> str:
    raw = _raw(message, "from")
    try:
        name, address = parseaddr(raw)
    except RecursionError:
        name, address = "", raw
    return _decoded_words(name) or _decoded_words(address) or _decoded_words(raw)


def _message_id(message: Mail) -> str:
    raw = _raw(message, "message-id")
    found = _MESSAGE_ID.search(raw)
    return _decoded_words(found[1] if found else raw)


def _dated_at(message: Mail) -> int | None:
    try:
        dated_at = times.from_datetime(parsedate_to_datetime(_raw(message, "date")))
        times.to_datetime(dated_at)
    except (ValueError, OverflowError, TypeError, IndexError):
        return None
    return dated_at


def _importance(message: Mail) -> float:
    for name in ("importance", "x-priority", "x-msmail-priority"):
        level = re.match(r"\w*", _raw(message, name).casefold())
        if level and (found := _PRIORITIES.get(level[0])) is not None:
            return found
    return IMPORTANCE_DEFAULT
