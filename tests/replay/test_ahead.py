"""Making the next thing while the present one is used."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import closing

import pytest

from lethelog.replay.ahead import ahead


def failing_after(things: list[int]) -> Iterator[int]:
    """Some things, and then an error."""
    yield from things
    raise RuntimeError("no more of them")


def test_all_come_in_their_order() -> None:
    """As if there were no thread."""
    assert list(ahead(iter([[1], [2, 3], [4]]))) == [[1], [2, 3], [4]]
    assert list(ahead(iter([]))) == []


def test_an_error_comes_in_its_place_to_whoever_takes_the_things() -> None:
    """What was made before it is handed out first."""
    taken: list[int] = []
    with pytest.raises(RuntimeError, match="no more"):
        taken.extend(ahead(failing_after([1, 2])))
    things = ahead(failing_after([1, 2]))
    assert [next(things), next(things)] == [1, 2]
    with pytest.raises(RuntimeError, match="no more"):
        next(things)


def test_no_thread_is_left_when_somebody_stops_in_the_middle() -> None:
    """Nor when the use of a thing fails."""
    before = threading.active_count()
    with closing(ahead(iter(range(1, 100)))) as things:
        assert next(things) == 1
        assert threading.active_count() > before
    assert threading.active_count() == before
