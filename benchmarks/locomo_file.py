"""Reads the LoCoMo file: conversations as our own input, and questions with their evidence."""

from __future__ import annotations

import json
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Final

import msgspec

KNOWN_SHA256: Final = "79fa87e90f04081343b8c8debecb80a9a6842b76a7aa537dc9fdf651ea698ff4"
"""Of `locomo10.json` as it was first published, with ten conversations."""

# Spelled `D1:3`, and also `D:1:3`, `D1:03`, or several in one string.
_EVIDENCE: Final = re.compile(r"D:?(\d+):0*(\d+)")
_SESSION_TIME: Final = "%I:%M %p on %d %B, %Y"


class Turn(msgspec.Struct, frozen=True):
    """What one speaker said; a picture that was shown stands in words in `blip_caption`."""

    dia_id: str
    speaker: str
    text: str
    blip_caption: str | None = None


class Question(msgspec.Struct, frozen=True):
    """A question and the ids of the turns that answer it."""

    question: str
    category: int
    evidence: tuple[str, ...] = ()

    def turns(self) -> frozenset[str]:
        """The evidence in one spelling, each turn once."""
        found = _EVIDENCE.findall(" ".join(self.evidence))
        return frozenset(f"D{session}:{turn}" for session, turn in found)


class Conversation(msgspec.Struct, frozen=True):
    """Sessions and their times under the names `session_1` and `session_1_date_time`."""

    sample_id: str
    conversation: dict[str, str | tuple[Turn, ...]]
    qa: tuple[Question, ...]

    def sessions(self) -> list[tuple[str, datetime, tuple[Turn, ...]]]:
        """The number, the time and the turns of each session that took place, in file order."""
        return [
            (name.removeprefix("session_"), self._time_of(name), turns)
            for name, turns in self.conversation.items()
            if isinstance(turns, tuple)
        ]

    def ended_at(self) -> datetime:
        """When the last session began."""
        return max(time for _, time, _ in self.sessions())

    def as_json_lines(self) -> bytes:
        """The conversation as it is given to `Memory.ingest`: one turn a line."""
        lines = [
            json.dumps(
                {
                    "id": turn.dia_id,
                    "author": turn.speaker,
                    "time": time.isoformat(),
                    "session": session,
                    "text": _with_picture(turn),
                }
            )
            for session, time, turns in self.sessions()
            for turn in turns
        ]
        return "\n".join(lines).encode()

    def _time_of(self, session: str) -> datetime:
        written = self.conversation[f"{session}_date_time"]
        assert isinstance(written, str), session
        return datetime.strptime(written, _SESSION_TIME).replace(tzinfo=UTC)


def read_conversations(path: Path) -> tuple[Conversation, ...]:
    """All conversations of a file; SystemExit if it is none of LoCoMo's."""
    try:
        return msgspec.json.decode(path.read_bytes(), type=tuple[Conversation, ...])
    except (OSError, msgspec.DecodeError) as error:
        raise SystemExit(f"{path} cannot be read as LoCoMo: {error}") from None


def _with_picture(turn: Turn) -> str:
    return f"{turn.text} [shares {turn.blip_caption}]" if turn.blip_caption else turn.text
