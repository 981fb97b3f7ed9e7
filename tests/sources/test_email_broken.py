"""Any e-mail, however broken, is either read or refused with a reason."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput
from lethelog.sources.email import read_email
from lethelog.sources.text import CHUNK_CHARS_MAX


def example_mails() -> list[Path]:
    """Every file that Python's own tests of its e-mail library read, if this Python has them."""
    try:
        found = importlib.import_module("test.test_email")
    except ImportError:
        return []
    return sorted(path for folder in found.__path__ for path in Path(folder, "data").glob("*"))


EXAMPLES = example_mails()
NO_TEXT = {"msg_06", "msg_08", "msg_09", "msg_12", "msg_12a", "msg_18", "msg_24"}  # empty bodies
NO_MAIL = {"msg_19"}  # no headers


@pytest.mark.skipif(not EXAMPLES, reason="this Python ships without the tests of its library")
@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.name)
def test_every_example_of_the_standard_library_is_read_or_refused(path: Path) -> None:
    """Only those without text or headers, and the pictures and sounds beside them, are refused."""
    try:
        document = read_email(path.read_bytes(), location=str(path))
    except InvalidInput as error:
        assert str(path) in str(error)  # noqa: PT017 - either is right, by the kind of file
        assert path.suffix != ".txt" or path.stem in NO_TEXT | NO_MAIL
    else:
        assert path.suffix in {".txt", ".eml"}
        assert all(0 < len(passage.text) <= CHUNK_CHARS_MAX for passage in document.passages)


BROKEN = st.sampled_from(
    [
        *["\n", "\r\n", '"', "<", ">", "(", ";", "=", "--sep", "\0", "\udcff", "=?utf-8?b?!?="],
        *["charset*=''%00", "charset*0=x", "boundary*1=y;", "Content-Type: multipart/mixed;"],
        *["boundary=sep\n", "Content-Transfer-Encoding: base64\n", "Date: 1 1 1\n", "From: "],
        *["Content-Type: text/html;", "message/rfc822\n", "charset=utf-16\n", "Content-Type: "],
    ]
)


@given(st.lists(BROKEN | st.text(max_size=4), max_size=30).map("".join))
def test_broken_emails_are_read_or_refused(rest: str) -> None:
    """Nothing else can come out, and all that is read can be stored."""
    try:
        document = read_email(
            (f"From: a@example.org\nMessage-ID: <1@x>\n{rest}").encode("utf-8", "replace")
        )
    except InvalidInput as error:
        str(error).encode()
    else:
        for passage in document.passages:
            assert f"{passage.text} {passage.title} {passage.author}".encode()
