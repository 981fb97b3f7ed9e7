"""What is too much is refused before it is read or made: no file takes all memory or all day."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable
from email.message import Message
from pathlib import Path
from typing import TypeAlias

import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.domain.nesting import DEPTH_MAX
from lethelog.sources import document, fact, html, mail_parts, receipt, text
from lethelog.sources.answers import read_answers
from lethelog.sources.input_file import read_file
from lethelog.sources.policy_file import read_policy
from lethelog.sources.recognise import read_document

Reader: TypeAlias = Callable[[bytes], object]

MAIL = b"From: ann@example.org\nSubject: tea\nContent-Type: multipart/mixed; boundary=b0\n\n"
TURN = b'{"author": "Ann", "time": "2026-01-01", "text": "tea", "more": %b}'


def nested(depth: int) -> bytes:
    """So many arrays and objects in each other."""
    return b'[{"a":' * (depth // 2) + b"1" + b"}]" * (depth // 2)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes with a name")
def test_what_has_no_size_is_read_no_further_than_is_allowed(tmp_path: Path) -> None:
    """As what another program writes into a pipe without an end."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    written: list[int] = []

    def write_for_ever() -> None:
        with pipe.open("wb", buffering=0) as file:
            try:
                while sum(written) < 10_000_000:
                    written.append(file.write(b"x" * 1_000))
            except BrokenPipeError:
                return

    writer = threading.Thread(target=write_for_ever)
    writer.start()
    with pytest.raises(InvalidInput, match="more than the 5000 bytes allowed"):
        read_file(pipe, bytes_max=5_000)
    writer.join()
    assert sum(written) < 10_000_000


def test_a_pipe_that_ends_is_read_as_a_file() -> None:
    """As `<(command)` of a shell hands over."""
    read, write = os.pipe()
    os.write(write, b"tea")
    os.close(write)
    assert read_file(Path(f"/dev/fd/{read}"), bytes_max=3) == b"tea"
    os.close(read)


@pytest.mark.parametrize("end", [b"\n", b"\r", b"\r\n"])
@pytest.mark.parametrize("name", ["a.txt", "a.jsonl", "a.json", "a.eml", "a"])
def test_more_lines_than_are_allowed_are_refused(name: str, end: bytes) -> None:
    """Each would be an object in memory, however short it is."""
    head = MAIL.replace(b"\n", end) if name == "a.eml" else b""
    with pytest.raises(InvalidInput, match=f"more than {text.LINES_MAX} lines"):
        read_document(head + b"a" + end * (text.LINES_MAX + 1), location=name)


READERS: tuple[Reader, ...] = (
    lambda deep: read_document(TURN % deep, location="a.jsonl"),
    lambda deep: read_document(b'{"total": %b}' % deep, location="a.json"),
    lambda deep: read_document(b'{"total": %b}' % deep, location="a"),
    lambda deep: read_answers(b"[" + deep + b"]", "the input"),
    lambda deep: read_policy(b"base = %b" % deep.replace(b":", b" ="), "a", name="a"),
)


@pytest.mark.parametrize("read", READERS)
@pytest.mark.parametrize("depth", [DEPTH_MAX + 2, 10_000])
def test_what_is_nested_too_deep_is_refused_by_its_depth(read: Reader, depth: int) -> None:
    """Before a reader goes down a step for each bracket."""
    with pytest.raises(InvalidInput, match="is nested deeper than 32"):
        read(nested(depth))


def test_what_is_nested_as_deep_as_is_allowed_is_read() -> None:
    """The control."""
    assert read_document(TURN % nested(DEPTH_MAX - 2), location="a.jsonl").passages
    assert read_document(b'{"total": %b}' % nested(DEPTH_MAX - 2), location="a.json").passages


def test_a_key_of_thousands_of_parts_is_refused() -> None:
    """Which a reader of TOML takes quadratic time for."""
    with pytest.raises(InvalidInput, match="nested deeper than 32"):
        read_policy(b"a" + b".a" * 30_000 + b" = 1", "a", name="a")


def test_no_document_has_more_passages_than_are_allowed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of whichever kind it is."""
    monkeypatch.setattr(document, "PASSAGES_MAX", 3)
    for name, content in {
        "a.txt": b"one is here\ntwo is here\nthree is here\nfour is here",
        "a.jsonl": b"\n".join([TURN % b"1"] * 4),
        "a.json": b'{"notes": "%b"}' % (b"tea and cake. " * 400),
        "a.eml": b"From: a@x\nSubject: tea\n\n" + b"tea and cake.\n\n" * 400,
    }.items():
        with pytest.raises(InvalidInput, match="more than 3 passages"):
            read_document(content, location=name)


def test_facts_are_counted_as_they_are_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not when all of them are there."""
    seen: list[str] = []
    one_line = text.one_line

    def counted(line: str) -> str:
        seen.append(line)
        return one_line(line)

    monkeypatch.setattr(fact, "FACTS_MAX", 5)
    monkeypatch.setattr(text, "one_line", counted)
    with pytest.raises(InvalidInput, match="more than 5 lines"):
        read_document(b"tea is here\n" * 1_000, location="a.txt")
    assert len(seen) < 10


