"""The demo: four months of a small life, learned, asked, promoted, corrected and forgotten."""

from __future__ import annotations

from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from rich.console import Console

from ..domain.times import SECOND, parse
from ..memory import Memory
from .forgetting import cells_with, forget, look_for_what_is_gone, rebuild
from .life import Life, read_life
from .stage import Stage, keys_in
from .steps import ask_all, correct, dream, explain, learn

_STARTS_AT: Final = "2026-05-01T09:00:00Z"  # the life ends the day before
_NEXT: Final = (
    "lethelog ingest mail/*.eml",
    'lethelog search "what did we decide"',
    "lethelog why ITEM",
)


def run_demo(console: Console) -> None:
    """Plays the demo in a store of its own, which is gone afterwards.

    MemoryStoreError if anything that it shows is not so.
    """
    play(console, read_life())


def play(console: Console, life: Life) -> None:
    """The same with any life that has such questions."""
    stage = Stage(console)
    ticks = count(parse(_STARTS_AT), SECOND)  # so that the demo is the same every day

    def clock() -> int:
        return next(ticks)

    with TemporaryDirectory(prefix="lethelog-demo-") as place, keys_in(Path(place, "keys")):
        folder = Path(place, "store")
        stage.say(("lethelog", "bold green"), "  a memory that replays, explains and forgets")
        stage.say(("four months of a life that is made up; the store goes at the end", "dim"))
        with Memory.open(folder, clock=clock) as memory:
            for step in (learn, ask_all, dream, explain, correct):
                step(stage, memory, life)
        needles = [question.needle for question in life.lost]
        before, _ = cells_with(folder, *needles)
        stage.prove("the texts are in the read model", holds=before > 0)
        with Memory.open(folder, clock=clock) as memory:
            gone = forget(stage, memory)
            look_for_what_is_gone(stage, memory, life, gone)
        after, cells = cells_with(folder, *needles)
        stage.prove_aloud(
            f"{after} of {cells} cells of the read model speak of it, where {before} did before",
            holds=after == 0,
        )
        with Memory.open(folder, clock=clock) as memory:
            rebuild(stage, memory)
            _close(stage, memory)


def _close(stage: Stage, memory: Memory) -> None:
    status = memory.status()
    stage.console.print()
    stage.say(
        ("everything above is replayable: ", "bold"),
        f"{status.position} events, digest {status.digest[:12]}",
    )
    stage.say((f"{stage.claims} claims were checked on the way", "green"), "; now your own files:")
    for command in _NEXT:
        stage.say(("  $ ", "dim"), (command, "cyan"))
