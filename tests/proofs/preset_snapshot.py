"""How many tokens a snapshot takes of each of the real conversations of LoCoMo."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Final

from lethelog.benchmarks.locomo_file import Conversation, read_conversations
from lethelog.domain.presets import PRESETS
from lethelog.domain.times import DAY, from_datetime
from lethelog.memory import Memory

PRESET: Final = "ktao"
QUESTIONS: Final = 5  # of each conversation, besides the snapshot without one


def tokens_of_snapshots(path: Path) -> list[int]:
    """Of each conversation, told the day after its last session, unasked and for some questions."""
    return [tokens for each in read_conversations(path) for tokens in _tokens(each)]


def told_in_words(path: Path | None) -> str:
    """What came of it, or what it takes."""
    if path is None:
        return "snapshots of real conversations: left out; LOCOMO=path/to/locomo10.json tells them"
    tokens, most = tokens_of_snapshots(path), PRESETS[PRESET].context.tokens_max
    return (
        f"snapshots of real conversations: {len(tokens)} of LoCoMo, of {min(tokens):,} to"
        f" {max(tokens):,} tokens; {most:,} are allowed"
    )


def _tokens(conversation: Conversation) -> list[int]:
    now = from_datetime(conversation.ended_at()) + DAY
    with closing(Memory.in_memory(policy=PRESETS[PRESET], clock=lambda: now)) as memory:
        memory.ingest(conversation.as_json_lines(), name=conversation.sample_id)
        questions = ["", *(each.question for each in conversation.qa[:QUESTIONS])]
        return [memory.context(each, record=False).tokens for each in questions]
