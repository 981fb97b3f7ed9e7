"""Commands that bring something new in: `ingest`, `remember`, `correct`."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final, Literal, TypeAlias, get_args

import rich_click as click
from click import argument, option
from click.exceptions import Exit

from ..domain import times
from ..domain.errors import InvalidInput, MemoryStoreError, Refused
from ..domain.kinds import Kind
from . import render
from .options import KINDS, Number, complete_source, opened, shared_options
from .output import complain, progress, show_json
from .render_conflicts import possible_conflicts

if TYPE_CHECKING:
    from ..commands.outcome import Ingested

SourceKind: TypeAlias = Literal["email", "receipt", "conversation", "fact"]

STDIN: Final = "-"
# One byte more than a document may have, so that its reader says that it is too long.
STDIN_BYTES_MAX: Final = 256 * 1024 * 1024 + 1

allow_secrets_option = option(
    "--allow-secrets",
    is_flag=True,
    help="Keep keys, tokens and passwords, which are left out else.",
)


class Report:
    """What became of each file that was to be learned."""

    def __init__(self) -> None:
        self.learned: list[tuple[str, Ingested]] = []
        self.refused: list[tuple[str, MemoryStoreError]] = []

    @contextmanager
    def of(self, file: str) -> Iterator[None]:
        """Keeps why a file is refused, so that it does not keep the others out."""
        try:
            yield
        except (InvalidInput, Refused) as error:
            self.refused.append((file, error))

    def show(self, *, as_json: bool) -> None:
        """Reasons on standard error, what was learned on standard output."""
        for _, error in self.refused:
            complain(str(error))
        if as_json and (self.learned or self.refused):
            show_json("ingest", self._document())
        elif self.learned:
            render.learned(self.learned, refused=len(self.refused))

    def _document(self) -> dict[str, object]:
        return {
            "learned": [{"file": file, "ingested": ingested} for file, ingested in self.learned],
            "refused": [
                {"file": file, "error": type(error).__name__, "message": str(error)}
                for file, error in self.refused
            ],
        }


@click.command()
@argument("files", metavar="FILE...|-", nargs=-1, required=True, type=click.Path())
@option(
    "--as",
    "source_kind",
    type=click.Choice(get_args(SourceKind)),
    help="What the files are; without it their names and contents tell.",
)
@option("--name", help="Name of the source, for one file only.")
@allow_secrets_option
@shared_options
def ingest(
    *,
    files: tuple[str, ...],
    source_kind: SourceKind | None,
    name: str | None,
    allow_secrets: bool,
    as_json: bool,
) -> None:
    """Learn files: e-mails, receipts, conversations, or plain facts.

    `-` reads standard input. The same file again changes nothing; a changed one supersedes what
    it replaces. Each file is learned whole or not at all, and one that is refused does not keep
    the others out.
    """
    if name is not None and len(files) > 1:
        raise click.UsageError("--name is the name of one source; give one file with it.")
    report = Report()
    try:
        with opened(make=True) as memory, progress("learning", len(files)) as step:
            for file in files:
                with report.of(file):
                    given = _stdin() if file == STDIN else Path(file)
                    ingested = memory.ingest(
                        given, name=name, source_kind=source_kind, allow_secrets=allow_secrets
                    )
                    report.learned.append((file, ingested))
                step()
    finally:
        report.show(as_json=as_json)
    if report.refused:
        raise Exit(1)


@click.command()
@argument("text", nargs=-1, required=True)
@option(
    "--within",
    metavar="SOURCE",
    shell_complete=complete_source,
    help="Source to put it into, like conversation/c1; without it, one of its own.",
)
@option("--kind", type=click.Choice(KINDS), default="fact", show_default=True, help="What it is.")
@option("--date", help="When it was so, like 2026-03-01; with a date it fades.")
@option("--author", default="", help="Who says it.")
@option("--since", metavar="DATE", help="Since when it is true in the world.")
@option("--until", metavar="DATE", help="Until when it is true, that moment not included.")
@option("--subject", default="", help="Whom or what it is about, with an attribute and a value.")
@option("--attribute", default="", help="What of the subject has one value at a time.")
@option("--value", default="", help="The value; a later one of the same takes its place.")
@option("--scope", default="", help="Within which the attribute has one value.")
@option("--confidence", type=Number(0, 1), help="How sure it is; 1 unless told, less of a belief.")
@allow_secrets_option
@shared_options
def remember(
    *,
    text: tuple[str, ...],
    within: str | None,
    kind: Kind,
    date: str | None,
    author: str,
    since: str | None,
    until: str | None,
    confidence: float | None,
    allow_secrets: bool,
    as_json: bool,
    **key: str,
) -> None:
    """Learn one text.

    With a subject, an attribute and a value it is a keyed fact: of two values the later holds, and
    two of the same time contradict each other.
    """
    dated_at = None if date is None else times.parse(date)
    with opened(make=True) as memory:
        ingested = memory.remember(
            " ".join(text),
            within=within,
            kind=kind,
            author=author,
            dated_at=dated_at,
            valid_from=since,
            valid_until=until,
            subject=key["subject"],
            attribute=key["attribute"],
            value=key["value"],
            scope=key["scope"],
            confidence=confidence,
            allow_secrets=allow_secrets,
        )
    if as_json:
        show_json("remember", ingested)
    else:
        render.remembered(ingested)
        possible_conflicts(ingested)


@click.command()
@argument("item")
@argument("text", nargs=-1, required=True)
@option("--note", default="", help="Why, for whoever asks later.")
@option("--since", metavar="DATE", help="Since when the new text is true; unless told, now.")
@shared_options
def correct(
    *, item: str, text: tuple[str, ...], note: str, since: str | None, as_json: bool
) -> None:
    """Learn a text as a fact that takes the place of an item."""
    with opened() as memory:
        ingested = memory.correct(memory.item(item), " ".join(text), note=note, since=since)
    if as_json:
        show_json("correct", ingested)
    else:
        render.remembered(ingested)


def _stdin() -> bytes:
    return sys.stdin.buffer.read(STDIN_BYTES_MAX)
