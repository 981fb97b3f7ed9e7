"""Bytes become clean text, and text becomes chunks, without losing a word."""

from __future__ import annotations

import time
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput
from lethelog.sources import text
from lethelog.sources.text import CHUNK_CHARS_MAX, CHUNK_CHARS_MIN, LINE_BYTES_MAX

ANY_TEXT = st.text(st.characters(exclude_categories=()), max_size=200)
WORDS = st.lists(st.text("abé.!?…。漢😀", min_size=1, max_size=60), max_size=80)
LONG_WORDS = st.integers(1, 4000).map(lambda length: ["x" * length])
PARAGRAPHS = st.lists((WORDS | LONG_WORDS).map(" ".join), max_size=12)


@given(PARAGRAPHS)
def test_chunks_keep_every_character_in_its_order(paragraphs: list[str]) -> None:
    """Joined without their spaces, the chunks are the paragraphs."""
    said = "".join("".join(paragraphs).split())

    assert "".join("".join(text.chunks(paragraphs)).split()) == said


@given(PARAGRAPHS)
def test_chunks_hold_their_limits(paragraphs: list[str]) -> None:
    """Only a text that is shorter as a whole may make a chunk below the minimum."""
    chunks = text.chunks(paragraphs)

    assert all(len(chunk) <= CHUNK_CHARS_MAX for chunk in chunks)
    assert len(chunks) == 1 or all(len(chunk) >= CHUNK_CHARS_MIN for chunk in chunks)
    assert all(chunk == chunk.strip() for chunk in chunks)


@given(st.lists(st.text("abc", min_size=1, max_size=20), min_size=1, max_size=600))
def test_words_that_are_shorter_than_a_chunk_are_never_cut(words: list[str]) -> None:
    """The words of the chunks are the words of the text."""
    assert " ".join(text.chunks([" ".join(words)])).split() == words


@given(PARAGRAPHS)
def test_chunking_chunks_changes_nothing(paragraphs: list[str]) -> None:
    """A chunk is a paragraph of the right size."""
    chunks = text.chunks(paragraphs)

    assert text.chunks(chunks) == chunks


def test_each_paragraph_of_the_right_size_is_a_chunk() -> None:
    """Paragraphs are the unit; they are not packed together."""
    paragraphs = ["a" * CHUNK_CHARS_MIN, "b" * 300, "c" * CHUNK_CHARS_MAX]

    assert text.chunks(paragraphs) == paragraphs


def test_a_short_paragraph_joins_the_next_and_the_last_one_joins_the_one_before() -> None:
    """A greeting goes with what follows it, a signature with what it signs."""
    body = "The kettle arrives on Friday, between nine and noon."

    assert text.chunks(["Hello,", body, "Anna"]) == [f"Hello,\n{body}\nAnna"]


def test_a_text_below_the_minimum_is_kept_as_it_is() -> None:
    """Nothing that was said is lost for being short; only nothing gives no chunk."""
    assert text.chunks(["Tea.", "Now."]) == ["Tea.\nNow."]
    assert text.chunks(["", " \n"]) == []


def test_a_long_paragraph_is_cut_where_a_sentence_ends() -> None:
    """A sentence end far ahead is better than a full chunk."""
    first, second = "a" * 700 + ".", "b " * 400

    assert text.chunks([f"{first} {second}"])[0] == first


def test_a_paragraph_without_sentences_is_cut_between_lines_then_words_then_anywhere() -> None:
    """Each finer cut is made only where no coarser one is."""
    assert text.chunks(["a " * 400 + "\n" + "b " * 400])[0] == ("a " * 400).strip()
    assert text.chunks(["a" * 800 + " " + "b" * 800])[0] == "a" * 800
    assert [len(chunk) for chunk in text.chunks(["a" * 2500])] == [1200, 1200, 100]


def test_a_cut_never_leaves_a_rest_below_the_minimum() -> None:
    """A paragraph one character too long gives two chunks of a lawful size."""
    assert [len(chunk) for chunk in text.chunks(["a" * 1201])] == [1159, 42]


@given(ANY_TEXT)
def test_cleaning_twice_is_cleaning_once(dirty: str) -> None:
    """Clean text can be written as UTF-8, and cleaning it again finds nothing."""
    clean = text.clean(dirty)

    assert text.clean(clean) == clean
    assert clean.encode().decode() == clean


