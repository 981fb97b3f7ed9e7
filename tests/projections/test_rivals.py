"""Which items count as passed over for what is like them."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing

import numpy as np
import pytest
from msgspec.structs import replace

from lethelog.domain.events import Recorded
from lethelog.domain.identity import ItemId
from lethelog.domain.policy import DEFAULT
from lethelog.domain.query import Query
from lethelog.projections.answer import Found
from lethelog.projections.likeness import Meant
from lethelog.projections.rivals import LOOKED_AT, by_vectors_or_words, by_words, rivals_of
from lethelog.projections.search import search
from lethelog.projections.vector_file import VectorRow
from lethelog.projections.view import View
from lethelog.tests.story import TODAY, said
from lethelog.tests.tables import new_view


class Given:
    """Vectors that are told, of some texts."""

    id = "given"

    def __init__(self, vectors: dict[ItemId, list[float]]) -> None:
        self._vectors = vectors

    def of(self, view: View, question: str, *, context_weight: float) -> Meant:
        """It knows no question."""
        return Meant(warning=f"{question}, {context_weight}, {view.position}")

    def rows(self, items: Sequence[ItemId]) -> Sequence[VectorRow]:
        """One part each."""
        return [
            (item, 0, np.array(self._vectors[item], "<f4").tobytes())
            for item in items
            if item in self._vectors
        ]


def test_only_what_is_like_an_answer_is_its_rival() -> None:
    """By their words, a schema never, and none that is too far behind."""
    found = _found(
        "green tea with milk", "green tea with milk today", "green", "milk tea green with"
    )
    answers, others = found[:1], found[1:]
    alike = by_words(found)
    near = rivals_of(answers, others, alike, least=0.7)
    assert near == (others[0].item, others[2].item)
    schema = [replace(others[0], kind="schema"), *others[1:]]
    assert rivals_of(answers, schema, alike, least=0.7) == (others[2].item,)
    far = [*[others[1]] * LOOKED_AT, others[0]]
    assert rivals_of(answers, far, alike, least=0.7) == ()


def test_vectors_count_where_all_have_one() -> None:
    """Else their words do."""
    found = _found("green tea", "black coffee", "green tea again")
    vectors = {each.item: [1.0, 0.0] for each in found[:2]} | {found[2].item: [0.0, 1.0]}
    query = Query(text="tea", embedder="given")
    with closing(new_view()) as view:
        assert by_vectors_or_words(view, query, found)(found[0], found[1]) == 0.0
        view.meaning = Given(vectors)
        alike = by_vectors_or_words(view, query, found)
        assert [alike(found[0], each) for each in found] == pytest.approx([1.0, 1.0, 0.0])
        view.meaning = Given({item: vectors[item] for item in list(vectors)[:2]})
        assert by_vectors_or_words(view, query, found)(found[0], found[1]) == 0.0


def test_a_search_without_rivals_in_mind_notes_none() -> None:
    """The default looks for none."""
    events = [said("green tea with milk"), said("green tea with milk today")]
    with closing(new_view()) as view:
        view.apply([Recorded(place, event) for place, event in enumerate(events, start=1)])
        query = Query(text="green tea", limit=1)
        assert search(view, query, TODAY, DEFAULT.ranking).suppressed == ()
        minded = search(view, replace(query, rivals_from=0.7), TODAY, DEFAULT.ranking)
        assert len(minded.found) == len(minded.suppressed) == 1


def _found(*texts: str) -> list[Found]:
    with closing(new_view()) as view:
        view.apply([Recorded(place, said(text)) for place, text in enumerate(texts, start=1)])
        found = search(view, Query(text=" ".join(texts)), TODAY, DEFAULT.ranking).found
    by_text = {each.text: each for each in found}
    return [by_text[text] for text in texts]
