"""Files are written anew, moved and taken away: all of one order in one step, or none of it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from typing import Final

import msgspec

from ..domain.errors import Conflict, Refused
from ..domain.events import ChunkIngested, Event, Judge, Recorded, Superseded, SupersessionReason
from ..domain.files import FILE_KIND, RENAMED, place_of
from ..domain.identity import Identity, ItemId
from ..domain.lineage import item_tag, live, made_item, source_tag, united_roots
from ..journal.journal import NOTICES, Boundary, Journal, Selection
from ..sources.document import Document, Passage
from .gate import Gate
from .handler import ATTEMPTS_MAX, Handled, handle
from .ingest import Ingest, sift
from .item_state import ItemState, ItemStates, fold, known
from .situation import LIFE, Situation, situation_of_items

ROUNDS_MAX: Final = 10
"""So often `ATTEMPTS_MAX` times: of 16 who write one file at once, one in 400,000 gives up."""


class Written(msgspec.Struct, frozen=True, kw_only=True):
    """A text that is to be the newest version of a file, and the version whose place it takes.

    That is of the same file, or of one that has this name from here on.
    """

    source: str
    text: str
    instead_of: ItemId | None = None
    reason: SupersessionReason = "updated"


class Rewrite(msgspec.Struct, frozen=True, kw_only=True):
    """Write these texts, and let these versions be the last of their files.

    It was thought of as of the position `seen`. Since then nothing may have come from the sources
    that are `closed`, nor become of the items that it looks at or only `watched`.
    """

    written: tuple[Written, ...] = ()
    removed: tuple[ItemId, ...] = ()
    closed: tuple[str, ...] = ()
    watched: tuple[ItemId, ...] = ()
    seen: int
    now: int
    gate: Gate = Gate()
    judge: Judge = "person"

    @property
    def items(self) -> tuple[ItemId, ...]:
        """All that are there already."""
        replaced = (each.instead_of for each in self.written if each.instead_of is not None)
        return (*replaced, *self.removed, *self.watched)


def rewrite(journal: Journal, identity: Identity, propose: Callable[[], Rewrite]) -> Handled:
    """Records what is proposed, or what is proposed anew where others came first.

    Conflict after many times; whatever whoever proposes raises ends it at once.
    """
    proposed: Rewrite | None = None

    def read(journal: Journal) -> Situation:
        nonlocal proposed
        for _ in range(ATTEMPTS_MAX):
            proposed = propose()
            situation = read_rewrite(journal, proposed, identity)
            if all(recorded.position <= proposed.seen for recorded in situation.events):
                return situation
        raise Conflict("others write the same files all the time; try again later")

    def decide(events: Sequence[Recorded]) -> list[Event]:
        assert proposed is not None
        return decide_rewrite(events, proposed, identity)

    for _ in range(ROUNDS_MAX - 1):
        with suppress(Conflict):
            return handle(journal, read, decide)
    return handle(journal, read, decide)


def read_rewrite(journal: Journal, order: Rewrite, identity: Identity) -> Situation:
    """The versions that it looks at, what took their place, and what is known of new names.

    The whole life of a file is not read: what stands before a version decides nothing.
    """
    new = (each.source for each in order.written if each.instead_of is None)
    looked_at = Selection(LIFE, (*map(item_tag, order.items), *_tags(new, identity)))
    closed = Selection(LIFE, _tags(order.closed, identity))
    notices = Selection(NOTICES)
    found, _ = journal.select([*_named([looked_at]), notices])
    events = {recorded.position: recorded for recorded in found}
    if successors := _successors(found):
        after = situation_of_items(journal, successors).events
        events |= {recorded.position: recorded for recorded in after}
    return Situation(
        tuple(live([events[position] for position in sorted(events)])),
        Boundary(order.seen, (*_named([looked_at, closed]), notices)),
    )


def _named(selections: Iterable[Selection]) -> list[Selection]:
    """Those that have tags: one without would select the whole journal."""
    return [each for each in selections if each.tags]


def _successors(found: Iterable[Recorded]) -> set[ItemId]:
    """What took the place of something that was read, and was not read itself."""
    born = {made_item(recorded.event) for recorded in found}
    return {
        recorded.event.by
        for recorded in found
        if isinstance(recorded.event, Superseded)
        and recorded.event.by is not None
        and recorded.event.item in born
        and recorded.event.by not in born
    }


def decide_rewrite(events: Sequence[Recorded], order: Rewrite, identity: Identity) -> list[Event]:
    """First all new versions, then what they take the place of, and what has none after it."""
    draft = _Draft(fold(events), order, identity)
    notices = [recorded for recorded in events if isinstance(recorded.event, NOTICES)]
    for written in order.written:
        sift(notices, _learned(written, order), identity)
        draft.write(written)
    for item in order.removed:
        draft.remove(item)
    decided = draft.events()
    order.gate.check(draft.states, decided)
    return decided


class _Draft:
    """Collects the events of one order."""

    def __init__(self, states: ItemStates, order: Rewrite, identity: Identity) -> None:
        self.states = states
        self._order = order
        self._identity = identity
        self._made: list[ChunkIngested] = []
        self._superseded: list[Superseded] = []

    def write(self, written: Written) -> None:
        if written.instead_of is None:
            self._check_is_free(written.source)
            self._make(written.source, written.text)
            return
        state = self._newest(written.instead_of)
        made = self._make(written.source, written.text)
        is_moved = state.source != written.source
        if is_moved or state.superseded_by is None:
            self._supersede(state, made, written.reason, is_moved=is_moved)

    def remove(self, item: ItemId) -> None:
        self._supersede(self._newest(item), None, "removed")

    def events(self) -> list[Event]:
        return [*self._made, *self._superseded]

    def _newest(self, item: ItemId) -> ItemState:
        """Of its file; Refused if another version is."""
        state = known(self.states, item)
        if self._is_newest(state):
            return state
        raise Refused(f"{place_of(state.source)!r} was changed meanwhile; look at it again")

    def _check_is_free(self, source: str) -> None:
        """Refused if the last version of such a file is still what it says."""
        versions = [state for state in self.states.values() if state.source == source]
        if versions and self._is_newest(versions[-1]):
            raise Refused(f"{place_of(source)!r} came meanwhile; look at it again")

    def _is_newest(self, state: ItemState) -> bool:
        """Also where something that is no file took its place, as a correction by a person does."""
        step = state.superseded_by
        if step is None:
            return True
        by = None if step.by is None else self.states.get(step.by)
        return by is not None and by.source != state.source and step.note != RENAMED

    def _make(self, source: str, text: str) -> ChunkIngested:
        item = self._identity.new_item()
        made = ChunkIngested(
            recorded_at=self._order.now,
            roots=(self._identity.lineage(source),),
            item=item,
            source=source,
            origin=self._order.gate.channel,
            text=text,
            kind=FILE_KIND,
            title=place_of(source),
            session=item,  # no other version or file counts for what this one is about
        )
        self._made.append(made)
        return made

    def _supersede(
        self,
        state: ItemState,
        by: ChunkIngested | None,
        reason: SupersessionReason,
        *,
        is_moved: bool = False,
    ) -> None:
        """What something from elsewhere took the place of is said once more, to give way itself."""
        gone: ItemState | ChunkIngested = state
        if state.superseded_by is not None:
            gone = self._make(state.source, state.text)
        self._superseded.append(
            Superseded(
                recorded_at=self._order.now,
                roots=united_roots(gone.roots, by.roots if by else ()),
                item=gone.item,
                by=by.item if by else None,
                reason=reason,
                judge=self._order.judge,
                note=RENAMED if is_moved else "",
            )
        )


def _learned(written: Written, order: Rewrite) -> Ingest:
    """The text as a document, whose name and words may be blocked."""
    passage = Passage(text=written.text, kind=FILE_KIND)
    document = Document(source_kind="fact", name=written.source, passages=(passage,))
    return Ingest(path=written.source, document=document, now=order.now, gate=order.gate)


def _tags(sources: Iterable[str], identity: Identity) -> tuple[str, ...]:
    return tuple(source_tag(identity.lineage(source)[-1]) for source in sources)
