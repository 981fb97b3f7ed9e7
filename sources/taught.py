"""Single texts that somebody tells the memory, without a file."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final, Self

import msgspec

from ..domain.errors import InvalidInput
from ..domain.kinds import Kind
from ..domain.times import iso
from . import text
from .document import Document, Passage


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


def taught(
    said: str,
    name: str,
    *,
    kind: Kind = "fact",
    dated_at: int | None = None,
    author: str = "",
    true: Validity = ALWAYS,
) -> Document:
    """One text as a document of its own; InvalidInput if it is empty."""
    clean = text.clean(said).strip()
    if not clean:
        raise InvalidInput("the text to remember is empty; give at least one word")
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
            )
            for piece in text.chunks(clean.split("\n\n"))
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
