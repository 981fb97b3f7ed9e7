"""HTML as it is read: plain paragraphs without markup, scripts or hidden text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from selectolax.lexbor import LexborHTMLParser, LexborNode

from ..domain.errors import InvalidInput
from ..domain.hygiene import without_surrogates
from .text import paragraphs

NESTING_MAX: Final = 1_000  # the parser takes quadratic time in the depth of blocks
TAGS_MAX: Final = 1_000_000  # each is a node, of a hundred bytes and more
HTML_CHARS_MAX: Final = 16 * 1024 * 1024  # each may be an attribute, which takes as much

_LINE: Final = "\n"
_PARAGRAPH: Final = "\n\n"
_ROW: Final = "\x1e"  # a line end, of which several in a row are one
_CELL: Final = "\x1f"  # as `_ROW` a control character, which no clean text holds
_UNSEEN: Final = frozenset({"head", "script", "style", "svg", "template", "title"})
_BREAK_AFTER: Final = {"br": _LINE, "td": _CELL, "th": _CELL}
_LINES: Final = frozenset({"dd", "dt", "li", "option", "tr"})
_PARAGRAPHS: Final = frozenset(
    "address article aside blockquote body caption center dir div dl fieldset figcaption figure"
    " footer form h1 h2 h3 h4 h5 h6 header hr legend main menu nav ol p pre section select table"
    " tbody tfoot thead ul".split()
)
_UNCLOSED: Final = frozenset(  # tags that may or must stand without an end tag
    "area base br col dd dt hr img input li link meta option p source tbody td tfoot th thead tr"
    " wbr".split()
)
_TAG: Final = re.compile(r"<(/?)([a-zA-Z][^\s/>]*)")
_HIDING: Final = re.compile(
    r"display:none|visibility:hidden|mso-hide:all"
    r"|(?<![-\w])(?:max-height|opacity):0[a-z.0]*(?:;|!|$)"
)
_CONTROL: Final = re.compile(f"[{_ROW}{_CELL}]")
_ROW_ENDS: Final = re.compile(rf"(?<![ \n])[ \n]*{_ROW}[ \n{_ROW}]*")
_SPACE: Final = re.compile(r"\s+")


def paragraphs_of(html: str, what: str) -> list[str]:
    """Blocks as paragraphs, list entries and table rows as lines, cells parted by ` | `."""
    if len(html) > HTML_CHARS_MAX:
        raise InvalidInput(
            f"{what} holds more than {HTML_CHARS_MAX} characters of HTML; give its plain text"
        )
    _check_nesting(html, what)
    root = LexborHTMLParser(without_surrogates(html)).root
    pieces = "".join(_pieces(root)) if root is not None else ""
    rows = _ROW_ENDS.sub(_line_end, pieces).split("\n")
    return paragraphs("\n".join(map(_row, rows)))


def _line_end(between: re.Match[str]) -> str:
    return _PARAGRAPH if between[0].count("\n") > 1 else _LINE


def _row(line: str) -> str:
    cells = (cell.strip() for cell in line.split(_CELL))
    return " | ".join(cell for cell in cells if cell)


def _pieces(root: LexborNode) -> Iterator[str]:
    """Text and breaks in their order; no recursion, as the depth is the sender's choice.

    Each node waits with the breaks that its surroundings turn to a space, and each break that
    ends an element waits as a string.
    """
    waiting: list[tuple[LexborNode | str, bool]] = [(root, False)]
    while waiting:
        node, in_row = waiting.pop()
        if isinstance(node, str):
            yield node
        elif node.is_text_node:
            yield _text(node)
        elif node.is_element_node and not _is_unseen(node):
            before, after = _breaks(node.tag or "", in_row=in_row)
            yield before
            waiting.append((after, in_row))
            inside = in_row or _is_plain_row(node)
            waiting.extend((child, inside) for child in _children_backwards(node))


def _children_backwards(node: LexborNode) -> Iterator[LexborNode]:
    child = node.last_child
    while child is not None:
        yield child
        child = child.prev


def _text(node: LexborNode) -> str:
    text = _CONTROL.sub("", node.text_content or "")
    parent = node.parent
    is_kept = parent is not None and parent.tag in {"pre", "textarea"}
    return text if is_kept else _SPACE.sub(" ", text)


def _breaks(tag: str, *, in_row: bool) -> tuple[str, str]:
    """What stands before and after an element; blocks inside a row do not break it."""
    if tag in _BREAK_AFTER:
        after = _BREAK_AFTER[tag]
        return "", " " if in_row and after == _LINE else after
    if tag in _LINES:
        return (" ", " ") if in_row else (_ROW, _ROW)
    if tag in _PARAGRAPHS:
        return (" ", " ") if in_row else (_PARAGRAPH, _PARAGRAPH)
    return "", ""


def _is_plain_row(node: LexborNode) -> bool:
    """Whether a row holds several cells of text; a row around other tables is mere layout."""
    if node.tag != "tr" or node.css_first("table") is not None:
        return False
    cells = [child for child in _children_backwards(node) if child.tag in {"td", "th"}]
    return len(cells) > 1


def _is_unseen(node: LexborNode) -> bool:
    if node.tag in _UNSEEN:
        return True
    attributes = node.attributes
    style = _SPACE.sub("", attributes.get("style") or "").casefold()
    return "hidden" in attributes or _HIDING.search(style) is not None


def _check_nesting(html: str, what: str) -> None:
    still_open: Counter[str] = Counter()
    depth = 0
    for number, found in enumerate(_TAG.finditer(html)):
        if number >= TAGS_MAX:
            raise InvalidInput(
                f"{what} holds HTML of more than {TAGS_MAX} elements; give its plain text"
            )
        closing, name = found[1], found[2].casefold()
        if name in _UNCLOSED or (closing and not still_open[name]):
            continue
        step = -1 if closing else 1
        still_open[name] += step
        depth += step
        if depth > NESTING_MAX:
            raise InvalidInput(
                f"{what} holds HTML nested deeper than {NESTING_MAX} elements; give its plain text"
            )
