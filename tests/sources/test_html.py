"""HTML is read as a person sees it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput
from lethelog.sources.html import NESTING_MAX, paragraphs_of

TAGS = [
    "<p>",
    "</p>",
    "<td>",
    "<table>",
    "<tr>",
    "<br>",
    "<div style='",
    "<!--",
    "&nbsp",
    "<b",
    "'>",
]


def test_blocks_are_paragraphs_and_breaks_are_lines() -> None:
    """Inline elements part nothing."""
    html = "<h1>Tea</h1><p>One<br>Two</p>Three<div>Four</div>fi<b>v</b>e<ul><li>a<li>b</ul>"

    assert paragraphs_of(html, "x") == ["Tea", "One\nTwo", "Three", "Four", "five", "a\nb"]


def test_the_cells_of_a_row_stand_on_one_line() -> None:
    """Words are never glued, and paragraphs inside cells do not break their row."""
    html = (
        "<table><tr><th>Item<th>Price</tr><tr><td><p>Green tea</p></td>"
        "<td><p>4.50</p><p>EUR</p></td></tr><tr><td></td><td>end</td></tr></table>after"
    )

    assert paragraphs_of(html, "x") == ["Item | Price\nGreen tea | 4.50 EUR\nend", "after"]


def test_a_table_for_layout_does_not_glue_what_it_holds() -> None:
    """Paragraphs in a single cell, and tables in a cell, stay apart."""
    html = (
        "<table><tr><td><p>One.</p><p>Two.</p></td></tr><tr><td>"
        "<table><tr><td>a</td><td>b</td></tr></table></td><td>side</td></tr></table>"
    )

    assert paragraphs_of(html, "x") == ["One.", "Two.", "a | b", "side"]


@pytest.mark.parametrize(
    "hidden",
    [
        "<style>p {}</style>",
        "<script>track()</script>",
        "<title>Newsletter</title>",
        "<div style='display: none; color: red'>Preheader</div>",
        "<div style='DISPLAY:NONE!important'>Preheader<p>more</p></div>",
        "<div style='max-height:0px;overflow:hidden'>Preheader</div>",
        "<span style='visibility: hidden'>Preheader</span>",
        "<span style='mso-hide:all'>Preheader</span>",
        "<span style='opacity:0'>Preheader</span>",
        "<span hidden>Preheader</span>",
        "<!-- comment -->",
        "&zwnj;&nbsp;&#8203;&#847;&shy;",
    ],
)
def test_what_is_not_shown_is_not_said(hidden: str) -> None:
    """Code, comments, and text for the preview line alone are left out."""
    assert paragraphs_of(f"{hidden}<p>Seen</p>", "x") == ["Seen"]


def test_a_style_that_only_looks_like_hiding_hides_nothing() -> None:
    """Half see-through or a line of no height is still read."""
    html = "<i style='opacity:0.5'>half</i> <i style='line-height:0'>flat</i>"

    assert "half" in paragraphs_of(html, "x")[0]
    assert "flat" in paragraphs_of(html, "x")[0]


def test_entities_are_characters_and_spaces_are_single() -> None:
    """White space counts only where the page keeps it."""
    html = "<p>5&nbsp;&euro;  &amp;\n tea</p><pre>a\n  b</pre>"

    assert paragraphs_of(html, "x") == ["5 € & tea", "a\nb"]


def test_nesting_beyond_the_limit_is_refused() -> None:
    """The depth is checked first, whatever closes tags that were never open."""
    for html in ("<div>" * (NESTING_MAX + 1), "<div></x>" * (NESTING_MAX + 1)):
        with pytest.raises(InvalidInput, match="x holds HTML nested deeper than 1000"):
            paragraphs_of(html, "x")


def test_many_unclosed_paragraphs_are_not_nesting() -> None:
    """Old pages leave the end tags of paragraphs, rows and entries away."""
    assert len(paragraphs_of("<p>tea" * 5_000, "x")) == 5_000


@given(st.lists(st.sampled_from(TAGS) | st.text(max_size=5), max_size=40).map("".join))
def test_any_text_can_be_read_as_html(html: str) -> None:
    """Broken markup is read as a browser would, and gives clean text."""
    for paragraph in paragraphs_of(html, "x"):
        assert paragraph.encode().strip()
