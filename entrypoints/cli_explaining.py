"""Commands that account for a ranking: `explain`, `blame`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar

import rich_click as click
from click import argument, option

from . import render_blame, render_explaining, render_snapshot
from .options import opened, shared_options
from .output import progress, show_json

if TYPE_CHECKING:
    from ..hindsight.explanation import Explanation
    from ..hindsight.snapshot_explanation import SnapshotExplanation

Told = TypeVar("Told", "Explanation", "SnapshotExplanation")


@click.command()
@argument("recall", default="last", required=False)
@shared_options
def explain(*, recall: str, as_json: bool) -> None:
    """Ask a past question again as it was, check it against the record, and compare with today.

    RECALL is a position, as `lethelog why` shows it, or `last`. At that of a snapshot, the snapshot
    is taken again as it was. Nothing is recorded.
    """
    with opened() as memory:
        if memory.is_snapshot(recall):
            taken = memory.explain_snapshot(recall)
            _show(taken, render_snapshot.explanation, as_json=as_json)
        else:
            told = memory.explain(recall)
            _show(told, render_explaining.explanation, as_json=as_json)


@click.command()
@argument("what", metavar="RECALL|ITEM", default="last", required=False)
@option("--whole", is_flag=True, help="Leave out whole conversations, not single turns.")
@option(
    "--limit",
    type=click.IntRange(min=1),
    default=64,
    show_default=True,
    help="How many times something is left out at most.",
)
@shared_options
def blame(*, what: str, whole: bool, limit: int, as_json: bool) -> None:
    """Tell which sources carry an answer or an item, by leaving out each in turn.

    Digits alone, or `last`, mean a recall; anything else is the start of an item's id. Nothing is
    changed or recorded.
    """
    with opened() as memory, progress("leaving out one source after the other"):
        found = memory.blame(what, whole=whole, limit=limit)
    if as_json:
        show_json("blame", found)
    elif found.of == "item":
        render_blame.item_blame(found)
    else:
        render_blame.recall_blame(found)


def _show(told: Told, for_people: Callable[[Told], None], *, as_json: bool) -> None:
    if as_json:
        show_json("explain", told)
    else:
        for_people(told)
