"""Tools that teach: one text, a document, what takes a place, and what speaks against an item."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

from mcp.server.mcpserver import Context
from pydantic import Field

from ..asking.listing import items_where
from ..domain.errors import InvalidInput, Refused
from ..domain.events import SupersessionReason
from ..domain.kinds import Kind
from ..domain.progress import begins
from ..domain.times import moment
from .beside import doubts
from .parameters import CONTENT_CHARS_MAX, CameBy, Day, Item, Path, Reason, Share, Text, Word
from .progress import parts_told, told_to
from .results import ChangedResult, LearnedResult
from .tool import ADDS, ADDS_ONCE, Group, tool

if TYPE_CHECKING:
    from ..commands.outcome import Changed, Ingested
    from ..domain.identity import ItemId

PARTS: Final = 4
"""Of learning a document: to read it, to look up what is known, to decide, and to record."""


class LearningTools(Group):
    """Whoever may write may teach; the channel by which it came in is that of the connection."""

    @tool("write", "Remember a text", ADDS_ONCE)
    def memory_remember(
        self,
        *,
        text: Text,
        kind: Kind = "fact",
        dated_at: Annotated[
            str, Field(max_length=40, description="When it was so; with a date it fades.")
        ] = "",
        author: Annotated[str, Field(max_length=200, description="Who says it.")] = "",
        within: Annotated[Path, Field(description="Source to put it into.")] = "",
        subject: Word = "",
        attribute: Word = "",
        value: Word = "",
        scope: Word = "",
        valid_from: Day = "",
        valid_until: Day = "",
        confidence: Share | None = None,
        reasoning: Reason = "",
        came_by: CameBy = "",
    ) -> LearnedResult:
        """Remembers one text; the same again changes nothing.

        Give subject, attribute and value together for what has one value at a time, as where
        somebody lives: a later value takes the place of an earlier one. For a decision give its
        reasoning, and its domain as scope. What may not hold beside it is returned: look at it,
        then call memory_supersede or memory_contradict where you are sure.
        """
        if kind == "decision":
            has_place = bool(within or subject or attribute or value)
            if came_by:
                raise InvalidInput("what was read somewhere decides nothing; remember it instead")
            return self._decided(text, reasoning, scope, dated_at=dated_at, has_place=has_place)
        return self._learned(
            self.connection.memory.remember(
                text,
                within=within or None,
                kind=kind,
                author=author,
                dated_at=moment(dated_at or None),
                valid_from=valid_from or None,
                valid_until=valid_until or None,
                origin=self.connection.channel_of(came_by),
                subject=subject,
                attribute=attribute,
                value=value,
                scope=scope,
                confidence=confidence,
                reasoning=reasoning,
            )
        )

    @tool("write", "Learn a document", ADDS_ONCE)
    def memory_ingest(
        self,
        *,
        ctx: Context[Any, Any],
        content: Annotated[
            str, Field(min_length=1, max_length=CONTENT_CHARS_MAX, description="All of its text.")
        ],
        name: Annotated[
            str,
            Field(max_length=200, description="What it is called, so that a new version is known."),
        ] = "",
        source_kind: Annotated[
            Literal["any", "email", "receipt", "conversation", "fact"],
            Field(description="What it is; any lets its content tell."),
        ] = "any",
        came_by: CameBy = "",
    ) -> LearnedResult:
        """Learns a whole document: an e-mail, a receipt, a conversation as JSON lines, or facts.

        The same again changes nothing; a new version under the same name supersedes what it
        changed. It takes the content, and never opens a file.
        """
        with parts_told(told_to(ctx), PARTS):
            begins("reading")
            learned = self.connection.memory.ingest(
                content.encode("utf-8", "replace"),
                name=name or None,
                source_kind=None if source_kind == "any" else source_kind,
                origin=self.connection.channel_of(came_by),
            )
        return self._learned(learned)

    @tool("write", "Replace an item", ADDS_ONCE)
    def memory_supersede(
        self,
        *,
        item: Item,
        by: Annotated[
            str, Field(max_length=64, description="Id of the item that takes its place.")
        ] = "",
        text: Annotated[
            str, Field(max_length=20_000, description="Or the text that takes its place.")
        ] = "",
        reason: SupersessionReason = "updated",
        note: Reason = "",
    ) -> ChangedResult:
        """Lets a newer item, or a text that is remembered for it, take the place of another.

        Nothing is lost: memory_history shows both. Name either `by` or `text`.
        """
        if bool(by.strip()) == bool(text.strip()):
            raise InvalidInput("name either `by`, the id of an item, or `text`, and not both")
        memory = self.connection.memory
        old = memory.item(item)
        new = memory.item(by) if by.strip() else self._taught(text)
        channel = self.connection.grant.channel
        return self._changed(
            memory.supersede(old, by=new, reason=reason, note=note, judge="agent", channel=channel)
        )

    @tool("write", "Speak against an item", ADDS)
    def memory_contradict(
        self,
        *,
        item: Item,
        by: Annotated[
            str, Field(max_length=64, description="Id of the item that speaks against it.")
        ] = "",
        strength: Share = 1.0,
        reason: Reason = "",
    ) -> ChangedResult:
        """Records evidence against an item, which lowers the trust in it and nothing else.

        Use it where two things cannot both be true and you do not know which is; where you know,
        use memory_supersede.
        """
        memory = self.connection.memory
        return self._changed(
            memory.contradict(
                memory.item(item),
                by=memory.item(by) if by.strip() else None,
                strength=strength,
                reason=reason,
                judge="agent",
                channel=self.connection.grant.channel,
            )
        )

    def _decided(
        self, text: str, reasoning: str, domain: str, *, dated_at: str, has_place: bool
    ) -> LearnedResult:
        if has_place:
            raise InvalidInput(
                "a decision has no key and no source of yours: give text, reasoning, and its"
                " domain as scope"
            )
        made = self.connection.memory.decide(
            text,
            reasoning=reasoning,
            domain=domain,
            dated_at=moment(dated_at or None),
            origin=self.connection.grant.channel,
        )
        return self._learned(made)

    def _taught(self, text: str) -> ItemId:
        """The item that says so, taught where none does."""
        memory = self.connection.memory
        learned = memory.remember(text, origin=self.connection.grant.channel)
        if learned.items:
            return learned.items[0]
        path = {"path": learned.sources[0]}
        known = memory.ask(lambda view: items_where(view, "item.path = $path", path))
        if not known:
            raise Refused("that text was forgotten and stays so; use other words, or ask a person")
        return known[-1].item

    def _learned(self, learned: Ingested) -> LearnedResult:
        return LearnedResult(
            namespace=self.connection.grant.namespace,
            is_news=bool(learned.items or learned.superseded),
            items=list(learned.items),
            sources=list(learned.sources),
            superseded=list(learned.superseded),
            contradicted=list(learned.contradicted),
            blocked=learned.blocked,
            position=learned.position,
            may_conflict=doubts(learned.possible_conflicts),
        )

    def _changed(self, changed: Changed) -> ChangedResult:
        return ChangedResult(
            namespace=self.connection.grant.namespace,
            is_news=changed.is_news,
            items=list(changed.items),
            position=changed.position,
        )
