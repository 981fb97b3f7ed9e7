"""A text that is kept whole: what is not kept of it, and that all the rest is."""

from __future__ import annotations

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from lethelog.commands.door import Door
from lethelog.commands.whole_text import let_in
from lethelog.domain.hygiene import line_ends, visible

TOKEN = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
PARTS = (
    *("tea", " ", "  ", "\t", "\n", "\n\n", "\r\n", "\r", "\v", "\f", "\x85", "\u2028", "\u2029"),
    *(
        "é",
        "e\u0301",
        "日本",
        "😀",
        "\u200d",
        "\u200b",
        "\x00",
        "\ufeff",
        "\x1b[31m",
        "\u202e",
        "\ud800",
    ),
    *("password: hunter22x", TOKEN, "[redacted: password]", "\ufe0f"),
)
TEXTS = st.lists(st.sampled_from(PARTS) | st.text(max_size=4), max_size=12).map("".join)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "\n",
        "\n\n\n",
        "   ",
        "tea",
        "tea\n",
        "tea\r\nmilk\r\n",
        "tea\rmilk\n\r",
        " tea  and   milk \n\n\n\n\tx\n",
        "a\u2028b\u2029c\x85d\ve\f",
        "e\u0301 is not \u00e9",
        "👩‍👩‍👧 می‌خواهم",
    ],
)
def test_an_honest_text_is_kept_to_the_byte(text: str) -> None:
    """Spaces, empty lines, and every kind of line end."""
    assert let_in(text) == (text, (), False)


def test_a_secret_is_left_out_and_its_lines_stay() -> None:
    """The numbers of the lines behind it are the same, and so are their ends."""
    kept = let_in(f"tea\r\ntoken {TOKEN}\r\nmilk\n")
    assert kept.text == "tea\r\ntoken [redacted: github token]\r\nmilk\n"
    assert (kept.secrets, kept.had_hidden) == (("github token",), False)


def test_a_secret_over_several_lines_leaves_them_empty() -> None:
    """As a private key does."""
    body = ["MIIEvQIBADANBgkqhkiG9w0BAQEF" * 2] * 3
    key = "\r\n".join(["-----BEGIN PRIVATE KEY-----", *body, "-----END PRIVATE KEY-----"])
    kept = let_in(f"before\r\n{key}\r\nafter")
    assert kept.text == "before\r\n[redacted: private key]\r\n\r\n\r\n\r\n\r\nafter"
    assert kept.secrets == ("private key",)


@pytest.mark.parametrize("hidden", ["\x00", "\u200b", "\x1b[31m", "\u202e", "\ufeff", "\ud800"])
def test_what_hides_is_left_out_and_told(hidden: str) -> None:
    """Whatever else is in the text."""
    kept = let_in(f"tea\r\n{hidden}milk")
    assert kept.had_hidden
    assert kept.text.startswith("tea\r\n")
    assert kept.text.endswith("milk")
    assert hidden not in kept.text


@given(TEXTS)
@example("\r\u200b\n")
def test_what_came_in_comes_in_again_as_it_is(text: str) -> None:
    """So an edit of one line changes no other."""
    once = let_in(text).text
    assert let_in(once) == (once, (), False)


@given(TEXTS)
def test_it_keeps_no_word_that_the_door_keeps_out(text: str) -> None:
    """The two differ in line ends alone, and in how many lines a secret leaves."""
    kept, door = let_in(text), Door()
    outside = door.words(text)
    assert visible(kept.text).replace("\n", "") == outside.replace("\n", "")
    assert sorted(kept.secrets) == sorted(door.left_out)


@given(TEXTS)
def test_each_line_ends_as_it_did(text: str) -> None:
    """In the same order, whatever is left out between them."""
    assert len(line_ends(text)) == visible(text).count("\n")
    joined = "".join(line_ends(text))
    assert "".join(line_ends(let_in(text).text)) == joined
