"""The desk for forgetting: has it planned, approved, carried out in every byte, and receipted."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from msgspec.structs import replace

from ..domain.errors import Conflict
from ..domain.events import Lineage, SourceForgotten, Superseded
from ..domain.forgetting import Effect, Rehearsed
from ..domain.identity import SourceUid
from ..domain.policy import Policy
from ..journal.journal import NOTICES, Journal, Selection
from . import forget, plans
from .blocks import Blocks, blocks_in
from .desk import Clock, Draw
from .erase import Copies, Keys, Receipt, erase, receipts, unfinished
from .handler import ATTEMPTS_MAX, Handled, handle
from .outcome import Changed, Forgotten, changed, forgotten
from .plans import Applied, PlanLine, Rehearse, SavedPlan
from .remake import remake
from .verdicts_desk import VerdictsDesk


class AllKeys(Keys, Protocol):
    """Also destroys what is kept about a forgotten source."""

    def purge_notice(self, source: SourceUid) -> None:
        """Destroys the key of its block record."""
        ...


class ForgetDesk(VerdictsDesk):
    """A desk that can also forget.

    `keys` destroys what a source was sealed with, `copies` renews what was read from it, and
    `rehearse` tells what a forgetting would change; only saved plans need that.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        policy: Policy | None = None,
        clock: Clock,
        draw: Draw,
        keys: AllKeys,
        copies: Copies,
        rehearse: Rehearse | None = None,
    ) -> None:
        super().__init__(journal, policy=policy, clock=clock, draw=draw)
        self._keys = keys
        self._copies = copies
        self._rehearse_now = rehearse

    def forget_planned(
        self, source: str, *, planned_at: int, block: bool = True, approved_by: str = ""
    ) -> Forgotten:
        """Forgets a source as somebody saw it at a position, without a saved plan.

        Conflict if more came from it after that. The erasure is pending where another process
        holds a copy; then the next `finish_erasures` ends it.
        """
        self.flush()
        order = forget.ForgetSources(
            lineages=(self.identity.lineage(source),),
            where=repr(source),
            now=self.clock(),
            planned_at=planned_at,
            seen_at=planned_at,
            blocked=block,
            approved_by=approved_by,
        )
        handled = self._handle(order)
        self.finish_erasures()
        return forgotten(source, handled)

    def save_plan(self, sources: Sequence[str], position: int, effect: Effect) -> str:
        """Keeps what a plan would do, for whoever approves and applies it by its id.

        There is nothing more to do about sources that are forgotten already.
        """
        blocks, lineages = self._blocks(), map(self.identity.lineage, sources)
        plan = SavedPlan(
            id=str(self.identity.new_item()),
            sources=tuple(each for each in lineages if blocks.on(each) is None),
            position=position,
            made_at=self.clock(),
            effect=effect,
        )
        plans.save(self.journal, plan)
        return plan.id

    def approve_forget(self, plan_id: str, approved_by: str) -> PlanLine:
        """Lets a plan be applied; whoever approved it first stays the one who did."""
        plan = plans.find_plan(self.journal, plan_id)
        if plan.approved_at is None:
            plan = replace(plan, approved_at=self.clock(), approved_by=approved_by)
            plans.save(self.journal, plan)
        return next(line for line in self.forget_plans() if line.id == plan.id)

    def apply_forget(
        self, plan_id: str, *, block: bool = True, retire: bool = False, rederive: bool = False
    ) -> Applied:
        """Forgets as an approved plan says, in every byte; a second time it is no news.

        Conflict, saying what changed, where it would not do just that any more. To `retire` keeps
        out what would be current again; to `rederive` makes again what takes no new thought.
        """
        self.flush()
        plan = plans.find_plan(self.journal, plan_id)
        done = plans.forgettings_of(self.journal, plan)
        if done or not plan.sources:
            self._settle(plan)
            return self._applied(plan, done)
        plans.check_approved(plan)
        seen, handled = self._carry_out(plan, block=block, retire=retire)
        self._settle(plan)
        remade, to_redo = remake(self, seen.remakes) if rederive else ((), ())
        done = plans.forgettings_of(self.journal, plan)
        return replace(
            self._applied(plan, done),
            is_news=bool(handled.events),
            retired=tuple(e.item for e in handled.events if isinstance(e, Superseded)),
            remade=remade,
            to_redo=to_redo,
            position=handled.position,
        )

    def forget_plans(self) -> tuple[PlanLine, ...]:
        """All plans and forgettings with how far each has come, the newest last."""
        return tuple(plans.plan_lines(self.journal))

    def is_blocked(self, source: str) -> bool:
        """Whether the source, or one that holds it, was forgotten and may not be learned again."""
        return self._blocks().on(self.identity.lineage(source)) is not None

    def forgotten_before(self) -> Callable[[Lineage], bool]:
        """Tells of a source whether it, one above or one below it is forgotten."""
        blocks = self._blocks()
        return lambda lineage: forget.is_forgotten(blocks, lineage)

    def unblock(self, source: str, *, approved_by: str = "", purge: bool = False) -> Changed:
        """Lets a forgotten source be learned again; Refused while its erasure is pending.

        With `purge` nothing can tell any more what was blocked: the key of its record is gone too.
        """
        self._check_erased(source)
        order = forget.UnblockSource(
            path=source,
            lineage=self.identity.lineage(source),
            now=self.clock(),
            approved_by=approved_by,
            purge=purge,
        )
        handled = handle(
            self.journal,
            lambda journal: forget.read_source(journal, order.lineage),
            lambda events: forget.decide_unblock(events, order),
        )
        if purge:
            self._keys.purge_notice(order.lineage[-1])
        return changed(handled)

    def finish_erasures(self) -> tuple[Receipt, ...]:
        """Carries every forgetting that has no receipt to its end, as far as it can be done."""
        return tuple(
            erase(self.journal, each, self._keys, self._copies, now=self.clock())
            for each in unfinished(self.journal)
        )

    def receipts(self, of: str = "") -> tuple[Receipt, ...]:
        """What was erased, and when; of all, of one plan, or of the forgetting at a position.

        Refused, naming what holds it, while a copy of that is known to remain.
        """
        every = receipts(self.journal)
        if not of:
            return tuple(every)
        positions = plans.forgettings_named(self.journal, of)
        plans.check_erased(self.journal, positions)
        return tuple(receipt for receipt in every if receipt.position in positions)

    def _handle(self, order: forget.ForgetSources) -> Handled:
        return handle(
            self.journal,
            lambda journal: forget.read_forgetting(journal, order),
            lambda events: forget.decide_forget(events, order, self.identity),
        )

    def _carry_out(
        self, plan: SavedPlan, *, block: bool, retire: bool
    ) -> tuple[Rehearsed, Handled]:
        assert self._rehearse_now is not None, "a plan needs read models to be held against"
        for _ in range(ATTEMPTS_MAX):
            seen = self._rehearse_now(plan.sources)
            plans.check_unchanged(plan, seen)
            order = forget.ForgetSources(
                lineages=plan.sources,
                where=seen.where,
                now=self.clock(),
                planned_at=plan.position,
                seen_at=seen.position,
                blocked=block,
                approved_by=plan.approved_by,
                retired=seen.effect.revived if retire else (),
            )
            try:
                return seen, self._handle(order)
            except Conflict:
                continue  # something came in since the rehearsal: it may be no change
        raise Conflict(f"others changed what {plan.id} is about {ATTEMPTS_MAX} times; try again")

    def _settle(self, plan: SavedPlan) -> None:
        """Who approved it stands sealed in the block records now."""
        if plan.approved_by:
            plans.save(self.journal, replace(plan, approved_by=""))
        self.finish_erasures()

    def _applied(self, plan: SavedPlan, done: tuple[int, ...]) -> Applied:
        return Applied(
            is_news=False,
            plan=plan.id,
            sources=tuple(lineage[-1] for lineage in plan.sources),
            items=plan.effect.gone,
            forgettings=done,
            pending=plans.pending_of(self.journal, done),
            position=max(done, default=plan.position),
        )

    def _blocks(self) -> Blocks:
        return blocks_in(self.journal.select([Selection(NOTICES)])[0])

    def _check_erased(self, source: str) -> None:
        uid = self.identity.lineage(source)[-1]
        plans.check_erased(
            self.journal,
            [
                recorded.position
                for recorded in unfinished(self.journal)
                if isinstance(recorded.event, SourceForgotten) and recorded.event.source == uid
            ],
        )
