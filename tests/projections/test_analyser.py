"""From texts to terms."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.projections.analyser import terms


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("The Kettle's boiling", ["kettl", "boil"]),
        ("Caf\u00e9 \uff21\uff22 \ufb01ne", ["cafe", "ab", "fine"]),
        ("\u7eff\u8336\u58f6", ["\u7eff\u8336", "\u8336\u58f6"]),
        ("\u8336", ["\u8336"]),
        ("\U0001f375\U0001f375", ["\U0001f375", "\U0001f375"]),
        ("the of and", []),
        ("", []),
        ("don\u2019t 2026-03-01", ["don't", "2026", "03", "01"]),
        ("x" * 100, ["x" * 64]),
    ],
)
def test_a_text_becomes_its_terms(text: str, found: list[str]) -> None:
    """Folded, stemmed, without stop words; pairs for scripts without spaces."""
    assert terms(text) == found


@given(st.text(max_size=200))
def test_any_text_has_terms_of_some_length(text: str) -> None:
    """Whatever the characters, no term is empty, long, or holds a space."""
    for term in terms(text):
        assert 0 < len(term) <= 64
        assert not any(character.isspace() for character in term)


@given(st.text(max_size=100))
def test_case_does_not_count(text: str) -> None:
    """A text and the same text folded are found by the same words."""
    assert terms(text.casefold()) == terms(text)
