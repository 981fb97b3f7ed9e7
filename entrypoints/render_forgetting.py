"""What a forgetting would take and what it took, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from .lines import DIM, counted, item_parts, line
from .output import Screen

if TYPE_CHECKING:
    from ..commands.outcome import Forgotten
    from ..replay.forget_plan import ForgetPlan
    from ..replay.listing import ItemLine

LIST_LINES_MAX: Final = 10


def plan(would: ForgetPlan, *, blocks: bool, stderr: bool = False) -> None:
    """What goes, what stays and what comes back, each as a short list."""
    screen = Screen(stderr=stderr)
    line(("forgetting ", ""), (would.source, "bold"), " would", screen=screen)
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
        line(
            f"  uncount {counted(would.recalls, 'search', 'searches')} asked from it", screen=screen
        )
    line(
        f"  and block it until `lethelog unblock {would.source}`"
        if blocks
        else "  and let it be learned again",
        screen=screen,
    )


def forgotten(result: Forgotten, *, blocks: bool) -> None:
    """What is gone, and how it may come back."""
    if not result.is_news:
        line(f"{result.source} was forgotten before; nothing changed")
        return
    line("forgot ", (result.source, "bold"), f", {counted(len(result.items), 'item')}")
    if blocks:
        line((f"it stays blocked until `lethelog unblock {result.source}`", DIM))


def _list(screen: Screen, what: str, items: Sequence[ItemLine]) -> None:
    if not items:
        return
    line(f"  {what.format(counted(len(items), 'item'))}", screen=screen)
    for each in items[:LIST_LINES_MAX]:
        line("    ", *item_parts(each), screen=screen)
    if len(items) > LIST_LINES_MAX:
        line(f"    and {len(items) - LIST_LINES_MAX} more", screen=screen)
