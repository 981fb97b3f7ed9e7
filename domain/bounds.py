"""What a constant may be: numbers between two ends, or one of a few words."""

from __future__ import annotations

from typing import Annotated, Any, Final, Literal, TypeAlias, get_args, get_type_hints

import msgspec


class Bounds(msgspec.Struct, frozen=True):
    """What a number may be: from `least` to `most`, or only `above` the least."""

    least: float
    most: float
    above: bool = False

    def hold(self, value: object) -> bool:
        """Whether a value lies between; what is no number never does."""
        if not isinstance(value, int | float):
            return False
        return (self.least < value if self.above else self.least <= value) and value <= self.most

    def __str__(self) -> str:
        most = f"{self.most:,.15g}"
        return (
            f"above {self.least:g}, at most {most}" if self.above else f"{self.least:g} to {most}"
        )


class Choice(msgspec.Struct, frozen=True):
    """What a word may be: one of these; with `several`, any of them in a list, each once."""

    words: tuple[str, ...]
    several: bool = False

    def hold(self, value: object) -> bool:
        """Whether it is one of the words, or a list of some of them."""
        if not self.several:
            return value in self.words
        if not isinstance(value, tuple | list):
            return False
        told: list[object] = [*value]
        return all(each in self.words for each in told) and len(set(told)) == len(told)

    def __str__(self) -> str:
        words = ", ".join(self.words)
        return f"any of {words}, each once" if self.several else f"one of {words}"


Allowed: TypeAlias = Bounds | Choice
Constant: TypeAlias = float | str | tuple[str, ...]
"""A number, a word, or several words."""


def bounded(least: float, most: float, *, above: bool = False) -> msgspec.Meta:
    """Kept with the type without being held to it when something is decoded."""
    return msgspec.Meta(extra={"bounds": Bounds(least, most, above)})


# Only what divides by zero, or breaks a law of ranking or promotion, is out of bounds; the upper
# ends keep every product finite.
Share: TypeAlias = Annotated[float, bounded(0, 1)]
PositiveShare: TypeAlias = Annotated[float, bounded(0, 1, above=True)]
Factor: TypeAlias = Annotated[float, bounded(0, 1_000)]
PositiveFactor: TypeAlias = Annotated[float, bounded(0, 1_000, above=True)]
FactorFromOne: TypeAlias = Annotated[float, bounded(1, 1_000)]
Power: TypeAlias = Annotated[float, bounded(0, 10)]
Days: TypeAlias = Annotated[float, bounded(0, 1_000_000, above=True)]
Hours: TypeAlias = Annotated[float, bounded(0, 24_000_000, above=True)]
DaysOrNone: TypeAlias = Annotated[float, bounded(0, 1_000_000)]
PerDay: TypeAlias = Annotated[float, bounded(0, 1_000)]
Total: TypeAlias = Annotated[float, bounded(0, 4)]
Importance: TypeAlias = Annotated[float, bounded(0, 11)]  # 11 is above all
PositiveImportance: TypeAlias = Annotated[float, bounded(0, 10, above=True)]
Count: TypeAlias = Annotated[int, bounded(1, 1_000_000)]
Times: TypeAlias = Annotated[int, bounded(1, 100)]

FOREVER: Final = 1_000_000.0
"""Days that never end; the most that a constant of days may be."""


def allowed_in(part: type[msgspec.Struct]) -> dict[str, Allowed]:
    """What each constant of a part may be, in the order in which they are declared."""
    # Each annotation is one of those above, a choice of words, or a part of its own.
    hints: dict[str, Any] = get_type_hints(part, include_extras=True)
    found = {key: _allowed(hints[key]) for key in part.__struct_fields__ if key != "name"}
    return {key: allowed for key, allowed in found.items() if allowed is not None}


def _allowed(hint: Any) -> Allowed | None:  # noqa: ANN401 - annotations have no common type
    if hasattr(hint, "__metadata__"):
        bounds: Bounds = hint.__metadata__[0].extra["bounds"]
        return bounds
    inner = get_args(hint)
    if getattr(hint, "__origin__", None) is Literal:
        return Choice(tuple(inner))
    if getattr(hint, "__origin__", None) is tuple:
        return Choice(tuple(get_args(inner[0])), several=True)
    return None
