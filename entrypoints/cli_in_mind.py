"""Commands about what the memory has in mind: `context` and `drift`."""

from __future__ import annotations

import rich_click as click
from click import argument, option

from . import render_in_mind
from .cli_several import refuse_to_record
from .day_options import as_of_option, past_of
from .options import Number, complete_source, opened, shared_options
from .output import show_json


@click.command()
@argument("query", nargs=-1)
@option(
    "--tokens",
    type=click.IntRange(min=1),
    help="How many at most; as the policy says unless told.",
)
@option(
    "--asked-from",
    metavar="SOURCE",
    shell_complete=complete_source,
    help="Conversation that it is for; forgetting it forgets that this was told.",
)
@option("--no-record", is_flag=True, help="Leave no trace of it.")
@as_of_option
@shared_options
def context(
    *,
    query: tuple[str, ...],
    tokens: int | None,
    asked_from: str | None,
    no_record: bool,
    as_of: str | None,
    as_json: bool,
) -> None:
    """Print what an agent should have in mind, for its prompt.

    Who it is, whom it works for, what binds it, what ranks first or answers the QUERY, and what
    happened lately. What is told is recorded, and only what the query asked for counts towards a
    promotion. One about another day leaves no trace.
    """
    text = " ".join(query)
    with opened() as memory:
        if past := past_of(memory, as_of):
            refuse_to_record(asked_from)
            told = past.context(text, tokens_max=tokens)
        else:
            told = memory.context(
                text, tokens_max=tokens, asked_from=asked_from, record=not no_record
            )
        if as_json:
            show_json("context", told)
        else:
            render_in_mind.snapshot(told)


@click.command()
@option(
    "--days",
    type=Number(0, min_open=True),
    default=30.0,
    show_default=True,
    help="How long the last stretch of time is, and the one before it.",
)
@shared_options
def drift(*, days: float, as_json: bool) -> None:
    """Tell whether attention moved to other topics, and whether somebody decided that.

    The last days are compared with as many before them: by what was asked for, else by what came
    in.
    """
    with opened() as memory:
        found = memory.drift(days)
    if as_json:
        show_json("drift", found)
    else:
        render_in_mind.drift(found)
