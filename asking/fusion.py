"""One ranking over several stores, each of which is asked for its own part of it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

import msgspec
from msgspec.structs import replace

from ..domain.errors import MemoryStoreError
from ..domain.policy import RankingPolicy
from ..domain.query import Query
from ..projections.answer import Answer, Found
from ..projections.likeness import Likeness
from ..projections.meaning import by_meaning
from ..projections.reading import Reading, reading_of, without_names
from ..projections.rivals import by_words
from ..projections.search import chosen, widened
from ..projections.tally import Scale, best_of_all, total
from ..projections.together import (
    Ranked,
    authors_in,
    best_of,
    joining_all,
    keyed_in,
    meant_in,
    on_one_scale,
    order_of,
    ranked_on,
    tally_of,
)
from .as_of import Ask

if TYPE_CHECKING:
    from ..projections.joining import Joining  # it loads numpy
    from ..projections.projection import Row  # these load DuckDB
    from ..projections.view import View

T = TypeVar("T")


class Side(msgspec.Struct, frozen=True):
    """One of the stores: its name, how it is asked, and the question in its terms.

    It may `prepare` for a question, so that nobody is held up while it is asked.
    """

    name: str
    ask: Ask
    prepare: Callable[[str, RankingPolicy], None]
    query: Query


class Together(msgspec.Struct, frozen=True):
    """What each of the stores found, and why words alone rank where meaning was to count too."""

    ranked: list[tuple[Side, Ranked]]
    warning: str


def ranked_together(sides: Sequence[Side], now: int, policy: RankingPolicy) -> Together:
    """What each store finds, all of them by one scale."""
    meant, warning = _by_one_meaning(sides, policy)
    authors: set[str] = set()
    if policy.author_weight or meant[0].query.embedder:
        authors.update(*_each(meant, lambda _, view: authors_in(view)))
    if meant[0].query.embedder:
        for side in meant:
            side.prepare(without_names(side.query.text, authors), policy)
    common = reading_of(widened(sides[0].query, policy), now, policy, authors=sorted(authors))

    def read(side: Side) -> Reading:
        return replace(common, query=widened(side.query, policy))

    tally = total(_each(meant, lambda side, view: tally_of(view, read(side))))
    best = best_of_all(_each(meant, lambda side, view: best_of(view, read(side), tally)))
    told = _each(meant, lambda side, view: meant_in(view, side.query, policy, authors))
    near = on_one_scale(told)
    joining = _joining(meant, near, common)
    scale, number = Scale(tally, best), {side.name: n for n, side in enumerate(meant)}

    def rank(side: Side, view: View) -> Ranked:
        at = number[side.name]
        return ranked_on(view, read(side), scale, near[at], joining=joining[at])

    ranked = _each(meant, rank)
    warnings = [
        warning,
        *(f"{side.name}: {m.warning}" for side, m in zip(sides, told, strict=True) if m.warning),
    ]
    warning = "; ".join(filter(None, warnings))
    asked = sides if warning else meant
    return Together(list(zip(asked, ranked, strict=True)), warning)


def fused(
    found: Sequence[Sequence[Found]], query: Query, now: int, policy: RankingPolicy
) -> Answer:
    """The best of all; equal ones in the order of the stores."""
    together = [each for one in found for each in one]
    together.sort(key=lambda each: -order_of(each, now, policy))
    return chosen(together, query, policy, by_words)


@contextmanager
def named(store: str) -> Iterator[None]:
    """What goes wrong in the block says in which of the stores."""
    try:
        yield
    except MemoryStoreError as error:
        raise type(error)(f"in the store {store}: {error}") from error


def _by_one_meaning(sides: Sequence[Side], policy: RankingPolicy) -> tuple[Sequence[Side], str]:
    """Meaning counts where all stores have it from one embedder; else a warning says so."""
    queries = _each(sides, lambda side, view: by_meaning(side.query, view, policy))
    if len({query.embedder for query in queries}) > 1:
        return sides, (
            "only words ranked this answer: the stores have not all the same embedder; open all"
            " of them with one"
        )
    return [replace(side, query=q) for side, q in zip(sides, queries, strict=True)], ""


def _joining(
    sides: Sequence[Side], near: Sequence[Likeness | None], reading: Reading
) -> Sequence[Joining | None]:
    """Who answers without a word of the question; one store that is asked alone knows by itself."""
    if len(sides) == 1 or reading.policy.blend.form != "sum":
        return [None] * len(sides)
    keyed: list[Sequence[Row]] = [()] * len(sides)
    if reading.policy.blend.graph_share:
        keyed = _each(sides, lambda side, view: keyed_in(view, side.query))
    return joining_all(keyed, near, reading)


def _each(sides: Sequence[Side], step: Callable[[Side, View], T]) -> list[T]:
    answers: list[T] = []
    for side in sides:
        with named(side.name):
            answers.append(side.ask(partial(step, side)))
    return answers
