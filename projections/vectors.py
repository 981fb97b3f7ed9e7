"""The vectors of what a view holds, in memory as one array, and how near they are to a question.

It loads numpy, which a memory without an embedder does without.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, TypeAlias

import msgspec
import numpy as np
import numpy.typing as npt

from ..domain.identity import ItemId
from .columns import Column
from .full_text import found_by, place_of
from .likeness import Likeness
from .parts import PARTS_MAX
from .surrounded import Surrounded
from .vector_file import ITEMS_FETCHED_MAX, VectorFile
from .view import View

LOADED_BYTES_MAX: Final = 2 * 1024**3
"""As much is kept in memory: vectors of 1.4 million parts, where each has 384 numbers."""

Places: TypeAlias = npt.NDArray[np.int64]
Floats32: TypeAlias = npt.NDArray[np.float32]

_DIGITS: Final = 6  # of a 32-bit float; beyond that equal texts differ by where they stand
_LENGTH_SLACK: Final = 1e-3
_NAMED_MAX: Final = 5_000  # items that are looked up one by one; for more all are read
_ITEMS: Final = "SELECT d, item FROM item"
_TEXTS: Final = "SELECT d, item, text, title FROM item"
_SOME: Final = " WHERE d IN (SELECT unnest($d::BIGINT[]))"


class Text(msgspec.Struct, frozen=True, gc=False):
    """One part of an item, as it is embedded: what it is found by, and so without its author."""

    item: ItemId
    part: int
    text: str


class Laid(msgspec.Struct, frozen=True):
    """Where the vectors of all parts of a state are, and which of them belong to one item."""

    parts: Places
    rows: npt.NDArray[np.intp]
    starts: npt.NDArray[np.intp]
    d: Places


class Vectors:
    """Of one embedder; which of them count, the state that is asked about tells."""

    def __init__(self, dim: int) -> None:
        self.dim = dim
        self._u = Column(np.int64)
        self._matrix: Floats32 = np.empty((0, dim), np.float32)
        self._order: npt.NDArray[np.intp] = np.empty(0, np.intp)

    def __len__(self) -> int:
        return len(self._u)

    def missing(self, parts: Places) -> Places:
        """Those of the parts that no vector is loaded of."""
        return parts[self._found(parts) < 0]

    def load(self, view: View, file: VectorFile, parts: Places) -> Places:
        """Loads what the file has of the parts, and tells what is missing still."""
        wanted = self.missing(parts)
        items = [(ItemId(item), d) for d, item in _of_items(view, _ITEMS, wanted)]
        for at in range(0, len(items), ITEMS_FETCHED_MAX):
            self._add(file, dict(items[at : at + ITEMS_FETCHED_MAX]), wanted)
        return self.missing(parts)

    def keep_only(self, parts: Places) -> None:
        """Lets go of what is loaded of others, such as what is forgotten."""
        keeps = np.isin(self._u.rows, parts)
        if keeps.all():
            return
        left, self._u = self._u.rows[keeps], Column(np.int64)
        self._matrix = self._matrix[: len(keeps)][keeps]
        self._u.extend(left)
        self._order = np.argsort(left)

    def laid(self, parts: Places) -> Laid:
        """The places of the vectors of these parts, none of which is missing."""
        d = parts // PARTS_MAX
        starts = np.flatnonzero(np.diff(d, prepend=-1))
        return Laid(parts, self._found(parts), starts, d[starts])

    def of(self, rows: npt.NDArray[np.intp]) -> Floats32:
        """The vectors in these places."""
        return self._matrix[rows]

    def likeness(
        self, question: Floats32, laid: Laid, surrounded: Surrounded | None = None
    ) -> Likeness:
        """Each item as near as its nearest part: the cosine, from the least to the most of all."""
        if not len(laid.d):
            return Likeness(laid.d, np.empty(0))
        # Row by row, so that equal texts are equally near wherever they stand; and three times as
        # fast as the product of matrix and vector.
        cosines = np.vecdot(self._matrix[: len(self._u)], question)[laid.rows].astype(np.float64)
        if surrounded is not None:
            cosines = surrounded.cosines(cosines)
        best = np.round(np.maximum.reduceat(cosines, laid.starts), _DIGITS)
        least, most = float(best.min()), float(best.max())
        if most == least:
            return Likeness(laid.d, np.ones(len(best)), least, most)
        shares = ((best - least) / (most - least)).astype(np.float64)
        return Likeness(laid.d, shares, least, most)

    def _found(self, parts: Places) -> npt.NDArray[np.intp]:
        """Where each part is, -1 where it is not."""
        if not len(self._u):
            return np.full(len(parts), -1, np.intp)
        ordered = self._u.rows[self._order]
        at = np.minimum(np.searchsorted(ordered, parts), len(ordered) - 1)
        return np.where(ordered[at] == parts, self._order[at], -1)

    def _add(self, file: VectorFile, items: dict[ItemId, int], wanted: Places) -> None:
        kept = [row for row in file.rows(items.keys()) if len(row[2]) == 4 * self.dim]
        if not kept:
            return
        u = np.array([place_of(items[item], part) for item, part, _ in kept], np.int64)
        rows = np.frombuffer(b"".join(vector for *_, vector in kept), "<f4")
        rows = rows.reshape(len(kept), self.dim).astype(np.float32)
        with np.errstate(over="ignore", invalid="ignore"):
            lengths = np.sqrt((rows * rows).sum(axis=1))
        is_whole = (np.abs(lengths - 1.0) < _LENGTH_SLACK) | (lengths == 0.0)
        good = is_whole & np.isin(u, wanted)  # bytes that have changed since count as missing
        self._append(u[good], rows[good])

    def _append(self, u: Places, rows: Floats32) -> None:
        size = len(self._u) + len(u)
        if size > len(self._matrix):
            wider = np.empty((size + size // 4 + 16, self.dim), np.float32)
            wider[: len(self._u)] = self._matrix[: len(self._u)]
            self._matrix = wider
        self._matrix[len(self._u) : size] = rows
        self._u.extend(u)
        self._order = np.argsort(self._u.rows)


def texts_of(view: View, parts: Places) -> list[Text]:
    """What is embedded of these parts, in their order."""
    wanted = set(parts.tolist())
    return [
        Text(ItemId(item), part, said)
        for d, item, text, title in sorted(_of_items(view, _TEXTS, parts))
        for part, said in enumerate(found_by(text, title))
        if place_of(d, part) in wanted
    ]


def rows_of(texts: Sequence[Text], vectors: Floats32) -> list[tuple[ItemId, int, bytes]]:
    """The rows of a file for texts and their vectors."""
    return [
        (text.item, text.part, vector.astype("<f4").tobytes())
        for text, vector in zip(texts, vectors, strict=True)
    ]


def _of_items(view: View, sql: str, parts: Places) -> list[tuple[Any, ...]]:
    if not len(parts):
        return []
    d = np.unique(parts // PARTS_MAX)
    if len(d) <= _NAMED_MAX:
        return view.rows(sql + _SOME, {"d": d.tolist()})
    wanted = set(d.tolist())
    return [row for row in view.rows(sql) if row[0] in wanted]
