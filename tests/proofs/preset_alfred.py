"""What alfred has published, and where that was not found, what a design of its kind has."""

from __future__ import annotations

from functools import partial
from typing import Final

from lethelog.domain.identity import QueryHash
from lethelog.domain.presets import PRESETS
from lethelog.domain.promotion import Evidence, promotion_score
from lethelog.domain.ranking import diversify
from lethelog.domain.times import DAY
from lethelog.tests.domain.test_presets_alfred import best_three
from lethelog.tests.proofs.preset_figure import Figure
from lethelog.tests.proofs.preset_memory import BORN_AT, TEXT, aged, share_after

NAME: Final = "alfred"
POLICY: Final = PRESETS[NAME]
OPENCLAW: Final = "OpenClaw's; alfred's was not found"

# Word sets that overlap as those of OpenClaw's four notes do, 6 of 11, 5 of 14 and so on.
_PQRT: Final = (
    frozenset("abcdefghi"),
    frozenset("abcdjfgk"),
    frozenset("abcdejlmno"),
    frozenset("eflmnopqr"),
)
_FIVE: Final = {
    "A": "the router in the hall has a guest network on channel six",
    "B": "the router in the hall has a guest network on channel nine",
    "C": "the router in the hall has one guest network on channel nine",
    "D": "guests of our network find its name at the door",
    "E": "some other router, drawn beside every cable, stands for guests upstairs",
}


def _notes_of_openclaw() -> list[str]:
    scores = (0.92, 0.89, 0.85, 0.78)
    return ["PQRT"[i] for i in diversify(scores, _PQRT, limit=3, mmr_lambda=0.7)]


def _five_in_a_memory() -> list[str]:
    with aged(NAME) as memory:
        for text in _FIVE.values():
            memory.told(text)
        found = memory.found("guest guests router network", limit=3)
    return [name for text in found for name, each in _FIVE.items() if each == text]


def _without_date() -> float:
    with aged(NAME) as memory:
        return memory.share(memory.told(is_dated=False), 180)


def _still_to_come() -> float:
    with aged(NAME) as memory:
        memory.days = 10
        return memory.share(memory.told(), 0)


def _relevances() -> list[float]:
    with aged(NAME) as memory:
        memory.told("the ferry leaves at noon")
        memory.told("a ferry was late, and nobody on the island knew of it before the evening")
        found = memory.search("ferry at noon", record=False).found
    return [each.relevance for each in found]


def _promoted(recalls: int, queries: int) -> str:
    with aged(NAME) as memory:
        memory.told()
        for number in range(recalls):
            memory.search(TEXT if number % queries == 0 else f"{TEXT} {number % queries}")
        return "promoted" if memory.dream().promoted else "not yet"


def _spellings() -> float:
    with aged(NAME) as memory:
        item = memory.told()
        for spelled in (TEXT, TEXT.upper(), f"  {TEXT}  ".replace(" ", "  ")):
            memory.search(spelled)
        memory.flush()
        prospect = memory.why(item).prospect
    assert prospect is not None
    return prospect.score.queries


def _counted() -> float:
    evidence = [
        Evidence(days, QueryHash(str(days)), 1.0, BORN_AT - days * DAY) for days in (1, 30, 31, 90)
    ]
    return promotion_score(evidence, BORN_AT, POLICY.promotion).recalls


def _part(name: str, recalls: int, queries: int, days: float = 0.0) -> float:
    at = BORN_AT - round(days * DAY)
    evidence = [Evidence(n, QueryHash(str(n % queries)), 0.7, at) for n in range(recalls)]
    return float(getattr(promotion_score(evidence, BORN_AT, POLICY.promotion), name))


FIGURES: Final = (
    *(
        Figure(
            preset=NAME,
            what="what is left, in a memory",
            inputs=f"{days} days",
            theirs=theirs,
            show=show,
            ours=partial(share_after, NAME, days),
        )
        for days, theirs, show in (
            (0, "100.0%", ".1%"),
            (30, "50.0%", ".1%"),
            (60, "25.0%", ".1%"),
            (90, "12.5%", ".1%"),
            (180, "0.016", ".3f"),
        )
    ),
    Figure(
        preset=NAME,
        what=f"what is left ({OPENCLAW})",
        inputs="7 days",
        theirs="84%",
        formula="85%",
        show=".0%",
        because="does not follow from a half-life of 30 days; the formula rules",
        ours=lambda: share_after(NAME, 7),
    ),
    Figure(
        preset=NAME,
        what="what is left, in a memory",
        inputs="no date, 180 days",
        theirs="100%",
        show=".0%",
        ours=_without_date,
    ),
    Figure(
        preset=NAME,
        what="what is left, in a memory",
        inputs="10 days to come",
        theirs="100%",
        show=".0%",
        ours=_still_to_come,
    ),
    Figure(
        preset=NAME,
        what="three of five by diversity",
        inputs="lambda 0.7; texts of ours",
        theirs="A, D, E",
        ours=lambda: [*best_three(POLICY.ranking.mmr_lambda)],
    ),
    Figure(
        preset=NAME,
        what="three of five by diversity, in a memory",
        inputs="B and C say what A says",
        theirs="A, D, E",
        ours=_five_in_a_memory,
    ),
    Figure(
        preset=NAME,
        what=f"three of four by diversity ({OPENCLAW})",
        inputs="0.92, 0.89, 0.85, 0.78",
        theirs="P, R, T",
        formula="P, T, R",
        because="the same three; by its own scores T is ahead, 0.5085 to 0.4879",
        ours=_notes_of_openclaw,
    ),
    Figure(
        preset=NAME,
        what="relevance of a good match and a bad one",
        inputs="1 / (1 + max(0, rank)), ranks below 0",
        theirs="1.00, 1.00",
        formula="0.62, 0.20",
        show=".2f",
        because="theirs is the same for all hits; ours is bounded, and rises with the match",
        ours=_relevances,
    ),
    *(
        Figure(
            preset=NAME,
            what="in a dream",
            inputs=f"{recalls} recalls by {queries} questions",
            theirs=theirs,
            ours=partial(_promoted, recalls, queries),
        )
        for recalls, queries, theirs in (
            (3, 2, "promoted"),
            (2, 2, "not yet"),
            (6, 1, "not yet"),
        )
    ),
    *(
        Figure(
            preset=NAME,
            what=f"frequency ({OPENCLAW})",
            inputs=f"{recalls} recalls",
            theirs=theirs,
            ours=partial(_part, "frequency", recalls, 1),
        )
        for recalls, theirs in ((1, "0.2891"), (3, "0.5781"), (5, "0.7472"), (10, "1.0000"))
    ),
    Figure(
        preset=NAME,
        what=f"diversity ({OPENCLAW})",
        inputs="2 questions of 5",
        theirs="0.4000",
        formula="0.6131",
        because="ours grows as frequency does, since no normalisation of alfred was found",
        ours=lambda: _part("diversity", 2, 2),
    ),
    Figure(
        preset=NAME,
        what=f"recency ({OPENCLAW})",
        inputs="7 days since the last recall",
        theirs="0.7071",
        ours=lambda: _part("recency", 3, 2, 7.0),
    ),
    Figure(
        preset=NAME,
        what="recalls that count",
        inputs="of 1, 30, 31 and 90 days ago",
        theirs="2",
        show=".0f",
        ours=_counted,
    ),
    Figure(
        preset=NAME,
        what="questions, in a memory",
        inputs="one in three spellings",
        theirs="1",
        show=".0f",
        ours=_spellings,
    ),
)
