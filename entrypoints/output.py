"""What leaves the program: text for people, JSON for programs, errors with their exit codes."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Final, NoReturn

import msgspec
import rich_click as click
from click.exceptions import Exit
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, SpinnerColumn, TextColumn
from rich.text import Text

from ..domain.errors import (
    KeyMissing,
    MemoryStoreError,
    StoreDamaged,
    StoreLocked,
    StoreTooNew,
)
from ..domain.readable import readable

JSON_FORMAT: Final = 1  # changes only when a field goes or changes its meaning
PROGRESS_AFTER_SECONDS: Final = 1.0
TRACEBACK: Final = "LETHELOG_TRACEBACK"
_KEPT: Final = "\n\u200c\u200d"  # the joiners belong to words and emoji
_IMPOSSIBLE: Final = 1
_STORE_UNUSABLE: Final = 3
_INTERRUPTED: Final = 130  # 128 and the number of SIGINT, as shells have it


class Screen(Console):
    """Prints texts as they are; a reader that stops early, such as `head`, is no error."""

    def __init__(self, *, stderr: bool = False) -> None:
        super().__init__(stderr=stderr, markup=False, highlight=False, emoji=False)

    def on_broken_pipe(self) -> None:
        """Ends the program without a word."""
        _end_quietly()


def show_json(command: str, result: object) -> None:
    """One document on standard output, in UTF-8 whatever the terminal speaks."""
    document = {"lethelog": JSON_FORMAT, "command": command, "result": readable(result)}
    click.echo(msgspec.json.encode(document) + b"\n", nl=False)


def show_json_line(result: object) -> None:
    """One object on a line of its own, which whoever reads along sees at once."""
    click.echo(msgspec.json.encode(readable(result)) + b"\n", nl=False)


def complain(message: str) -> None:
    """Says on standard error what went wrong."""
    Screen(stderr=True).print(
        Text.assemble(("error: ", "bold red"), plain(message)), soft_wrap=True
    )


def plain(text: str) -> str:
    """The text without anything that a terminal would obey or could not show."""
    shown = "".join(c if c.isprintable() or c in _KEPT else " " for c in text)
    return shown.encode("utf-8", "replace").decode()


@contextmanager
def errors_shown() -> Iterator[None]:
    """The one place that turns an error into a sentence and an exit code."""
    try:
        yield
    except (Exit, click.ClickException):
        raise
    except (KeyboardInterrupt, click.Abort):
        click.echo(err=True)
        raise Exit(_INTERRUPTED) from None
    except BrokenPipeError:
        _end_quietly()
    except MemoryStoreError as error:
        complain(str(error))
        unusable = isinstance(error, StoreDamaged | StoreTooNew | StoreLocked | KeyMissing)
        raise Exit(_STORE_UNUSABLE if unusable else _IMPOSSIBLE) from None
    except Exception as error:
        if os.environ.get(TRACEBACK):
            raise
        complain(
            f"this is a bug in lethelog: {type(error).__name__}: {error}. Please report it, with"
            f" what the same command shows when {TRACEBACK}=1 is set."
        )
        raise Exit(_IMPOSSIBLE) from None


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[], None]]:
    """Gives a function that tells of one more step; seen on a terminal, after a second."""
    screen = Screen(stderr=True)
    if not screen.is_terminal:
        yield lambda: None
        return
    counted = (BarColumn(), MofNCompleteColumn()) if total else ()
    bar = Progress(
        SpinnerColumn(), TextColumn("{task.description}"), *counted, console=screen, transient=True
    )
    task = bar.add_task(what, total=total)
    later = threading.Timer(PROGRESS_AFTER_SECONDS, bar.start)
    later.daemon = True
    later.start()
    try:
        yield lambda: bar.advance(task)
    finally:
        later.cancel()
        later.join()
        bar.stop()


def make_streams_safe() -> None:
    """A character that the terminal cannot show is replaced, and never an error."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _end_quietly() -> NoReturn:
    """Lets the interpreter flush what is left into nothing."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    raise Exit(0)
