"""What agenternal has of dreams, of what hides, and of what can be refined."""

from __future__ import annotations

from functools import partial
from typing import Final, get_args

from lethelog.domain.drift import Course
from lethelog.tests.proofs.preset_figure import Figure
from lethelog.tests.proofs.preset_memory import TEXT, aged

NAME: Final = "agenternal"

_ALIKE: Final = tuple(f"Ana drinks a cup of green tea in the {when}" for when in "abc")


def _seen(days: float, *, with_faded: bool) -> str:
    with aged(NAME) as memory:
        memory.told()
        memory.days = days
        return "found" if memory.found(with_faded=with_faded) else "hidden"


def _labile(*hours: float, at: float) -> str:
    with aged(NAME) as memory:
        memory.told()
        for each in hours:
            memory.days = each / 24.0
            memory.search(TEXT)
        memory.days = at / 24.0
        return "open" if memory.labile() else "closed"


def _most_labile() -> float:
    with aged(NAME) as memory:
        for number in range(12):
            memory.told(f"the ferry number {number} leaves at noon")
        memory.search("ferry", limit=12)
        return len(memory.labile())


def _made_of(count: int) -> float:
    """How many summaries so many texts alike make, however often it dreams."""
    with aged(NAME) as memory:
        for text in _ALIKE[:count]:
            memory.told(text)
        memory.dream()
        facts = memory.facts()
        memory.dream()
        assert memory.facts() == facts, "a dream whose inputs did not change adds nothing"
        return len([each for each in facts if each.how == "dreamt"])


FIGURES: Final = (
    *(
        Figure(
            preset=NAME,
            what="summaries that a dream makes, in a memory",
            inputs=f"{count} texts alike",
            theirs=theirs,
            show=".0f",
            ours=partial(_made_of, count),
        )
        for count, theirs in ((2, "0"), (3, "1"))
    ),
    *(
        Figure(
            preset=NAME,
            what="what is weaker than 0.1, in a memory",
            inputs=inputs,
            theirs=theirs,
            ours=partial(_seen, days, with_faded=with_faded),
        )
        for inputs, days, with_faded, theirs in (
            ("after 89 days", 89, False, "found"),
            ("after 91 days", 91, False, "hidden"),
            ("after 91 days, on request", 91, True, "found"),
        )
    ),
    *(
        Figure(
            preset=NAME,
            what="the window of six hours, in a memory",
            inputs=inputs,
            theirs=theirs,
            ours=partial(_labile, *hours, at=at),
        )
        for inputs, hours, at, theirs in (
            ("5.9 hours after a recall", (0.0,), 5.9, "open"),
            ("6 hours after", (0.0,), 6.0, "closed"),
            ("11 hours after, and 5.5 after a second", (0.0, 5.5), 11.0, "open"),
        )
    ),
    Figure(
        preset=NAME,
        what="items that can be refined at once, in a memory",
        inputs="12 were recalled",
        theirs="10",
        show=".0f",
        ours=_most_labile,
    ),
    Figure(
        preset=NAME,
        what="how priorities may drift",
        inputs="thresholds are ours",
        theirs="deliberate_pivot, gradual_drift, stable",
        ours=lambda: sorted(get_args(Course)),
    ),
)
