"""Draws lines over the months of a year as SVG, a panel for each preset; the same bytes again."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Final, TypeAlias

Line: TypeAlias = Sequence[float | None]
"""One number from 0 to 1 for each week; None where there is none."""

WIDTH, LEFT, RIGHT = 800, 90, 12
TOP, HEIGHT, GAP = 72, 120, 28
COLOURS: Final = ("#1b6ca8", "#c44536", "#2a9d5c", "#8e5aa8", "#c98a1b", "#4a4a4a")
_MONTHS: Final = 12
_LEGEND_COLUMNS: Final = 2
_STYLE: Final = "font-family:sans-serif;font-size:11px"


def drawing(title: str, panels: Mapping[str, Mapping[str, Line]]) -> str:
    """The whole picture; lines of one name have one colour in all panels."""
    names = list(dict.fromkeys(name for lines in panels.values() for name in lines))
    colours = {name: COLOURS[number % len(COLOURS)] for number, name in enumerate(names)}
    height = TOP + len(panels) * (HEIGHT + GAP)
    box = f'viewBox="0 0 {WIDTH} {height}" role="img" style="{_STYLE}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box}>',
        f"<title>{escape(title)}</title>",
        f'<rect width="{WIDTH}" height="{height}" fill="#ffffff"/>',
        *_legend(colours),
    ]
    for number, (preset, lines) in enumerate(panels.items()):
        parts += _panel(preset, lines, colours, TOP + number * (HEIGHT + GAP))
    return "\n".join([*parts, "</svg>", ""])


def _legend(colours: Mapping[str, str]) -> Iterator[str]:
    for number, (name, colour) in enumerate(colours.items()):
        column, row = number % _LEGEND_COLUMNS, number // _LEGEND_COLUMNS
        x, y = LEFT + column * (WIDTH - LEFT) // _LEGEND_COLUMNS, 18 + row * 16
        yield f'<path d="M{x} {y - 4}h18" stroke="{colour}" stroke-width="2"/>'
        yield _text(x + 24, y, name)


def _panel(
    preset: str, lines: Mapping[str, Line], colours: Mapping[str, str], top: int
) -> Iterator[str]:
    bottom, right = top + HEIGHT, WIDTH - RIGHT
    yield _text(8, top + 12, preset, "font-weight:bold")
    for share in (0.0, 0.5, 1.0):
        y = bottom - share * HEIGHT
        yield f'<path d="M{LEFT} {y:g}H{right}" stroke="#dddddd"/>'
        yield _text(LEFT - 26, y + 4, f"{share:g}")
    for month in range(_MONTHS + 1):
        x = _x(month / _MONTHS)
        yield f'<path d="M{x:.1f} {top}V{bottom}" stroke="#eeeeee"/>'
        if month < _MONTHS:
            yield _text(x + 24, bottom + 13, str(month + 1))
    for name, line in lines.items():
        if path := _path(line, bottom):
            yield f'<path d="{path}" fill="none" stroke="{colours[name]}" stroke-width="1.6"/>'


def _path(line: Line, bottom: float) -> str:
    """Lifts the pen where there is nothing to draw."""
    steps: list[str] = []
    is_down = False
    for week, share in enumerate(line, start=1):
        if share is None:
            is_down = False
            continue
        x, y = _x(week / 52), bottom - share * HEIGHT
        steps.append(f"{'L' if is_down else 'M'}{x:.1f} {y:.1f}")
        is_down = True
    return "".join(steps)


def _x(part: float) -> float:
    return LEFT + part * (WIDTH - LEFT - RIGHT)


def _text(x: float, y: float, words: str, style: str = "") -> str:
    more = f' style="{style}"' if style else ""
    return f'<text x="{x:g}" y="{y:g}" fill="#333333"{more}>{escape(words)}</text>'
