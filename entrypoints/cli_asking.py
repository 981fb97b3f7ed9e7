"""Commands that only ask: `search`, `why`, `facts`, `sources`, `status`."""

from __future__ import annotations

from typing import get_args

import rich_click as click
from click import argument, option

from ..domain.kinds import Kind, Tier
from . import render, render_story
from .options import KINDS, complete_source, opened, shared_options
from .output import show_json


@click.command()
@argument("question", nargs=-1, required=True)
@option("--limit", default=5, show_default=True, help="How many answers at most.")
@option("--after", metavar="DATE", help="Only what is dated then or later, or never fades.")
@option("--before", metavar="DATE", help="Only what is dated earlier, or never fades.")
@option(
    "--tier",
    type=click.Choice(get_args(Tier)),
    help="Only what fades (episodic), or only what stays (semantic).",
)
@option("--kind", "kinds", type=click.Choice(KINDS), multiple=True, help="Only this kind.")
@option(
    "--source",
    "sources",
    metavar="SOURCE",
    multiple=True,
    shell_complete=complete_source,
    help="Only from this source and from all below it.",
)
@option("--diverse", is_flag=True, help="Prefer answers that differ from each other.")
@option("--superseded", is_flag=True, help="Also what something newer has replaced.")
@option(
    "--asked-from",
    metavar="SOURCE",
    shell_complete=complete_source,
    help="Conversation that the question comes from; forgetting it forgets the question.",
)
@option("--no-record", is_flag=True, help="Leave no trace of this search.")
@shared_options
def search(
    *,
    question: tuple[str, ...],
    limit: int,
    after: str | None,
    before: str | None,
    tier: Tier | None,
    kinds: tuple[Kind, ...],
    sources: tuple[str, ...],
    diverse: bool,
    superseded: bool,
    asked_from: str | None,
    no_record: bool,
    as_json: bool,
) -> None:
    """Find what answers a question, best first.

    The search itself is recorded: what is recalled often and for different questions is promoted
    by `lethelog dream`. `--kind` and `--source` may be given several times.
    """
    with opened() as memory:
        answer = memory.search(
            " ".join(question),
            limit=limit,
            after=after,
            before=before,
            tier=tier,
            kinds=kinds,
            sources=sources,
            diverse=diverse,
            with_superseded=superseded,
            asked_from=asked_from,
            record=not no_record,
        )
        # Shown before the store is closed: the answer does not wait for the recall to be recorded.
        if as_json:
            show_json("search", answer)
        else:
            render.answer(answer)


@click.command()
@argument("item")
@shared_options
def why(*, item: str, as_json: bool) -> None:
    """Tell the whole story of an item: its origin, its recalls, and what became of it."""
    with opened() as memory:
        story = memory.why(item)
    if as_json:
        show_json("why", story)
    else:
        render_story.story(story)


@click.command()
@shared_options
def facts(*, as_json: bool) -> None:
    """List all that is known for good: taught, promoted or derived."""
    with opened() as memory:
        found = memory.facts()
    if as_json:
        show_json("facts", {"facts": found})
    else:
        render.facts(found)


@click.command()
@option("--all", "with_smaller", is_flag=True, help="Also what they hold, such as each turn.")
@shared_options
def sources(*, with_smaller: bool, as_json: bool) -> None:
    """List what can be forgotten, with the number of items that came from it."""
    with opened() as memory:
        found = [each for each in memory.sources() if with_smaller or _is_outermost(each.source)]
    if as_json:
        show_json("sources", {"sources": found})
    else:
        render.sources(found)


@click.command()
@shared_options
def status(*, as_json: bool) -> None:
    """Show the store in figures."""
    with opened() as memory:
        found = memory.status()
    if as_json:
        show_json("status", found)
    else:
        render.status(found)


def _is_outermost(source: str) -> bool:
    """Whether the path is only a kind and a name."""
    return source.count("/") == 1
