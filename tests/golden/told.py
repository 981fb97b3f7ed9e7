"""What a store tells, in a form that the next versions must tell again to the last digit.

python -m lethelog.tests.golden.told STORE...
"""

from __future__ import annotations

import sys
from collections.abc import Iterable
from hashlib import blake2b
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import msgspec
from msgspec.structs import fields

from lethelog.asking.story import Story
from lethelog.domain.events import Recorded
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.projections.database import PROJECTIONS
from lethelog.projections.full_text import FULL_TEXT
from lethelog.projections.projection import Projection
from lethelog.projections.view import View
from lethelog.replay.catch_up import catch_up
from lethelog.tests.golden.life import POLICY

Told: TypeAlias = dict[str, Any]

_ASKED_AT: Final = 20_600 * DAY
_QUESTIONS: Final = (
    "where is the green tea",
    "nuts",
    "the lock of the bicycle",
    "Süßkartoffeln 新しい",
)
_DIGITS: Final = 9


def told(store: Path) -> Told:
    """All of a store: its figures, its events, every table of a replay, and some answers."""
    # Ranked by constants that never change, whatever later versions begin with.
    with Memory.open(store, policy=POLICY, clock=lambda: _ASKED_AT) as memory:
        verified = memory.verify()
        log = list(memory.journal.read())
        return {
            "verified": {
                "events": verified.events,
                "payloads": verified.payloads,
                "erased": verified.erased,
                "forgotten": verified.forgotten,
                "problems": [each.what for each in verified.problems],
            },
            "types": sorted({_plain(each.event)["type"] for each in log}),
            "events": _digest(log),
            "tables": _tables(memory),
            "searches": _searches(memory),
            "answers": _answers(memory),
        }


def _tables(memory: Memory) -> Told:
    """Of a new read model that was told everything, by the version that makes them."""
    view = View(None, store=memory.identity.name_for("view"))
    try:
        catch_up(memory.journal, view)
        digests = view.digests()
    finally:
        view.close()
    return {
        _made_by(projection): {
            table: [digests[table].rows, digests[table].digest] for table in projection.tables
        }
        for projection in PROJECTIONS
    }


def _searches(memory: Memory) -> Told:
    """What is found, and its score to the last digit, by the version of the index."""
    return {
        _made_by(FULL_TEXT): {
            question: [
                [each.item, round(each.score, _DIGITS), each.is_superseded]
                for each in memory.search(question, record=False, with_superseded=True).found
            ]
            for question in _QUESTIONS
        }
    }


def _made_by(projection: Projection) -> str:
    return f"{projection.name} {projection.version}"


def _answers(memory: Memory) -> Told:
    facts = memory.facts()
    return {
        "facts": [[each.item, each.text, each.learned, each.source] for each in facts],
        "why": {each.item: _story(memory.why(each.item)) for each in facts},
    }


def _story(story: Story) -> Told:
    return {
        "sources": list(story.sources),
        "made from": [each.text for each in story.made_from],
        "recalls": [[each.position, each.query, each.rank] for each in story.recalls],
        "earned": round(story.promotion.total, _DIGITS) if story.promotion else None,
        "trust": round(story.trust, _DIGITS),
        "chain": [[each.text, each.reason, each.by_text] for each in story.chain],
    }


def _digest(log: Iterable[Recorded]) -> str:
    """Of every event as canonical JSON, without what is as it is by default."""
    lines = (msgspec.json.encode(_plain(each), order="sorted") for each in log)
    return blake2b(b"\n".join(lines), digest_size=16).hexdigest()


# A field that a later version adds has a default that changes nothing, so it must not count.
def _plain(value: Any) -> Any:  # noqa: ANN401 - any value that an event may hold
    if isinstance(value, msgspec.Struct):
        held = ((field, getattr(value, field.name)) for field in fields(value))
        kept = {f.name: _plain(each) for f, each in held if f.required or each != f.default}
        tag = value.__struct_config__.tag
        return kept | ({"type": tag} if tag else {})
    if isinstance(value, tuple | list):
        return [_plain(each) for each in cast("Iterable[Any]", value)]  # for JSON
    return value


if __name__ == "__main__":
    sys.stdout.buffer.write(msgspec.json.encode([told(Path(each)) for each in sys.argv[1:]]))
