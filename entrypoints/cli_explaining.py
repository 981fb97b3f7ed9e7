"""Commands that account for a ranking: `explain`, `blame`."""

from __future__ import annotations

import rich_click as click
from click import argument, option

from . import render_blame, render_explaining
from .options import opened, shared_options
from .output import progress, show_json


@click.command()
@argument("recall", default="last", required=False)
@shared_options
def explain(*, recall: str, as_json: bool) -> None:
    """Ask a past question again as it was, check it against the record, and compare with today.

    RECALL is a position, as `lethelog why` shows it, or `last`. Nothing is recorded.
    """
    with opened() as memory:
        told = memory.explain(recall)
    if as_json:
        show_json("explain", told)
    else:
        render_explaining.explanation(told)


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
