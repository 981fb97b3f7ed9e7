"""The page about the presets tells each constant by which they differ, as it is."""

from __future__ import annotations

from typing import Final

import pytest

from lethelog.domain.bounds import Constant
from lethelog.domain.policy import DEFAULT, differences, part_of
from lethelog.domain.presets import PRESETS
from lethelog.tests.architecture.house import ROOT

PAGE: Final = (ROOT / "docs" / "presets.md").read_text(encoding="utf-8")
DESIGNS: Final = [name for name in PRESETS if name != DEFAULT.name]


def told_of(name: str) -> dict[str, str]:
    """Every constant that the section of a preset has, with its value."""
    _, _, rest = PAGE.partition(f"\n## {name}\n")
    told: dict[str, str] = {}
    for line in rest.partition("\n## ")[0].split("\n"):
        if not line.startswith("| `"):
            continue
        keys, values, origin = (cell.strip() for cell in line.strip("| ").split("|"))
        assert origin, line
        first, *others = (key.strip(" `") for key in keys.split(","))
        part = first.partition(".")[0]
        names = [first, *(f"{part}.{other}" for other in others)]
        several = values.split(", ") if len(names) > 1 else [values]
        told |= dict(zip(names, several, strict=True))
    return told


def shown(constant: Constant) -> str:
    """As a person writes it in a table."""
    return ", ".join(constant) if isinstance(constant, tuple) else str(constant)


@pytest.mark.parametrize("name", DESIGNS)
def test_the_page_tells_every_constant_that_a_preset_sets(name: str) -> None:
    """None is left out, and none is other than it is."""
    told = told_of(name)
    assert {each.key for each in differences(DEFAULT, PRESETS[name])} - told.keys() == set()
    for key, value in told.items():
        part, _, constant = key.partition(".")
        assert value == shown(getattr(part_of(PRESETS[name], part), constant)), key


@pytest.mark.parametrize("name", DESIGNS)
def test_the_page_tells_how_to_switch_it_on(name: str) -> None:
    """In a section of its own."""
    assert f"\n## {name}\n\n`lethelog policy set {name}`\n" in PAGE


@pytest.mark.parametrize("name", DESIGNS)
def test_all_parts_of_a_preset_are_called_as_it_is(name: str) -> None:
    """So a recall or a promotion tells which design it was made by."""
    preset = PRESETS[name]
    parts = (preset.ranking, preset.promotion, preset.contradiction)
    assert {part.name for part in parts} == {name}
