"""Where the name of a document comes from."""

from __future__ import annotations

from pathlib import PurePath

from ..domain.errors import InvalidInput
from ..domain.hygiene import without_surrogates
from .document import NamedBy, SourceKind
from .text import one_line


def what_is(location: str) -> str:
    """How an error speaks of the input."""
    return without_surrogates(location) or "the input"


def name_of(
    source_kind: SourceKind, itself: str, *, location: str, name: str | None
) -> tuple[str, NamedBy]:
    """What the caller says, else what the document says, else its file; facts need no name."""
    if name is not None:
        return _given(name), "caller"
    if own := one_line(itself):
        return own, "itself"
    if stem := one_line(PurePath(location).stem):
        return stem, "file"
    if source_kind == "fact":
        return "", "itself"
    raise InvalidInput(
        f"{what_is(location)} was read as a source of kind {source_kind} and names itself nowhere;"
        " give it a name with --name"
    )


def _given(name: str) -> str:
    if not (given := one_line(name)):
        raise InvalidInput(f"the name {name!r} is empty; give one with letters or digits")
    return given
