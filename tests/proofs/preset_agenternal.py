"""What agenternal has of strength: its formulas were found, and its own tables were not."""

from __future__ import annotations

from functools import partial
from typing import Final

from lethelog.domain.contradiction import penalty_of
from lethelog.domain.curves import (
    hyperbolic,
    hyperbolic_days_to,
    reinforcement,
    stability_of,
)
from lethelog.domain.kinds import Kind
from lethelog.domain.presets import PRESETS
from lethelog.domain.strength import Touch, fold_strength
from lethelog.embedders.ngrams import Ngrams
from lethelog.tests.proofs.preset_figure import Figure
from lethelog.tests.proofs.preset_memory import BORN_AT, TEXT, aged

NAME: Final = "agenternal"
POLICY: Final = PRESETS[NAME]
DECAY: Final = POLICY.ranking.decay

_KINDS: Final[tuple[Kind, ...]] = ("decision", "fact", "preference", "belief")
_ALIKE: Final = tuple(f"Ana drinks a cup of green tea in the {when}" for when in "abc")


def _after_contradiction(strength: float, kind: Kind) -> float:
    return strength * (1.0 - penalty_of(1.0, kind, strength, POLICY.contradiction))


def _all_contradicted(strength: float) -> list[float]:
    return [_after_contradiction(strength, kind) for kind in _KINDS]


def _reinforced(strength: float) -> list[float]:
    return [reinforcement(strength, hours, DECAY) for hours in (1, 12, 24, 168)]


def _contradicted(kind: Kind) -> float:
    with aged(NAME) as memory:
        item = memory.told(kind=kind)
        memory.contradict(item)
        return memory.trust(item)


def _rivals(passed_over: int) -> float:
    touches = [Touch(BORN_AT, "rival")] * passed_over
    return fold_strength(BORN_AT, touches, DECAY).value


def _faded(nearness: float) -> float:
    return fold_strength(BORN_AT, [Touch(BORN_AT, "fade", nearness)], DECAY).value


def _passed_over() -> list[float]:
    with aged(NAME, Ngrams()) as memory:
        items = [memory.told(text) for text in _ALIKE[:2]]
        memory.search(f"{_ALIKE[0]} a", limit=1)
        return sorted(memory.left(item, 0.0) for item in items)


def _recalled(*days: float) -> float:
    with aged(NAME) as memory:
        item = memory.told()
        for each in days:
            memory.days = each
            memory.search(TEXT)
        return memory.left(item, days[-1])


def _half(*days: float) -> float:
    """After how many days more half of that is left."""
    with aged(NAME) as memory:
        item = memory.told()
        for each in days:
            memory.days = each
            memory.search(TEXT)
        whole = memory.left(item, days[-1])
        return next(
            more
            for more in range(1, 200)
            if memory.left(item, days[-1] + more) <= whole / 2.0 * (1 + 1e-9)
        )


_REINFORCED: Final = {
    0.05: "0.0060, 0.0575, 0.0924, 0.1461",
    0.5: "0.0046, 0.0443, 0.0711, 0.1124",
    1.0: "0.0031, 0.0295, 0.0474, 0.0749",
    1.5: "0.0015, 0.0148, 0.0237, 0.0375",
    2.0: "0.0000, 0.0000, 0.0000, 0.0000",
}
_CONTRADICTED: Final = {
    0.2: "0.0500, 0.0500, 0.0500, 0.0500",
    0.5: "0.1440, 0.1537, 0.1725, 0.1979",
    1.0: "0.4391, 0.4643, 0.5070, 0.5567",
    2.0: "1.1885, 1.2289, 1.2935, 1.3631",
}
_STABILITY: Final = (
    (0, "1.000", "10.0", "90.0", "0.250"),
    (1, "1.500", "15.0", "135.0", "0.333"),
    (2, "2.414", "24.1", "217.3", "0.446"),
    (3, "3.598", "36.0", "323.8", "0.545"),
    (4, "5.000", "50.0", "450.0", "0.625"),
    (5, "6.590", "65.9", "593.1", "0.687"),
    (6, "8.348", "83.5", "751.4", "0.736"),
)


