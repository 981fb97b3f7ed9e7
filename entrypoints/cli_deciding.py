"""Commands that decide what becomes of the known: promoted, replaced, rebuilt."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import rich_click as click
from click import argument, option
from click.exceptions import Exit

from ..domain.errors import StoreDamaged
from ..domain.events import SupersessionReason
from ..domain.kinds import Kind
from . import render, render_verdicts
from .options import KINDS, Number, opened, shared_options
from .output import progress, show_json

_STDIN_BYTES_MAX: Final = 16 * 1024 * 1024 + 1  # one more than its reader takes
# `removed` is what a source says by itself, when it no longer holds a text.
_REASONS: Final = ("updated", "refined", "merged", "reversed")


@click.command()
@argument("items", metavar="ITEM...", nargs=-1)
@option(
    "--from",
    "answers",
    metavar="FILE|-",
    type=click.Path(allow_dash=True),
    help="Record the answers to proposals in this file instead, a JSON list.",
)
@option("--text", default="", help="Make a new fact that says this, from the items.")
@option(
    "--kind",
    type=click.Choice(KINDS),
    default="fact",
    show_default=True,
    help="What the new fact is; only with --text.",
)
@option(
    "--confidence",
    type=Number(0, 1),
    default=1.0,
    show_default=True,
    help="How sure it is.",
)
@option("--reason", default="", help="Why, for whoever asks later.")
@shared_options
def promote(
    *,
    items: tuple[str, ...],
    answers: str | None,
    text: str,
    kind: Kind,
    confidence: float,
    reason: str,
    as_json: bool,
) -> None:
    """Make an item evergreen on your word, or a new fact from several with --text.

    With --from, what an agent or a model answered to proposals is recorded instead.
    """
    if bool(items) == (answers is not None):
        raise click.UsageError("give the items to promote, or --from with answers, not both.")
    if answers is not None:
        _accept(answers, as_json=as_json)
        return
    with opened() as memory:
        changed = memory.promote(
            *(memory.item(item) for item in items),
            text=text,
            kind=kind,
            confidence=confidence,
            reason=reason,
        )
    if as_json:
        show_json("promote", changed)
    else:
        render.changed(changed, "{} is evergreen", "it is evergreen already")


def _accept(file: str, *, as_json: bool) -> None:
    """Records the answers in a file; exit code 1 if some of them came too late."""
    with opened() as memory:
        given = sys.stdin.buffer.read(_STDIN_BYTES_MAX) if file == "-" else Path(file)
        accepted = memory.accept_from(given)
    if as_json:
        show_json("promote", accepted)
    else:
        render_verdicts.accepted(accepted)
    if any(each.why for each in accepted.outcomes):
        raise Exit(1)


@click.command()
@argument("item")
@option("--by", metavar="ITEM", help="Item that speaks against it.")
@option(
    "--strength",
    type=Number(0, 1),
    default=1.0,
    show_default=True,
    help="How strong the evidence is, above 0.",
)
@option("--reason", default="", help="Why, for whoever asks later.")
@shared_options
def contradict(*, item: str, by: str | None, strength: float, reason: str, as_json: bool) -> None:
    """Record evidence against an item, which lowers the trust in it."""
    with opened() as memory:
        changed = memory.contradict(
            memory.item(item),
            by=None if by is None else memory.item(by),
            strength=strength,
            reason=reason,
        )
    if as_json:
        show_json("contradict", changed)
    else:
        render.changed(changed, "{} is trusted less", "the same item spoke against it before")


@click.command()
@argument("item")
@option("--by", metavar="ITEM", required=True, help="Item that takes its place.")
@option(
    "--reason",
    type=click.Choice(_REASONS),
    default="updated",
    show_default=True,
    help="What kind of change it is.",
)
@option("--note", default="", help="Why, for whoever asks later.")
@option(
    "--since",
    metavar="DATE",
    help="When that became so in the world; unless told, when the newer one begins.",
)
@shared_options
def supersede(
    *,
    item: str,
    by: str,
    reason: SupersessionReason,
    note: str,
    since: str | None,
    as_json: bool,
) -> None:
    """Let an item take the place of another; both stay in the story."""
    with opened() as memory:
        changed = memory.supersede(
            memory.item(item), by=memory.item(by), reason=reason, note=note, since=since
        )
    if as_json:
        show_json("supersede", changed)
    else:
        render.changed(changed, "{} gave way to {}", "it took its place before")


@click.command()
@argument("items", metavar="ITEM...", nargs=-1, required=True)
@option("--note", default="", help="Why, for whoever asks later.")
@shared_options
def withdraw(*, items: tuple[str, ...], note: str, as_json: bool) -> None:
    """Let items hold no more, with nothing in their place; they stay in the story."""
    with opened() as memory:
        changed = memory.withdraw(*(memory.item(item) for item in items), note=note)
    if as_json:
        show_json("withdraw", changed)
    else:
        done = ", ".join("{}" for _ in changed.items) + " withdrawn"
        render.changed(changed, done, "nothing of that is current")


@click.command()
@shared_options
def rebuild(*, as_json: bool) -> None:
    """Build the read models anew from the journal and compare them with the old ones."""
    with opened() as memory, progress("replaying the journal"):
        rebuilt = memory.rebuild()
    if as_json:
        show_json("rebuild", {"rebuilt": rebuilt, "is_equal": rebuilt.is_equal})
    else:
        render.rebuilt(rebuilt)
    if not rebuilt.is_equal:
        raise StoreDamaged(
            "the read models were not what the journal tells; they are replaced by what it does"
            " tell, so nothing is lost"
        )
