"""The command that makes vectors: `embed`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import rich_click as click
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from . import render_vectors
from .options import opened, shared_options
from .output import Screen, show_json


@click.command()
@shared_options
def embed(*, as_json: bool) -> None:
    """Give every text its vector, so that searches find it by meaning too.

    The embedder is that of `--embedder` before the verb, or of LETHELOG_EMBEDDER. What is cut
    short goes on where it was, and what has a vector is left alone.
    """
    with opened() as memory, _progress("embedding") as step:
        made = memory.embed(step)
    if as_json:
        show_json("embed", made)
    else:
        render_vectors.embedded(made)


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Gives a function that is told how many are done, of how many; seen on a terminal."""
    screen = Screen(stderr=True)
    if not screen.is_terminal:
        yield lambda _done, _total: None
        return
    counted = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(
        TextColumn("{task.description}"), *counted, console=screen, transient=True
    ) as bar:
        task = bar.add_task(what, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)