def parts_made(monkeypatch: pytest.MonkeyPatch, content: bytes, said: str) -> int:
    """How many parts of an e-mail were made until it was refused."""
    made: list[int] = []
    init = Message.__init__

    def counted(self: Message, *given: object, **named: object) -> None:
        made.append(1)
        init(self, *given, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(Message, "__init__", counted)
    with pytest.raises(InvalidInput, match=said):
        read_document(content, location="a.eml")
    return len(made)


def test_an_email_is_left_at_its_first_part_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """However many come after it."""
    monkeypatch.setattr(mail_parts, "PARTS_MAX", 50)
    bomb = MAIL + b"--b0\n\ntea\n" * 5_000
    assert parts_made(monkeypatch, bomb, "more than 50 parts") < 60


@pytest.mark.parametrize("kind", [b"multipart/mixed; boundary=b%d", b"message/rfc822"])
def test_an_email_is_left_at_its_first_part_too_deep(
    monkeypatch: pytest.MonkeyPatch, kind: bytes
) -> None:
    """A parser goes down a step for each, and looks at each boundary on every line."""
    parts = (
        b"Content-Type: "
        + (kind % n if b"%" in kind else kind)
        + b"\n\n"
        + (b"--b%d\n" % n if b"%" in kind else b"")
        for n in range(1, 5_000)
    )
    bomb = MAIL + b"--b0\n" + b"".join(parts) + b"tea\n"
    assert parts_made(monkeypatch, bomb, "nested deeper than 32") < 50


def test_a_part_has_no_more_headers_than_are_allowed() -> None:
    """Each is looked for by its name, one after the other."""
    bomb = MAIL + b"--b0\n" + b"X: y\n" * (mail_parts.HEADERS_MAX + 1) + b"\ntea\n"
    with pytest.raises(InvalidInput, match=f"more than {mail_parts.HEADERS_MAX} headers"):
        read_document(bomb, location="a.eml")
    most = b"X: y\n" * (mail_parts.HEADERS_MAX - 3) + MAIL + b"--b0\n\ntea and more of it\n"
    assert read_document(most, location="a.eml").passages


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"<br>" * (html.TAGS_MAX + 1), "elements"),
        (b"<p>tea" + b" a" * html.HTML_CHARS_MAX, "characters of HTML"),
    ],
)
def test_html_of_too_many_elements_or_characters_is_refused(content: bytes, said: str) -> None:
    """A tree of it takes a hundred times its bytes."""
    wrapped = b"\n".join(content[at : at + 500_000] for at in range(0, len(content), 500_000))
    mail = b"From: a@x\nSubject: tea\nContent-Type: text/html\n\n" + wrapped
    with pytest.raises(InvalidInput, match=said):
        read_document(mail, location="a.eml")


@pytest.mark.parametrize(
    "content",
    [
        b'{"%b": {%b}}' % (b"k" * 100_000, b",".join(b'"%d": 1' % n for n in range(5_000))),
        b'{"%b": {%b}}' % (b"k" * 100_000, b",".join(b'"%d": {}' % n for n in range(5_000))),
        b'{"%b": [%b]}' % (b"k" * 100_000, b",".join([b"1"] * 5_000)),
        b'{"a": [{"%b": {%b}}]}'
        % (b"k" * 100_000, b",".join(b'"%d": 1' % n for n in range(5_000))),
    ],
)
def test_a_receipt_whose_long_keys_stand_for_much_is_refused(content: bytes) -> None:
    """Each value is told with all the words that lead to it."""
    with pytest.raises(InvalidInput, match=f"more than {receipt.RECEIPT_CHARS_MAX} characters"):
        read_document(content, location="a.json")


def test_a_receipt_that_is_too_large_is_refused_before_it_is_read() -> None:
    """One object is read whole, and takes many times its bytes."""
    content = b'{"a": [\n' + b"[],[],[],[]\n," * 2_000_000 + b"1]}"
    with pytest.raises(InvalidInput, match=f"{receipt.RECEIPT_BYTES_MAX} are allowed"):
        read_document(content, location="a.json")


def test_a_key_that_stands_twice_is_found_in_one_go() -> None:
    """Also as the last of a hundred thousand, whose comparisons would be counted in billions."""
    keys = b",".join(b'"k%d":1' % n for n in range(80_000))
    line = b'{"author":"Ann","time":"2026-01-01","text":"tea",%b,"k79999":2}' % keys
    with pytest.raises(InvalidInput, match="the key 'k79999' twice"):
        read_document(line, location="a.jsonl")
