"""All figures that the four designs have published."""

from __future__ import annotations

from typing import Final

from lethelog.tests.proofs import (
    preset_agenternal,
    preset_alfred,
    preset_beliefs,
    preset_dreams,
    preset_duduclaw,
    preset_ktao,
    preset_signals,
)
from lethelog.tests.proofs.preset_figure import Figure, table

FIGURES: Final[tuple[Figure, ...]] = (
    *preset_alfred.FIGURES,
    *preset_agenternal.FIGURES,
    *preset_dreams.FIGURES,
    *preset_ktao.FIGURES,
    *preset_beliefs.FIGURES,
    *preset_duduclaw.FIGURES,
    *preset_signals.FIGURES,
)


def figures_table() -> str:
    """As it stands in the page, where it is told how many are equal."""
    verdicts = [each.verdict() for each in FIGURES]
    equal = verdicts.count("equal")
    unfound = sum(not each.theirs for each in FIGURES)
    others = len(FIGURES) - equal - unfound
    told = (
        f"{len(FIGURES)} figures: {equal} are equal, {unfound} were not found and are worked out"
        f" from the formula, and {others} differ for the reason beside them."
    )
    return f"{told}\n\n{table(FIGURES)}"
