"""The desk that takes every order: stamps it with the time, has it decided, and records it.

All that writes is here and needs no read model, so that capturing is as light as it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ..domain.events import Asked, Event, Hit, Origin, Recorded
from ..domain.identity import Identity, ItemId
from ..domain.kinds import Kind
from ..domain.policy import Policy
from ..domain.times import Moment, moment
from ..journal.journal import Journal
from ..journal.write_behind import WriteBehind
from ..sources.document import Document, SourceKind
from ..sources.input_file import read_file
from ..sources.recognise import read_document
from ..sources.taught import Validity, below, one_by_one, taught
from . import correct, ingest, recall
from .handler import handle
from .outcome import Ingested, ingested
from .policy_in_force import PolicyInForce
from .situation import united

Clock = Callable[[], int]
Draw = Callable[[int], bytes]


class Desk:
    """Takes orders for one journal.

    Without a `policy` the one that was adopted last is in force, and the default before any was.
    `clock` tells the time in microseconds since 1970, and `draw` gives so many random bytes.

    Searches are recorded behind: `flush` before reading what they add up to, and `close` at the
    end.
    """

    def __init__(
        self, journal: Journal, *, policy: Policy | None = None, clock: Clock, draw: Draw
    ) -> None:
        self.journal = journal
        self.identity = Identity(journal.identity_key(), draw)
        self.clock = clock
        self._policies = PolicyInForce(journal, policy)
        self._recalls = WriteBehind(journal)

    @property
    def policy(self) -> Policy:
        """All constants that decide what is done now."""
        return self._policies.now()

    def flush(self) -> None:
        """All recalls are in the journal when this returns."""
        self._recalls.flush()

    def close(self) -> None:
        """Records what is still waiting; the journal stays open."""
        self._recalls.close()

    def ingest(
        self,
        given: Path | bytes,
        *,
        name: str | None = None,
        source_kind: SourceKind | None = None,
        origin: Origin = "import",
    ) -> Ingested:
        """Learns a file, or the bytes of one: e-mail, receipt, conversation or plain facts.

        The same input again changes nothing; a changed one supersedes what it replaces.
        """
        raw = given if isinstance(given, bytes) else read_file(given)
        location = "" if isinstance(given, bytes) else str(given.absolute())
        document = read_document(raw, location=location, name=name, source_kind=source_kind)
        if document.name:
            return self.learn([(document.path, document)], origin)
        facts = one_by_one(document, self.identity.name_for)
        return self.learn([(each.path, each) for each in facts], origin)

    def learn(self, documents: Sequence[tuple[str, Document]], origin: Origin) -> Ingested:
        """Learns documents as the sources at these paths, all of them or none."""
        now = self.clock()
        orders = [
            ingest.Ingest(path=path, document=document, now=now, origin=origin)
            for path, document in documents
        ]
        blocked = 0

        def decide(events: Sequence[Recorded]) -> list[Event]:
            nonlocal blocked
            sifted = [ingest.sift(events, order, self.identity) for order in orders]
            blocked = sum(len(o.document.passages) for o in orders) - sum(map(len, sifted))
            return [e for o in orders for e in ingest.decide_ingest(events, o, self.identity)]

        handled = handle(
            self.journal,
            lambda journal: united(
                *(ingest.read_document(journal, order, self.identity) for order in orders)
            ),
            decide,
        )
        return ingested([order.path for order in orders], handled, blocked=blocked)

    def remember(
        self,
        text: str,
        *,
        within: str | None = None,
        kind: Kind = "fact",
        author: str = "",
        dated_at: int | None = None,
        valid_from: Moment = None,
        valid_until: Moment = None,
        origin: Origin = "person",
    ) -> Ingested:
        """Learns one text, as a source of its own, below `within` if that is given.

        Without a date it never fades. It is true in the world from `valid_from` up to and without
        `valid_until`, where these are told.
        """
        name = self.identity.name_for(text)
        true = Validity.of(moment(valid_from), moment(valid_until))
        document = taught(text, name, kind=kind, dated_at=dated_at, author=author, true=true)
        if within is None:
            return self.learn([(document.path, document)], origin)
        return self.learn([(within, below(document, name))], origin)

    def correct(self, item: ItemId, text: str, *, note: str = "", since: Moment = None) -> Ingested:
        """Learns a text as a fact and lets it supersede an item, in one step.

        `since` is when the new text became true in the world; unless told, now.
        """
        true = Validity.of(moment(since), None)
        document = taught(text, self.identity.name_for(text), true=true)
        learned = ingest.Ingest(
            path=document.path,
            document=document,
            now=self.clock(),
            origin="person",
            anew=True,
        )
        order = correct.Correct(item=item, ingest=learned, note=note)
        handled = handle(
            self.journal,
            lambda journal: correct.read_correction(journal, order, self.identity),
            lambda events: correct.decide_correction(events, order, self.identity),
        )
        return ingested([document.path], handled, blocked=0)

    def recalled(
        self,
        question: str,
        hits: Sequence[Hit],
        *,
        now: int,
        asked: Asked,
        suppressed: Sequence[ItemId] = (),
        asked_from: str | None = None,
    ) -> None:
        """Records a search and what it returned, without waiting for the disk."""
        order = recall.Recall(
            query=question,
            hits=hits,
            now=now,
            asked=asked,
            asked_from=(self.identity.lineage(asked_from),) if asked_from else (),
            suppressed=suppressed,
        )
        self._recalls.put(recall.decide_recall(order, self.identity))
