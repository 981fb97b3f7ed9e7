"""The desk for what is said of what: facts by their key, beliefs, and what is refined in time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, runtime_checkable

from msgspec.structs import replace

from ..domain.beliefs import proposed
from ..domain.events import Contradicted, Judge, Origin, Superseded
from ..domain.identity import ItemId, path_of
from ..domain.keyed import key_of
from ..sources.document import Document
from ..sources.taught import Statement, Validity, taught
from . import correct, ingest, refine, revise, settle
from .deciding_desk import DecidingDesk
from .door import Door
from .handler import handle
from .item_state import ItemState, fold, known
from .outcome import Changed, Ingested, Revised, Settled, ingested
from .situation import situation_of_items


@runtime_checkable
class KnowsKeys(Protocol):
    """Whatever can tell which items say something of one key."""

    def of_one_key(self, items: Sequence[ItemId]) -> Sequence[Sequence[ItemId]]:
        """For each key of these items, or for all keys, those that say different values of it."""
        ...


class FactsDesk(DecidingDesk):
    """A desk that keeps facts of one key in order, by rule and whenever one comes in."""

    def learn(
        self,
        documents: Sequence[tuple[str, Document]],
        origin: Origin,
        *,
        anew: bool = False,
        allow_secrets: bool = False,
    ) -> Ingested:
        """Learns documents, and settles at once what they say of something by its key."""
        learned = super().learn(documents, origin, anew=anew, allow_secrets=allow_secrets)
        passages = [each for _, document in documents for each in document.passages]
        if not learned.items or not any(
            key_of(each.subject, each.attribute, each.value) for each in passages
        ):
            return learned
        settled = self.settle(*learned.items)
        return replace(
            learned,
            superseded=tuple(dict.fromkeys((*learned.superseded, *settled.superseded))),
            contradicted=settled.contradicted,
            position=max(learned.position, settled.position),
        )

    def settle(self, *items: ItemId) -> Settled:
        """Puts in order by rule what is said of the keys of these items, or of all keys.

        A later value takes the place of an earlier one; values of the same time contradict each
        other. A second time it is no news, also where two do it at once. Whoever has a read model
        proposes the items; a desk alone knows of none.
        """
        groups = self.of_one_key(items) if isinstance(self, KnowsKeys) else ()
        parts = [self.settle_together(*each) for each in groups]
        return Settled(
            is_news=any(each.is_news for each in parts),
            superseded=tuple(item for each in parts for item in each.superseded),
            contradicted=tuple(item for each in parts for item in each.contradicted),
            position=max((each.position for each in parts), default=self.journal.head()),
        )

    def settle_together(self, *items: ItemId) -> Settled:
        """The same for just these items; those that share no key leave each other alone."""
        order = settle.Settle(
            items=items, now=self.clock(), policy=self.policy.contradiction, gate=self.gate()
        )
        handled = handle(
            self.journal,
            lambda journal: settle.read_settlement(journal, order),
            lambda events: settle.decide_settlement(events, order),
        )
        against = [event.item for event in handled.events if isinstance(event, Contradicted)]
        return Settled(
            is_news=bool(handled.events),
            superseded=tuple(e.item for e in handled.events if isinstance(e, Superseded)),
            contradicted=tuple(dict.fromkeys(against)),
            position=handled.position,
        )

    def revise(
        self,
        item: ItemId,
        *,
        by: ItemId | None = None,
        speaks_for: bool = True,
        strength: float = 1.0,
        reason: str = "",
        judge: Judge = "person",
        channel: Origin = "person",
    ) -> Revised:
        """Records evidence for a belief, or against it, which moves how sure it is."""
        order = revise.Revise(
            item=item,
            now=self.clock(),
            by=by,
            speaks_for=speaks_for,
            strength=strength,
            judge=judge,
            reason=reason,
            policy=self.policy.beliefs,
            gate=self.gate(channel),
        )
        handled = self.decided(order, revise.read_revision, revise.decide_revision)
        state = self.state_of(item)
        return Revised(
            is_news=bool(handled.events),
            item=item,
            confidence=state.confidence,
            proposes=proposed(state.kind, state.confidence, order.policy),
            position=handled.position,
        )

    def refine(self, item: ItemId, text: str) -> Ingested:
        """Puts a more exact text in the place of an item that was recalled just now.

        It keeps its kind, its date and its key. Refused once the window of its recall is closed.
        """
        self.flush()
        policy, state = self.policy.consolidation, self.state_of(item)
        document, path = self.said_again(state, text)
        door, now = Door(), self.clock()
        document = door.document(document)
        learned = ingest.Ingest(path=path, document=document, now=now, gate=self.gate(), anew=True)
        instead = correct.Correct(item=item, ingest=learned, reason="refined")
        order = refine.Refine(correct=instead, policy=policy)
        handled = handle(
            self.journal,
            lambda journal: refine.read_refinement(journal, order, self.identity),
            lambda events: refine.decide_refinement(events, order, self.identity),
        )
        return ingested([path], handled, blocked=0, redacted=door.left_out)

    def release(self, *items: ItemId, reason: str = "") -> Changed:
        """Lets items out of quarantine, and settles at once what they say by their keys."""
        released = super().release(*items, reason=reason)
        if released.is_news:
            self.settle(*items)
        return released

    def state_of(self, item: ItemId) -> ItemState:
        """An item as it stands now; NotFound if there is none."""
        return known(fold(situation_of_items(self.journal, [item]).events), item)

    def said_again(self, state: ItemState, text: str) -> tuple[Document, str]:
        """Another text with all that is told of an item besides its words, and where it goes."""
        name = self.name_of(f"{state.scope}\n{text}" if state.scope else text)
        document = taught(
            *(text, name),
            kind=state.kind,
            dated_at=state.dated_at,
            true=Validity(state.valid_from, state.valid_until),
            statement=Statement(
                subject=state.subject,
                attribute=state.attribute,
                value=state.value,
                scope=state.scope,
                reasoning=state.reasoning,
                confidence=state.confidence,
            ),
        )
        is_decision = state.kind == "decision"
        return document, path_of("decision", name) if is_decision else document.path
