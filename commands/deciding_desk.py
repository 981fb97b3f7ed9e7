"""The desk for what becomes of the known: promoted, doubted, replaced, and under which policy."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from typing import Protocol, TypeVar, Unpack, runtime_checkable

from msgspec.structs import replace

from ..domain.dreams import Dream
from ..domain.events import Event, Judge, Origin, Recorded, SupersessionReason
from ..domain.identity import ItemId
from ..domain.policy import Policy
from ..domain.times import Moment, moment
from ..journal.journal import Journal
from . import adopt, contradict, promote, release, supersede, withdraw
from .desk import Desk
from .door import Door
from .gate import InQuarantine
from .handler import Handled, handle
from .item_state import fold
from .outcome import Changed, changed
from .revise import Revise
from .situation import Situation, situation_of_items

Order = TypeVar(
    "Order", promote.Promote, contradict.Contradict, supersede.Supersede, withdraw.Withdraw, Revise
)


@runtime_checkable
class KnowsVouched(Protocol):
    """Whatever can tell for which items in quarantine enough others speak."""

    def vouched(self, items: Collection[ItemId]) -> frozenset[ItemId]:
        """Those of the items that count, though nobody has let them go."""
        ...


class DecidingDesk(Desk):
    """A desk that also decides about single items and about the constants of all decisions."""

    def decided(
        self,
        order: Order,
        read: Callable[[Journal, Order], Situation],
        decide: Callable[[Sequence[Recorded], Order], list[Event]],
    ) -> Handled:
        """Has an order decided, with the gate as it stands.

        Where something is in quarantine, whoever has a read model is asked who vouches for it.
        """
        asked = Door().order(order)
        while True:
            now_asked = asked
            try:
                return handle(
                    self.journal,
                    lambda journal: read(journal, now_asked),  # noqa: B023 - called at once
                    lambda events: decide(events, now_asked),  # noqa: B023 - as above
                )
            except InQuarantine as held:
                gate = asked.gate
                vouched = gate.vouched | self.who_is_vouched_for(held.items)
                if vouched == gate.vouched:
                    raise
                asked = replace(asked, gate=replace(gate, vouched=vouched))

    def who_is_vouched_for(self, items: Collection[ItemId]) -> frozenset[ItemId]:
        """Those of the items for which enough others speak; a desk alone knows of none."""
        return self.vouched(items) if items and isinstance(self, KnowsVouched) else frozenset()

    def promote(
        self,
        *items: ItemId,
        judge: Judge = "person",
        channel: Origin = "person",
        **told: Unpack[promote.Told],
    ) -> Changed:
        """Makes an item evergreen, or with `text` a new fact from several.

        `rule` must find it earned by recalls, unless it `rests_on` the texts, as all that has a
        `nearness` does. What is made takes the place of the items that it `replaces`.
        """
        self.flush()
        policy = self.policy.promotion
        order = promote.Promote(
            items=items,
            now=self.clock(),
            judge=judge,
            policy=policy,
            gate=self.gate(channel),
            **told,
        )
        handled = self.decided(
            order,
            promote.read_promotion,
            lambda events, order: promote.decide_promotion(events, order, self.identity),
        )
        return changed(handled, *(promote.made_by(handled.events) or order.items))

    def consider(self, items: Sequence[ItemId], *, dry_run: bool = False) -> Dream:
        """Promotes those of the items that have earned it; a dry run only tells."""
        states = fold(situation_of_items(self.journal, items, with_recalls=True).events)
        now, policy, gate = self.clock(), self.policy.promotion, self.gate()
        assessed = [
            promote.assess(
                states[item], now, policy, is_quarantined=gate.is_quarantined(states, item)
            )
            for item in items
            if item in states
        ]
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
        channel: Origin = "person",
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
            decay=self.policy.ranking.decay,
            gate=self.gate(channel),
        )
        if order.policy.form == "belief":
            self.flush()  # the recalls tell how strong it is
        handled = self.decided(
            order, contradict.read_contradiction, contradict.decide_contradiction
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
        channel: Origin = "person",
        since: Moment = None,
    ) -> Changed:
        """Lets an item take the place of another; both stay in the story.

        `since` is when that became so in the world; unless told, when the newer item begins.
        """
        order = supersede.Supersede(
            item=item,
            by=by,
            now=self.clock(),
            reason=reason,
            note=note,
            judge=judge,
            since=moment(since),
            gate=self.gate(channel),
        )
        handled = self.decided(order, supersede.read_supersession, supersede.decide_supersession)
        return changed(handled, order.item, order.by)

    def withdraw(
        self,
        *items: ItemId,
        note: str = "",
        judge: Judge = "person",
        channel: Origin = "person",
    ) -> Changed:
        """Lets items hold no more, with nothing in their place; all of them or none.

        They stay in the story, unlike what is forgotten.
        """
        gate = self.gate(channel)
        order = withdraw.Withdraw(items=items, now=self.clock(), judge=judge, note=note, gate=gate)
        handled = self.decided(order, withdraw.read_withdrawal, withdraw.decide_withdrawal)
        return changed(handled, *items)

    def release(self, *items: ItemId, reason: str = "") -> Changed:
        """Lets items out of quarantine, as a person who has looked at them; all or none."""
        order = release.Release(items=items, now=self.clock(), reason=reason, gate=self.gate())
        order = Door().order(order)
        handled = handle(
            self.journal,
            lambda journal: release.read_release(journal, order),
            lambda events: release.decide_release(events, order),
        )
        return changed(handled, *items)

    def adopt(self, policy: Policy, *, reason: str = "", judge: Judge = "person") -> Changed:
        """Puts constants in force from here on; what was decided before keeps its own."""
        order = adopt.Adopt(policy=policy, now=self.clock(), reason=reason, judge=judge)
        order = Door().order(order)
        handled = handle(
            self.journal, adopt.read_policies, lambda events: adopt.decide_adoption(events, order)
        )
        return changed(handled)
