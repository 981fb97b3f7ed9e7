"""Who tells how near items are to a question in meaning, as a view knows it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..domain.identity import ItemId
from .likeness import Meant

if TYPE_CHECKING:
    from .vector_file import VectorRow

Asked_contra = TypeVar("Asked_contra", contravariant=True)


class Meaning(Protocol[Asked_contra]):
    """Tells how near the items of a view are to a question, by the vectors of one embedder."""

    @property
    def id(self) -> str:
        """That of the embedder."""
        ...

    def of(self, view: Asked_contra, question: str, *, context_weight: float) -> Meant:
        """In the state that the view is asked about; it never raises for want of vectors."""
        ...

    def rows(self, items: Sequence[ItemId]) -> Sequence[VectorRow]:
        """The vectors of the parts of some items, in no order."""
        ...
