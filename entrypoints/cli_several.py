"""`search` over several stores, which is `--store` given more than once."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import rich_click as click
from click import get_current_context

from .day_options import day_or_position
from .lines import DIM, line, short, warn
from .options import Place, check_is_there, named_embedder
from .render import hit_line

if TYPE_CHECKING:
    from ..asking.as_of import AsOf
    from ..asking.question import Narrowing
    from ..asking.several import AnswerOfSeveral
    from ..memory import Memory


def are_several() -> bool:
    """Whether more than one store was named."""
    return len(_place().stores) > 1


@contextmanager
def answer_of_all(
    question: str,
    narrowing: Narrowing,
    *,
    days: tuple[str | None, str | None],
    asked_from: str | None,
    record: bool,
) -> Iterator[AnswerOfSeveral]:
    """What all stores find together; they are closed after the block, which records the search.

    The `days` are what is known when, and what was true when.
    """
    from ..asking.several import search_several  # noqa: PLC0415 - it loads what searches

    known, valid = days
    if isinstance(at := day_or_position(known) if known else None, int):
        raise click.UsageError(
            f"position {at} is a different moment in each store; give --as-of a date."
        )
    with _opened_all() as memories:
        stores: dict[str, Memory] | dict[str, AsOf] = memories
        if known is not None or valid is not None:
            refuse_to_record(asked_from)
            stores = {name: each.as_of(at, valid=valid) for name, each in memories.items()}
        yield search_several(stores, question, asked_from=asked_from, record=record, **narrowing)


def show_all(answer: AnswerOfSeveral) -> None:
    """As for one store, each answer with the store that it is in."""
    if not answer.found:
        line("nothing in any of them answers that; try other words, or fewer filters")
    for rank, each in enumerate(answer.found, start=1):
        hit_line(rank, each, store=each.store)
    if answer.suppressed:
        kept_out = ", ".join(f"{short(each.item)} in {each.store}" for each in answer.suppressed)
        line((f"kept out for saying the same: {kept_out}", DIM))
    if answer.warning:
        warn(answer.warning)


def refuse_to_record(asked_from: str | None) -> None:
    """A question about another day has no place where it was asked from."""
    if asked_from is not None:
        raise click.UsageError(
            "--asked-from goes with a search that is recorded; one about another day is not."
        )


@contextmanager
def _opened_all() -> Iterator[dict[str, Memory]]:
    """Each store by its name, which is its path as it was given; none twice."""
    from ..asking.fusion import named  # noqa: PLC0415 - it loads what searches
    from ..memory import Memory  # noqa: PLC0415 - it loads DuckDB

    place = _place()
    _refuse_doubles(place.stores)
    embedder = named_embedder(place.embedder)
    memories: dict[str, Memory] = {}
    with ExitStack() as opened:
        for store in place.stores:
            with named(str(store)):
                memory = Memory.open(
                    store, lock_wait_seconds=place.lock_wait_seconds, embedder=embedder
                )
            opened.callback(_close, memory, str(store))
            memories[str(store)] = memory
        yield memories


def _close(memory: Memory, store: str) -> None:
    from ..asking.fusion import named  # noqa: PLC0415 - it is loaded by now

    with named(store):
        memory.close()


def _refuse_doubles(stores: tuple[Path, ...]) -> None:
    known: dict[tuple[int, int], Path] = {}
    for store in stores:
        check_is_there(store)
        try:
            found = store.stat()
        except OSError:
            continue  # opening it says what is wrong
        other = known.setdefault((found.st_dev, found.st_ino), store)
        if other is not store:
            raise click.UsageError(f"--store {other} and {store} are one folder; name it once.")


def _place() -> Place:
    return get_current_context().ensure_object(Place)
