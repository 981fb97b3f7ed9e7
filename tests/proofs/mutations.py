"""Inputs that nobody wrote: the examples with something wrong in them, and bytes by chance."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Final, TypeAlias

from lethelog.tests.architecture.house import ROOT

Mutation: TypeAlias = Callable[[Random, bytes], bytes]

EXAMPLES: Final = tuple(
    path.read_bytes() for path in sorted((ROOT / "examples" / "life").iterdir()) if path.is_file()
)
CHANGES_MAX: Final = 6
_PIECES: Final = tuple(
    piece.encode("utf-8", "surrogatepass")
    for piece in (
        *(
            "{",
            "}",
            "[",
            "]",
            '"',
            "\\",
            ":",
            ",",
            "\n",
            "\r",
            "\t",
            "\0",
            "\x1b",
            "\x85",
            "\u2028",
        ),
        *('{"a":' * 40, "[" * 2_000, '"id": "1",', '"text": ""', '"time": "soon"', "1e999", "NaN"),
        *("-0", "9" * 400, '"\\ud800"', "\\u0000", "true", "null", "\ufeff", "\udcff", "é" * 50),
        *("From: ", "\nFrom a@b Mon Jan  5 10:00:00 2026\nFrom: x\n", "--sep", "\n\n", "Subject:"),
        *("Content-Type: multipart/mixed; boundary=sep\n", "Content-Type: message/rfc822\n\n"),
        *("Content-Transfer-Encoding: base64\n", "Content-Type: text/html; charset=utf-7\n"),
        *("=?utf-8?b?!!?=", "=?x?q?=ff?=", "Date: 99 Foo 0000", "Message-ID: <a@b>\n", "charset="),
        *("<div>" * 1_100, "<b", "</table>", "<!--", "&#0;", "&#x110000;", "<style>", "<br>" * 99),
        *("\u202e", "\u200b", "\U000e0041", "a\u0301" * 30, "\u0600", "# ", "- ", "```", " " * 500),
        *("gh" + "p_" + "a1" * 18, "password: hunter22", "-----BEGIN PRIVATE " + "KEY-----\n"),
    )
)


def _flipped(random: Random, content: bytes) -> bytes:
    at = random.randrange(len(content))
    return content[:at] + bytes([content[at] ^ (1 << random.randrange(8))]) + content[at + 1 :]


def _cut(random: Random, content: bytes) -> bytes:
    start, end = sorted(random.choices(range(len(content) + 1), k=2))
    return content[:start] + content[end:]


def _ended(random: Random, content: bytes) -> bytes:
    return content[: random.randrange(len(content) + 1)]


def _repeated(random: Random, content: bytes) -> bytes:
    start, end = sorted(random.choices(range(len(content) + 1), k=2))
    return content[:end] + content[start:end] * random.choice((1, 2, 20)) + content[end:]


def _with_a_piece(random: Random, content: bytes) -> bytes:
    at = random.randrange(len(content) + 1)
    return content[:at] + random.choice(_PIECES) + content[at:]


def _with_another(random: Random, content: bytes) -> bytes:
    other = random.choice(EXAMPLES)
    start, end = sorted(random.choices(range(len(other) + 1), k=2))
    at = random.randrange(len(content) + 1)
    return content[:at] + other[start:end] + content[at:]


def _with_lines_moved(random: Random, content: bytes) -> bytes:
    lines = content.split(b"\n")
    random.shuffle(lines)
    return b"\n".join(lines)


_MUTATIONS: Final[tuple[Mutation, ...]] = (
    *(_flipped, _cut, _ended, _repeated, _with_a_piece, _with_another, _with_lines_moved),
)


def fuzzed(number: int) -> bytes:
    """The input of a number, always the same one: one of ten is bytes by chance."""
    random = Random(number)
    if number % 10 == 0:
        return random.randbytes(random.choice((0, 1, 2, 9, 200, 4_000)))
    content = random.choice(EXAMPLES)
    for _ in range(random.randrange(1, CHANGES_MAX + 1)):
        content = random.choice(_MUTATIONS)(random, content or b"\n")
    return content
