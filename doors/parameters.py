"""What tools take, with the bounds that are held to before anything is looked at."""

from __future__ import annotations

from typing import Annotated, Final, Literal, TypeAlias

from pydantic import Field

from ..domain.kinds import Kind

RESULTS_MAX: Final = 50
"""As much as an agent can read; a person's search returns more."""

TEXT_CHARS_MAX: Final = 20_000
CONTENT_CHARS_MAX: Final = 2_000_000

_DATE: Final = "like 2026-03-01 or 2026-03-01T18:30:00+01:00; empty for none"

Question: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=1_000, description="What is asked, in plain words.")
]
Topic: TypeAlias = Annotated[str, Field(max_length=1_000)]
Limit: TypeAlias = Annotated[int, Field(ge=1, le=RESULTS_MAX, description="How many at most.")]
Offset: TypeAlias = Annotated[
    int, Field(ge=0, le=1_000_000, description="How many to leave out, to go on with a list.")
]
After: TypeAlias = Annotated[
    str, Field(max_length=40, description=f"Only what is dated then or later, {_DATE}.")
]
Before: TypeAlias = Annotated[
    str, Field(max_length=40, description=f"Only what is dated before, {_DATE}.")
]
Day: TypeAlias = Annotated[str, Field(max_length=40, description=f"A moment, {_DATE}.")]
KnownAt: TypeAlias = Annotated[
    str, Field(max_length=40, description=f"Answer as the memory was then, {_DATE}.")
]
Kinds: TypeAlias = Annotated[
    list[Kind], Field(max_length=7, description="Only these kinds; all where it is empty.")
]
Path: TypeAlias = Annotated[str, Field(max_length=1_000)]
Sources: TypeAlias = Annotated[
    list[Path],
    Field(max_length=100, description="Paths of sources, like conversation/c1; all below count."),
]
AskedFrom: TypeAlias = Annotated[
    str,
    Field(
        max_length=1_000,
        description="The source, like conversation/c1, that this is asked from; it counts no more"
        " once that is forgotten.",
    ),
]
Item: TypeAlias = Annotated[
    str,
    Field(min_length=1, max_length=64, description="Id of an item, or the start of one."),
]
Text: TypeAlias = Annotated[
    str, Field(min_length=1, max_length=TEXT_CHARS_MAX, description="One text, self-contained.")
]
Word: TypeAlias = Annotated[str, Field(max_length=200)]
Reason: TypeAlias = Annotated[
    str, Field(max_length=2_000, description="Why, for whoever asks later.")
]
CameBy: TypeAlias = Annotated[
    Literal["", "tool", "web"],
    Field(
        description="Where you read it, if it is neither yours nor a person's: it is then held in"
        " quarantine, found and marked, until a person lets it count."
    ),
]
Share: TypeAlias = Annotated[float, Field(ge=0.0, le=1.0)]
