"""What every reader of a source hands over: a document of passages, each at most one chunk."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final, Literal, TypeAlias

import msgspec

from ..domain.errors import InvalidInput
from ..domain.events import IMPORTANCE_DEFAULT
from ..domain.identity import path_of
from ..domain.kinds import Kind

SourceKind: TypeAlias = Literal["email", "receipt", "conversation", "fact"]
NamedBy: TypeAlias = Literal["itself", "file", "caller"]


class Passage(msgspec.Struct, frozen=True, kw_only=True):
    """One text that becomes one item.

    `child` names the smaller source below the document that the text belongs to, such as one turn
    of a conversation; it is empty where the document itself is the smallest source.
    """

    text: str
    child: str = ""
    kind: Kind = "event"
    title: str = ""
    author: str = ""
    session: str = ""
    dated_at: int | None = None
    valid_from: int | None = None
    valid_until: int | None = None
    importance: float = IMPORTANCE_DEFAULT
    subject: str = ""
    attribute: str = ""
    value: str = ""
    scope: str = ""
    reasoning: str = ""
    confidence: float = 1.0


PASSAGES_MAX: Final = 1_000_000
"""Of one document, each of which becomes an event."""


def as_many_as_allowed(passages: Iterable[Passage], what: str) -> tuple[Passage, ...]:
    """The passages; InvalidInput as soon as there is one too many."""
    made = tuple(islice(passages, PASSAGES_MAX + 1))
    if len(made) > PASSAGES_MAX:
        raise InvalidInput(
            f"{what} has more than {PASSAGES_MAX} passages; split it into several files"
        )
    return made


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """One source as it was read; its passages are in their order.

    `named_by` says whether the name stands in the document itself, was told by the caller, or is
    only that of its file. With `numbered`, the names of the children are only their numbers in
    this input, so that an insertion shifts them. With `complete`, a passage that was known and is
    missing here is no longer said; else it is only not repeated.
    """

    source_kind: SourceKind
    name: str
    passages: tuple[Passage, ...]
    named_by: NamedBy = "itself"
    numbered: bool = False
    complete: bool = True
    location: str = ""

    @property
    def path(self) -> str:
        """The path of the document as a source."""
        return path_of(self.source_kind, self.name)
