"""The command that tells the story of an item: `why`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Unpack

import rich_click as click
from click import argument, option

from . import render_story
from .day_options import day_options, state_of
from .narrowing_options import is_narrowed, narrowing_options
from .options import opened, shared_options
from .output import show_json

if TYPE_CHECKING:
    from ..asking.drawing import Graph
    from ..asking.question import Narrowing


@click.command()
@argument("item")
@option(
    "--asked", metavar="QUESTION", help="At which rank it answers this, or every reason why not."
)
@option(
    "--recall",
    metavar="POSITION|last",
    help="The same of a search that was recorded, as it was then.",
)
@narrowing_options
@option("--dot", "as_dot", is_flag=True, help="Print the lineage as a graph for Graphviz.")
@option("--mermaid", "as_mermaid", is_flag=True, help="Print it as a flowchart for Mermaid.")
@day_options
@shared_options
def why(
    *,
    item: str,
    asked: str | None,
    recall: str | None,
    as_dot: bool,
    as_mermaid: bool,
    as_of: str | None,
    valid: str | None,
    as_json: bool,
    **narrowing: Unpack[Narrowing],
) -> None:
    """Tell the whole story of an item: its origin, its recalls, and what became of it.

    With `--asked` or `--recall` tell only where it stands in an answer, or every reason why it is
    not in it. The options of `lethelog search` narrow the question of `--asked` down.
    """
    _check_forms(as_json, as_dot, as_mermaid, of_answer=asked is not None or recall is not None)
    _check_question(asked, recall, narrowing, is_past=as_of is not None or valid is not None)
    with opened() as memory:
        state = state_of(memory, as_of, valid)
        if as_dot or as_mermaid:
            _show(state.lineage(item), as_dot=as_dot)
            return
        if recall is not None:
            story = memory.why(item, recall=recall)
        elif asked is not None:
            story = state.why(item, asked=asked, **narrowing)
        else:
            story = state.why(item)
    if as_json:
        show_json("why", story)
    else:
        render_story.story(story)


def _show(graph: Graph, *, as_dot: bool) -> None:
    """In UTF-8, as both readers expect it, whatever the terminal speaks."""
    click.echo((graph.dot() if as_dot else graph.mermaid()).encode() + b"\n", nl=False)


def _check_forms(*forms: bool, of_answer: bool) -> None:
    if sum(forms) > 1:
        raise click.UsageError("--json, --dot and --mermaid exclude each other.")
    if of_answer and any(forms[1:]):
        raise click.UsageError("a graph is of the lineage; --asked and --recall are of an answer.")


def _check_question(
    asked: str | None, recall: str | None, narrowing: Narrowing, *, is_past: bool
) -> None:
    if recall is not None and (asked is not None or is_past):
        raise click.UsageError("--recall has its question and its day; give no other with it.")
    if asked is None and is_narrowed(narrowing):
        raise click.UsageError("filters narrow a question down; say with --asked what is asked.")
