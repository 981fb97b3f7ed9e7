"""Reads the folder of BEAM: chats as our own input, and probing questions with their messages.

A chat is a folder `chats/<size>/<number>` with `chat.json`, or `chat_trunecated.json` where that is
also there, and `probing_questions/probing_questions.json`. The names are those of the data set.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeVar

import msgspec

SIZES: Final = ("100K", "500K")
CHATS: Final = "chats"
_WHOLE: Final = "chat.json"
_SHORTENED: Final = "chat_trunecated.json"  # where it is there, the questions are about this one
_QUESTIONS: Final = Path("probing_questions", "probing_questions.json")
_ANCHOR: Final = "%B-%d-%Y"
_MARK: Final = "->->"  # behind it stands from which bullet of the plan a message was made

T = TypeVar("T")
Json: TypeAlias = "str | float | bool | list[Json] | dict[str, Json] | None"


class Message(msgspec.Struct, frozen=True):
    """What the user or the assistant said; the first one of a session has the day of all."""

    id: int
    role: str
    content: str
    time_anchor: str | None = None

    def text(self) -> str:
        """The message without what the makers of the set noted behind it."""
        return self.content.partition(_MARK)[0].strip()


class Batch(msgspec.Struct, frozen=True):
    """One session: runs of messages that belong together."""

    batch_number: int
    turns: tuple[tuple[Message, ...], ...]

    def messages(self) -> Iterator[Message]:
        """All of them, in their order."""
        for turn in self.turns:
            yield from turn


class Question(msgspec.Struct, frozen=True):
    """A question and, in one of several shapes, the numbers of the messages that answer it."""

    question: str
    source_chat_ids: Any = None  # a list, or lists under names of their own; nothing to abstain

    def messages(self) -> frozenset[str]:
        """Every number in it, each once."""
        return frozenset(map(str, _numbers(self.source_chat_ids)))


class Chat(msgspec.Struct, frozen=True, kw_only=True):
    """One conversation with its questions by their type."""

    size: str
    name: str
    sessions: tuple[tuple[str, datetime, tuple[Message, ...]], ...]
    questions: dict[str, tuple[Question, ...]]

    def ended_at(self) -> datetime:
        """The day of the last session."""
        return max(day for _, day, _ in self.sessions)

    def as_json_lines(self) -> bytes:
        """The chat as it is given to `Memory.ingest`: one message a line, the role its author."""
        lines = [
            json.dumps(
                {
                    "id": str(message.id),
                    "author": message.role,
                    "time": day.isoformat(),
                    "session": session,
                    "text": message.text(),
                }
            )
            for session, day, messages in self.sessions
            for message in messages
            if message.text()
        ]
        return "\n".join(lines).encode()


def chat_folders(root: Path) -> list[Path]:
    """The folders of both sizes that are whole, in the order of their numbers."""
    chats = root / CHATS if (root / CHATS).is_dir() else root
    found = [
        folder
        for size in SIZES
        for folder in sorted((chats / size).glob("[0-9]*"), key=lambda each: int(each.name))
        if (folder / _QUESTIONS).is_file() and _text_of(folder).is_file()
    ]
    if not found:
        raise SystemExit(
            f"{root} holds no chat of BEAM; give the folder that holds {CHATS}/{SIZES[0]}/1"
        )
    return found


def read_chat(folder: Path) -> Chat:
    """A chat and its questions; SystemExit if it is none of BEAM's."""
    text = _text_of(folder)
    batches = _read(text, tuple[Batch, ...])
    return Chat(
        size=folder.parent.name,
        name=folder.name,
        sessions=tuple(_sessions(batches, text)),
        questions=_read(folder / _QUESTIONS, dict[str, tuple[Question, ...]]),
    )


def fingerprint(folders: Sequence[Path]) -> str:
    """The SHA-256 of all files that are read, by size and number."""
    digest = sha256()
    for folder in folders:
        for path in (_text_of(folder), folder / _QUESTIONS):
            digest.update(f"{folder.parent.name}/{folder.name}/{path.name}\0".encode())
            digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()


def _text_of(folder: Path) -> Path:
    shortened = folder / _SHORTENED
    return shortened if shortened.is_file() else folder / _WHOLE


def _read(path: Path, kind: type[T]) -> T:
    try:
        return msgspec.json.decode(path.read_bytes(), type=kind)
    except (OSError, msgspec.DecodeError) as error:
        raise SystemExit(f"{path} cannot be read as BEAM: {error}") from None


def _sessions(
    batches: Sequence[Batch], path: Path
) -> Iterator[tuple[str, datetime, tuple[Message, ...]]]:
    """Each session with its day; one that names none took place on the day of the one before."""
    day: datetime | None = None
    for batch in batches:
        messages = tuple(batch.messages())
        anchor = next((each.time_anchor for each in messages if each.time_anchor), None)
        day = _day(anchor, path) if anchor else day
        if day is None:
            raise SystemExit(f"{path} does not say when it begins: no message has a time_anchor")
        yield str(batch.batch_number), day, messages


def _day(anchor: str, path: Path) -> datetime:
    try:
        return datetime.strptime(anchor, _ANCHOR).replace(tzinfo=UTC)
    except ValueError:
        raise SystemExit(
            f"{path} has the time_anchor {anchor!r}; one like March-15-2024 can be read"
        ) from None


def _numbers(value: Json) -> Iterator[int]:
    if isinstance(value, dict):
        value = list(value.values())
    if isinstance(value, list):
        for each in value:
            yield from _numbers(each)
    elif isinstance(value, int) and not isinstance(value, bool):
        yield value
