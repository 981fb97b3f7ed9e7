"""Single texts that somebody tells the memory, without a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Self, TypedDict

import msgspec

from ..domain.errors import InvalidInput
from ..domain.keyed import key_of
from ..domain.kinds import Kind
from ..domain.times import iso
from . import text
from .document import Document, Passage

_KEY: Final = ("subject", "attribute", "value")


class Validity(msgspec.Struct, frozen=True):
    """Since when a text is true in the world, and until when; None where that was not told."""

    since: int | None = None
    until: int | None = None

    @classmethod
    def of(cls, since: int | None, until: int | None) -> Self:
        """InvalidInput unless it begins before it ends."""
        if since is not None and until is not None and since >= until:
            raise InvalidInput(
                f"it would be true from {iso(since)} until {iso(until)}, which is never; swap them"
            )
        return cls(since, until)


ALWAYS: Final = Validity()


class Statement(msgspec.Struct, frozen=True, kw_only=True):
    """What is told of a text besides its words.

    With subject, attribute and value it is a keyed fact: within its `scope` the attribute has one
    value at a time. A decision has its domain as scope, and why it was made.
    """

    subject: str = ""
    attribute: str = ""
    value: str = ""
    scope: str = ""
    reasoning: str = ""
    confidence: float = 1.0

    @property
    def is_keyed(self) -> bool:
        """Whether it says which value an attribute has."""
        return key_of(self.subject, self.attribute, self.value) is not None


PLAIN: Final = Statement()


class Told(TypedDict, total=False):
    """What may be told of a text besides its words, as `Statement` has it.

    A `confidence` of None is none that was told.
    """

    subject: str
    attribute: str
    value: str
    scope: str
    reasoning: str
    confidence: float | None


def _clean(said: Statement, kind: Kind) -> Statement:
    """In clean words; InvalidInput where a part of a key is missing, or a number is wrong.

    Only a decision has a scope without a key.
    """
    if not 0.0 <= said.confidence <= 1.0:
        raise InvalidInput(f"a confidence is from 0 to 1; {said.confidence} was given")
    clean = {name: text.one_line(getattr(said, name)) for name in (*_KEY, "scope")}
    missing = [name for name in _KEY if not clean[name]]
    needs_key = bool(clean["scope"]) and kind != "decision"
    if missing and (needs_key or len(missing) < len(_KEY)):
        raise InvalidInput(
            f"a keyed fact has a subject, an attribute and a value; {' and '.join(missing)}"
            f" {'is' if len(missing) == 1 else 'are'} missing: give all of them, or none"
        )
    return msgspec.structs.replace(said, reasoning=text.clean(said.reasoning).strip(), **clean)


def taught(
    said: str,
    name: str,
    *,
    kind: Kind = "fact",
    dated_at: int | None = None,
    author: str = "",
    true: Validity = ALWAYS,
    statement: Statement = PLAIN,
) -> Document:
    """One text as a document of its own; InvalidInput if it is empty.

    Of a text that is too long for one piece, the first carries what is told of the whole.
    """
    clean = text.clean(said).strip()
    if not clean:
        raise InvalidInput("the text to remember is empty; give at least one word")
    pieces = text.chunks(clean.split("\n\n"))
    told = [_clean(statement, kind), *[PLAIN] * (len(pieces) - 1)]
    return Document(
        source_kind="fact",
        name=name,
        passages=tuple(
            Passage(
                text=piece,
                kind=kind,
                dated_at=dated_at,
                author=author,
                valid_from=true.since,
                valid_until=true.until,
                **msgspec.structs.asdict(each),
            )
            for piece, each in zip(pieces, told, strict=True)
        ),
    )


def below(document: Document, child: str) -> Document:
    """The same text as a smaller source of another document, beside whatever is there."""
    passages = tuple(msgspec.structs.replace(passage, child=child) for passage in document.passages)
    return msgspec.structs.replace(document, passages=passages, complete=False)


def one_by_one(document: Document, name_for: Callable[[str], str]) -> Iterable[Document]:
    """The facts of a document that has no name, each as a document of its own, each once."""
    said: dict[str, list[str]] = {}
    for passage in document.passages:
        said.setdefault(passage.child, []).append(passage.text)
    texts = dict.fromkeys("\n\n".join(pieces) for pieces in said.values())
    return [taught(each, name_for(each)) for each in texts]