@pytest.mark.parametrize(
    ("dirty", "clean"),
    [
        ("a\r\nb\rc\u2028d", "a\nb\nc\nd"),
        ("a\t b\xa0\u3000c", "a b c"),
        ("a\n\n\n\n b ", "a\n\nb"),
        ("e\u0301te\u0301", "\xe9t\xe9"),
        ("pass\u200bw\u200do\xadrd\ufeff\x07", "password"),
        ("\u202eevil\u202c \u2066x\u2069\u200f", "evil x"),
        ("tail\U000e0041\U000e0042", "tail"),
        ("half \ud83d", "half \ufffd"),
    ],
)
def test_what_is_not_seen_is_removed(dirty: str, clean: str) -> None:
    """Hidden characters go, spaces and line ends become one kind, letters their short form."""
    assert text.clean(dirty) == clean


@pytest.mark.parametrize(
    "seen",
    [
        "👩\u200d👩\u200d👧 at home",
        "❤\ufe0f",
        "🏴\U000e0067\U000e0062\U000e0073\U000e0063\U000e0074\U000e007f",
        "漢字かな交じり",
        "می\u200cخواهم",
        "Straße, naïve, Łódź",
    ],
)
def test_what_is_seen_stays(seen: str) -> None:
    """Emoji keep their joiners, and every script its letters."""
    assert text.clean(seen) == seen


def test_bytes_are_read_as_utf_8_with_or_without_its_mark() -> None:
    """The mark is no part of the text."""
    assert text.decode("\ufeffthé".encode(), "x") == text.decode("thé".encode(), "x") == "thé"


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"caf\xe9", "x is not UTF-8: byte 3"),
        (b"\xef\xbb\xbfcaf\xe9", "x is not UTF-8: byte 6"),
        (b"\x89PNG\r\n\0", "a NUL byte stands at byte 6"),
        ("tea".encode("utf-16"), "UTF-16"),
        (b"a\n" + b"b" * (LINE_BYTES_MAX + 1), "line 2 of x is longer"),
    ],
)
def test_bytes_that_are_not_text_are_refused_with_the_place(data: bytes, said: str) -> None:
    """The error names the input, and where in it the reading stopped."""
    with pytest.raises(InvalidInput, match=said):
        text.decode(data, "x")


def test_a_line_of_the_greatest_length_is_read() -> None:
    """The limit itself is allowed, whatever ends the line."""
    line = b"b" * LINE_BYTES_MAX

    for end in (b"\n", b"\r", b"\r\n"):
        assert len(text.decode(end.join([line, line]), "x")) > 2 * LINE_BYTES_MAX


def test_a_line_of_a_hundred_megabytes_is_refused_at_once() -> None:
    """It is found by looking, not by splitting or copying."""
    data = b"x" * 100_000_000
    start = time.process_time()

    with pytest.raises(InvalidInput, match="line 1"):
        text.decode(data, "x")

    assert time.process_time() - start < 0.5


def test_a_file_above_the_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    """The size is checked before anything is read."""
    monkeypatch.setattr(text, "FILE_BYTES_MAX", 10)

    with pytest.raises(InvalidInput, match="x has 11 bytes; 10 are allowed"):
        text.decode(b"a" * 11, "x")


@pytest.mark.parametrize(
    ("data", "charset", "said"),
    [
        ("thé".encode("latin-1"), "iso-8859-1", "thé"),
        (b"\x93tea\x94 5 \x80", "iso-8859-1", "“tea” 5 €"),
        ("お茶".encode("iso-2022-jp"), "ISO-2022-JP", "お茶"),
        ("thé".encode(), "x-unheard-of", "thé"),
        (b"th\xe9", "x-unheard-of", "thé"),
        (b"th\xe9", "us-ascii", "thé"),
        ("thé".encode(), None, "thé"),
        (b"tea", "nul\0byte", "tea"),
        (b"tea", "hex", "tea"),
    ],
)
def test_a_charset_is_a_claim_that_may_be_wrong(data: bytes, charset: str, said: str) -> None:
    """What the claim cannot read is tried as UTF-8, then as Latin-1 in its usual extension."""
    assert text.decode_as(data, charset) == said


@given(st.binary(max_size=200), st.sampled_from(["utf-8", "gb2312", "utf-16", "utf-7", "", "?"]))
def test_any_bytes_can_be_read_under_any_claim(data: bytes, charset: str) -> None:
    """Reading an e-mail never stops at a character."""
    assert isinstance(text.decode_as(data, charset), str)


@given(st.lists(st.text("ab", min_size=1, max_size=700), max_size=20))
def test_blocks_keep_rows_whole_and_are_as_few_as_fit(rows: list[str]) -> None:
    """No two neighbours would have fitted together."""
    blocks = text.blocks(rows)

    assert "\n".join(blocks).split("\n") == ("\n".join(rows)).split("\n")
    assert all(len(block) <= CHUNK_CHARS_MAX for block in blocks)
    assert all(
        len(one) + 1 + len(next_.split("\n")[0]) > CHUNK_CHARS_MAX
        for one, next_ in pairwise(blocks)
    )
