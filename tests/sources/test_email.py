"""An e-mail is read as the text that its sender wrote."""

from __future__ import annotations

from base64 import b64encode

import pytest

from lethelog.domain import times
from lethelog.domain.errors import InvalidInput
from lethelog.sources.email import HEADER_CHARS_MAX, read_email

HEAD = "From: Anna Blum <anna@example.org>\nSubject: Tea\nMessage-ID: <1@example.org>\n"
PLAIN = "Content-Type: text/plain; charset=utf-8\n\n"
HTML = "Content-Type: text/html; charset=utf-8\n\n"
BODY = "The kettle arrives on Friday, between nine and noon."


def mail(rest: str, head: str = HEAD) -> bytes:
    """An e-mail of these headers, and whatever follows them."""
    return (head + rest).encode()


def multipart(subtype: str, *parts: str) -> str:
    """The parts, each with its own headers, as one body."""
    inside = "".join(f"--sep\n{part}\n" for part in parts)
    return f"Content-Type: multipart/{subtype}; boundary=sep\n\n{inside}--sep--\n"


def said(data: bytes) -> str:
    """All that is read of an e-mail."""
    return "\n".join(passage.text for passage in read_email(data).passages)


def test_an_email_is_one_source_with_the_fields_of_its_headers() -> None:
    """Every passage tells title, author, time and importance, and none names a child."""
    headers = "Date: Sun, 1 Mar 2026 18:30:00 +0100\nImportance: High\n"
    document = read_email(mail(f"{headers}\n{BODY}\n\n{BODY}"), location="/mail/7.eml")

    assert (document.path, document.named_by) == ("email/1@example.org", "itself")
    assert (document.location, document.complete) == ("/mail/7.eml", True)
    assert [passage.text for passage in document.passages] == [BODY, BODY]
    for passage in document.passages:
        assert (passage.title, passage.author, passage.child) == ("Tea", "Anna Blum", "")
        assert passage.dated_at == times.parse("2026-03-01T17:30:00Z")
        assert (passage.importance, passage.kind) == (8.0, "event")


@pytest.mark.parametrize(
    ("header", "importance"),
    [
        ("Importance: low", 2.0),
        ("X-Priority: 1 (Highest)", 8.0),
        ("X-Priority: 5", 2.0),
        ("X-MSMail-Priority: High", 8.0),
        ("X-Priority: 3", 5.0),
        ("X-Priority: urgent!", 5.0),
    ],
)
def test_importance_is_what_the_sender_set(header: str, importance: float) -> None:
    """Anything but high or low is the default."""
    assert read_email(mail(f"{header}\n\n{BODY}")).passages[0].importance == importance


@pytest.mark.parametrize(
    ("sender", "author"),
    [
        ("=?utf-8?q?J=C3=BCrgen?= <j@example.org>", "Jürgen"),
        ("=?iso-2022-jp?B?GyRCJCpDYxsoQg==?= <j@example.org>", "お茶"),
        ('"Blum, Anna" <a@example.org>', "Blum, Anna"),
        ("a@example.org", "a@example.org"),
        ("a@example.org (Anna)", "Anna"),
        ("=?x-unheard?q?J=C3=BCrgen?= <j@example.org>", "Jürgen"),
        ("=?utf-8?b?a?= <j@example.org>", "=?utf-8?b?a?="),
        ("Jürgen <j@example.org>", "Jürgen"),
        ("undisclosed", "undisclosed"),
    ],
)
def test_the_author_is_the_name_that_the_sender_shows(sender: str, author: str) -> None:
    """Encoded words are decoded; without a name it is the address."""
    passage = read_email(mail(f"\n{BODY}", f"From: {sender}\nMessage-ID: <1@x>\n")).passages[0]

    assert passage.author == author


@pytest.mark.parametrize("date", ["", "soon", "Mon, 99 Foo 2026", "1 Jan 99999 00:00 +0000"])
def test_a_date_that_cannot_be_read_is_none(date: str) -> None:
    """An e-mail is not refused for its date."""
    assert read_email(mail(f"Date: {date}\n\n{BODY}")).passages[0].dated_at is None


def test_of_two_forms_the_plain_one_is_read() -> None:
    """The HTML says the same again."""
    both = multipart("alternative", PLAIN + BODY, f"{HTML}<p>Other</p>")

    assert said(mail(both)) == BODY


def test_an_empty_plain_form_gives_way_to_the_html() -> None:
    """Also where the HTML lies deeper, beside its pictures."""
    picture = "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0K"
    related = multipart("related", f"{HTML}<p>{BODY}</p>", picture).replace("sep", "inner")

    assert said(mail(multipart("alternative", f"{PLAIN} \n", f"{HTML}<p>{BODY}</p>"))) == BODY
    assert said(mail(multipart("alternative", PLAIN, related))) == BODY


