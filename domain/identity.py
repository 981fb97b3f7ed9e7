"""Names that give nothing away: every id is a keyed hash, so no short text can be guessed back."""

from __future__ import annotations

import hmac
import unicodedata
from base64 import b32encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NewType

from .errors import InvalidInput
from .later import LATER

ItemId = NewType("ItemId", str)
SourceUid = NewType("SourceUid", str)
QueryHash = NewType("QueryHash", str)

ID_BYTES: Final = 10  # 80 bits: a chance of 1e-12 for two equal ids among a million
TEXT_CHARS_TAG_MIN: Final = 40  # shorter texts ("thanks!") are too common to be blocked everywhere
_PATH_CHARS_MAX: Final = 1_000
_SEGMENTS_MIN: Final = 2  # a kind and a name


def squeeze(text: str) -> str:
    """The same words whatever their case, spacing or Unicode form."""
    return " ".join(_folded(text).split())


def path_of(above: str, *names: str) -> str:
    """The path of a source below a kind or another path; a slash in a name makes no level."""
    return "/".join([above, *(_segment(name) for name in names)])


def path_above(path: str) -> str:
    """The path of the source that holds this one; an outermost source gives its kind alone."""
    return path.rpartition("/")[0]


def outermost(path: str) -> str:
    """The path of the source that is held by no other."""
    return "/".join(path.split("/")[:_SEGMENTS_MIN])


def canonical_path(path: str) -> str:
    """The form in which two spellings of one path are equal; it has a kind and a name."""
    segments = [squeeze(segment) for segment in path.split("/")]
    if len(segments) < _SEGMENTS_MIN or not all(segments):
        raise InvalidInput(
            f"{path!r} is not a source; give its kind and name, like conversation/c1"
        )
    if len(path) > _PATH_CHARS_MAX:
        raise InvalidInput(
            f"the name of a source has {len(path)} characters; {_PATH_CHARS_MAX} are allowed"
        )
    return "/".join(segments)


@dataclass(frozen=True)
class Identity:
    """Makes the ids of one store from its secret key; another store gives other ids.

    `draw` gives so many random bytes; only the ids of new items need them.
    """

    key: bytes
    draw: Callable[[int], bytes]

    def lineage(self, path: str) -> tuple[SourceUid, ...]:
        """The uids of all sources on the way to `path`, the outermost first, its own last."""
        segments = canonical_path(path).split("/")
        return tuple(
            SourceUid(self._mac("source", "/".join(segments[:depth])))
            for depth in range(2, len(segments) + 1)
        )

    def new_item(self) -> ItemId:
        """An id that says nothing about its item, not even to whoever has the key."""
        return ItemId(_short(self.draw(ID_BYTES)))

    def query_hash(self, query: str) -> QueryHash:
        """One hash for one question, whatever its case and spacing."""
        return QueryHash(self._mac("query", squeeze(query)))

    def text_tag(self, text: str) -> str | None:
        """Recognises a forgotten text under any name; None when it is too short to be telling."""
        squeezed = squeeze(text)
        return self._mac("text", squeezed) if len(squeezed) >= TEXT_CHARS_TAG_MIN else None

    def scoped_tag(self, text: str, top: SourceUid) -> str:
        """Recognises a forgotten text of any length inside the outermost source it came from."""
        return self._mac("scoped", f"{top}\0{squeeze(text)}")

    def name_for(self, text: str) -> str:
        """A name for a source that has none but its text."""
        return self._mac("name", squeeze(text))

    def _mac(self, use: str, text: str) -> str:
        return _short(self._digest(self.key, use.encode(), text.encode(errors="surrogatepass")))

    @staticmethod
    def _digest(key: bytes, *parts: bytes) -> bytes:
        framed = b"".join(len(part).to_bytes(8, "big") + part for part in parts)
        return hmac.digest(key, framed, "sha256")


def _folded(text: str) -> str:
    """Compatibility caseless matching, as chapter 3.13 of the Unicode Standard defines it (D146).

    Folding the case can take a form apart or together again, so each step is done twice.
    """
    if text.isascii():
        return text.casefold()
    parts = LATER.split(text)
    parts[::2] = map(_caseless, parts[::2])  # the others are later ones, left as they are
    return "".join(parts)


def _caseless(text: str) -> str:
    once = unicodedata.normalize("NFKD", unicodedata.normalize("NFD", text).casefold())
    return unicodedata.normalize("NFKC", once.casefold())


def _short(digest: bytes) -> str:
    return b32encode(digest[:ID_BYTES]).decode().lower()


def _segment(name: str) -> str:
    return name.strip().replace("%", "%25").replace("/", "%2F") or "unnamed"
