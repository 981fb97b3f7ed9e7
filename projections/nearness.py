"""Which vectors of a view are at hand, which are missing, and how near its items are by them."""

from __future__ import annotations

from typing import Final

import msgspec
import numpy as np

from ..domain.errors import EmbedderFailed, Refused
from .likeness import Likeness
from .search_sql import authors_by_sql
from .surrounded import Surrounded, surrounded
from .vector_file import VectorFile
from .vectors import LOADED_BYTES_MAX, Floats32, Laid, Places, Text, Vectors, texts_of
from .view import View

_PARTS: Final = "SELECT u FROM document ORDER BY u"
_NEIGHBOURS: Final = "SELECT u, neighbour FROM context ORDER BY u, neighbour"
_LOOKED_AT: Final = 256  # parts at first, and twice as many each time that nothing is missing


class Progress(msgspec.Struct, frozen=True):
    """Parts without a vector, some of them; how many have one, and how many parts there are.

    They are those of a view at a position.
    """

    texts: list[Text]
    done: int
    total: int
    seen_at: int


class _Known(msgspec.Struct):
    """What a view holds now, and which parts of it were not yet found in the file."""

    view: View
    learned_at: int | None
    parts: Places
    waiting: Places
    authors: list[str]
    laid: Laid | None = None


class Nearness:
    """The vectors in one file beside what a view holds; not safe from several threads.

    `begins_at` is any number: processes with different ones begin at different places to look for
    what is missing, so that they share the work.
    """

    def __init__(self, file: VectorFile, *, begins_at: int = 0) -> None:
        self._file = file
        self._begins_at = begins_at
        self._vectors: Vectors | None = None
        self._known: _Known | None = None
        self._surrounded_before: Surrounded | None = None

    def missing(self, view: View, texts_max: int) -> Progress:
        """At most so many texts that have no vector; none where all that there is now has one."""
        known = self._caught_up(view)
        wanted = self._missing(view, known, texts_max)
        total = len(known.parts)
        done = total - max(len(known.waiting), len(wanted))
        return Progress(texts_of(view, wanted), done, total, view.position)

    def is_complete(self, view: View) -> bool:
        """Whether every part has a vector, in the state that the view is asked about."""
        if view.learned_at is None:
            return not len(self._loaded(view, _parts(view)))
        return not len(self._missing(view, self._caught_up(view), 1))

    def likeness(
        self, view: View, question: Floats32, context_weight: float = 0.0
    ) -> Likeness | None:
        """Of all items in that state, which is complete; None where a text says nothing.

        A neighbour counts as so much of a text, as it does for words.
        """
        if self._vectors is None or not question.any():
            return None
        if len(question) != self._vectors.dim:
            raise EmbedderFailed(
                f"the question has a vector of {len(question)} numbers, and what is known has"
                f" vectors of {self._vectors.dim}; use one and the same model for both"
            )
        laid = self._laid(view)
        return self._vectors.likeness(question, laid, self._surrounded(view, laid, context_weight))

    def authors(self, view: View) -> list[str]:
        """Everyone who wrote something, in that state."""
        is_now = view.learned_at is not None
        return self._caught_up(view).authors if is_now else authors_by_sql(view)

    def _laid(self, view: View) -> Laid:
        assert self._vectors is not None, "it is complete"
        if view.learned_at is None:
            return self._vectors.laid(_parts(view))
        known = self._caught_up(view)
        if known.laid is None:
            known.laid = self._vectors.laid(known.parts)
        return known.laid

    def _surrounded(self, view: View, laid: Laid, weight: float) -> Surrounded | None:
        """What stands beside the parts of that state; None where it has no weight."""
        if not weight:
            return None
        known = self._surrounded_before
        if known and known.parts is laid.parts and known.weight == weight:
            return known
        assert self._vectors is not None, "it is complete"
        vectors = self._vectors
        found = surrounded(
            laid.parts,
            _neighbours(view),
            weight,
            vectors_of=lambda places: vectors.of(laid.rows[places]),
            before=known,
        )
        if view.learned_at is not None:
            self._surrounded_before = found
        return found

    def _caught_up(self, view: View) -> _Known:
        known = self._known
        if known and known.view is view and known.learned_at == view.learned_at:
            return known
        assert view.learned_at is not None, "what is to come is about the items of now"
        parts = _parts(view)
        waiting = parts
        if self._vectors is not None:
            self._vectors.keep_only(parts)
            waiting = self._vectors.missing(parts)
        if len(waiting):
            waiting = np.roll(waiting, -(self._begins_at % len(waiting)))
        self._known = _Known(view, view.learned_at, parts, waiting, authors_by_sql(view))
        return self._known

    def _missing(self, view: View, known: _Known, texts_max: int) -> Places:
        """Looks into the file for what is waiting, until enough of it is missing there too."""
        rest, looked_at = known.waiting, _LOOKED_AT
        missing: list[Places] = []
        while len(rest) and sum(map(len, missing)) < texts_max:
            missing.append(self._loaded(view, rest[:looked_at]))
            rest = rest[looked_at:]
            looked_at *= 2
        found = np.concatenate([*missing, rest[:0]])
        known.waiting = np.concatenate([found, rest])
        return found[:texts_max]

    def _loaded(self, view: View, parts: Places) -> Places:
        """Loads vectors of these parts from the file, and tells which have none there."""
        dim = self._file.dim
        if not dim:
            return parts
        if self._vectors is None or self._vectors.dim != dim:
            self._vectors = Vectors(dim)
        self._check_room(len(parts))
        return self._vectors.load(view, self._file, parts)

    def _check_room(self, more: int) -> None:
        assert self._vectors is not None
        if (len(self._vectors) + more) * self._vectors.dim * 4 > LOADED_BYTES_MAX:
            raise Refused(
                f"the vectors would take more than {LOADED_BYTES_MAX:,} bytes of memory; use a"
                " model with shorter vectors, or none"
            )


def _parts(view: View) -> Places:
    """The places of all parts of all items, in order."""
    return view.columns(_PARTS)["u"]


def _neighbours(view: View) -> tuple[Places, Places]:
    """The places of parts that have a neighbour, and of this; in order."""
    found = view.columns(_NEIGHBOURS)
    return found["u"], found["neighbour"]
