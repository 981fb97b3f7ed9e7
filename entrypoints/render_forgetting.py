"""What a forgetting would take and what it took, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..domain.times import day, iso
from .lines import DIM, GOOD, ID, MARK, columns, counted, item_parts, line, short
from .output import Screen

if TYPE_CHECKING:
    from ..asking.listing import ItemLine
    from ..commands.erase import Receipt
    from ..commands.plans import Applied, PlanLine
    from ..replay.forget_plan import Export, ForgetPlan

LIST_LINES_MAX: Final = 10


def named(sources: Sequence[str]) -> str:
    """One source by its name, several by their number."""
    return sources[0] if len(sources) == 1 else counted(len(sources), "source")


def plan(would: ForgetPlan, *, blocks: bool, stderr: bool = False) -> None:
    """What goes, what stays and what comes back, each as a short list."""
    screen = Screen(stderr=stderr)
    line("forgetting ", (named(would.sources), "bold"), " would", screen=screen)
    if len(would.sources) > 1:
        _sources(screen, would.sources)
    for items, what in (
        (would.gone, "take away {}"),
        (would.kept, "leave {} that another source says too"),
        (would.rederivable, "of which {} could be made again from what stays"),
        (would.revived, "make {} current again, since what replaced it goes"),
        (would.promotions_undone, "undo the promotion of {}"),
        (would.promotions_weakened, "weaken the promotion of {}"),
    ):
        _list(screen, what, items)
    if would.recalls:
        searches = counted(would.recalls, "search", "searches")
        line(f"  uncount {searches} asked from it", screen=screen)
    _exports(screen, would.exports)
    line(f"  and {_afterwards(would.sources, blocks=blocks)}", screen=screen)
    if would.id:
        line("saved as plan ", (would.id, ID), screen=screen)


def approved(plan_line: PlanLine) -> None:
    """What may be done now."""
    if plan_line.forgettings:
        line("the plan ", (plan_line.id or "", ID), " was applied before; nothing changed")
    else:
        line("the plan ", (plan_line.id or "", ID), " is approved; `lethelog forget apply` does it")


def forgotten(applied: Applied, sources: Sequence[str], *, blocks: bool) -> None:
    """What is gone, what was done about the rest, and how it may come back."""
    name = named(sources) if sources else f"plan {applied.plan}"
    if not applied.is_news:
        line(f"{name} was {'forgotten' if sources else 'applied'} before; nothing changed")
        return
    line("forgot ", (name, "bold"), f", {counted(len(applied.items), 'item')}")
    if applied.retired:
        line(f"kept out {counted(len(applied.retired), 'item')} that it had replaced")
    if applied.remade:
        line("made again ", (" ".join(map(short, applied.remade)), ID))
    for each in applied.to_redo:
        line("to be made again by you from ", (" ".join(map(short, each.inputs)), ID))
    receipt = applied.forgettings[0] if len(applied.forgettings) == 1 else applied.plan
    line((f"receipt: `lethelog forget receipt {receipt}`", DIM))
    if blocks:
        line((f"it stays blocked until `lethelog unblock {_one(sources)}`", DIM))


def plans(found: Sequence[PlanLine]) -> None:
    """One line a plan, the newest last."""
    if not found:
        line("no plans and no forgettings; `lethelog forget plan` makes one")
        return
    styles = {"erased": GOOD, "planned": DIM}
    columns(
        [
            (each.id or f"at {each.forgettings[0]}", ID),
            (each.state, styles.get(each.state, MARK)),
            (day(each.made_at), ""),
            (f"{counted(each.sources, 'source')}, {counted(each.items, 'item')}", ""),
        ]
        for each in found
    )


def receipts(found: Sequence[Receipt]) -> None:
    """One line a figure of each."""
    for each in found:
        columns(
            [(name, DIM), (value, "")]
            for name, value in (
                ("forgetting", f"at {each.position}"),
                ("source", each.source),
                ("items", f"{each.items:,}"),
                ("keys destroyed", f"{each.keys_destroyed:,}"),
                ("keys renewed", f"{each.keys_renewed:,}"),
                ("payloads erased", f"{each.payloads_erased:,}"),
                ("read models renewed", f"{each.views_renewed:,}"),
                ("forgotten", iso(each.forgotten_at)),
                ("erased", iso(each.finished_at)),
                ("checkpoint", each.checkpoint or "none"),
            )
        )


def _afterwards(sources: Sequence[str], *, blocks: bool) -> str:
    if not blocks:
        return "let it be learned again"
    return f"block it until `lethelog unblock {_one(sources)}`"


def _one(sources: Sequence[str]) -> str:
    return sources[0] if len(sources) == 1 else "SOURCE"


def _sources(screen: Screen, sources: Sequence[str]) -> None:
    for source in sources[:LIST_LINES_MAX]:
        line(f"    {source}", screen=screen)
    if len(sources) > LIST_LINES_MAX:
        line(f"    and {len(sources) - LIST_LINES_MAX} more", screen=screen)


def _exports(screen: Screen, exports: Sequence[Export]) -> None:
    if not exports:
        return
    line(f"  not reach {counted(len(exports), 'earlier copy', 'earlier copies')}", screen=screen)
    for each in exports[:LIST_LINES_MAX]:
        when = "at an unknown time" if each.made_at is None else f"of {day(each.made_at)}"
        line(f"    {each.kind} {when}", (f"  {each.to}", DIM), screen=screen)


def _list(screen: Screen, what: str, items: Sequence[ItemLine]) -> None:
    if not items:
        return
    line(f"  {what.format(counted(len(items), 'item'))}", screen=screen)
    for each in items[:LIST_LINES_MAX]:
        line("    ", *item_parts(each), screen=screen)
    if len(items) > LIST_LINES_MAX:
        line(f"    and {len(items) - LIST_LINES_MAX} more", screen=screen)
