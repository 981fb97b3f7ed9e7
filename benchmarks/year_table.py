"""The year under each preset as Markdown: what each month brought, and what a backtest tells."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from lethelog.benchmarks.year_notes import Compared, Month
from lethelog.benchmarks.year_run import Year

_CHARS_MAX: Final = 44
_FIGURES: Final = (
    "items",
    "promoted",
    "consolidated",
    "gave_way",
    "contradicted",
    "faded",
    "archived",
    "forgotten",
)


def summary_table(years: Sequence[Year]) -> str:
    """One line a preset: the whole year, and how things stand at its end."""
    head = ("promoted", "consolidated", "gave way", "contradicted", "forgotten")
    lines = [
        f"| preset | {' | '.join(head)} | there at the end | faded | archived |",
        "|---|---|---|---|---|---|---|---|---|",
    ]
    for year in years:
        summed = [
            sum(getattr(month, name) for month in year.months)
            for name in (each.replace(" ", "_") for each in head)
        ]
        last = year.months[-1]
        cells = [year.preset, *summed, last.items, last.faded, last.archived]
        lines.append(f"| {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def months_table(year: Year) -> str:
    """One line a month, with what is top of mind at its end."""
    head = [name.replace("_", " ") for name in _FIGURES]
    lines = [
        f"**{year.preset}**",
        "",
        f"| month | {' | '.join(head)} | top of mind at its end |",
        f"|---|{'---|' * len(head)}---|",
    ]
    lines += [_line(number, month) for number, month in enumerate(year.months, start=1)]
    return "\n".join(lines)


def backtest_table(compared: Sequence[Compared]) -> str:
    """What each would have made of the recalls of the first."""
    lines = [
        "| preset | promoted | of these as it was | dropped | other first | hits as they were |",
        "|---|---|---|---|---|---|",
    ]
    lines += [
        f"| {each.preset} | {each.promoted} | {each.shared:.0%} | {each.dropped}"
        f" | {each.others_first} of {each.recalls} | {each.hits_shared:.0%} |"
        for each in compared
    ]
    return "\n".join(lines)


def cut(text: str) -> str:
    """Its beginning, where it is long."""
    if len(text) <= _CHARS_MAX:
        return text
    return f"{text[:_CHARS_MAX].rsplit(' ', 1)[0]} ..."


def _line(number: int, month: Month) -> str:
    told = "; ".join(map(cut, month.top))
    return f"| {number} | {' | '.join(str(getattr(month, name)) for name in _FIGURES)} | {told} |"
