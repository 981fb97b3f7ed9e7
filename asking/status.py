"""How much a store holds and in what state it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from ..projections.vector_file import Kept

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_COUNTED: Final = (
    "items",
    "evergreen",
    "superseded",
    "contradicted",
    "sources",
    "recalls",
    "promotions",
)
_COUNTS: Final = """
SELECT
    (SELECT count(*) FROM item),
    (SELECT count(*) FROM item WHERE dated_at IS NULL OR d IN (SELECT d FROM promotion)),
    (SELECT count(DISTINCT d) FROM supersession),
    (SELECT count(DISTINCT d) FROM contradiction),
    (SELECT count(*) FROM source),
    (SELECT count(*) FROM recall),
    (SELECT count(*) FROM promotion),
    (SELECT max(recorded_at) FROM item)
"""


class Status(msgspec.Struct, frozen=True, kw_only=True):
    """The store in figures."""

    store: str
    position: int
    items: int
    evergreen: int
    superseded: int
    contradicted: int
    sources: int
    recalls: int
    promotions: int
    last_learned_at: int | None
    forgotten: int  # forgettings in the journal
    blocked: int  # sources that may not be learned again
    journal_bytes: int
    digest: str
    checkpoint: str  # where the chain stands; empty where there is none
    vectors: tuple[Kept, ...] = ()  # of each embedder; none is told of an earlier day


def status(
    view: View, *, store: str, journal_bytes: int, checkpoint: str, forgotten: int, blocked: int
) -> Status:
    """The figures of a view and of the journal behind it."""
    [(*counts, last)] = view.rows(_COUNTS)
    return Status(
        store=store,
        position=view.position,
        **dict(zip(_COUNTED, counts, strict=True)),
        last_learned_at=last,
        forgotten=forgotten,
        blocked=blocked,
        journal_bytes=journal_bytes,
        digest=view.digest(),
        checkpoint=checkpoint,
    )
