"""The pieces that answers for people are made of: ids, dates, lines, columns, wrapped texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Final, TypeAlias

from rich.cells import cell_len
from rich.text import Text

from ..domain.times import day
from .output import Screen, plain

if TYPE_CHECKING:
    from ..asking.listing import ItemLine
    from ..asking.story import Placing, RecallLine
    from ..projections.answer import Found

Styled: TypeAlias = tuple[str, str]
"""A text and its style; an empty style is plain."""

DIM: Final = "dim"
ID: Final = "cyan"
MARK: Final = "yellow"
GOOD: Final = "green"
_ID_CHARS: Final = 8  # as many as tell items apart in any store that a person looks at
_LINE_CHARS_MAX: Final = 44
_COLUMN_CELLS_MAX: Final = 44
_GAP: Final = 2
_SMALL: Final = 0.1
_SAME: Final = 1e-9  # scores that are closer are equal


def short(item: str) -> str:
    """The start of an id, which is enough to name the item."""
    return item[:_ID_CHARS]


def one_line(text: str, chars_max: int = _LINE_CHARS_MAX) -> str:
    """The beginning of a text, without line breaks."""
    line = " ".join(plain(text).split())
    return line if len(line) <= chars_max else line[: chars_max - 1].rstrip() + "…"


def day_or_never(dated_at: int | None) -> str:
    """The day of an item; what has none never fades."""
    return "evergreen" if dated_at is None else day(dated_at)


def counted(count: int, one: str, many: str = "") -> str:
    """`1 item`, `2 items`."""
    return f"{count:,} {one if count == 1 else many or one + 's'}"


def asked(queries: int) -> str:
    """How many different questions there were."""
    return counted(queries, "different query", "different queries")


def share(value: float) -> str:
    """A number from 0 to 1; a small one keeps two digits that say something."""
    return f"{value:.3f}" if value >= _SMALL or not value else f"{value:.2g}"


def factors(score: Found | RecallLine | Placing) -> str:
    """What a score is the product of, or is added up of and times the trust."""
    product = score.relevance * score.retention * score.importance * score.trust
    if abs(product - score.score) > _SAME:
        return (
            f"relevance {share(score.relevance)}, retention {share(score.retention)},"
            f" importance {share(score.importance)} by their shares × trust {share(score.trust)}"
        )
    return (
        f"relevance {share(score.relevance)} × retention {share(score.retention)}"
        f" × importance {share(score.importance)} × trust {share(score.trust)}"
    )


def item_parts(item: ItemLine) -> tuple[Styled | str, ...]:
    """An item as one line of a list."""
    return (
        (short(item.item), ID),
        f"  {day_or_never(item.dated_at)}  {one_line(item.text)}",
        (f"  {item.source or 'several sources'}", DIM),
    )


def styled(*parts: Styled | str) -> Text:
    """One text of several, without anything that a terminal would obey."""
    pieces = [(part, "") if isinstance(part, str) else part for part in parts]
    return Text.assemble(*((plain(text), style) for text, style in pieces))


def line(*parts: Styled | str, screen: Screen | None = None) -> None:
    """One line, never cut: a terminal wraps it, a pipe gets it whole."""
    (screen or Screen()).print(styled(*parts), soft_wrap=True)


def warn(what: str) -> None:
    """One line on standard error, for what went on without something that counts."""
    line(("warning: ", MARK), what, screen=Screen(stderr=True))


def wrapped(text: str, *, indent: int, style: str = "", first: Text | None = None) -> None:
    """A text of any length, wrapped at words; `first` stands before its first line."""
    screen = Screen()
    margin = Text(" " * indent)
    before = first or margin
    for piece in Text(plain(text), style=style).wrap(screen, max(screen.width - indent, 20)):
        piece.rstrip()
        screen.print(before + piece, soft_wrap=True)
        before = margin


def columns(rows: Iterable[Sequence[Styled]]) -> None:
    """Lines with their parts below each other; only a terminal wraps the last part."""
    table = [list(row) for row in rows]
    widths = [
        min(max(cell_len(text) for text, _ in column), _COLUMN_CELLS_MAX)
        for column in zip(*table, strict=True)
    ]
    screen = Screen()
    for row in table:
        *firsts, (text, style) = row
        head = styled(
            *(_padded(first, width) for first, width in zip(firsts, widths, strict=False))
        )
        if screen.is_terminal:
            wrapped(text, indent=head.cell_len, style=style, first=head)
        else:
            screen.print(head + styled((text, style)), soft_wrap=True)


def _padded(part: Styled, width: int) -> Styled:
    text, style = part
    return text + " " * (max(width - cell_len(text), 0) + _GAP), style
