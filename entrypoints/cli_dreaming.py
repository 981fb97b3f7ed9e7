"""The command that dreams: once, every few hours, or as questions to whoever judges."""

from __future__ import annotations

import os
import re
import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TYPE_CHECKING, Final

import rich_click as click
from click import option

from ..domain.errors import MemoryStoreError
from ..domain.times import iso
from . import render_dreaming
from .lines import line
from .options import opened, shared_options
from .output import Screen, complain, progress, show_json

if TYPE_CHECKING:
    from ..domain.judge import Judge

_UNITS: Final = {"m": 60, "h": 3_600, "d": 86_400}
_SPAN: Final = re.compile(r"(\d{1,5})([mhd])")
_SPAN_SECONDS_MAX: Final = 366 * 86_400
_MICROSECONDS: Final = 1_000_000


def _seconds(_: click.Context, __: click.Parameter, value: str | None) -> int | None:
    """The seconds of a span of time, or a complaint about how it was given."""
    if value is None:
        return None
    found = _SPAN.fullmatch(value.strip().lower())
    seconds = int(found[1]) * _UNITS[found[2]] if found else 0
    if not 0 < seconds <= _SPAN_SECONDS_MAX:
        raise click.BadParameter(f"{value!r} is no span of time; write it as 30m, 6h or 1d.")
    return seconds


class _StoppedError(Exception):
    """Somebody wants the program to end."""


@click.command()
@option("--dry-run", is_flag=True, help="Only tell, also what is still missing.")
@option("--propose", is_flag=True, help="Only show what is to be judged, for an agent.")
@option(
    "--judge",
    metavar="NAME",
    help="Who decides what no rule can: `rules` or `openai:MODEL@URL`; else LETHELOG_JUDGE.",
)
@option(
    "--every", callback=_seconds, metavar="SPAN", help="Dream again and again, as every 6h or 30m."
)
@shared_options
def dream(
    *, dry_run: bool, propose: bool, judge: str | None, every: int | None, as_json: bool
) -> None:
    """Run the phases of the policy in force: promote what has earned it, join what is alike.

    What was recalled enough no longer fades. The same again, with nothing new, changes nothing.
    """
    if propose and (dry_run or judge is not None or every is not None):
        raise click.UsageError("--propose asks whoever judges later; leave the rest out.")
    if propose:
        _propose(as_json=as_json)
        return
    _named(judge)  # a wrong name is told before anything is dreamt
    if every is None:
        _dream(judge, dry_run=dry_run, as_json=as_json)
        return
    with _signals() as stop:
        _again_and_again(
            lambda: _dream(judge, dry_run=dry_run, as_json=as_json, stop=stop), stop, every
        )


def _again_and_again(dream_once: Callable[[], None], stop: threading.Event, seconds: int) -> None:
    """A dream that fails is told, and the next one comes all the same."""
    while not stop.is_set():
        try:
            dream_once()
        except _StoppedError:
            break
        except MemoryStoreError as error:
            complain(str(error))
        if stop.is_set():
            break
        at = time.time_ns() // 1_000 + seconds * _MICROSECONDS
        line(f"the next dream is at {iso(at)}", screen=Screen(stderr=True))
        stop.wait(seconds)
    line("no more dreams", screen=Screen(stderr=True))


def _dream(
    judge: str | None, *, dry_run: bool, as_json: bool, stop: threading.Event | None = None
) -> None:
    """Opens the store for one dream alone, so that others may forget meanwhile."""
    with opened() as memory:
        phases = memory.policy.dream.phases
        with progress("dreaming", len(phases)) as step:

            def told(_phase: str, done: int, _all: int) -> None:
                if stop is not None and stop.is_set():
                    raise _StoppedError
                if done:
                    step()

            dreamt = memory.dream(dry_run=dry_run, judge=_named(judge), progress=told)
    if as_json:
        show_json("dream", dreamt)
    else:
        render_dreaming.dreamt(dreamt)


def _propose(*, as_json: bool) -> None:
    with opened() as memory, progress("looking for what is to be judged"):
        proposals = memory.propose()
    if as_json:
        show_json("dream", {"proposals": proposals})
    else:
        render_dreaming.proposed(proposals)


def _named(judge: str | None) -> Judge:
    """Made anew for each dream: a model has a budget for one."""
    from ..judges.named import judge_in, judge_named  # noqa: PLC0415 - help does without

    return judge_in(os.environ) if judge is None else judge_named(judge, os.environ)


@contextmanager
def _signals() -> Iterator[threading.Event]:
    """Set by SIGINT and SIGTERM, which end nothing by themselves in the block."""
    stop = threading.Event()

    def note(_number: int, _frame: FrameType | None) -> None:
        stop.set()

    before = {each: signal.signal(each, note) for each in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield stop
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)
