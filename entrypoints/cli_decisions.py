"""Commands of the ledger of decisions: `decide`, `outcome`, `reverse`, `decisions`."""

from __future__ import annotations

import rich_click as click
from click import argument, option

from ..domain import times
from . import render, render_facts
from .day_options import as_of_option, state_of
from .options import opened, shared_options
from .output import show_json


@click.command()
@argument("text", nargs=-1, required=True)
@option("--reasoning", default="", help="Why it is decided so.")
@option("--domain", default="", help="What it is about, to list decisions by.")
@option("--outcome", default="", help="What came of it, where that is known already.")
@option("--date", help="When it was decided, like 2026-03-01; with a date it fades.")
@shared_options
def decide(
    *,
    text: tuple[str, ...],
    reasoning: str,
    domain: str,
    outcome: str,
    date: str | None,
    as_json: bool,
) -> None:
    """Learn a decision, with why it was made and in which domain."""
    with opened(make=True) as memory:
        ingested = memory.decide(
            " ".join(text),
            reasoning=reasoning,
            domain=domain,
            outcome=outcome,
            dated_at=None if date is None else times.parse(date),
        )
    if as_json:
        show_json("decide", ingested)
    else:
        render.remembered(ingested)


@click.command()
@argument("item")
@argument("text", nargs=-1, required=True)
@shared_options
def outcome(*, item: str, text: tuple[str, ...], as_json: bool) -> None:
    """Learn what came of a decision; it is forgotten with the decision."""
    with opened() as memory:
        ingested = memory.outcome(memory.item(item), " ".join(text))
    if as_json:
        show_json("outcome", ingested)
    else:
        render.remembered(ingested)


@click.command()
@argument("item")
@argument("text", nargs=-1, required=True)
@option("--reasoning", default="", help="Why it is decided otherwise now.")
@shared_options
def reverse(*, item: str, text: tuple[str, ...], reasoning: str, as_json: bool) -> None:
    """Learn the decision that takes the place of another, in the same domain."""
    with opened() as memory:
        ingested = memory.reverse(memory.item(item), " ".join(text), reasoning=reasoning)
    if as_json:
        show_json("reverse", ingested)
    else:
        render.remembered(ingested)


@click.command()
@argument("topic", nargs=-1)
@option("--domain", default="", help="Only those of this domain.")
@as_of_option
@shared_options
def decisions(*, topic: tuple[str, ...], domain: str, as_of: str | None, as_json: bool) -> None:
    """List decisions with their reasons, outcomes and reversals, the newest last.

    About a topic, the best match first, reversed and faded ones included.
    """
    with opened() as memory:
        found = state_of(memory, as_of).decisions(" ".join(topic), domain)
    if as_json:
        show_json("decisions", {"decisions": found})
    else:
        render_facts.decisions(found, are_all=not topic and not domain)
