"""Reads a file of LongMemEval one question at a time, each with the sessions it is asked about."""

from __future__ import annotations

import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Final, TextIO

import msgspec

ABSTENTION: Final = "_abs"  # how the id of a question ends that cannot be answered
_TIME: Final = "%Y/%m/%d (%a) %H:%M"
_PIECE_CHARS: Final = 4 * 1024 * 1024  # about one question of the largest file
_BETWEEN: Final = " \t\r\n,"


class Turn(msgspec.Struct, frozen=True):
    """What the user or the assistant said."""

    role: str
    content: str


class Question(msgspec.Struct, frozen=True):
    """A question, when it was asked, the sessions before it and the ids of those that answer it."""

    question_id: str
    question_type: str
    question: str
    question_date: str
    haystack_session_ids: tuple[str, ...]
    haystack_dates: tuple[str, ...]
    haystack_sessions: tuple[tuple[Turn, ...], ...]
    answer_session_ids: tuple[str, ...]

    def group(self) -> str:
        """Its type, or that it cannot be answered, whatever its type."""
        return "abstention" if self.question_id.endswith(ABSTENTION) else self.question_type

    def asked_at(self) -> datetime:
        """The moment of the question."""
        return _moment(self.question_date)

    def sessions(self) -> Iterator[tuple[str, bytes]]:
        """Each session that says anything: its id, and its turns as `Memory.ingest` takes them.

        The store never learns the id, which would give the answer away.
        """
        told = zip(
            self.haystack_session_ids, self.haystack_dates, self.haystack_sessions, strict=True
        )
        for number, (session, date, turns) in enumerate(told, start=1):
            if lines := _json_lines(str(number), _moment(date), turns):
                yield session, lines


def read_questions(path: Path) -> Iterator[Question]:
    """All questions of a file, of which one at a time is in memory; SystemExit if it has none."""
    try:
        with path.open(encoding="utf-8") as file:
            for each in _elements(file):
                yield msgspec.convert(each, Question)
    except (OSError, ValueError, msgspec.MsgspecError) as error:  # a ValueError is of json
        raise SystemExit(f"{path} cannot be read as LongMemEval: {error}") from None


def _elements(file: TextIO) -> Iterator[object]:
    """The elements of a JSON array, decoded one by one."""
    decoder = json.JSONDecoder()
    text = file.read(_PIECE_CHARS).lstrip()
    if not text.startswith("["):
        raise ValueError("it does not begin with a list of questions")
    text = text[1:]
    while True:
        text = text.lstrip(_BETWEEN)
        if text.startswith("]"):
            return
        try:
            element, end = decoder.raw_decode(text)
        except json.JSONDecodeError:
            more = file.read(max(_PIECE_CHARS, len(text)))
            if not more:
                raise
            text += more
            continue
        yield element
        text = text[end:]


def _json_lines(session: str, time: datetime, turns: tuple[Turn, ...]) -> bytes:
    lines = [
        json.dumps(
            {
                "id": str(number),
                "author": turn.role,
                "time": time.isoformat(),
                "session": session,
                "text": turn.content,
            }
        )
        for number, turn in enumerate(turns, start=1)
        if turn.content.strip()
    ]
    return "\n".join(lines).encode()


def _moment(written: str) -> datetime:
    try:
        return datetime.strptime(written, _TIME).replace(tzinfo=UTC)
    except ValueError:
        raise SystemExit(
            f"the date {written!r} cannot be read; one like 2023/05/20 (Sat) 02:21 can"
        ) from None
