"""The tool that dreams: what is to be judged goes out, verdicts come in, or the rules do it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeAlias

import msgspec
from mcp.server.mcpserver import Context
from msgspec.structs import replace
from pydantic import Field

from ..domain.errors import InvalidInput
from ..domain.kinds import Kind
from ..domain.proposal import Answer, Proposal, Shown
from .beside import trust_in
from .data import lines_of, origin_of, when
from .progress import told_to
from .results import Result
from .tool import ADDS_ONCE, Group, tool

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..memory import Memory

VERDICTS_MAX: Final = 100

Json: TypeAlias = dict[str, Any]  # whose shape each proposal tells by its own schema


@dataclass(frozen=True, kw_only=True)
class ShownText:
    """One item that a question is about."""

    item: str
    text: str
    kind: Kind
    source: str | None
    origin: str
    trust: float
    author: str
    dated_at: str | None
    recorded_at: str | None


@dataclass(frozen=True, kw_only=True)
class Asked:
    """One question; a verdict keeps to `answer_schema` and repeats its `about` whole."""

    id: str
    phase: str
    question: str
    items: list[ShownText]
    answer_schema: Json


@dataclass(frozen=True, kw_only=True)
class Became:
    """What became of one verdict: recorded, known, declined, changed or gone, and why."""

    id: str
    became: str
    items: list[str]
    why: str


@dataclass(frozen=True, kw_only=True)
class Phase:
    """One phase of a dream by the rules."""

    phase: str
    seen: int
    changed: int
    details: list[str]


@dataclass(frozen=True, kw_only=True)
class DreamResult(Result):
    """Questions that are open, what became of the verdicts, and what the rules did."""

    proposals: list[Asked]
    open: int
    outcomes: list[Became]
    phases: list[Phase]


class DreamingTools(Group):
    """Whoever may read sees what is to be judged; to judge it takes the right to promote."""

    @tool("read", "Dream: judge and consolidate", ADDS_ONCE)
    def memory_dream(
        self,
        *,
        ctx: Context[Any, Any],
        verdicts: Annotated[
            list[Json], Field(max_length=VERDICTS_MAX, description="Answers to proposals.")
        ] = [],  # noqa: B006 - only its value is published, and nobody changes it
        by_rules: Annotated[
            bool, Field(description="Also run the phases that need no judge.")
        ] = False,
        limit: Annotated[int, Field(ge=0, le=50, description="Questions at most.")] = 10,
    ) -> DreamResult:
        """Consolidates the memory together with you.

        Call it without arguments for questions about what was remembered: which text updates
        another, what several say together, which facts one states. Answer each in the form of
        its answer_schema and call again with your verdicts. Verdicts and by_rules need the
        right to promote.
        """
        memory = self.connection.memory
        if verdicts or by_rules:
            self.connection.check("promote", "memory_dream with verdicts or by_rules")
            self.connection.check_trusted("memory_dream with verdicts or by_rules")
        outcomes = memory.accept([_answer(each) for each in verdicts]).outcomes if verdicts else ()
        tell, phases = told_to(ctx), len(memory.policy.dream.phases) if by_rules else 0
        every = phases + bool(limit)
        dream = (
            memory.dream(progress=lambda phase, done, _: tell(f"dreaming: {phase}", done, every))
            if by_rules
            else None
        )
        if limit:
            tell("looking for what is to be judged", phases, every)
        proposals = memory.propose() if limit else ()
        tell("done", every, every)
        return DreamResult(
            namespace=self.connection.grant.namespace,
            proposals=_asked(memory, proposals[:limit]),
            open=len(proposals),
            outcomes=[
                Became(id=o.proposal, became=o.became, items=list(o.items), why=o.why)
                for o in outcomes
            ],
            phases=[
                Phase(phase=p.phase, seen=p.seen, changed=p.changed, details=list(p.details))
                for p in (dream.phases if dream else ())
            ],
        )


def _answer(verdict: Json) -> Answer:
    """Whoever comes through this door is an agent, whatever is said of the judge."""
    try:
        return replace(msgspec.convert(verdict, Answer), judge="agent")
    except msgspec.ValidationError as error:
        raise InvalidInput(
            f"a verdict is not in the form of its answer_schema: {error}; nothing was recorded of"
            " any of them: repeat `about` whole and give one answer"
        ) from None


def _asked(memory: Memory, proposals: Sequence[Proposal]) -> list[Asked]:
    items = [shown.item for proposal in proposals for shown in proposal.items]
    lines, trust = lines_of(memory, items), trust_in(memory, items)

    def text_of(shown: Shown) -> ShownText:
        line = lines.get(shown.item)
        return ShownText(
            item=shown.item,
            text=shown.text,
            kind=shown.kind,
            source=line.source if line else None,
            origin=origin_of(line),
            trust=trust.get(shown.item, 1.0),
            author=shown.author,
            dated_at=when(shown.dated_at),
            recorded_at=when(shown.recorded_at),
        )

    return [
        Asked(
            id=proposal.id,
            phase=proposal.about.phase,
            question=proposal.question,
            items=[text_of(each) for each in proposal.items],
            answer_schema=msgspec.to_builtins(proposal.schema),
        )
        for proposal in proposals
    ]
