"""The parts of `docs/presets.md` that are made by a program, each between its marks."""

from __future__ import annotations

from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).parents[1] / "docs" / "presets.md"


def part_of_page(name: str) -> str:
    """What stands between the marks now."""
    begins, ends = _marks(name)
    _, _, rest = PAGE.read_text(encoding="utf-8").partition(begins)
    return rest.partition(ends)[0].strip()


def write_part(name: str, part: str) -> None:
    """Leaves all else as it is."""
    begins, ends = _marks(name)
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(begins)
    assert ends in rest, f"the page has no part {name}"
    after = rest.partition(ends)[2]
    PAGE.write_text(f"{before}{begins}\n\n{part}\n\n{ends}{after}", encoding="utf-8")


def _marks(name: str) -> tuple[str, str]:
    return f"<!-- {name}: made by a program -->", f"<!-- end of {name} -->"
