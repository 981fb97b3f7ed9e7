"""Tools that ask: search, facts, decisions, what to have in mind, and figures."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import Field

from ..domain.identity import squeeze
from .answers import decision_text, fact_text, found_text, in_order
from .beside import trusted
from .context import ContextResult, context_of
from .data import lines_of, when
from .parameters import (
    After,
    AskedFrom,
    Before,
    Kinds,
    Limit,
    Offset,
    Question,
    Sources,
    Topic,
    Word,
)
from .results import DecisionsResult, FactsResult, SearchResult, StatsResult
from .tool import READS, Group, tool
from .unrecorded import Unrecorded

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..asking.listing import ItemLine
    from ..asking.question import Narrowing
    from ..domain.identity import ItemId
    from ..memory import Memory


class AskingTools(Group):
    """Whoever may read may ask these."""

    @tool("read", "Search the memory", READS)
    def memory_search(
        self,
        *,
        query: Question,
        limit: Limit = 5,
        after: After = "",
        before: Before = "",
        kinds: Kinds = [],  # noqa: B006 - only its value is published, and nobody changes it
        sources: Sources = [],  # noqa: B006 - likewise
        tier: Annotated[
            Literal["any", "episodic", "semantic"],
            Field(description="episodic: what fades; semantic: what never does."),
        ] = "any",
        diverse: Annotated[bool, Field(description="Prefer answers that differ.")] = False,
        with_superseded: Annotated[bool, Field(description="Also what was replaced.")] = False,
        with_faded: Annotated[bool, Field(description="Also what has faded.")] = False,
        asked_from: AskedFrom = "",
    ) -> SearchResult:
        """Finds what was remembered, best first.

        Ranked by words and meaning, age, importance and trust. Use it before you answer about
        people, preferences, plans or the past. A search is recorded: what is asked for often
        becomes a fact that no longer fades.
        """
        narrowing: Narrowing = {
            "limit": limit,
            "after": after or None,
            "before": before or None,
            "kinds": kinds,
            "sources": sources,
            "tier": None if tier == "any" else tier,
            "diverse": diverse,
            "with_superseded": with_superseded,
            "with_faded": with_faded,
        }
        return self._found(query, asked_from or None, narrowing)

    @tool("read", "List facts", READS)
    def memory_list_facts(
        self,
        *,
        subject: Word = "",
        attribute: Word = "",
        limit: Limit = 20,
        offset: Offset = 0,
    ) -> FactsResult:
        """Lists what is known for good, the newest first, each fact once with all that say it.

        Narrow it down with the subject and attribute of keyed facts. Facts in dispute name what
        contradicts them.
        """
        told = [
            (name, memory, fact)
            for name, memory in self.connection.readable().items()
            for fact in reversed(memory.facts())
            if (not subject or squeeze(fact.subject) == squeeze(subject))
            and (not attribute or squeeze(fact.attribute) == squeeze(attribute))
        ]
        page = told[offset : offset + limit]
        lines = _lines([(name, memory, fact.item) for name, memory, fact in page])
        return FactsResult(
            namespace=self.connection.grant.namespace,
            facts=trusted(
                [fact_text(fact, name, lines.get(fact.item)) for name, _, fact in page],
                self.connection.readable(),
            ),
            total=len(told),
        )

    @tool("read", "List decisions", READS)
    def memory_decisions(
        self, *, topic: Topic = "", domain: Word = "", limit: Limit = 10
    ) -> DecisionsResult:
        """Lists decisions with their reasons, outcomes and reversals.

        About a topic the best match first, else the newest. Look here before you decide something
        that may have been decided already.
        """
        told = [
            (name, memory, each)
            for name, memory in self.connection.readable().items()
            for each in in_order(memory.decisions(topic, domain), topic)
        ]
        named = [(name, memory, each.item) for name, memory, each in told[:limit]]
        lines, held = _lines(named), _held(named)
        return DecisionsResult(
            namespace=self.connection.grant.namespace,
            decisions=trusted(
                [
                    decision_text(
                        each, name, lines.get(each.item), is_quarantined=each.item in held
                    )
                    for name, _, each in told[:limit]
                ],
                self.connection.readable(),
            ),
            total=len(told),
        )

    @tool("read", "What to have in mind", READS)
    def memory_context(
        self,
        *,
        query: Topic = "",
        tokens_max: Annotated[int, Field(ge=50, le=100_000)] = 2_000,
        asked_from: AskedFrom = "",
    ) -> ContextResult:
        """Gives one text for your working memory, within a budget of tokens.

        Who you are, whom you work for, what binds you, what ranks first or answers the query, what
        happened in the last hours, and what is shared with you. Ask it once when a conversation
        begins. In the text, what stands in “…” is remembered.
        """
        made = context_of(
            self.connection, query, tokens_max=tokens_max, asked_from=asked_from or None
        )
        return ContextResult(
            namespace=self.connection.grant.namespace,
            text=made.text,
            tokens=made.tokens,
            tokens_max=tokens_max,
            position=made.own.position,
            made_at=when(made.own.made_at) or "",
            told=made.told,
            warning=made.own.warning,
        )

    @tool("read", "The memory in figures", READS)
    def memory_stats(self) -> StatsResult:
        """Tells how much this memory holds, in which namespace, and what you may do with it."""
        grant, found = self.connection.grant, self.connection.memory.status()
        return StatsResult(
            namespace=grant.namespace,
            may=sorted(grant.verbs),
            channel=grant.channel,
            reads_shared=self.connection.shared() is not None,
            position=found.position,
            items=found.items,
            evergreen=found.evergreen,
            superseded=found.superseded,
            contradicted=found.contradicted,
            sources=found.sources,
            recalls=found.recalls,
            promotions=found.promotions,
            forgotten=found.forgotten,
            blocked=found.blocked,
            last_learned_at=when(found.last_learned_at),
        )

    def _found(self, query: str, asked_from: str | None, narrowing: Narrowing) -> SearchResult:
        """The answer of its own memory and of what is shared with it."""
        # It loads the read models, which open while the client says hello.
        from ..asking.several import search_several  # noqa: PLC0415

        memories, own = self.connection.readable(), self.connection.grant.namespace
        stores: dict[str, Memory | Unrecorded] = {
            name: memory if name == own else Unrecorded(memory) for name, memory in memories.items()
        }
        answer = search_several(stores, query, asked_from=asked_from, **narrowing)
        lines = {
            name: lines_of(memory, [each.item for each in answer.found if each.store == name])
            for name, memory in memories.items()
        }
        return SearchResult(
            namespace=own,
            found=[
                found_text(rank, each, each.store, lines[each.store].get(each.item))
                for rank, each in enumerate(answer.found, start=1)
            ],
            kept_out=[each.item for each in answer.suppressed],
            warning=answer.warning,
        )


def _held(named: Sequence[tuple[str, Memory, ItemId]]) -> frozenset[ItemId]:
    """Those of the items that are in quarantine, each where it is."""
    memories = {name: memory for name, memory, _ in named}
    held: set[ItemId] = set()
    for name, memory in memories.items():
        held |= memory.held([item for here, _, item in named if here == name])
    return frozenset(held)


def _lines(named: Sequence[tuple[str, Memory, str]]) -> dict[str, ItemLine]:
    """What is kept with each item, asked of each memory once; two stores give no id twice."""
    memories = {name: memory for name, memory, _ in named}
    lines: dict[str, ItemLine] = {}
    for name, memory in memories.items():
        lines |= lines_of(memory, [item for here, _, item in named if here == name])
    return lines
