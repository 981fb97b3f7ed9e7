"""Plans of forgetting: made, approved by somebody, applied once, and never more than ids."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Final, Literal, TypeAlias

import msgspec

from ..domain.errors import Conflict, InvalidInput, NotFound, Refused
from ..domain.events import Lineage, Recorded, SourceForgotten
from ..domain.forgetting import Effect, Rehearsed, differences
from ..domain.identity import ItemId, SourceUid
from ..journal.journal import Journal, Selection
from .erase import PROGRESS, RECEIPT, Receipt

PLAN: Final = "plan"
"""The kind of note that plans are."""

_CUT_SHORT: Final = "the erasure was cut short"

State: TypeAlias = Literal["planned", "approved", "applied", "pending", "erased"]

Rehearse: TypeAlias = Callable[[Sequence[Lineage]], Rehearsed]
"""What forgetting these sources would change if it were done now."""


class SavedPlan(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """What is kept of a plan beside the journal: ids, counts and times, no word of any source.

    Who approved it stands here only until it is applied, then in the block record, sealed.
    """

    id: str
    sources: tuple[Lineage, ...]
    position: int
    made_at: int
    effect: Effect
    approved_at: int | None = None
    approved_by: str = ""


class PlanLine(msgspec.Struct, frozen=True, kw_only=True):
    """One plan, or a forgetting that had none, as a line of a list."""

    id: str | None
    state: State
    sources: int
    items: int
    position: int  # of the journal when it was made
    made_at: int
    approved_at: int | None
    forgettings: tuple[int, ...]  # positions; each names a receipt


class Redo(msgspec.Struct, frozen=True, kw_only=True):
    """A derived item that is gone, and what is left to make it from again."""

    item: ItemId
    inputs: tuple[ItemId, ...]


class Applied(msgspec.Struct, frozen=True, kw_only=True):
    """What a plan did; no news when it was applied before.

    As long as something is `pending` another process holds a copy, and there is no receipt.
    """

    is_news: bool
    plan: str
    sources: tuple[SourceUid, ...]
    items: tuple[ItemId, ...]  # all that is gone
    retired: tuple[ItemId, ...] = ()
    remade: tuple[ItemId, ...] = ()
    to_redo: tuple[Redo, ...] = ()
    forgettings: tuple[int, ...] = ()
    pending: tuple[str, ...] = ()
    position: int = 0


def save(journal: Journal, plan: SavedPlan) -> None:
    """Keeps a plan, over what was kept of it."""
    journal.note(PLAN, plan.id, msgspec.json.encode(plan))


def saved_plans(journal: Journal) -> list[SavedPlan]:
    """All plans, the newest last."""
    notes = journal.notes(PLAN).values()
    plans = (msgspec.json.decode(note, type=SavedPlan) for note in notes)
    return sorted(plans, key=lambda plan: (plan.made_at, plan.position, plan.id))


def find_plan(journal: Journal, start_of_id: str) -> SavedPlan:
    """The one plan whose id starts so; NotFound or InvalidInput where it is none or several."""
    start = start_of_id.strip().lower()
    found = [plan for plan in saved_plans(journal) if start and plan.id.startswith(start)]
    if not found:
        raise NotFound(f"there is no plan {start_of_id!r} here; `lethelog forget list` shows them")
    if len(found) > 1:
        raise InvalidInput(f"{start_of_id!r} fits {len(found)} plans; give more of the id")
    return found[0]


def check_approved(plan: SavedPlan) -> None:
    """Refused unless somebody approved the plan."""
    if plan.approved_at is None:
        raise Refused(
            f"nobody has approved the plan {plan.id}; look at it, then"
            f" `lethelog forget approve {plan.id}`"
        )


def check_unchanged(plan: SavedPlan, now: Rehearsed) -> None:
    """Conflict, saying what changed, unless the plan would still do just what was approved."""
    changes = differences(plan.effect, now.effect, where=now.where)
    if changes:
        raise Conflict(
            f"{'; '.join(changes)} since the plan {plan.id} was made; nothing was forgotten:"
            " plan again"
        )


def forgettings_of(journal: Journal, plan: SavedPlan) -> tuple[int, ...]:
    """The positions of what was recorded when the plan was applied; empty before that.

    The journal tells, so a crash right after the append changes nothing.
    """
    return _forgettings(plan, _notices(journal))


def forgettings_named(journal: Journal, name: str) -> tuple[int, ...]:
    """The forgetting at a position, or those of the plan whose id starts so; else NotFound."""
    notices = _notices(journal)
    if name.isdecimal() and int(name) in (recorded.position for recorded in notices):
        return (int(name),)
    plan = find_plan(journal, name)
    done = _forgettings(plan, notices)
    if not done:
        raise NotFound(
            f"the plan {plan.id} was not applied, so there is no receipt;"
            f" `lethelog forget apply {plan.id}` does it"
        )
    return done


def _notices(journal: Journal) -> list[Recorded]:
    return journal.select([Selection((SourceForgotten,))])[0]


def _forgettings(plan: SavedPlan, notices: Iterable[Recorded]) -> tuple[int, ...]:
    """All of its sources went in one append, so some without the others are those of another."""
    uids = {lineage[-1] for lineage in plan.sources}
    found = {
        recorded.event.source: recorded.position
        for recorded in notices
        if isinstance(recorded.event, SourceForgotten)
        and recorded.event.planned_at == plan.position
        and recorded.position > plan.position
        and recorded.event.source in uids
    }
    return tuple(sorted(found.values())) if found.keys() == uids else ()


def pending_of(journal: Journal, forgettings: Iterable[int]) -> tuple[str, ...]:
    """What still holds a copy of what these took away; empty where each has its receipt."""
    done, begun = journal.notes(RECEIPT), _begun(journal)
    waiting = [position for position in forgettings if str(position) not in done]
    held = (each for position in waiting for each in begun.get(position, ()) or (_CUT_SHORT,))
    return tuple(dict.fromkeys(held))


def check_erased(journal: Journal, forgettings: Sequence[int]) -> None:
    """Refused while a copy is known to remain, naming what holds it and what to do."""
    pending = pending_of(journal, forgettings)
    if pending:
        raise Refused(pending_sentence(pending))


def pending_sentence(pending: Sequence[str]) -> str:
    """Why there is no receipt yet, and what to do."""
    return (
        f"it is forgotten and no longer found, but a copy may remain: {'; '.join(pending)};"
        " end that process, then any command on this store finishes the erasure"
    )


def plan_lines(journal: Journal) -> list[PlanLine]:
    """All plans, and all forgettings that had none, by when they were made."""
    notices, done, begun = _notices(journal), journal.notes(RECEIPT), _begun(journal)

    def state(forgettings: Sequence[int]) -> State:
        waiting = [position for position in forgettings if str(position) not in done]
        if any(begun.get(position) for position in waiting):
            return "pending"
        return "applied" if waiting else "erased"

    lines: list[PlanLine] = []
    for plan in saved_plans(journal):
        forgettings = _forgettings(plan, notices)
        before: State = "planned" if plan.approved_at is None else "approved"
        lines.append(_line(plan, forgettings, state(forgettings) if forgettings else before))
    planned = {position for line in lines for position in line.forgettings}
    lines += [
        _unplanned(recorded.position, recorded.event, state([recorded.position]))
        for recorded in notices
        if recorded.position not in planned and isinstance(recorded.event, SourceForgotten)
    ]
    return sorted(lines, key=lambda line: (line.made_at, line.position))


def _line(plan: SavedPlan, forgettings: tuple[int, ...], state: State) -> PlanLine:
    return PlanLine(
        id=plan.id,
        state=state,
        sources=len(plan.sources),
        items=len(plan.effect.gone),
        position=plan.position,
        made_at=plan.made_at,
        approved_at=plan.approved_at,
        forgettings=forgettings,
    )


def _unplanned(position: int, event: SourceForgotten, state: State) -> PlanLine:
    return PlanLine(
        id=None,
        state=state,
        sources=1,
        items=len(event.items),
        position=event.planned_at,
        made_at=event.recorded_at,
        approved_at=event.recorded_at,
        forgettings=(position,),
    )


def _begun(journal: Journal) -> dict[int, tuple[str, ...]]:
    """What holds a copy, by the forgettings whose erasure began."""
    notes = journal.notes(PROGRESS).values()
    begun = (msgspec.json.decode(note, type=Receipt) for note in notes)
    return {receipt.position: receipt.pending for receipt in begun}
