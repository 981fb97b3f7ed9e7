"""Commands that only ask: `search`, `facts`, `sources`, `status`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, TypeVar, Unpack

import rich_click as click
from click import argument, option
from msgspec.structs import asdict

from . import render, render_facts
from .cli_several import answer_of_all, are_several, refuse_to_record, show_all
from .day_options import as_of_option, day_options, past_of, state_of
from .narrowing_options import narrowing_options
from .options import complete_source, opened, shared_options
from .output import show_json

if TYPE_CHECKING:
    from ..asking.question import Narrowing
    from ..asking.several import AnswerOfSeveral
    from ..domain.expressions import Window
    from ..projections.answer import Answer

Shown = TypeVar("Shown", "Answer", "AnswerOfSeveral")


@click.command()
@argument("question", nargs=-1, required=True)
@narrowing_options
@option(
    "--asked-from",
    metavar="SOURCE",
    shell_complete=complete_source,
    help="Conversation that the question comes from; forgetting it forgets the question.",
)
@option("--no-record", is_flag=True, help="Leave no trace of this search.")
@day_options
@shared_options
def search(
    *,
    question: tuple[str, ...],
    asked_from: str | None,
    no_record: bool,
    as_of: str | None,
    valid: str | None,
    as_json: bool,
    **narrowing: Unpack[Narrowing],
) -> None:
    """Find what answers a question, best first.

    The search itself is recorded: what is recalled often and for different questions is promoted
    by `lethelog dream`. One about another day, with `--as-of` or `--valid`, leaves no trace.
    `--kind` and `--source` may be given several times, and so may `--store`: all of them are
    searched as one.
    """
    text = " ".join(question)
    if are_several():
        with answer_of_all(
            text, narrowing, days=(as_of, valid), asked_from=asked_from, record=not no_record
        ) as found:
            _show(found, show_all, narrowing, as_json=as_json)
        return
    with opened() as memory:
        if past := past_of(memory, as_of, valid):
            refuse_to_record(asked_from)
            answer = past.search(text, **narrowing)
        else:
            answer = memory.search(text, asked_from=asked_from, record=not no_record, **narrowing)
        # Shown before the store is closed: the answer does not wait for the recall to be recorded.
        _show(answer, render.answer, narrowing, as_json=as_json)


@click.command()
@day_options
@shared_options
def facts(*, as_of: str | None, valid: str | None, as_json: bool) -> None:
    """List all that is known for good, taught or dreamt, each once with all that say so."""
    with opened() as memory:
        found = state_of(memory, as_of, valid).facts()
    if as_json:
        show_json("facts", {"facts": found})
    elif valid is not None:
        render_facts.true_facts(found)
    else:
        render_facts.facts(found)


@click.command()
@option("--all", "with_smaller", is_flag=True, help="Also what they hold, such as each turn.")
@as_of_option
@shared_options
def sources(*, with_smaller: bool, as_of: str | None, as_json: bool) -> None:
    """List what can be forgotten, with the number of items that came from it."""
    with opened() as memory:
        known = state_of(memory, as_of).sources()
    found = [each for each in known if with_smaller or _is_outermost(each.source)]
    if as_json:
        show_json("sources", {"sources": found})
    else:
        render.sources(found)


@click.command()
@as_of_option
@shared_options
def status(*, as_of: str | None, as_json: bool) -> None:
    """Show the store in figures."""
    with opened() as memory:
        found = state_of(memory, as_of).status()
    if as_json:
        show_json("status", found)
    else:
        render.status(found)


def _show(
    answer: Shown, show: Callable[[Shown], None], narrowing: Narrowing, *, as_json: bool
) -> None:
    if as_json:
        show_json("search", {**asdict(answer), "windows": _documents(answer.windows)})
        return
    show(answer)
    if answer.found and not (narrowing.get("after") or narrowing.get("before")):
        render.windows(answer.windows)


def _documents(windows: Sequence[Window]) -> list[dict[str, object]]:
    """Their ends named as all moments are, and null for a beginning that there is not."""
    from ..domain.expressions import BEGINNING  # noqa: PLC0415 - help does without its words

    return [
        {
            "expression": each.expression,
            "after_at": None if each.after == BEGINNING else each.after,
            "before_at": each.before,
            "is_relative": each.is_relative,
            "grain": each.grain,
        }
        for each in windows
    ]


def _is_outermost(source: str) -> bool:
    """Whether the path is only a kind and a name."""
    return source.count("/") == 1
