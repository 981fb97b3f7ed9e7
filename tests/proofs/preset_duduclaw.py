"""What duduclaw has published of fading, archive and removal, and what its tests hold that to."""

from __future__ import annotations

from functools import partial
from typing import Final

from lethelog.domain.curves import exponential, exponential_days_to, stability_days
from lethelog.domain.kinds import Kind
from lethelog.domain.policy import Policy
from lethelog.domain.pools import pool_of, removal_at
from lethelog.domain.presets import PRESETS
from lethelog.domain.strength import Touch, fold_strength, traits_of
from lethelog.domain.times import DAY
from lethelog.tests.proofs.preset_figure import Figure
from lethelog.tests.proofs.preset_memory import BORN_AT, aged, share_after

NAME: Final = "duduclaw"
POLICY: Final[Policy] = PRESETS[NAME]
DECAY: Final = POLICY.ranking.decay

_CAP_ACCESSES: Final = 515_000_000


def _stability(importance: float, accesses: int) -> float:
    return stability_days(importance, accesses, DECAY)


def _left(days: float, accesses: int, importance: float) -> float:
    return exponential(days, stability_days(importance, accesses, DECAY))


def _weak_after(importance: float) -> float:
    return exponential_days_to(0.05, stability_days(importance, 0, DECAY))


def _lies_in(
    age: float,
    importance: float,
    *,
    kind: Kind = "event",
    accesses: int = 0,
    last_days_ago: float = 0.0,
) -> str:
    now = BORN_AT + round(age * DAY)
    traits = traits_of(
        kind,
        None if kind == "fact" else BORN_AT,
        BORN_AT,
        importance=importance,
        confidence=1.0,
        is_promoted=False,
    )
    touches = [Touch(now - round(last_days_ago * DAY), "recall")] * accesses
    strength = fold_strength(BORN_AT, touches, DECAY)
    pool = pool_of(traits, strength, now, ranking=POLICY.ranking, lifecycle=POLICY.lifecycle)
    return "archived" if pool == "archive" else "kept"


def _in_a_memory(days: float, importance: float) -> str:
    with aged(NAME) as memory:
        memory.told(importance=importance)
        memory.days = days
        return "kept" if memory.found() else "archived"


def _removed_after() -> float:
    traits = traits_of("event", BORN_AT, BORN_AT, importance=2.0, confidence=1.0, is_promoted=False)
    at = removal_at(
        traits,
        fold_strength(BORN_AT, (), DECAY),
        ranking=POLICY.ranking,
        lifecycle=POLICY.lifecycle,
    )
    assert at is not None
    return (at - BORN_AT) / DAY


_LEFT: Final = (
    *((0.0, 0, 5.0, "1.0000"), (30.0, 0, 5.0, "0.1173"), (30.0, 20, 5.0, "0.4686")),
    *((30.0, 0, 2.0, "0.0047"), (30.0, 0, 8.0, "0.2620"), (10_000.0, 0, 0.0, "0.0000")),
    *((30.0, 3, 5.0, "0.3104"), (1.0, 3, 5.0, "0.9618"), (40.0, 0, 5.0, "0.0574")),
    *((1.0 / 12.0, 25, 5.0, "0.9980"), (1.0, 50, 2.0, "0.9482"), (80.0, 2, 2.0, "0.0002")),
)

_KEPT: Final = (
    ("100 days, importance 2", "archived", lambda: _lies_in(100, 2.0)),
    ("1 day, importance 2", "kept", lambda: _lies_in(1, 2.0)),
    ("100 days, importance 8", "kept", lambda: _lies_in(100, 8.0)),
    ("200 days, importance 1, a fact", "kept", lambda: _lies_in(200, 1.0, kind="fact")),
    (
        "100 days, importance 2, recalled 50 times, 1 day ago",
        "kept",
        lambda: _lies_in(100, 2.0, accesses=50, last_days_ago=1),
    ),
    (
        "100 days, importance 2, recalled twice, 80 days ago",
        "archived",
        lambda: _lies_in(100, 2.0, accesses=2, last_days_ago=80),
    ),
)

FIGURES: Final = (
    *(
        Figure(
            preset=NAME,
            what="S in days",
            inputs=f"importance {importance:.0f}, {accesses:,} accesses",
            formula=worked,
            show=".3f",
            ours=partial(_stability, importance, accesses),
        )
        for importance, accesses, worked in (
            *((0.0, 0, "2.800"), (2.0, 0, "5.600"), (5.0, 0, "14.000"), (10.0, 0, "28.000")),
            *((5.0, 3, "25.645"), (5.0, 20, "39.574"), (2.0, 50, "18.811")),
            *((10.0, 100, "105.534"), (10.0, 1_000, "144.067")),
        )
    ),
    Figure(
        preset=NAME,
        what="S in days, at most",
        inputs=f"importance 10, {_CAP_ACCESSES:,} accesses",
        theirs="365.000",
        show=".3f",
        ours=lambda: stability_days(10.0, _CAP_ACCESSES, DECAY),
    ),
    *(
        Figure(
            preset=NAME,
            what="R",
            inputs=f"{days:.3g} days, {accesses} accesses, importance {importance:.0f}",
            formula=worked,
            ours=partial(_left, days, accesses, importance),
        )
        for days, accesses, importance, worked in _LEFT
    ),
    Figure(
        preset=NAME,
        what="R, in a memory",
        inputs="30 days, 3 accesses, importance 5",
        formula="0.3104",
        ours=lambda: share_after(NAME, 30.0, accesses=3),
    ),
    *(
        Figure(
            preset=NAME,
            what="archive, as its tests have it",
            inputs=f"{inputs}; after 30 days, theirs after 90",
            theirs=theirs,
            ours=ours,
        )
        for inputs, theirs, ours in _KEPT
    ),
    *(
        Figure(
            preset=NAME,
            what="archive, in a memory",
            inputs=f"{days} days, importance {importance}",
            theirs=theirs,
            ours=partial(_in_a_memory, days, importance),
        )
        for days, importance, theirs in (
            (30.0, 2.0, "kept"),
            (30.1, 2.0, "archived"),
            (30.1, 2.9, "archived"),
            (100.0, 3.0, "kept"),
        )
    ),
    *(
        Figure(
            preset=NAME,
            what="days until R is below 0.05",
            inputs=f"importance {importance:.0f}, never recalled",
            formula=worked,
            show=".2f",
            because="before the 30 days are over: R protects only what was recalled",
            ours=partial(_weak_after, importance),
        )
        for importance, worked in ((1.0, "8.39"), (2.0, "16.78"), (3.0, "25.16"))
    ),
    Figure(
        preset=NAME,
        what="days until it is let go",
        inputs="importance 2, 30 to the archive and 90 in it",
        theirs="120",
        show=".0f",
        ours=_removed_after,
    ),
)
