"""Which words of a question an item has, which of them stand beside it, and whether it is named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from ..projections.analyser import terms
from ..projections.parts import PARTS_MAX, parts_of
from ..projections.reading import Reading
from .barred import Bearings
from .story import Reason

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_BESIDE: Final = f"""
SELECT DISTINCT posting.term
FROM context
JOIN posting ON posting.u = context.neighbour
WHERE context.u BETWEEN $d * {PARTS_MAX} AND $d * {PARTS_MAX} + {PARTS_MAX - 1}
AND posting.term IN (SELECT unnest($terms::VARCHAR[]))
"""
_STANDS_BESIDE: Final = f"""
SELECT EXISTS (
    SELECT 1
    FROM context
    WHERE u BETWEEN $d * {PARTS_MAX} AND $d * {PARTS_MAX} + {PARTS_MAX - 1}
    AND neighbour // {PARTS_MAX} <> $d
)
"""


class Words(msgspec.Struct, frozen=True, kw_only=True):
    """The words of an item and those of a question, as they are indexed."""

    own: tuple[str, ...]
    met: tuple[str, ...]  # of the question
    missed: tuple[str, ...]
    beside: tuple[str, ...]  # of those missed, what stands in a neighbour that counts
    author_named: str | None  # where the question names who wrote the item, and that counts


def words_of(view: View, bearings: Bearings, reading: Reading) -> Words:
    """What an item has of all that a question asks for."""
    pieces = (f"{bearings.title}\n{part}" for part in parts_of(bearings.text))
    own = dict.fromkeys(term for piece in pieces for term in terms(piece))
    missed = tuple(term for term in reading.terms if term not in own)
    beside: set[str] = set()
    if reading.policy.context_weight:
        rows = view.rows(_BESIDE, {"d": bearings.d, "terms": list(missed)})
        beside.update(term for (term,) in rows)
    return Words(
        own=tuple(own),
        met=tuple(term for term in reading.terms if term in own),
        missed=missed,
        beside=tuple(term for term in missed if term in beside),
        author_named=bearings.author if bearings.author in reading.authors else None,
    )


def no_word(view: View, bearings: Bearings, reading: Reading) -> Reason:
    """Why an item does not answer at all, whatever filters there are."""
    if not reading.terms:
        return Reason(because="no-word", told="no word of the question is looked up")
    told = "it has no word of the question"
    [(stands_beside,)] = view.rows(_STANDS_BESIDE, {"d": bearings.d})
    if reading.policy.context_weight and stands_beside:
        told += ", nor has what stands beside it"
    if reading.authors:
        told += f", and it is not by {' or '.join(reading.authors)}"
    return Reason(because="no-word", told=told)
