"""The desk for what becomes of the known: promoted, doubted, replaced, and under which policy."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Unpack

from ..domain.dreams import Dream
from ..domain.events import Judge, SupersessionReason
from ..domain.identity import ItemId
from ..domain.policy import Policy
from ..domain.times import Moment, moment
from . import adopt, contradict, promote, supersede
from .desk import Desk
from .door import Door
from .handler import handle
from .item_state import fold
from .outcome import Changed, changed
from .situation import situation_of_items


class DecidingDesk(Desk):
    """A desk that also decides about single items and about the constants of all decisions."""

    def promote(
        self, *items: ItemId, judge: Judge = "person", **told: Unpack[promote.Told]
    ) -> Changed:
        """Makes an item evergreen, or with `text` a new fact from several.

        `rule` must find it earned by recalls, unless it `rests_on` the texts, as all that has a
        `nearness` does. What is made takes the place of the items that it `replaces`.
        """
        self.flush()
        policy = self.policy.promotion
        order = promote.Promote(items=items, now=self.clock(), judge=judge, policy=policy, **told)
        order = Door().order(order)
        handled = handle(
            self.journal,
            lambda journal: promote.read_promotion(journal, order),
            lambda events: promote.decide_promotion(events, order, self.identity),
        )
        return changed(handled, *(promote.made_by(handled.events) or order.items))

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
            decay=self.policy.ranking.decay,
        )
        order = Door().order(order)
        if order.policy.form == "belief":
            self.flush()  # the recalls tell how strong it is
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
        )
        order = Door().order(order)
        handled = handle(
            self.journal,
            lambda journal: supersede.read_supersession(journal, order),
            lambda events: supersede.decide_supersession(events, order),
        )
        return changed(handled, order.item, order.by)

    def adopt(self, policy: Policy, *, reason: str = "", judge: Judge = "person") -> Changed:
        """Puts constants in force from here on; what was decided before keeps its own."""
        order = adopt.Adopt(policy=policy, now=self.clock(), reason=reason, judge=judge)
        order = Door().order(order)
        handled = handle(
            self.journal, adopt.read_policies, lambda events: adopt.decide_adoption(events, order)
        )
        return changed(handled)
