"""Answers to proposals, as an agent writes them down."""

from __future__ import annotations

from typing import Final

import msgspec

from ..domain.errors import InvalidInput
from ..domain.nesting import DEPTH_MAX, is_deep_json
from ..domain.proposal import Answer

ANSWERS_BYTES_MAX: Final = 16 * 1024 * 1024


def read_answers(given: bytes, what: str) -> list[Answer]:
    """The answers in a JSON list; InvalidInput, naming the place, if one is none."""
    if len(given) > ANSWERS_BYTES_MAX:
        raise InvalidInput(f"{what} has more than {ANSWERS_BYTES_MAX} bytes; give it in parts")
    if is_deep_json(given):
        raise InvalidInput(f"{what} is nested deeper than {DEPTH_MAX} levels; no answer is")
    try:
        answers = msgspec.json.decode(given, type=list[Answer])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise InvalidInput(
            f"{what} is no list of answers ({error}); each repeats `about` of its proposal and"
            " keeps to its `schema`, as `lethelog dream --propose --json` shows them"
        ) from None
    for answer in answers:
        if answer.judge == "rule":
            raise InvalidInput(
                f"the answer to {answer.about.id!r} says that a rule judged; say `agent` or `model`"
            )
    return answers
