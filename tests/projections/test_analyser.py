"""From texts to terms."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from lethelog.projections import analyser
from lethelog.projections.analyser import joined_terms, terms

CJK = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
EMOJI = "\u2600-\u27bf\U0001f300-\U0001faff"
TOKEN = re.compile(rf"[a-z0-9]+(?:'[a-z]+)?|[{CJK}]+|[{EMOJI}]|[^\W_{CJK}{EMOJI}]+")
VOICING_MARKS = "\u3099\u309a"


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


def by_definition(text: str) -> Iterator[str]:
    """The terms of a text without any haste: folded, cut by one expression, stemmed."""
    folded = text.casefold().replace("\u2019", "'")
    if not folded.isascii():
        apart = unicodedata.normalize("NFKD", folded)
        bare = (c for c in apart if not unicodedata.combining(c) or c in VOICING_MARKS)
        folded = unicodedata.normalize("NFC", "".join(bare))
    stem = snowballstemmer.stemmer("english").stemWord
    for token in TOKEN.findall(folded):
        if re.match(f"[{CJK}]", token):
            yield from (token[i : i + 2] for i in range(max(len(token) - 1, 1)))
        elif terms(token):  # a stop word has none
            yield stem(token[:64]) if token.isascii() else token[:64]


pieces = st.sampled_from(
    [
        *("tea", "Tea's", "o'clock", "'tis", "rock'n'roll", "don\u2019t", "the", "it's", "x" * 70),
        *(
            "a_b",
            "1'2",
            "no.1",
            "caf\u00e9",
            "\u00f8re",
            "\u8336\u58f6",
            "\uac00",
            "\U0001f375",
            "-",
        ),
    ]
)


@given(st.lists(pieces | st.text(max_size=4), max_size=12), st.sampled_from(["", " ", "\n", "'"]))
def test_the_terms_are_those_of_the_definition(parts: list[str], between: str) -> None:
    """However a text is cut and whatever was met before."""
    text = between.join(parts)
    assert terms(text) == list(by_definition(text))


def test_what_is_kept_of_words_has_a_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither many words nor long ones fill the memory, and the terms stay the same."""
    known = analyser._known  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
    known.clear()
    monkeypatch.setattr(analyser, "_PIECES_KEPT", 10)
    words = [f"word{number}" for number in range(100)]
    assert terms(" ".join(words)) == words
    assert joined_terms("x" * 1_000) == "x" * 64
    assert len(known) <= 10
    assert all(len(piece) <= 64 for piece in known)
