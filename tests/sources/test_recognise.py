"""A file is read as what it is, and what cannot be told is asked for."""

from __future__ import annotations

import json
import time
from typing import get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput
from lethelog.sources.document import SourceKind
from lethelog.sources.recognise import read_document

MAIL = b"From: anna@example.org\nSubject: Tea\nMessage-ID: <1@x>\n\nThe kettle arrives on Friday."
TURN = b'{"author": "Anna", "time": 1772389800, "text": "Tea?", "conversation": "c1"}'
RECEIPT = b'{"id": 17, "total": 4.50}'
FACTS = b"Anna likes tea.\n"


@pytest.mark.parametrize(
    ("data", "location", "path"),
    [
        (MAIL, "/in/a.eml", "email/1@x"),
        (MAIL, "/in/a.EML", "email/1@x"),
        (MAIL, "/in/a.txt", "email/1@x"),
        (MAIL, "/in/a", "email/1@x"),
        (MAIL, "", "email/1@x"),
        (b"From a@x Sun Mar  1 18:30:00 2026\n" + MAIL, "", "email/1@x"),
        (b"\xef\xbb\xbf" + MAIL, "", "email/1@x"),
        (TURN, "/in/a.jsonl", "conversation/c1"),
        (TURN, "", "conversation/c1"),
        (TURN + b"\n\n" + TURN, "", "conversation/c1"),
        (TURN + b"\n" + TURN, "/in/a.json", "conversation/c1"),
        (b"\xef\xbb\xbf" + TURN + b"\n" + TURN, "", "conversation/c1"),
        (TURN, "/in/a.json", "receipt/a"),
        (RECEIPT, "/in/a.json", "receipt/17"),
        (RECEIPT, "", "receipt/17"),
        (b'{\n "id": 17,\n "x": {\n "y": 1}}', "", "receipt/17"),
        (b'{"id": 17, "name": "Tea & Co", "message": "Thanks"}', "", "receipt/17"),
        (FACTS, "/in/a.md", "fact/a"),
        (FACTS, "/in/a.text", "fact/a"),
        (FACTS, "/in/a", "fact/a"),
        (b"Subject: tea\n\nis good", "/in/a.txt", "fact/a"),
        (b"{tea} is good\n[x] done", "/in/a.txt", "fact/a"),
        (b"[ ] buy tea", "/in/todo", "fact/todo"),
    ],
)
def test_a_file_is_recognised_by_its_ending_or_its_content(
    data: bytes, location: str, path: str
) -> None:
    """The content decides where the ending says little."""
    assert read_document(data, location=location).path == path


def test_the_kind_that_is_told_wins() -> None:
    """Whatever the file looks like."""
    document = read_document(RECEIPT, location="/in/a.json", source_kind="fact", name="raw")

    assert (document.path, document.passages[0].text) == ("fact/raw", RECEIPT.decode())


def test_every_kind_has_its_reader() -> None:
    """A new kind cannot be forgotten here."""
    sample: dict[str, bytes] = {
        "email": MAIL,
        "conversation": TURN,
        "receipt": RECEIPT,
        "fact": FACTS,
    }
    for kind in get_args(SourceKind):
        assert read_document(sample[kind], source_kind=kind, name="x").source_kind == kind


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (b"\x89PNG\r\n\x1a\n\0", "cannot tell what /in/a.bin is: .* NUL byte .* --as"),
        (b"caf\xe9", "cannot tell what /in/a.bin is: .* byte 3 .* --as"),
        (b"<!DOCTYPE html><p>Tea", "cannot tell what /in/a.bin is: .* marked up.* --as"),
        (b"%PDF-1.7\n", "cannot tell what /in/a.bin is: .* marked up.* --as"),
        (b"", "/in/a.bin is empty"),
        (b" \n", "/in/a.bin is empty"),
        (b'{"total": 4.5', "is not JSON: .*taken for a source of kind receipt .* --as"),
        (b'[{"id": 1}]', "is a list; .*taken for a source of kind receipt"),
        (TURN + b'\n{"text', "line 2 of .*taken for a source of kind conversation"),
    ],
)
def test_what_fits_nothing_is_refused_and_asks_for_the_kind(data: bytes, said: str) -> None:
    """The error tells what was tried."""
    with pytest.raises(InvalidInput, match=said):
        read_document(data, location="/in/a.bin")


def test_an_unknown_kind_is_refused_with_those_there_are() -> None:
    """A caller without types may say anything."""
    with pytest.raises(InvalidInput, match="'song' is not a kind of source; name one of"):
        read_document(FACTS, source_kind="song")  # type: ignore[arg-type]


def test_a_source_without_a_name_asks_for_one() -> None:
    """Only facts are named by what they say."""
    assert read_document(FACTS).name == ""
    for data in (RECEIPT.replace(b"id", b"x"), TURN.replace(b"conversation", b"x")):
        with pytest.raises(InvalidInput, match="--name"):
            read_document(data)
    with pytest.raises(InvalidInput, match="the name '  ' is empty"):
        read_document(FACTS, name="  ")


def test_a_file_name_that_is_not_utf_8_can_be_stored() -> None:
    """Systems hand such names over with half characters in them."""
    document = read_document(FACTS, location="/in/caf\udce9.txt")

    assert f"{document.location} {document.path}".encode()


@pytest.mark.parametrize("location", ["", "/in/a.eml", "/in/a.json", "/in/a.jsonl", "/in/a.txt"])
def test_a_line_of_a_hundred_megabytes_is_refused_at_once(location: str) -> None:
    """Before anything tries to understand it."""
    data = b'{"text": "' + b"x" * 100_000_000
    start = time.process_time()

    with pytest.raises(InvalidInput, match=r"line 1 of .* is longer than"):
        read_document(data, location=location)

    assert time.process_time() - start < 0.5


STARTS = st.sampled_from([b"", MAIL, TURN, RECEIPT, FACTS, TURN + b"\n", b"[", b'{"a":', b"\n"])


@given(STARTS, st.binary(max_size=40), st.sampled_from(["", "/a.json", "/a.jsonl", "/a.md"]))
def test_any_bytes_are_read_or_refused(start: bytes, rest: bytes, location: str) -> None:
    """Nothing else can come out, and every passage says something."""
    try:
        document = read_document(start + rest, location=location)
    except InvalidInput as error:
        assert str(error).encode()  # noqa: PT017 - either outcome is right
    else:
        assert document.passages
        assert all(passage.text.encode() for passage in document.passages)


@given(st.recursive(st.none() | st.text(), lambda inner: st.dictionaries(st.text(), inner)))
def test_any_json_on_two_lines_is_read_or_refused(value: object) -> None:
    """Also where a key or a value is not what a turn has."""
    line = json.dumps({"author": "Anna", "time": 1, "text": "Tea?", "x": value})
    document = read_document(f"{line}\n{line}".encode(), name="c1")

    assert len(document.passages) == 2
