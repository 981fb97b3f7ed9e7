"""Which items were passed over for what is like them: the rivals of what a search returned."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from ..domain.identity import ItemId
from ..domain.query import Query
from ..domain.ranking import jaccard
from .analyser import terms
from .answer import Found

if TYPE_CHECKING:
    from .vector_file import VectorRow
    from .view import View  # it loads DuckDB

LOOKED_AT: Final = 50
"""The next candidates after the last that is returned; what is further behind is no rival."""

_DIGITS: Final = 6  # of a cosine, as in `vectors`

Alike: TypeAlias = Callable[[Found, Found], float]


def rivals_of(
    answers: Sequence[Found], others: Sequence[Found], alike: Alike, *, least: float
) -> tuple[ItemId, ...]:
    """Those of the others that are as much alike as that to any answer; a schema is none."""
    return tuple(
        other.item
        for other in others[:LOOKED_AT]
        if other.kind != "schema" and any(alike(each, other) >= least for each in answers)
    )


def by_words(found: Sequence[Found]) -> Alike:
    """How many of their words any two of these share."""
    words = {each.item: frozenset(terms(each.text)) for each in found}
    return lambda one, other: jaccard(words[one.item], words[other.item])


def by_vectors_or_words(view: View, query: Query, found: Sequence[Found]) -> Alike:
    """How near any two of these are in meaning, where that is known of all; else by their words."""
    meaning = view.meaning
    if not query.embedder or meaning is None or meaning.id != query.embedder:
        return by_words(found)
    rows = meaning.rows([each.item for each in found])
    if {item for item, *_ in rows} < {each.item for each in found}:
        return by_words(found)
    return _by_vectors(rows)


def _by_vectors(rows: Sequence[VectorRow]) -> Alike:
    import numpy as np  # noqa: PLC0415 - a memory without vectors does without it

    vectors = {
        item: [np.frombuffer(v, "<f4") for i, _, v in rows if i == item] for item, *_ in rows
    }
    parts = {item: np.stack(each).astype(np.float64) for item, each in vectors.items()}

    def alike(one: Found, other: Found) -> float:
        """The nearest of their parts."""
        return round(float((parts[one.item] @ parts[other.item].T).max()), _DIGITS)

    return alike
