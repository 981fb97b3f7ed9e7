"""The questions that the memory answers both as it is and as it was."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import TYPE_CHECKING, Protocol, TypeVar

from ..domain.identity import Identity, ItemId
from ..domain.mind_policy import TrustPolicy
from ..domain.policy import RankingPolicy
from ..projections.held import held_items
from .adoption import Adoption, adopted
from .decisions import Decision, list_decisions
from .drawing import Graph
from .facts import each_once
from .labile import LabileLine, list_labile
from .lineage_graph import lineage_graph
from .listing import Fact, ItemLine, SourceLine, find_item, list_facts, list_sources, of_one_key
from .quarantine import list_quarantined
from .question import Standpoint

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

T = TypeVar("T")


class Answering(Protocol):
    """Whatever has a read model to ask; `valid` is the moment in the world that is asked about."""

    identity: Identity
    valid: int | None

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, in the state that it is asked about."""
        ...

    def flush(self) -> None:
        """All recalls are where they are asked for when this returns."""
        ...

    def standpoint(self, view: View) -> Standpoint:
        """The clock and the policy by which it is answered."""
        ...

    def prepare(self, question: str, ranking: RankingPolicy) -> None:
        """Embeds a question before the read model is held up by it, where meaning counts."""
        ...


class Asking:
    """Mixed into what has all that `Answering` asks for."""

    def item(self: Answering, start_of_id: str) -> ItemId:
        """The id that starts so; NotFound or InvalidInput where it is none or several."""
        return self.ask(lambda view: find_item(view, start_of_id))

    def lineage(self: Answering, item: str) -> Graph:
        """What an item came from and led to, to be drawn; the start of its id is enough."""
        return self.ask(lambda view: lineage_graph(view, item))

    def facts(self: Answering) -> tuple[Fact, ...]:
        """All that is known for good, taught or dreamt, each once with all that say so."""
        return each_once(
            self.ask(lambda view: list_facts(view, _trust(self, view), valid=self.valid))
        )

    def decisions(self: Answering, topic: str = "", domain: str = "") -> tuple[Decision, ...]:
        """What was decided, with reasons, outcomes and reversals, the newest last.

        About a topic, the best match first, however old; it is not recorded that it was asked for.
        """
        if topic.strip():
            self.prepare(topic, self.ask(self.standpoint).policy.ranking)
        return self.ask(
            lambda view: list_decisions(
                view, self.standpoint(view), self.identity, topic=topic, domain=domain
            )
        )

    def labile(self: Answering) -> tuple[LabileLine, ...]:
        """What was recalled so lately that it can be refined, the newest first."""
        self.flush()
        return self.ask(lambda view: list_labile(view, self.standpoint(view)))

    def adoption(self: Answering) -> Adoption:
        """The policy that was adopted last, with who put it in force, when and why."""
        return self.ask(adopted)

    def quarantined(self: Answering) -> tuple[ItemLine, ...]:
        """All that is current and in quarantine, in the order in which it came.

        It came by a channel of little trust, no person let it go, and too few vouch for it.
        """
        return self.ask(lambda view: list_quarantined(view, _trust(self, view)))

    def held(self: Answering, items: Collection[ItemId]) -> frozenset[ItemId]:
        """Those of the items that are in quarantine."""
        return self.ask(lambda view: held_items(view, items, _trust(self, view)))

    def vouched(self: Answering, items: Collection[ItemId]) -> frozenset[ItemId]:
        """Those of the items that are in none, as somebody let them go or enough vouch for them."""
        held = self.ask(lambda view: held_items(view, items, _trust(self, view)))
        return frozenset(items) - held

    def sources(self: Answering) -> tuple[SourceLine, ...]:
        """Everything that can be forgotten, with what came from it."""
        return self.ask(list_sources)

    def of_one_key(self: Answering, items: Sequence[ItemId]) -> Sequence[Sequence[ItemId]]:
        """For each key of these items, or for all keys, those that say different values of it."""
        return self.ask(lambda view: of_one_key(view, items))


def _trust(asked: Answering, view: View) -> TrustPolicy:
    return asked.standpoint(view).policy.ranking.trust
