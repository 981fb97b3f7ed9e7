"""Tools that explain one item: why it is held, and what happened to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from pydantic import Field

from .beside import traced, trusted
from .data import against, all_remembered, history, remembered, replaced, when
from .parameters import Item, KnownAt
from .results import Evidence, HistoryResult, WhyResult
from .tool import READS, Group, tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..asking.listing import ItemLine
    from ..asking.story import Story
    from ..memory import Memory
    from .data import Asked
    from .results import Remembered

QUERIES_SHOWN_MAX = 10


class ExplainingTools(Group):
    """Whoever may read may ask these; another's item is told of as one that is nowhere."""

    @tool("read", "Why an item is held", READS)
    def memory_why(
        self,
        *,
        item: Item,
        question: Annotated[
            str,
            Field(max_length=1_000, description="Also its rank in the answer, or why it has none."),
        ] = "",
        known_at: KnownAt = "",
    ) -> WhyResult:
        """Explains an item: its sources, what it was made from, its evidence and its trust.

        With a question it also says at which rank the item answers it, or why it does not.
        """
        namespace, (memory, story) = self._story(item, question, known_at)
        is_own = namespace == self.connection.grant.namespace
        return why_result(memory, story, namespace, is_own=is_own)

    @tool("read", "What happened to an item", READS)
    def memory_history(self, *, item: Item, known_at: KnownAt = "") -> HistoryResult:
        """Tells all that happened to an item and to what it replaced, and what is current now."""
        namespace, (memory, story) = self._story(item, "", known_at)
        listed = [] if story.current is None else [remembered(story.current, namespace)]
        [*_, current] = [None, *trusted(listed, {namespace: memory})]
        return HistoryResult(
            namespace=namespace,
            item=story.item.item,
            current=current,
            steps=traced(history(memory, story), memory),
        )

    def _story(self, item: str, question: str, known_at: str) -> tuple[str, tuple[Asked, Story]]:
        asked = question.strip() or None

        def tell(memory: Memory) -> tuple[Asked, Story]:
            if known_at.strip():
                then = memory.as_of(known_at)
                return then, then.why(item, asked=asked)
            return memory, memory.why(item, asked=asked)

        return self.connection.first_that_knows(tell)


def why_result(memory: Asked, story: Story, namespace: str, *, is_own: bool) -> WhyResult:
    """The story of an item, as far as an agent needs it; what others asked is theirs."""
    where = story.whereabouts

    def others(lines: Sequence[ItemLine]) -> list[Remembered]:
        return trusted(all_remembered(lines, namespace), {namespace: memory})

    return WhyResult(
        namespace=namespace,
        about=remembered(
            story.item, namespace, trust=story.trust, is_quarantined=story.is_quarantined
        ),
        is_evergreen=story.is_evergreen,
        is_current=story.current is not None and story.current.item == story.item.item,
        strength=story.strength.share,
        confidence_from=story.confidence_from,
        true_from_at=when(story.true_from_at),
        true_until_at=when(story.true_until_at),
        sources=list(story.sources),
        also_said_by=others(story.also_said_by),
        made_from=others(story.made_from),
        led_to=others(story.led_to),
        evidence=_evidence(story, is_own=is_own),
        against=traced(against(story), memory),
        replaced=traced(replaced(story), memory),
        rank=None if where is None else where.rank,
        reasons=[] if where is None else [each.told for each in where.reasons],
    )


def _evidence(story: Story, *, is_own: bool) -> Evidence:
    promotion, prospect = story.promotion, story.prospect
    score = promotion.total if promotion else prospect.score.total if prospect else None
    asked = dict.fromkeys(each.query for each in reversed(story.recalls))
    return Evidence(
        recalls=len(story.recalls),
        queries=list(asked)[:QUERIES_SHOWN_MAX] if is_own else [],
        is_promoted=promotion is not None,
        promoted_by=promotion.judge if promotion else "",
        score=score,
        missing=list(prospect.missing) if prospect else [],
    )
