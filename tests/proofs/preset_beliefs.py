"""What ktao has published of beliefs, of its ranking, its phases and its snapshot."""

from __future__ import annotations

from typing import Final

from lethelog.tests.proofs.preset_figure import Figure
from lethelog.tests.proofs.preset_memory import TEXT, aged

NAME: Final = "ktao"

_PHASES: Final = "collect, filter, extract, classify, verify, decay, archive, snapshot"
_LONG: Final = (
    "{n}: in the {n}th week the harbour master wrote once more that berth {n} has to be cleared"
    " before the ferry of the summer comes, and that nobody who lies there has answered him yet"
)


def _believed(*, speaks_for: bool, times: int) -> list[float]:
    """How sure a belief is at first, and after each piece of evidence."""
    with aged(NAME) as memory:
        item = memory.remember(TEXT, kind="belief").items[0]
        told = [memory.why(item).confidence]
        for number in range(times):
            by = memory.remember(f"{TEXT}, says number {number}").items[0]
            told.append(memory.revise(item, by=by, speaks_for=speaks_for).confidence)
    return told


def _proposed(*, speaks_for: bool, times: int) -> str:
    with aged(NAME) as memory:
        item = memory.remember(TEXT, kind="belief").items[0]
        proposes = None
        for number in range(times):
            by = memory.remember(f"{TEXT}, says number {number}").items[0]
            proposes = memory.revise(item, by=by, speaks_for=speaks_for).proposes
    return proposes or "nothing"


def _phases() -> list[str]:
    with aged(NAME) as memory:
        return [each.phase for each in memory.dream().phases]


def _parts() -> list[float]:
    """What importance and what is left add to a score: all of them, and none at last."""
    scores: list[float] = []
    for importance, days in ((10.0, 0.0), (0.0, 0.0), (0.0, 5_000.0)):
        with aged(NAME) as memory:
            memory.told(importance=importance)
            memory.days = days
            [found] = memory.search(TEXT, record=False, with_faded=True).found
            scores.append(found.score - 0.4 * found.relevance)
    return [scores[0] - scores[1], scores[1] - scores[2]]


def _snapshot() -> str:
    with aged(NAME) as memory:
        for number in range(400):
            memory.told(_LONG.format(n=number), importance=number % 11)
        told = memory.context(record=False)
    return "at most" if 1_000 < told.tokens <= told.tokens_max == 2_000 else "more"


FIGURES: Final = (
    Figure(
        preset=NAME,
        what="a belief that is contradicted twice, in a memory",
        inputs="0.3 each time, not below 0.1",
        theirs="0.6, 0.3, 0.1",
        show=".1f",
        ours=lambda: _believed(speaks_for=False, times=2),
    ),
    Figure(
        preset=NAME,
        what="a belief that is confirmed, in a memory",
        inputs="once",
        theirs="0.6, 1.0",
        show=".1f",
        ours=lambda: _believed(speaks_for=True, times=1),
    ),
    Figure(
        preset=NAME,
        what="what is proposed, in a memory",
        inputs="sure above 0.85",
        theirs="fact",
        ours=lambda: _proposed(speaks_for=True, times=1),
    ),
    Figure(
        preset=NAME,
        what="what is proposed, in a memory",
        inputs="sure below 0.2",
        theirs="forget",
        ours=lambda: _proposed(speaks_for=False, times=2),
    ),
    Figure(
        preset=NAME,
        what="what importance and what is left add to a score, in a memory",
        inputs="all of it, beside none",
        theirs="0.3, 0.3",
        show=".1f",
        ours=_parts,
    ),
    Figure(
        preset=NAME,
        what="phases of a dream",
        inputs="as its article and its manual have them",
        theirs=_PHASES,
        ours=_phases,
    ),
    Figure(
        preset=NAME,
        what="2,000 tokens of a snapshot, in a memory",
        inputs="400 long texts",
        theirs="at most",
        ours=_snapshot,
    ),
)
