"""How much a store holds and in what state it is."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from ..domain.events import SourceForgotten, SourceUnblocked
from ..domain.identity import SourceUid
from ..journal.journal import Journal, Selection

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


def status(
    journal: Journal, view: View, *, store: str, journal_bytes: int, checkpoint: str
) -> Status:
    """The figures of a caught-up view and of the journal behind it."""
    [(*counts, last)] = view.rows(_COUNTS)
    notices, _ = journal.select([Selection((SourceForgotten, SourceUnblocked))])
    blocked: set[SourceUid] = set()
    for recorded in notices:
        event = recorded.event
        if isinstance(event, SourceForgotten):
            blocked.add(event.source)
        elif isinstance(event, SourceUnblocked):
            blocked.discard(event.source)
    return Status(
        store=store,
        position=view.position,
        **dict(zip(_COUNTED, counts, strict=True)),
        last_learned_at=last,
        forgotten=sum(isinstance(r.event, SourceForgotten) for r in notices),
        blocked=len(blocked),
        journal_bytes=journal_bytes,
        digest=view.digest(),
        checkpoint=checkpoint,
    )
