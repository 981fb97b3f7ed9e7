"""From what the memory answers to what a tool returns: texts as data, with where they came from."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from ..asking.listing import ItemLine, items_where
from ..domain.identity import ItemId
from ..domain.times import iso
from .results import Remembered, Step

if TYPE_CHECKING:
    from ..asking.story import Story
    from ..projections.view import View

T = TypeVar("T")

DERIVED: Final = "derived"
"""The origin of what was made from several items."""


class Asked(Protocol):
    """A memory, or one as it was on an earlier day."""

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to its read model."""
        ...


def when(micros: int | None) -> str | None:
    """A moment as agents read it."""
    return None if micros is None else iso(micros)


def lines_of(memory: Asked, items: Iterable[str]) -> dict[str, ItemLine]:
    """What is kept with each of the items, by its id."""
    named = {"items": list(dict.fromkeys(items))}
    if not named["items"]:
        return {}
    found = memory.ask(
        lambda view: items_where(view, "list_contains($items::VARCHAR[], item.item)", named)
    )
    return {line.item: line for line in found}


def origin_of(line: ItemLine | None) -> str:
    """The channel by which an item came in."""
    return (line.origin if line else None) or DERIVED


def remembered(
    line: ItemLine,
    namespace: str,
    *,
    trust: float | None = None,
    is_quarantined: bool = False,
) -> Remembered:
    """One item, with what is told of its source."""
    return Remembered(
        item=line.item,
        text=line.text,
        kind=line.kind,
        source=line.source,
        namespace=namespace,
        origin=origin_of(line),
        trust=trust,
        is_quarantined=is_quarantined,
        confidence=line.confidence,
        author=line.author,
        dated_at=when(line.dated_at),
        recorded_at=when(line.recorded_at),
    )


def all_remembered(lines: Sequence[ItemLine], namespace: str) -> list[Remembered]:
    """Each of them."""
    return [remembered(line, namespace) for line in lines]


def against(story: Story) -> list[Step]:
    """What spoke against the item, and for and against a belief, in order."""
    text = story.item.text
    steps = [
        Step(
            at=iso(each.recorded_at),
            what="contradicted",
            item=story.item.item,
            text=text,
            by=each.by,
            by_text=each.by_text,
            judge=each.judge,
            reason=each.reason,
        )
        for each in story.contradictions
    ]
    steps += [
        Step(
            at=iso(each.recorded_at),
            what="confirmed" if each.speaks_for else "doubted",
            item=story.item.item,
            text=text,
            by=each.by,
            by_text=each.by_text,
            judge=each.judge,
            reason=each.reason,
        )
        for each in story.revisions
    ]
    return steps


def replaced(story: Story) -> list[Step]:
    """Every step of the chain that the item is part of."""
    return [
        Step(
            at=iso(each.recorded_at),
            what="superseded",
            item=each.item,
            text=each.text,
            by=each.by,
            by_text=each.by_text,
            judge=each.judge,
            reason=f"{each.reason}: {each.note}" if each.note else each.reason,
        )
        for each in story.chain
    ]


def history(memory: Asked, story: Story) -> list[Step]:
    """All that happened to an item and to those it replaced, the oldest first."""
    chain: list[ItemId] = [each.item for each in story.chain]
    chain += [each.by for each in story.chain if each.by is not None]
    lines = lines_of(memory, [story.item.item, *chain])
    steps = [
        (
            line.recorded_at,
            Step(
                at=iso(line.recorded_at),
                what="learned",
                item=line.item,
                text=line.text,
                by=line.source,
                judge=origin_of(line),
            ),
        )
        for line in lines.values()
    ]
    moments = [
        *(each.recorded_at for each in story.contradictions),
        *(each.recorded_at for each in story.revisions),
        *(each.recorded_at for each in story.chain),
    ]
    steps += zip(moments, [*against(story), *replaced(story)], strict=True)
    if story.promotion is not None:
        steps.append((story.promotion.recorded_at, _promoted(story)))
    return [step for _, step in sorted(steps, key=lambda each: each[0])]


def _promoted(story: Story) -> Step:
    promotion = story.promotion
    assert promotion is not None, story.item.item
    return Step(
        at=iso(promotion.recorded_at),
        what="promoted",
        item=story.item.item,
        text=story.item.text,
        judge=promotion.judge,
        reason=promotion.reason or f"score {promotion.total:.2f} of {promotion.recalls} recalls",
    )
