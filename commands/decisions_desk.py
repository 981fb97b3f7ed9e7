"""The desk for decisions: made with their reasons, reversed, and told how they turned out."""

from __future__ import annotations

from msgspec.structs import replace

from ..domain.errors import Refused
from ..domain.events import Origin
from ..domain.identity import ItemId, path_of
from ..sources.document import Document
from ..sources.taught import Statement, below, taught
from .facts_desk import FactsDesk
from .item_state import ItemState
from .outcome import Ingested

OUTCOME = "outcome"
"""What a source that tells how a decision turned out is called below that of the decision."""


class DecisionsDesk(FactsDesk):
    """A desk that also keeps a ledger of what was decided."""

    def decide(
        self,
        text: str,
        *,
        reasoning: str = "",
        domain: str = "",
        outcome: str = "",
        dated_at: int | None = None,
        origin: Origin = "person",
    ) -> Ingested:
        """Learns a decision, with why it was made, in which domain, and what came of it so far.

        It comes first among the items. Decided once more after a reversal it is a new one.
        """
        path, document = self._decision(text, reasoning, domain, dated_at=dated_at)
        made = self.learn([(path, document)], origin, anew=True)
        if not outcome:
            return made
        told = self._outcome_of(path, outcome, origin)
        return replace(
            made,
            sources=(*made.sources, *told.sources),
            items=(*made.items, *told.items),
            position=max(made.position, told.position),
            redacted=(*made.redacted, *told.redacted),
        )

    def outcome(self, item: ItemId, text: str, *, origin: Origin = "person") -> Ingested:
        """Learns what came of a decision, which is forgotten with it."""
        state = self._decided(item)
        if not state.source:
            raise Refused(
                f"decision {item!r} was made from several sources, so an outcome has no place"
                " below it; `lethelog decide` it in words of its own"
            )
        return self._outcome_of(state.source, text, origin)

    def reverse(self, item: ItemId, text: str, *, reasoning: str = "") -> Ingested:
        """Learns the decision that takes the place of another, in the same domain."""
        state = self._decided(item)
        path, document = self._decision(text, reasoning, state.scope)
        return self.give_way(item, path, document, reason="reversed", note=reasoning)

    def _decided(self, item: ItemId) -> ItemState:
        state = self.state_of(item)
        if state.kind != "decision":
            raise Refused(
                f"item {item!r} is no decision but of the kind {state.kind};"
                " `lethelog decisions` lists them"
            )
        return state

    def _decision(
        self, text: str, reasoning: str, domain: str, *, dated_at: int | None = None
    ) -> tuple[str, Document]:
        name = self.name_of(f"{domain}\n{text}" if domain else text)
        statement = Statement(scope=domain, reasoning=reasoning)
        document = taught(text, name, kind="decision", dated_at=dated_at, statement=statement)
        return path_of("decision", name), document

    def _outcome_of(self, path: str, text: str, origin: Origin) -> Ingested:
        name = self.name_of(text)
        said = below(taught(text, name, kind="event"), name)
        return self.learn([(path_of(path, OUTCOME), said)], origin)
