"""Lives through a made-up year under each preset, and writes what became of it into the page.

`make year` writes the tables of `docs/presets.md` and the picture `docs/year.svg`; the same seed
gives the same bytes. With DAYS in the environment it lives through fewer days and writes nothing.
"""

from __future__ import annotations

import os
import sys
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from typing import Final

from lethelog.benchmarks.page import PAGE, write_part
from lethelog.benchmarks.year_life import DAYS, SEED, a_year
from lethelog.benchmarks.year_run import WATCHED, Year, live_under, watched_texts
from lethelog.benchmarks.year_svg import drawing
from lethelog.benchmarks.year_table import backtest_table, cut, months_table, summary_table
from lethelog.domain.presets import PRESETS

PICTURE: Final = PAGE.parent / "year.svg"
_TITLE: Final = "What is left of six texts under each preset, week by week through a year"


def lived(days: int, preset: str) -> Year:
    """The year of one preset; that of the default has the backtest of all."""
    beside = [*PRESETS.values()] if preset == "default" else []
    return live_under(PRESETS[preset], a_year(days), days, beside=beside)


def picture(years: list[Year]) -> str:
    """A panel for each preset, a line for each text that is followed."""
    texts = watched_texts(a_year())
    return drawing(
        _TITLE,
        {year.preset: {cut(texts[name]): year.watched[name] for name in WATCHED} for year in years},
    )


def part(years: list[Year]) -> str:
    """As it stands in the page."""
    [beside] = [each.beside for each in years if each.beside]
    return "\n\n".join(
        (
            summary_table(years),
            "The recalls of the year under `default`, lived through once more under each:",
            backtest_table(beside),
            *map(months_table, years),
        )
    )


def main() -> int:
    """All presets, two at a time."""
    days = int(os.environ.get("DAYS", str(DAYS)))
    with ProcessPoolExecutor(os.cpu_count(), mp_context=get_context("spawn")) as processes:
        years: list[Year] = []
        for year in processes.map(partial(lived, days), PRESETS):
            years.append(year)
            print(f"lived through {days} days under {year.preset}", file=sys.stderr)
    told = part(years)
    print(f"seed {SEED}, {days} days\n\n{told}")
    if days == DAYS:
        write_part("year", told)
        PICTURE.write_text(picture(years), encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
