"""From bytes to clean text, and from paragraphs to chunks; nothing that was said is lost."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections.abc import Iterable, Iterator
from typing import Final

from ..domain.errors import InvalidInput
from ..domain.hygiene import visible

FILE_BYTES_MAX: Final = 256 * 1024 * 1024
LINE_BYTES_MAX: Final = 1024 * 1024
LINES_MAX: Final = 4_000_000  # as many as the largest file has when it is an attachment
CHUNK_CHARS_MAX: Final = 1_200
CHUNK_CHARS_MIN: Final = 40  # as long as a text must be to be known again after it was forgotten

_BREAK_CHARS: Final = 2  # between two words of clean text stand at most two characters
_SPACES: Final = re.compile(r"[^\S\n]+")
_LINE_SPACE: Final = re.compile(r" ?\n ?")
_BLANK_LINES: Final = re.compile(r"\n{3,}")
_SENTENCE_END: Final = re.compile(r"[.!?…]+[\"'”’»)\]]*(?=\s)|[。！？]+[”’」』）]*")
_LINE_STOP: Final = re.compile(r"\S(?=\n)")
_WORD_END: Final = re.compile(r"\S(?=\s)")

# Labels that mail programs write when they mean the larger set on the right.
_MEANT: Final = {
    "iso8859-1": "cp1252",
    "gb2312": "gb18030",
    "shift_jis": "cp932",
    "euc_kr": "cp949",
}
_NOT_FOR_TEXT: Final = frozenset({"punycode", "idna"})  # they take quadratic time


def decode(data: bytes, what: str) -> str:
    """UTF-8 with or without its mark; anything binary, too large or otherwise encoded is refused.

    `what` names the input in the error.
    """
    check_size(data, what)
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        raise InvalidInput(f"{what} is encoded in UTF-16; save it as UTF-8")
    if (offset := data.find(b"\0")) >= 0:
        raise InvalidInput(f"{what} is not text: a NUL byte stands at byte {offset}; give its text")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InvalidInput(
            f"{what} is not UTF-8: byte {_offset(data, error)} cannot be read; save it as UTF-8"
        ) from None


def check_size(data: bytes, what: str) -> None:
    """Refuses a file or a line that is too long, or too many lines, without copying any."""
    if len(data) > FILE_BYTES_MAX:
        raise InvalidInput(
            f"{what} has {len(data)} bytes; {FILE_BYTES_MAX} are allowed: split it into several"
        )
    ends = data.count(b"\n") + data.count(b"\r") - data.count(b"\r\n")
    if ends > LINES_MAX:
        raise InvalidInput(f"{what} has more than {LINES_MAX} lines; split it into several")
    start = 0
    while len(data) - start > LINE_BYTES_MAX:
        stop = start + LINE_BYTES_MAX + 1
        end = max(data.rfind(b"\n", start, stop), data.rfind(b"\r", start, stop))
        if end < 0:
            number = data.count(b"\n", 0, start) + 1
            raise InvalidInput(
                f"line {number} of {what} is longer than the {LINE_BYTES_MAX} bytes allowed;"
                " break it into several lines"
            )
        start = end + 1


def decode_as(data: bytes, charset: str | None) -> str:
    """In the charset that the data claims, else UTF-8, else Latin-1, which reads anything."""
    for name in (_meant(charset), "utf-8", "cp1252"):
        if name is not None and (text := _decoded(data, name)) is not None:
            return text
    return data.decode("latin-1")


def clean(text: str) -> str:
    """The text as it is seen: NFC, single spaces, at most one blank line, no hidden characters."""
    if text.isascii() and text.isprintable() and "  " not in text:
        return text.strip()  # nothing to clean, as in most lines: this is five times as fast
    text = visible(unicodedata.normalize("NFC", text))
    text = _LINE_SPACE.sub("\n", _SPACES.sub(" ", text))
    return unicodedata.normalize("NFC", _BLANK_LINES.sub("\n\n", text).strip())


def one_line(text: str) -> str:
    """Clean text without line ends, for names and titles."""
    return " ".join(clean(text).split())


def lines(text: str) -> list[str]:
    """Split at line ends alone, so that line numbers are those of an editor."""
    return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")


def paragraphs(text: str) -> list[str]:
    """What blank lines part, cleaned; no paragraph is empty."""
    return [paragraph for paragraph in clean(text).split("\n\n") if paragraph]


def blocks(rows: Iterable[str]) -> list[str]:
    """Rows put together to as few blocks as a chunk's length allows; a longer row stands alone."""
    made: list[str] = []
    for row in rows:
        if made and len(made[-1]) + 1 + len(row) <= CHUNK_CHARS_MAX:
            made[-1] += "\n" + row
        else:
            made.append(row)
    return made


def chunks(paragraphs: Iterable[str]) -> list[str]:
    """Paragraphs as chunks of `CHUNK_CHARS_MIN` to `CHUNK_CHARS_MAX` characters, in their order.

    A shorter paragraph joins the next one, or the one before when it is the last; a longer one is
    cut at the end of a sentence, else of a line, else of a word. A whole text that is shorter than
    the minimum is still one chunk; no text is none.
    """
    return [piece for joined in _joined(paragraphs) for piece in _pieces(joined)]


def is_cut_in_a_word(chunk: str) -> bool:
    """Whether a chunk that another follows may end within a word that was too long for one."""
    is_full = len(chunk) >= CHUNK_CHARS_MAX - CHUNK_CHARS_MIN - _BREAK_CHARS
    return is_full and not any(map(str.isspace, chunk[CHUNK_CHARS_MIN:]))


def _joined(paragraphs: Iterable[str]) -> list[str]:
    made: list[str] = []
    waiting = ""
    for paragraph in filter(None, map(clean, paragraphs)):
        waiting = f"{waiting}\n{paragraph}" if waiting else paragraph
        if len(waiting) >= CHUNK_CHARS_MIN:
            made.append(waiting)
            waiting = ""
    if waiting and made:
        made[-1] += "\n" + waiting
    elif waiting:
        made.append(waiting)
    return made


def _pieces(text: str) -> Iterator[str]:
    start = 0
    while len(text) - start > CHUNK_CHARS_MAX:
        room = min(CHUNK_CHARS_MAX, len(text) - start - CHUNK_CHARS_MIN - _BREAK_CHARS)
        cut = _cut(text[start : start + room + 1], room)
        yield text[start : start + cut]
        start += cut
        while text[start].isspace():
            start += 1
    yield text[start:]


def _cut(window: str, room: int) -> int:
    """Where to cut a window that shows one character more than there is room for."""
    for stop in (_SENTENCE_END, _LINE_STOP, _WORD_END):
        ends = [match.end() for match in stop.finditer(window, CHUNK_CHARS_MIN - 1)]
        if fitting := [end for end in ends if CHUNK_CHARS_MIN <= end <= room]:
            return fitting[-1]
    return room


def _offset(data: bytes, error: UnicodeDecodeError) -> int:
    return error.start + (len(codecs.BOM_UTF8) if data.startswith(codecs.BOM_UTF8) else 0)


def _meant(charset: str | None) -> str | None:
    try:
        name = codecs.lookup(charset or "").name
    except (LookupError, ValueError):
        return None
    return None if name in _NOT_FOR_TEXT else _MEANT.get(name, name)


def _decoded(data: bytes, charset: str) -> str | None:
    try:
        return data.decode(charset)
    except (LookupError, ValueError):
        return None
