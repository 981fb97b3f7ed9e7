"""Vectors of a view in any of its states: which are missing, and how near items are by them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import closing
from math import sqrt
from typing import Final

import msgspec
import numpy as np
import pytest

from lethelog.domain.errors import EmbedderFailed, Refused
from lethelog.domain.events import Event, Recorded
from lethelog.domain.identity import ItemId
from lethelog.projections import nearness as nearness_module
from lethelog.projections.full_text import found_by
from lethelog.projections.nearness import Nearness
from lethelog.projections.vector_file import VectorFile
from lethelog.projections.vectors import rows_of
from lethelog.projections.view import View
from lethelog.tests.embedding import DIM, vector_of
from lethelog.tests.story import item_of, said
from lethelog.tests.tables import new_view

LONG: Final = "The kettle sings. " * 25 + "A green umbrella stands in the hall. " * 12
TEXTS: Final = ("tea and biscuits", LONG, "a green umbrella", "umbrellas are for rain")


def unit(text: str) -> list[float]:
    """A vector of length one."""
    numbers = vector_of(text)
    length = sqrt(sum(each * each for each in numbers)) or 1.0
    return [each / length for each in numbers]


def told(view: View, events: Sequence[Event]) -> None:
    """All of them, from position 1."""
    view.apply([Recorded(position, event) for position, event in enumerate(events, start=1)])


@pytest.fixture
def view() -> Iterator[View]:
    """With four texts, one of them in several parts."""
    with closing(new_view()) as opened:
        told(opened, [said(text) for text in TEXTS])
        yield opened


@pytest.fixture
def file() -> Iterator[VectorFile]:
    """In memory, without any vector."""
    with closing(VectorFile(None)) as opened:
        opened.claim("n-grams", DIM)
        yield opened


def fill(nearness: Nearness, view: View, file: VectorFile) -> None:
    """Every part gets its vector."""
    while (batch := nearness.missing(view, 2)).texts:
        vectors = np.array([unit(each.text) for each in batch.texts], np.float32)
        assert file.add(rows_of(batch.texts, vectors), dim=DIM)


def nearest(view: View, nearness: Nearness, question: str) -> dict[ItemId, float]:
    """How near each item is."""
    assert nearness.is_complete(view)
    likeness = nearness.likeness(view, np.array(unit(question), np.float32))
    assert likeness is not None
    items: dict[int, str] = dict(view.rows("SELECT d, item FROM item"))
    return {
        ItemId(items[d]): value
        for d, value in zip(likeness.d.tolist(), likeness.value.tolist(), strict=True)
    }


def by_brute_force(texts: Sequence[str], question: str) -> dict[ItemId, float]:
    """The best cosine of any part of a text, from the least to the most of all."""
    asked = unit(question)
    cosines = {
        item_of(text): max(
            sum(one * other for one, other in zip(asked, unit(part), strict=True))
            for part in found_by(text, "")
        )
        for text in texts
    }
    least, most = min(cosines.values()), max(cosines.values())
    return {item: (each - least) / (most - least) for item, each in cosines.items()}


@pytest.mark.parametrize("question", ["umbrela", "kettles sing", "biscuit", "xyz"])
def test_an_item_is_as_near_as_its_nearest_part(
    view: View, file: VectorFile, question: str
) -> None:
    """The cosine, from the least to the most of all items."""
    nearness = Nearness(file)
    fill(nearness, view, file)
    expected = by_brute_force(TEXTS, question)
    assert nearest(view, nearness, question) == pytest.approx(expected, abs=1e-5)
    assert nearest(view, Nearness(file), question) == pytest.approx(expected, abs=1e-5)


def test_what_is_missing_is_told_part_by_part(view: View, file: VectorFile) -> None:
    """In the words in which they are embedded, and with how many there are."""
    nearness = Nearness(file)
    batch = nearness.missing(view, 100)
    parts = [part for text in TEXTS for part in found_by(text, "")]
    assert [each.text for each in batch.texts] == parts
    assert (batch.done, batch.total, batch.seen_at) == (0, len(parts), len(TEXTS))
    assert not nearness.is_complete(view)
    fill(nearness, view, file)
    assert nearness.missing(view, 100).done == len(parts)
    told_more = Recorded(5, said("more"))
    view.apply([told_more])
    batch = nearness.missing(view, 100)
    assert [each.text for each in batch.texts] == ["more"]
    assert (batch.done, batch.total) == (len(parts), len(parts) + 1)


def test_a_text_is_embedded_with_its_title_and_without_its_author(
    view: View, file: VectorFile
) -> None:
    """Who wrote it is a field."""
    mail = msgspec.structs.replace(said("tea at five"), title="Invitation", author="Ada")
    view.apply([Recorded(5, mail)])
    texts = [each.text for each in Nearness(file).missing(view, 100).texts]
    assert texts[-1] == "Invitation\ntea at five"


@pytest.mark.parametrize("begins_at", range(1, 8))
def test_processes_begin_at_different_places(view: View, file: VectorFile, begins_at: int) -> None:
    """And all come to the end."""
    nearness = Nearness(file, begins_at=begins_at)
    batch = nearness.missing(view, 1)
    is_elsewhere = batch.texts != Nearness(file).missing(view, 1).texts
    assert is_elsewhere == bool(begins_at % batch.total)
    fill(nearness, view, file)
    assert nearness.is_complete(view)


def test_an_earlier_day_has_the_vectors_of_its_items(view: View, file: VectorFile) -> None:
    """By the same vectors, spread over the items of then."""
    nearness = Nearness(file)
    fill(nearness, view, file)
    with view.at(3):
        assert nearest(view, nearness, "umbrela") == pytest.approx(
            by_brute_force(TEXTS[:3], "umbrela"), abs=1e-5
        )
        assert nearest(view, Nearness(file), "umbrela") == nearest(view, nearness, "umbrela")
    with view.at(0):
        assert nearest(view, nearness, "umbrela") == {}
    assert nearest(view, nearness, "umbrela") == pytest.approx(
        by_brute_force(TEXTS, "umbrela"), abs=1e-5
    )


def test_bytes_that_have_changed_count_as_missing(view: View, file: VectorFile) -> None:
    """Nothing but a vector of length one is one."""
    fill(Nearness(file), view, file)
    tea = item_of(TEXTS[0])
    for spoiled in (b"\xff" * 4 * DIM, bytes(4 * DIM)[:-4], b"\x00\x00\x80\x3f" * DIM):
        assert file.add([(tea, 0, spoiled)], dim=DIM)
        nearness = Nearness(file)
        assert [each.item for each in nearness.missing(view, 100).texts] == [tea]
        fill(nearness, view, file)
        assert Nearness(file).is_complete(view)


def test_a_question_that_says_nothing_has_no_likeness(view: View, file: VectorFile) -> None:
    """Zeros point nowhere."""
    nearness = Nearness(file)
    fill(nearness, view, file)
    assert nearness.likeness(view, np.zeros(DIM, np.float32)) is None


def test_a_question_of_another_length_is_an_error(view: View, file: VectorFile) -> None:
    """It is of another model."""
    nearness = Nearness(file)
    fill(nearness, view, file)
    with pytest.raises(EmbedderFailed, match="one and the same model"):
        nearness.likeness(view, np.ones(3, np.float32))


def test_the_only_item_is_the_nearest(file: VectorFile) -> None:
    """And equal texts are equally near."""
    with closing(new_view()) as view:
        told(view, [said("tea")])
        nearness = Nearness(file)
        fill(nearness, view, file)
        assert nearest(view, nearness, "milk") == {item_of("tea"): 1.0}


def test_more_vectors_than_fit_in_memory_are_refused(
    view: View, file: VectorFile, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The limit is named."""
    monkeypatch.setattr(nearness_module, "LOADED_BYTES_MAX", 100)
    with pytest.raises(Refused, match="more than 100 bytes"):
        fill(Nearness(file), view, file)
