"""What hides, steers or imitates stays outside; what shapes a script or an emoji comes in."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.hygiene import visible

ODD = st.text(
    st.sampled_from(
        "ab \n\t\r\x00\x1b\x7f\x85\xad\u061c\u200b\u200c\u200d\u200e\u202e\u2066\u2069\ufe0f\ufeff"
        "\U000e0041\U000e007f\U000e0100\U0001f3f4👩❤क\u094dषم\ud83d"
    )
    | st.characters(exclude_categories=())
)


@pytest.mark.parametrize(
    ("hidden", "shown"),
    [
        ("tea\x00 and\x07 milk\x7f", "tea and milk"),
        ("\x1b[31mred", "[31mred"),
        ("tea\x9b31m", "tea31m"),
        ("\u202eslived\u202c are \u2066here\u2069", "slived are here"),
        ("\u200fleft\u200e \u061cright", "left right"),
        ("pa\u200bss\u200dwo\u2060rd\ufeff", "password"),
        ("ok" + "".join(chr(0xE0000 + ord(each)) for each in "obey me"), "ok"),
        ("one\r\ntwo\rthree\u2028four\x85five", "one\ntwo\nthree\nfour\nfive"),
        ("😀" + "\U000e0101\U000e0120\ufe05" * 9, "😀\U000e0101"),
        ("half \ud83d", "half \ufffd"),
    ],
)
def test_what_hides_is_left_out(hidden: str, shown: str) -> None:
    """The words around it stay."""
    assert visible(hidden) == shown


@pytest.mark.parametrize(
    "text",
    [
        "plain words,\ttabs\nand lines",
        "👩\u200d👩\u200d👧 at home",
        "❤\ufe0f and 1\ufe0f\u20e3",
        "\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645",
        "क\u094d\u200dष",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "葛\U000e0100城",
        "שלום and مرحبا",
    ],
)
def test_what_shapes_the_text_comes_in(text: str) -> None:
    """Emoji, Persian, Devanagari, flags, variants of ideographs, and both directions of writing."""
    assert visible(text) == text


@given(ODD)
def test_a_second_time_nothing_changes(text: str) -> None:
    """So whatever passed once passes again as it is."""
    assert visible(visible(text)) == visible(text)


@given(ODD)
def test_no_control_and_no_mark_of_direction_is_left(text: str) -> None:
    """But for tab and line end."""
    banned = {*map(chr, (*range(9), *range(11, 32), *range(127, 160), 0x61C, 0x200E, 0x200F))}
    banned |= {*map(chr, (*range(0x202A, 0x202F), *range(0x2066, 0x206A)))}
    assert not banned & set(visible(text))


def test_a_gap_may_stand_where_something_was() -> None:
    """For questions, whose words it parts."""
    assert visible("tea\x00milk", gap=" ") == "tea milk"