def _of_stability(spaced: int) -> list[str]:
    stability = stability_of(spaced, DECAY)
    return [
        f"{stability:.3f}",
        f"{hyperbolic_days_to(0.5, stability, DECAY):.1f}",
        f"{hyperbolic_days_to(0.1, stability, DECAY):.1f}",
        f"{hyperbolic(30.0, stability, DECAY):.3f}",
    ]


FIGURES: Final = (
    *(
        Figure(
            preset=NAME,
            what="S, days to a half and to a tenth, left after 30 days",
            inputs=f"{spaced} spaced recalls",
            formula=", ".join(worked),
            ours=partial(_of_stability, spaced),
        )
        for spaced, *worked in _STABILITY
    ),
    *(
        Figure(
            preset=NAME,
            what="a recall adds, after 1, 12, 24 and 168 hours",
            inputs=f"strength {strength}",
            formula=worked,
            because="their table was found nowhere, so which row of it does not follow cannot be"
            " told; by the formula",
            ours=partial(_reinforced, strength),
        )
        for strength, worked in _REINFORCED.items()
    ),
    Figure(
        preset=NAME,
        what="strength, in a memory",
        inputs="a recall after 24 hours",
        formula="0.9608",
        ours=lambda: _recalled(1.0),
    ),
    Figure(
        preset=NAME,
        what="days to a half, in a memory",
        inputs="recalls after 1 and 1.4 days, so one is spaced",
        formula="15",
        show=".0f",
        ours=lambda: _half(1.0, 1.4),
    ),
    Figure(
        preset=NAME,
        what="days to a half, in a memory",
        inputs="recalls after 1 and 1.5 days, so both are",
        formula="25",
        show=".0f",
        because="24.1 worked by hand; days are whole here",
        ours=lambda: _half(1.0, 1.5),
    ),
    *(
        Figure(
            preset=NAME,
            what="contradicted: decision, fact, preference, opinion",
            inputs=f"strength {strength}",
            formula=worked,
            ours=partial(_all_contradicted, strength),
        )
        for strength, worked in _CONTRADICTED.items()
    ),
    Figure(
        preset=NAME,
        what="the same, in a memory",
        inputs="strength 1.0",
        formula=_CONTRADICTED[1.0],
        ours=lambda: [_contradicted(kind) for kind in _KINDS],
    ),
    Figure(
        preset=NAME,
        what="a strong belief keeps, beside a weak one",
        inputs="strength 2.0 and 0.5",
        theirs="less",
        formula="more",
        because="said in a test of a project that took it over; exp(-c / s) rises with s",
        ours=lambda: (
            "more"
            if _after_contradiction(2.0, "fact") / 2.0 > _after_contradiction(0.5, "fact") / 0.5
            else "less"
        ),
    ),
    *(
        Figure(
            preset=NAME,
            what="strength of what was passed over",
            inputs=f"{times} times",
            formula=worked,
            ours=partial(_rivals, times),
        )
        for times, worked in (
            *((1, "0.9700"), (5, "0.8587"), (10, "0.7374")),
            *((22, "0.5117"), (23, "0.4963"), (76, "0.0988"), (100, "0.0500")),
        )
    ),
    Figure(
        preset=NAME,
        what="strength of two alike, one returned, in a memory",
        inputs="once",
        theirs="0.97, 1.00",
        show=".2f",
        ours=_passed_over,
    ),
    *(
        Figure(
            preset=NAME,
            what="strength of a source of a cluster",
            inputs=f"nearness {nearness}",
            formula=worked,
            show=".2f",
            ours=partial(_faded, nearness),
        )
        for nearness, worked in ((1.0, "0.50"), (0.9, "0.54"), (0.65, "0.64"), (0.0, "0.90"))
    ),
)
