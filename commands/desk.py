"""The desk that takes every order: stamps it with the time, has it decided, and records it.

All that writes is here and needs no read model, so that capturing is as light as it can be.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Unpack

import msgspec

from ..domain.events import (
    Asked,
    Event,
    Hit,
    Origin,
    Purpose,
    Recorded,
    SupersessionReason,
)
from ..domain.identity import Identity, ItemId
from ..domain.kinds import Kind
from ..domain.policy import Policy
from ..domain.times import Moment, moment
from ..journal.journal import Journal
from ..journal.write_behind import WriteBehind
from ..sources.document import Document, SourceKind
from ..sources.input_file import read_file
from ..sources.recognise import read_document
from ..sources.taught import Statement, Told, Validity, below, one_by_one, taught
from . import correct, ingest, recall
from .door import Door
from .gate import Gate
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

    def gate(self, channel: Origin = "person") -> Gate:
        """What is in quarantine for an order that comes by a channel, under the policy in force."""
        return Gate(trust=self.policy.ranking.trust, channel=channel)

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
        allow_secrets: bool = False,
    ) -> Ingested:
        """Learns a file, or the bytes of one: e-mail, receipt, conversation or plain facts.

        The same input again changes nothing; a changed one supersedes what it replaces. Keys,
        tokens and passwords are left out unless told to `allow_secrets`.
        """
        raw = given if isinstance(given, bytes) else read_file(given)
        location = "" if isinstance(given, bytes) else str(given.absolute())
        document = read_document(raw, location=location, name=name, source_kind=source_kind)
        if document.name:
            return self.learn([(document.path, document)], origin, allow_secrets=allow_secrets)
        door = Door(allow_secrets=allow_secrets)  # some secrets can be seen in the whole alone
        facts = one_by_one(door.document(document), self.identity.name_for)
        told = [(each.path, each) for each in facts]
        learned = self.learn(told, origin, allow_secrets=allow_secrets)
        return msgspec.structs.replace(learned, redacted=door.left_out)

    def learn(
        self,
        documents: Sequence[tuple[str, Document]],
        origin: Origin,
        *,
        anew: bool = False,
        allow_secrets: bool = False,
    ) -> Ingested:
        """Learns documents as the sources at these paths, all of them or none.

        Said `anew`, what something from elsewhere has superseded becomes a new item.
        """
        now, door, gate = self.clock(), Door(allow_secrets=allow_secrets), self.gate(origin)
        documents = [(door.words(path), door.document(document)) for path, document in documents]
        orders = [
            ingest.Ingest(path=path, document=document, now=now, gate=gate, anew=anew)
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
        paths = [order.path for order in orders]
        return ingested(paths, handled, blocked=blocked, redacted=door.left_out)

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
        allow_secrets: bool = False,
        **told: Unpack[Told],
    ) -> Ingested:
        """Learns one text, as a source of its own, below `within` if that is given.

        Without a date it never fades. It is true in the world from `valid_from` up to and without
        `valid_until`, where these are told. With `subject`, `attribute` and `value`, and where that
        is needed a `scope`, it is a keyed fact: a later value of the same takes its place.
        """
        if unknown := told.keys() - Told.__annotations__.keys():
            raise TypeError(f"remember() takes no {', '.join(sorted(unknown))}")
        name = self.identity.name_for(text) if allow_secrets else self.name_of(text)
        true = Validity.of(moment(valid_from), moment(valid_until))
        if told.get("confidence") is None:
            is_belief = kind == "belief"
            told["confidence"] = self.policy.beliefs.belief_confidence if is_belief else 1.0
        statement = msgspec.convert(told, Statement)
        document = taught(
            *(text, name),
            kind=kind,
            dated_at=dated_at,
            author=author,
            true=true,
            statement=statement,
        )
        # A value that is told without its time holds from now on, though it was held before.
        anew = statement.is_keyed and dated_at is None and true.since is None
        if within is not None:
            document = below(document, name)
        within = within or document.path
        return self.learn([(within, document)], origin, anew=anew, allow_secrets=allow_secrets)

    def name_of(self, text: str) -> str:
        """A name for a source that has none but its text; nothing of it is made from a secret."""
        door = Door()
        let_in = door.words(text)
        return self.identity.name_for(let_in if door.left_out else text)

    def correct(self, item: ItemId, text: str, *, note: str = "", since: Moment = None) -> Ingested:
        """Learns a text as a fact and lets it supersede an item, in one step.

        `since` is when the new text became true in the world; unless told, now.
        """
        true = Validity.of(moment(since), None)
        document = taught(text, self.name_of(text), true=true)
        return self.give_way(item, document.path, document, note=note)

    def give_way(
        self,
        item: ItemId,
        path: str,
        document: Document,
        *,
        reason: SupersessionReason = "updated",
        note: str = "",
    ) -> Ingested:
        """Learns the one text of a document as the source at a path, and puts it in a place."""
        door, now = Door(), self.clock()
        document = door.document(document)
        learned = ingest.Ingest(path=path, document=document, now=now, gate=self.gate(), anew=True)
        order = door.order(correct.Correct(item=item, ingest=learned, reason=reason, note=note))
        handled = handle(
            self.journal,
            lambda journal: correct.read_correction(journal, order, self.identity),
            lambda events: correct.decide_correction(events, order, self.identity),
        )
        return ingested([path], handled, blocked=0, redacted=door.left_out)

    def recalled(
        self,
        question: str,
        hits: Sequence[Hit],
        *,
        now: int,
        asked: Asked,
        suppressed: Sequence[ItemId] = (),
        asked_from: str | None = None,
        purpose: Purpose = "search",
    ) -> None:
        """Records a search and what it returned, without waiting for the disk."""
        order = recall.Recall(
            query=Door().words(question, gap=" "),  # a gap, as whoever looks it up takes it
            hits=hits,
            now=now,
            asked=asked,
            asked_from=(self.identity.lineage(asked_from),) if asked_from else (),
            purpose=purpose,
            suppressed=suppressed,
        )
        self._recalls.put(recall.decide_recall(order, self.identity))
