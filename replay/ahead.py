"""Makes the next thing in a thread while the present one is used."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

T = TypeVar("T")


def ahead(things: Iterator[T]) -> Generator[T, None, None]:
    """The same in the same order, with one at most waiting; an error comes where its thing would.

    Once the iteration has ended, or was closed, no thread of it is left.
    """
    with ThreadPoolExecutor(max_workers=1) as maker:
        coming = maker.submit(next, things, None)
        while (thing := coming.result()) is not None:
            coming = maker.submit(next, things, None)
            yield thing