def test_parts_side_by_side_are_all_read_and_attachments_are_not() -> None:
    """A footer that a list adds is said too."""
    attached = f"Content-Disposition: attachment; filename=notes.txt\n{PLAIN}secret notes"
    calendar = "Content-Type: text/calendar\n\nBEGIN:VCALENDAR"
    whole = multipart("mixed", PLAIN + BODY, f"{HTML}<p>{BODY} Again.</p>", attached, calendar)

    assert said(mail(whole)) == f"{BODY}\n{BODY} Again."


def test_a_forwarded_message_is_read_with_its_sender() -> None:
    """Whatever way it is enclosed, and in digests too."""
    inner = f"From: Bo <bo@example.org>\nSubject: Cups\n\n{BODY}"
    forwarded = f"Content-Type: message/rfc822\nContent-Disposition: attachment\n\n{inner}"

    for subtype in ("mixed", "digest"):
        assert said(mail(multipart(subtype, f"{PLAIN}See below.", forwarded))) == (
            f"See below.\nForwarded message, Bo: Cups\n{BODY}"
        )


def test_a_delivery_report_says_whom_it_concerns() -> None:
    """Its fields are lines."""
    status = "Content-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nStatus: 5.0.0\n"
    text = said(mail(multipart("report; report-type=delivery-status", PLAIN + BODY, status)))

    assert "Reporting-MTA: dns; x" in text
    assert "Status: 5.0.0" in text


def test_quoted_text_stays_without_its_marks() -> None:
    """What was answered to is part of what was said; `>5` is not a mark."""
    text = said(mail(f"\nOn Friday Bo wrote:\n> > {BODY}\n>>Really?\n>5 cups\n"))

    assert text == f"On Friday Bo wrote:\n{BODY}\nReally?\n>5 cups"


@pytest.mark.parametrize(
    ("encoding", "charset", "body"),
    [
        ("quoted-printable", "windows-1252", "=93Th=E9=94 costs 5 =80, and a long=\n line."),
        ("8bit", "utf-8", "“Thé” costs 5 €, and a long line."),
        ("base64", "x-none", b64encode("“Thé” costs 5 €, and a long line.".encode()).decode()),
        ("x-unheard", "utf-8", "“Thé” costs 5 €, and a long line."),
    ],
)
def test_transfer_encodings_and_charsets_are_undone(encoding: str, charset: str, body: str) -> None:
    """A wrong or unknown claim falls back to what can be read."""
    head = f"Content-Type: text/plain; charset={charset}\nContent-Transfer-Encoding: {encoding}\n"

    assert said(mail(f"{head}\n{body}")) == "“Thé” costs 5 €, and a long line."


@pytest.mark.parametrize(
    "rest",
    [
        "\n",
        "\n \n\t\n",
        HTML + "<style>p {}</style><p>&nbsp;</p>",
        "Content-Type: image/png\nContent-Transfer-Encoding: base64\n\niVBORw0K",
        multipart("mixed", "Content-Type: application/pdf\n\nJVBERi0x"),
    ],
)
def test_an_email_without_a_readable_body_is_refused_even_with_a_subject(rest: str) -> None:
    """The error names the parts that it has."""
    with pytest.raises(InvalidInput, match=r"has no readable body, only parts without text \(\w+/"):
        read_email(mail(rest))


def test_what_is_not_one_email_is_refused() -> None:
    """Text without headers, nothing at all, and several messages in one file."""
    several = f"From a@x Sun Mar  1 18:30:00 2026\n{HEAD}\n{BODY}\n\n"

    with pytest.raises(InvalidInput, match="does not start with e-mail headers"):
        read_email(b"Dear Anna,\n\nhello")
    with pytest.raises(InvalidInput, match="is empty"):
        read_email(b" \r\n")
    with pytest.raises(InvalidInput, match="several e-mails"):
        read_email((several * 2).encode())
    assert said(several.encode()) == BODY


def test_parts_nested_too_deeply_are_refused() -> None:
    """Also beyond what Python can recurse."""
    for depth in (40, 3_000):
        with pytest.raises(InvalidInput, match="nested"):
            read_email(mail("Content-Type: message/rfc822\n\n" * depth + BODY))


def test_a_name_comes_from_the_message_id_the_caller_or_the_file() -> None:
    """Without any of them the caller is asked for one."""
    anonymous = mail(f"\n{BODY}", "From: a@example.org\n")

    assert read_email(mail(f"\n{BODY}"), name="mine").path == "email/mine"
    assert read_email(anonymous, location="/mail/7.eml").named_by == "file"
    with pytest.raises(InvalidInput, match="--name"):
        read_email(anonymous)


def test_a_subject_without_end_is_cut() -> None:
    """It would stand in every passage."""
    head = f"From: a@b\nMessage-ID: <1@x>\nSubject: {'tea ' * HEADER_CHARS_MAX}\n"

    assert len(read_email(mail(f"\n{BODY}", head)).passages[0].title) <= HEADER_CHARS_MAX
