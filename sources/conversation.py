"""Conversations as JSON Lines: one turn a line, each its own smallest source."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, get_args

import msgspec

from ..domain.errors import InvalidInput
from ..domain.identity import squeeze
from ..domain.kinds import Kind
from . import fields, text
from .document import Document, Passage, as_many_as_allowed
from .naming import name_of, what_is

TURNS_MAX: Final = 1_000_000
_AUTHOR: Final = ("author", "speaker", "role", "from", "name")
_TIME: Final = ("time", "timestamp", "date", "dated_at", "created_at", "ts")
TEXT: Final = ("text", "content", "message", "body")
_ID: Final = ("id", "turn_id", "uuid")
_SESSION: Final = ("session", "session_id")
_CONVERSATION: Final = ("conversation", "conversation_id")


class _Turn(msgspec.Struct, frozen=True):
    where: str
    id: str
    conversation: str
    passage: Passage


def read_conversation(data: bytes, *, location: str = "", name: str | None = None) -> Document:
    """Turns in their order, under their own ids when all have one, else under their numbers."""
    what = what_is(location)
    turns = list(_turns(text.decode(data, what), what))
    if not turns:
        raise InvalidInput(f"{what} holds no turn; write one JSON object a line")
    given, named_by = name_of("conversation", _shared_name(turns), location=location, name=name)
    numbered = not all(turn.id for turn in turns)
    if not numbered:
        _refuse_twice(turns)
    return Document(
        source_kind="conversation",
        name=given,
        named_by=named_by,
        numbered=numbered,
        complete=False,
        location=location,
        passages=as_many_as_allowed(
            (
                passage
                for number, turn in enumerate(turns, start=1)
                for passage in _passages(turn.passage, str(number) if numbered else turn.id)
            ),
            what,
        ),
    )


def _turns(content: str, what: str) -> Iterator[_Turn]:
    count = 0
    for number, line in enumerate(text.lines(content), start=1):
        if line.strip():
            count += 1
            if count > TURNS_MAX:
                raise InvalidInput(f"{what} has more than {TURNS_MAX} turns; split it into several")
            yield _turn(line, f"line {number} of {what}")


def _turn(line: str, where: str) -> _Turn:
    turn = fields.read_json(line, where)
    if not isinstance(turn, dict):
        raise InvalidInput(f"{where} is not a JSON object; write each turn as one")
    found = fields.spelled_alike(turn)
    return _Turn(
        where,
        _label(fields.first(found, _ID)),
        _label(fields.first(found, _CONVERSATION)),
        Passage(
            text=_text(turn, where),
            kind=_kind(fields.first(found, ("kind",)), where),
            author=_author(turn, where),
            session=_label(fields.first(found, _SESSION)),
            dated_at=fields.moment(_needed(turn, _TIME, "time", where), where),
            importance=fields.importance(fields.first(found, ("importance",)), where),
        ),
    )


def _needed(turn: fields.Fields, names: Sequence[str], what: str, where: str) -> fields.Json:
    value = fields.first(fields.spelled_alike(turn), names)
    if value is None:
        raise InvalidInput(
            f"{where} has no {what}, only the keys {fields.keys_of(turn)};"
            f" give it under one of {', '.join(names)}"
        )
    return value


def _text(turn: fields.Fields, where: str) -> str:
    value = _needed(turn, TEXT, "text", where)
    if not isinstance(value, str):
        raise InvalidInput(f"{where} has the text {fields.shown(value)}; give it as a string")
    if not (said := text.clean(value)):
        raise InvalidInput(f"{where} has a text that says nothing; write it, or remove the line")
    return said


def _author(turn: fields.Fields, where: str) -> str:
    author = fields.text_of(value := _needed(turn, _AUTHOR, "author", where))
    if not author:
        raise InvalidInput(f"{where} has the author {fields.shown(value)}; give a name as a string")
    return author


def _kind(value: fields.Json, where: str) -> Kind:
    kinds: tuple[Kind, ...] = get_args(Kind)
    if value is None:
        return "event"
    for kind in kinds:
        if value == kind:
            return kind
    raise InvalidInput(
        f"{where} has the kind {fields.shown(value)}; it must be one of {', '.join(kinds)}"
    )


def _label(value: fields.Json) -> str:
    return fields.text_of(value) or ""


def _shared_name(turns: Sequence[_Turn]) -> str:
    names = {turn.conversation for turn in turns}
    return names.pop() if len(names) == 1 else ""


def _refuse_twice(turns: Sequence[_Turn]) -> None:
    """Ids that differ in case or spacing alone would be one source."""
    known: dict[str, _Turn] = {}
    for turn in turns:
        before = known.setdefault(squeeze(turn.id), turn)
        if before is not turn:
            raise InvalidInput(
                f"{turn.where} has the id {fields.shown(turn.id)}, as has {before.where};"
                " give each turn its own id, or remove all ids"
            )


def _passages(turn: Passage, child: str) -> Iterator[Passage]:
    """The turn under its name, cut only when it is longer than a chunk."""
    if len(turn.text) <= text.CHUNK_CHARS_MAX:
        yield msgspec.structs.replace(turn, child=child)
        return
    for piece in text.chunks(text.paragraphs(turn.text)):
        yield msgspec.structs.replace(turn, child=child, text=piece)
