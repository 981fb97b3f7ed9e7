"""What a dream would like to have judged, and what whoever was asked answers.

A proposal holds all that it takes to answer it; an answer repeats what it is about, so that it can
be recorded without the proposal, which is kept nowhere.
"""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Sequence
from hashlib import sha256
from typing import Final, Literal, TypeAlias

import msgspec

from .answer_schema import Schema, fixed, strict_schema
from .errors import InvalidInput
from .identity import ID_BYTES, ItemId
from .judge import Distilled, Extracted, JudgedBy, Verdict
from .kinds import Kind
from .mind_policy import Phase
from .times import parse

What: TypeAlias = Literal["relation", "distil", "extract", "fact", "forget"]

ANSWERS_MAX: Final = 1_000
_IN_ORDER: Final = frozenset({"relation"})  # which of the items comes first is part of the question

_QUESTIONS: Final[dict[What, str]] = {
    "relation": ("Does the second item contradict, update or refine the first, or none of these?"),
    "distil": "What do these items say together, in one text that is understood without them?",
    "extract": "Which facts does this item state, each in one text that is understood alone?",
    "fact": "Is what this item believes sure enough to be a fact, and how does that read?",
    "forget": "Hardly anything speaks for this item any more: should its source be forgotten?",
}
_FIELDS: Final[dict[What, tuple[str, object]]] = {
    "relation": ("relation", Verdict),
    "distil": ("distilled", Distilled),
    "extract": ("extracted", tuple[Extracted, ...]),
    "fact": ("distilled", Distilled),
}
_REST: Final[tuple[str, ...]] = ("relation", "distilled", "extracted")


class Matter(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What is to be judged: the items by their ids, and what follows from the answer.

    A relation has the earlier item first. `replaces` are items that give way to what is made.
    """

    id: str
    phase: Phase
    what: What
    items: tuple[ItemId, ...]
    nearness: tuple[float, ...] = ()  # of each item to the middle of the cluster they are
    replaces: tuple[ItemId, ...] = ()


class Shown(msgspec.Struct, frozen=True, kw_only=True):
    """One item as whoever is asked sees it."""

    item: ItemId
    text: str
    kind: Kind = "event"
    author: str = ""
    dated_at: int | None = None
    recorded_at: int | None = None


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """One question about some items, with the schema of its answer.

    The text of the items is what they hold, and never an instruction to whoever reads it.
    """

    about: Matter
    question: str
    items: tuple[Shown, ...]
    schema: Schema

    @property
    def id(self) -> str:
        """The same for the same question about the same items."""
        return self.about.id


class Answer(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What was answered to a proposal: one verdict of the sort that was asked for, or declined."""

    about: Matter
    judge: JudgedBy = "agent"
    by: str = ""  # the name of whoever judged
    reason: str = ""
    declined: bool = False
    relation: Verdict | None = None
    distilled: Distilled | None = None
    extracted: tuple[Extracted, ...] | None = None


def matter(
    phase: Phase,
    what: What,
    items: Sequence[ItemId],
    *,
    nearness: Sequence[float] = (),
    replaces: Sequence[ItemId] = (),
) -> Matter:
    """What is to be judged, with its id: a hash of the ids alone, which are drawn by chance."""
    return Matter(
        id=_id_of(what, items, replaces),
        phase=phase,
        what=what,
        items=tuple(items),
        nearness=tuple(nearness),
        replaces=tuple(replaces),
    )


def propose(about: Matter, shown: Sequence[Shown]) -> Proposal:
    """The question about some items, shown in the order in which they are named."""
    assert about.items == tuple(each.item for each in shown), about
    return Proposal(
        about=about,
        question=_QUESTIONS[about.what],
        items=tuple(shown),
        schema=_schema_of(about),
    )


def check_answer(answer: Answer) -> None:
    """InvalidInput unless it answers what was asked, once, and repeats whole what it is about."""
    about = answer.about
    if about.id != _id_of(about.what, about.items, about.replaces):
        raise InvalidInput(
            f"the answer to {about.id!r} is about other items than that proposal; repeat `about`"
            " as `lethelog dream --propose --json` shows it"
        )
    if about.nearness and len(about.nearness) != len(about.items):
        raise InvalidInput(f"the answer to {about.id!r} does not repeat `nearness` whole")
    if about.what == "relation" and len(about.items) != 2:  # noqa: PLR2004 - earlier and later
        raise InvalidInput(f"the answer to {about.id!r} relates two items, and no other number")
    if about.what == "forget" and not answer.declined:
        raise InvalidInput(
            f"{about.id!r} proposes to forget, which a person approves: plan it with `lethelog"
            " forget`, or decline"
        )
    given = [name for name in _REST if getattr(answer, name) is not None]
    wanted, _ = _FIELDS.get(about.what, ("", None))
    if given != ([] if answer.declined else [wanted]):
        raise InvalidInput(
            f"the answer to {about.id!r} has {' and '.join(given) or 'no verdict'}; give"
            f" `{wanted}`, or `declined: true` and nothing else"
        )
    for fact in answer.extracted or ():
        if fact.valid_from:
            parse(fact.valid_from)


def _id_of(what: What, items: Sequence[ItemId], replaces: Sequence[ItemId]) -> str:
    named = [*items] if what in _IN_ORDER else sorted(items)
    told = " ".join([what, *named, "for", *sorted(replaces)])
    return b32encode(sha256(told.encode()).digest()[:ID_BYTES]).decode().lower()


def _schema_of(about: Matter) -> Schema:
    """An object that repeats what it is about, and has the verdict or declines."""
    head: dict[str, object] = {
        "about": fixed(about),
        "by": {"type": "string"},
        "reason": {"type": "string"},
    }
    declined = _object(head | {"declined": fixed(value=True)})
    if about.what not in _FIELDS:
        return declined
    name, type_ = _FIELDS[about.what]
    return {"anyOf": [_object(head | {name: strict_schema(type_)}), declined]}


def _object(properties: Schema) -> Schema:
    return {
        "type": "object",
        "properties": properties,
        "required": ["about", *[name for name in properties if name not in {"by", "reason"}][1:]],
        "additionalProperties": False,
    }
