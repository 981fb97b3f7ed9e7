"""Makes a forgetting true in every byte: keys, payloads, read models; then a receipt.

Each step may be repeated, and is, by whoever opens the store next, until all of them are done. As
long as another process holds a copy the erasure is pending, and there is no receipt.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from typing import Final, Protocol

import msgspec

from ..domain.errors import Conflict
from ..domain.events import Lineage, Recorded, SourceForgotten, SourceUnblocked
from ..domain.identity import SourceUid
from ..domain.lineage import source_tag
from ..domain.progress import begins
from ..journal.checkpoint import take_checkpoint
from ..journal.journal import Boundary, Journal, Selection

RECEIPT: Final = "receipt"
PROGRESS: Final = "erasure"
STEPS: Final = (
    "destroying keys",
    "deleting what was sealed with them",
    "renewing the read models",
    "writing a receipt",
)
"""As they are told to whoever waits for one erasure."""


class Keys(Protocol):
    """Destroys the key of a source with all below it."""

    def destroy_source(
        self, lineage: Lineage, *, unless: Callable[[], bool]
    ) -> tuple[int, int, bool]:
        """Keys destroyed, keys made anew, and whether no old byte of them is left.

        Nothing is destroyed where `unless` holds, at a moment when nobody can make a key.
        """
        ...


class Receipt(msgspec.Struct, frozen=True, kw_only=True):
    """What was destroyed, in figures and opaque ids; `position` is that of the forgetting."""

    position: int
    source: SourceUid
    items: int
    keys_destroyed: int = 0
    keys_renewed: int = 0
    payloads_erased: int = 0
    views_renewed: int = 0
    forgotten_at: int
    finished_at: int = 0
    pending: tuple[str, ...] = ()  # what still holds a copy; empty once it is done
    checkpoint: str = ""  # where the chain stood when it was done


Copies = Callable[[int], tuple[int, tuple[str, ...]]]
"""Renews every read model up to a position: how many, and which are out of reach."""

Fault = Callable[[str], None]
"""Called after each step; tests let it fail there."""


def unfinished(journal: Journal) -> list[Recorded]:
    """The forgettings that have no receipt yet, in order."""
    notices, _ = journal.select([Selection((SourceForgotten,))])
    done = journal.notes(RECEIPT)
    return [recorded for recorded in notices if str(recorded.position) not in done]


def receipts(journal: Journal) -> list[Receipt]:
    """All that was erased, in order."""
    notes = journal.notes(RECEIPT).values()
    return sorted((_receipt(note) for note in notes), key=lambda receipt: receipt.position)


def erase(
    journal: Journal,
    forgotten: Recorded,
    keys: Keys,
    copies: Copies,
    *,
    now: int,
    after_step: Fault = lambda _: None,
) -> Receipt:
    """One forgetting to its end, or with `pending` as far as it is possible now."""
    event = forgotten.event
    assert isinstance(event, SourceForgotten), forgotten
    receipt = _begun(journal, forgotten, event)
    begins(STEPS[0])
    # Another process may have ended this erasure, and the source may have been learned again.
    destroyed, renewed, keys_clean = keys.destroy_source(
        event.roots[0], unless=lambda: bool(_allowings(journal, forgotten))
    )
    receipt = _noted(
        journal,
        receipt,
        keys_destroyed=receipt.keys_destroyed + destroyed,
        keys_renewed=receipt.keys_renewed + renewed,
    )
    after_step("keys")
    begins(STEPS[1])
    erased = journal.erase(event.source, before=forgotten.position)
    receipt = _noted(journal, receipt, payloads_erased=receipt.payloads_erased + erased)
    journal_clean = journal.checkpoint()
    after_step("payloads")
    begins(STEPS[2])
    views, held = copies(forgotten.position)
    receipt = _noted(journal, receipt, views_renewed=receipt.views_renewed + views)
    after_step("views")
    begins(STEPS[3])
    pending = (
        *(() if keys_clean else ("the vault, which another process reads",)),
        *(() if journal_clean else ("the journal, which another process reads",)),
        *held,
    )
    if pending:
        return _noted(journal, receipt, pending=pending)
    _allow_again(journal, forgotten, now)
    checkpoint = take_checkpoint(journal, now=now)
    receipt = _noted(
        journal, receipt, pending=(), finished_at=now, checkpoint=str(checkpoint or "")
    )
    journal.note(RECEIPT, str(receipt.position), msgspec.json.encode(receipt))
    after_step("receipt")
    return receipt


def _begun(journal: Journal, forgotten: Recorded, event: SourceForgotten) -> Receipt:
    known = journal.notes(PROGRESS).get(str(forgotten.position))
    if known is not None:
        return _receipt(known)
    return Receipt(
        position=forgotten.position,
        source=event.source,
        items=len(event.items),
        forgotten_at=event.recorded_at,
    )


def _noted(journal: Journal, receipt: Receipt, **changes: object) -> Receipt:
    changed = msgspec.structs.replace(receipt, **changes)
    journal.note(PROGRESS, str(changed.position), msgspec.json.encode(changed))
    return changed


def _allow_again(journal: Journal, forgotten: Recorded, now: int) -> None:
    """A source that was not to be blocked may come back, but never before all of it was gone."""
    event = forgotten.event
    assert isinstance(event, SourceForgotten), forgotten
    if event.blocked:
        return
    allowing = SourceUnblocked(recorded_at=now, roots=event.roots, source=event.source)
    once = Boundary(forgotten.position, (_allowing(event.source),))
    with suppress(Conflict):  # another process did it
        journal.append([allowing], unless=once)


def _allowings(journal: Journal, forgotten: Recorded) -> list[Recorded]:
    """What allowed the very source again after it was forgotten."""
    event = forgotten.event
    assert isinstance(event, SourceForgotten), forgotten
    found, _ = journal.select([_allowing(event.source)], after=forgotten.position)
    return [
        recorded
        for recorded in found
        if isinstance(recorded.event, SourceUnblocked) and recorded.event.source == event.source
    ]


def _allowing(source: SourceUid) -> Selection:
    return Selection((SourceUnblocked,), (source_tag(source),))


def _receipt(document: bytes) -> Receipt:
    return msgspec.json.decode(document, type=Receipt)
