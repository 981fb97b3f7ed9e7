"""Commands about how sure the memory is, and what can be refined: `revise`, `labile`, `refine`."""

from __future__ import annotations

import rich_click as click
from click import argument, option

from . import render, render_facts
from .day_options import as_of_option, state_of
from .options import Number, opened, shared_options
from .output import show_json


@click.command()
@argument("item")
@option(
    "--for/--against",
    "speaks_for",
    default=None,
    help="Whether the evidence speaks for it or against it.",
)
@option("--by", metavar="ITEM", help="Item that is the evidence; without one it is your word.")
@option(
    "--strength",
    type=Number(0, 1),
    default=1.0,
    show_default=True,
    help="How strong the evidence is, above 0.",
)
@option("--reason", default="", help="Why, for whoever asks later.")
@shared_options
def revise(
    *,
    item: str,
    speaks_for: bool | None,
    by: str | None,
    strength: float,
    reason: str,
    as_json: bool,
) -> None:
    """Record evidence for a belief or against it, which moves how sure the memory is of it.

    By how much is a matter of the policy, and so is from where on it says that a belief is sure
    enough to be a fact, or hardly believed any more.
    """
    if speaks_for is None:
        raise click.UsageError("say --for or --against.")
    with opened() as memory:
        revised = memory.revise(
            memory.item(item),
            by=None if by is None else memory.item(by),
            speaks_for=speaks_for,
            strength=strength,
            reason=reason,
        )
    if as_json:
        show_json("revise", revised)
    else:
        render_facts.revised(revised)


@click.command()
@as_of_option
@shared_options
def labile(*, as_of: str | None, as_json: bool) -> None:
    """List what was recalled so lately that it can be refined, the newest first."""
    with opened() as memory:
        found = state_of(memory, as_of).labile()
    if as_json:
        show_json("labile", {"labile": found})
    else:
        render_facts.labile(found)


@click.command()
@argument("item")
@argument("text", nargs=-1, required=True)
@shared_options
def refine(*, item: str, text: tuple[str, ...], as_json: bool) -> None:
    """Put a more exact text in the place of an item that was recalled just now.

    It keeps its kind, its date and its key. Once the window is closed, `lethelog correct` still
    puts another text in its place.
    """
    with opened() as memory:
        ingested = memory.refine(memory.item(item), " ".join(text))
    if as_json:
        show_json("refine", ingested)
    else:
        render.remembered(ingested)
