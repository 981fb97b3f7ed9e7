"""A figure that a design has published, beside what the same comes to here."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Final, TypeAlias

import msgspec

Value: TypeAlias = float | str | Sequence[float] | Sequence[str]

NOT_FOUND: Final = "not found"
FOLLOWS: Final = "theirs was not found; it follows from the formula"


class Figure(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the table.

    `theirs` is what was published, and `formula` what was worked out by hand from the formula that
    was published, where the first was not found or does not follow. `ours` is asked of the
    functions of this package, or of a memory that is running, and shown as `show` says.
    """

    preset: str
    what: str
    inputs: str
    ours: Callable[[], Value]
    theirs: str = ""
    formula: str = ""
    show: str = ".4f"
    because: str = ""

    @property
    def name(self) -> str:
        """As a test is called."""
        return f"{self.preset}: {self.what}, {self.inputs}"

    @property
    def expected(self) -> str:
        """What ours must be: the formula rules where theirs does not follow from it."""
        return self.formula or self.theirs

    def shown(self) -> str:
        """Ours, as it stands in the table; worked out once."""
        return _shown(self)

    def verdict(self) -> str:
        """Equal, or why not."""
        if not self.theirs:
            return self.because or FOLLOWS
        return "equal" if self.theirs == self.expected else self.because


def shown(value: Value, show: str) -> str:
    """A number as `show` says, several with a comma between; words as they are."""
    if isinstance(value, str):
        return value
    if isinstance(value, Sequence):
        return ", ".join(shown(each, show) for each in value)
    return format(value, show)


def table(figures: Sequence[Figure]) -> str:
    """All of them as Markdown, a part for each preset."""
    parts: list[str] = []
    for preset in dict.fromkeys(each.preset for each in figures):
        lines = [
            f"**{preset}**",
            "",
            "| what | with | theirs | ours | |",
            "|---|---|---|---|---|",
            *(_line(each) for each in figures if each.preset == preset),
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts)


@cache
def _shown(figure: Figure) -> str:
    return shown(figure.ours(), figure.show)


def _line(figure: Figure) -> str:
    cells = (
        *(figure.what, figure.inputs, figure.theirs or NOT_FOUND, figure.shown()),
        figure.verdict(),
    )
    return f"| {' | '.join(cells)} |"
