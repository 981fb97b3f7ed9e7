"""What ktao has published of fading and of its pools, in article, manual and code."""

from __future__ import annotations

from functools import partial
from typing import Final

from lethelog.domain.curves import exponential_days_to, rate_of
from lethelog.domain.kinds import Kind
from lethelog.domain.presets import PRESETS
from lethelog.domain.times import DAY
from lethelog.tests.proofs.preset_figure import Figure
from lethelog.tests.proofs.preset_memory import BORN_AT, aged, share_after, shares_after

NAME: Final = "ktao"
POLICY: Final = PRESETS[NAME]
DECAY: Final = POLICY.ranking.decay

_HALVES: Final[tuple[tuple[Kind, float, str], ...]] = (
    *(("fact", 0.008, "87"), ("belief", 0.07, "10")),
    *(("summary", 0.025, "28"), ("event", 0.15, "5")),
)
_LEFT: Final[tuple[tuple[Kind, str], ...]] = (
    ("fact", "0.9940, 0.9704, 0.9418, 0.8353"),
    ("belief", "0.9489, 0.7691, 0.5916, 0.2070"),
    ("summary", "0.9814, 0.9105, 0.8290, 0.5698"),
    ("event", "0.8936, 0.5698, 0.3247, 0.0342"),
)
_TO_ARCHIVE: Final[tuple[tuple[Kind, tuple[tuple[float, str], ...]], ...]] = (
    ("fact", ((2.0, "192.5"), (5.0, "383.8"), (8.0, "577.6"), (10.0, "748.9"))),
    ("belief", ((2.0, "22.0"), (5.0, "43.9"), (8.0, "66.0"), (10.0, "85.6"))),
    ("summary", ((2.0, "61.6"), (5.0, "122.8"), (8.0, "184.8"), (10.0, "239.7"))),
)


def _half(kind: Kind, importance: float = 0.0) -> float:
    return exponential_days_to(0.5, 1.0) / rate_of(kind, importance, DECAY)


def _left_after(kind: Kind) -> list[float]:
    return shares_after(NAME, (1, 5, 10, 30), kind=kind)


def _archived_after(kind: Kind, importance: float) -> float:
    with aged(NAME) as memory:
        at = memory.why(memory.told(kind=kind, importance=importance)).strength.archived_at
    assert at is not None
    return (at - BORN_AT) / DAY


def _lies_in(kind: Kind, importance: float, days: float) -> str:
    with aged(NAME) as memory:
        memory.told(kind=kind, importance=importance)
        memory.days = days
        return "active" if memory.found() else "archive"


FIGURES: Final = (
    *(
        Figure(
            preset=NAME,
            what="half-life in days",
            inputs=f"{kind}, rate {rate}",
            theirs=theirs,
            show=".0f",
            ours=partial(_half, kind),
        )
        for kind, rate, theirs in _HALVES
    ),
    Figure(
        preset=NAME,
        what="half-life in days",
        inputs="fact, importance 10",
        theirs="173",
        show=".0f",
        ours=lambda: _half("fact", 10.0),
    ),
    Figure(
        preset=NAME,
        what="half-life in days",
        inputs="fact, importance 10, in another place",
        theirs="174",
        formula="173",
        show=".0f",
        because="173.3; they print 173 too",
        ours=lambda: _half("fact", 10.0),
    ),
    Figure(
        preset=NAME,
        what="half-life in days",
        inputs="fact, importance 5",
        theirs="116",
        show=".0f",
        ours=lambda: _half("fact", 5.0),
    ),
    Figure(
        preset=NAME,
        what="half-life in days",
        inputs="fact, importance 5, in another place",
        theirs="115",
        formula="116",
        show=".0f",
        because="115.5; they print 116 too",
        ours=lambda: _half("fact", 5.0),
    ),
    Figure(
        preset=NAME,
        what="half-life in runs, each times 1 - rate",
        inputs="fact, importance 5",
        theirs="115.2",
        formula="115.5",
        show=".1f",
        because="what its code does; ours fades by its days, however often it dreams",
        ours=lambda: _half("fact", 5.0),
    ),
    Figure(
        preset=NAME,
        what="what is left of a belief, in a memory",
        inputs="untouched, 10 days, importance 0",
        theirs="50%",
        show=".0%",
        ours=lambda: share_after(NAME, 10, kind="belief", importance=0.0),
    ),
    Figure(
        preset=NAME,
        what="what is left of a fact, in a memory",
        inputs="3 months, importance 0",
        theirs="50%",
        formula="49%",
        show=".0%",
        because="after 87 days it is 50 %, after 90 it is 48.7",
        ours=lambda: share_after(NAME, 90, kind="fact", importance=0.0),
    ),
    *(
        Figure(
            preset=NAME,
            what="what is left after 1, 5, 10 and 30 days, in a memory",
            inputs=f"{kind}, importance 5",
            formula=worked,
            ours=partial(_left_after, kind),
        )
        for kind, worked in _LEFT
    ),
    *(
        Figure(
            preset=NAME,
            what="days to the archive, in a memory",
            inputs=f"{kind}, importance {importance:.0f}",
            formula=worked,
            show=".1f",
            ours=partial(_archived_after, kind, importance),
        )
        for kind, rows in _TO_ARCHIVE
        for importance, worked in rows
    ),
    *(
        Figure(
            preset=NAME,
            what="pool, in a memory",
            inputs=f"event, importance 5, {days} days",
            formula=worked,
            ours=partial(_lies_in, "event", 5.0, days),
        )
        for days, worked in ((20.4, "active"), (20.5, "archive"))
    ),
)
