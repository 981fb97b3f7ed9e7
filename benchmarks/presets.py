"""Prints what the four designs have published beside ours, and writes it into the page.

`--check` writes nothing. LOCOMO in the environment is the path of a `locomo10.json`.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from lethelog.benchmarks.page import part_of_page, write_part
from lethelog.tests.proofs.preset_figures import FIGURES, figures_table
from lethelog.tests.proofs.preset_snapshot import told_in_words


def main() -> int:
    """1 where a figure is not what it should be, or the page is not as it was made."""
    wrong = [each for each in FIGURES if each.shown() != each.expected]
    table = figures_table()
    print(table)
    locomo = os.environ.get("LOCOMO")
    print(f"\n{told_in_words(Path(locomo) if locomo else None)}")
    for each in wrong:
        print(f"{each.name}: {each.shown()} is not {each.expected}", file=sys.stderr)
    if "--check" not in sys.argv:
        write_part("figures", table)
    elif part_of_page("figures") != table:
        print("the table in docs/presets.md is another one; `make proof-presets` writes it")
        return 1
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
