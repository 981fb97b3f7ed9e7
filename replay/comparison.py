"""Holds a read model to a fresh replay of the journal, table by table, as of one position."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, Protocol, TypeVar

from ..domain.comparison import Compared, TableCompared
from ..journal.journal import Journal
from ..projections.digest import TableDigest, digest_of
from ..projections.view import View
from .catch_up import catch_up

T = TypeVar("T")

ATTEMPTS_MAX: Final = 20  # each fails only if something was forgotten in the same moment


class Ask(Protocol):
    """Puts a question to the live read model, which has caught up before."""

    def __call__(self, question: Callable[[View], T], /) -> T:
        """What it answers."""
        ...


def compare(journal: Journal, ask: Ask, fresh: View) -> Compared:
    """Others may write meanwhile: the replay goes just as far as the live one was."""
    attempts = 0
    while True:
        catch_up(journal, fresh)
        position, live = ask(lambda view: (view.position, view.digests()))
        fresh.apply(
            list(journal.read(after=fresh.position, limit=max(position - fresh.position, 0)))
        )
        replayed = fresh.digests()
        attempts += 1
        # Whatever is forgotten later is erased for the one that read it later.
        moved = fresh.position != position or journal.has_forgotten(after=position)
        if live == replayed or not moved or attempts == ATTEMPTS_MAX:
            return Compared(
                position=position,
                digest=digest_of(live),
                digest_replayed=digest_of(replayed),
                tables=tuple(_compared(name, live[name], replayed[name]) for name in sorted(live)),
            )


def _compared(table: str, live: TableDigest, replayed: TableDigest) -> TableCompared:
    return TableCompared(
        table=table, rows=live.rows, rows_replayed=replayed.rows, is_equal=live == replayed
    )
