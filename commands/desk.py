"""The desk that takes every order: stamps it with the time, has it decided, and records it.

All that writes is here and needs no read model, so that capturing is as light as it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path

from ..domain.events import Event, Hit, Judge, Kind, Origin, Promoted, Recorded, SupersessionReason
from ..domain.identity import Identity, ItemId
from ..domain.policy import Policy
from ..journal.journal import Journal
from ..journal.write_behind import WriteBehind
from ..sources.document import Document, SourceKind
from ..sources.input_file import read_file
from ..sources.recognise import read_document
from ..sources.taught import below, one_by_one, taught
from . import contradict, correct, ingest, promote, recall, supersede
from .handler import handle
from .item_state import fold
from .outcome import Changed, Dream, Ingested, changed, ingested
from .situation import situation_of_items, united

Clock = Callable[[], int]
Draw = Callable[[int], bytes]


class Desk:
    """Takes orders for one journal.

    `clock` tells the time in microseconds since 1970, and `draw` gives so many random bytes.

    Searches are recorded behind: `flush` before reading what they add up to, and `close` at the
    end.
    """

    def __init__(self, journal: Journal, *, policy: Policy, clock: Clock, draw: Draw) -> None:
        self.journal = journal
        self.identity = Identity(journal.identity_key(), draw)
        self.policy = policy
        self.clock = clock
        self._recalls = WriteBehind(journal)

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
        origin: Origin = "person",
    ) -> Ingested:
        """Learns one text, as a source of its own, below `within` if that is given.

        Without a date it never fades.
        """
        name = self.identity.name_for(text)
        document = taught(text, name, kind=kind, dated_at=dated_at, author=author)
        if within is None:
            return self.learn([(document.path, document)], origin)
        return self.learn([(within, below(document, name))], origin)

    def promote(
        self,
        *items: ItemId,
        text: str = "",
        kind: Kind = "fact",
        confidence: float = 1.0,
        judge: Judge = "person",
        reason: str = "",
    ) -> Changed:
        """Makes an item evergreen, or a new fact from several; `rule` must find it earned."""
        self.flush()
        order = promote.Promote(
            items=items,
            now=self.clock(),
            text=text,
            kind=kind,
            confidence=confidence,
            judge=judge,
            reason=reason,
            policy=self.policy.promotion,
        )
        handled = handle(
            self.journal,
            lambda journal: promote.read_promotion(journal, order),
            lambda events: promote.decide_promotion(events, order, self.identity),
        )
        made = [event.item for event in handled.events if isinstance(event, Promoted)]
        return changed(handled, *(made or order.items))

    def consider(self, items: Sequence[ItemId], *, dry_run: bool = False) -> Dream:
        """Promotes those of the items that have earned it; a dry run only tells."""
        states = fold(situation_of_items(self.journal, items, with_recalls=True).events)
        now, policy = self.clock(), self.policy.promotion
        assessed = [promote.assess(states[item], now, policy) for item in items if item in states]
        earned = [each for each in assessed if not each.missing]
        if not dry_run:
            earned = [each for each in earned if self.promote(each.item, judge="rule").is_news]
        return Dream(
            promoted=tuple(earned),
            passed_over=tuple(each for each in assessed if each.missing),
            is_dry_run=dry_run,
        )

    def contradict(
        self,
        item: ItemId,
        *,
        by: ItemId | None = None,
        strength: float = 1.0,
        reason: str = "",
        judge: Judge = "person",
    ) -> Changed:
        """Records evidence against an item, which lowers the trust in it."""
        order = contradict.Contradict(
            item=item,
            by=by,
            now=self.clock(),
            strength=strength,
            reason=reason,
            judge=judge,
            policy=self.policy.contradiction,
        )
        handled = handle(
            self.journal,
            lambda journal: contradict.read_contradiction(journal, order),
            lambda events: contradict.decide_contradiction(events, order),
        )
        return changed(handled, order.item)

    def supersede(
        self,
        item: ItemId,
        *,
        by: ItemId,
        reason: SupersessionReason = "updated",
        note: str = "",
        judge: Judge = "person",
    ) -> Changed:
        """Lets an item take the place of another; both stay in the story."""
        order = supersede.Supersede(
            item=item,
            by=by,
            now=self.clock(),
            reason=reason,
            note=note,
            judge=judge,
        )
        handled = handle(
            self.journal,
            lambda journal: supersede.read_supersession(journal, order),
            lambda events: supersede.decide_supersession(events, order),
        )
        return changed(handled, order.item, order.by)

    def correct(self, item: ItemId, text: str, *, note: str = "") -> Ingested:
        """Learns a text as a fact and lets it supersede an item, in one step."""
        document = taught(text, self.identity.name_for(text))
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
        suppressed: Sequence[ItemId] = (),
        asked_from: str | None = None,
    ) -> None:
        """Records a search and what it returned, without waiting for the disk."""
        order = recall.Recall(
            query=question,
            hits=hits,
            now=now,
            policy=self.policy.ranking.name,
            asked_from=(self.identity.lineage(asked_from),) if asked_from else (),
            suppressed=suppressed,
        )
        self._recalls.put(recall.decide_recall(order, self.identity))
