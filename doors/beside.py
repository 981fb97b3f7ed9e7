"""What stands beside a text that is told: by which source and channel it came, and its trust."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final, TypeVar

from ..domain.conflict_cues import PossibleConflict
from .data import DERIVED, Asked, lines_of, origin_of
from .results import Doubt, Remembered, Step

if TYPE_CHECKING:
    from ..asking.listing import ItemLine

R = TypeVar("R", bound=Remembered)

_TRUST: Final = """
SELECT item.item, distrust.trust
FROM item
JOIN distrust USING (d)
WHERE list_contains($items::VARCHAR[], item.item)
"""


def trust_in(memory: Asked, items: Iterable[str]) -> dict[str, float]:
    """The share of trust that contradictions have left to those of the items that they lessened."""
    named = {"items": list(dict.fromkeys(items))}
    if not named["items"]:
        return {}
    return dict(memory.ask(lambda view: view.rows(_TRUST, named)))


def trusted(texts: Sequence[R], memories: Mapping[str, Asked]) -> list[R]:
    """Each text with how far it is trusted in the namespace that it is from."""
    trust: dict[tuple[str, str], float] = {}
    for name, memory in memories.items():
        found = trust_in(memory, [each.item for each in texts if each.namespace == name])
        trust |= {(name, item): share for item, share in found.items()}
    return [replace(each, trust=trust.get((each.namespace, each.item), 1.0)) for each in texts]


def traced(steps: Sequence[Step], memory: Asked) -> list[Step]:
    """Each step with where both its texts came from."""
    named = [item for each in steps for item in (each.item, each.by or "")]
    lines = lines_of(memory, filter(None, named))
    return [
        replace(
            each,
            source=_source(lines.get(each.item)),
            origin=origin_of(lines.get(each.item)),
            by_source=_source(lines.get(each.by or "")),
            by_origin=origin_of(lines[each.by]) if each.by in lines else "",
        )
        for each in steps
    ]


def doubts(found: Sequence[PossibleConflict]) -> list[Doubt]:
    """What may not hold beside something that was taught, each with where it came from."""
    return [
        Doubt(
            item=each.item,
            text=each.text,
            likeness=each.score,
            signs=[cue.reason for cue in each.cues],
            source=each.source,
            origin=each.origin or DERIVED,
            trust=each.trust,
        )
        for each in found
    ]


def _source(line: ItemLine | None) -> str | None:
    return line.source if line else None
