"""The tool that forgets: it plans, and applies only what a person has said yes to."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal, TypeAlias

from mcp.server.elicitation import AcceptedElicitation, ElicitationResult
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.resolve import Resolve
from pydantic import Field

from ..domain.progress import begins
from .elicit import Confirmed, NobodyAsked, Planned, approver, asked, planned
from .parameters import Day, Item, Sources, Word
from .progress import parts_told, told_to
from .results import Result
from .tool import FORGETS, Group, tool

if TYPE_CHECKING:
    from ..commands.plans import Applied

PARTS: Final = 4
"""Of a forgetting: to hold it against what is known, to look that up, to decide, and to record."""

PARTS_A_SOURCE: Final = 4
"""Of erasing: keys, what they sealed, the read models, and a receipt."""

Status: TypeAlias = Literal["planned", "declined", "erased", "pending", "nothing"]


@dataclass(frozen=True, kw_only=True)
class ForgetResult(Result):
    """How far a forgetting came, and what it takes or took.

    planned: a person has to approve it, as `next` says; declined: a person said no; erased: gone
    in every byte; pending: gone, while another process still holds a copy; nothing: there was none.
    """

    status: Status
    next: str
    plan: str
    sources: list[str]
    gone: list[str]
    kept: list[str]
    revived: list[str]
    recalls: int
    copies_out_of_reach: int


class ForgettingTools(Group):
    """Whoever may plan to forget may ask for it; only a person lets it happen."""

    @tool("plan-forget", "Forget a source", FORGETS)
    def memory_forget(
        self,
        *,
        ctx: Context[Any, Any],
        planned: Annotated[Planned, Resolve(planned)],
        answer: Annotated[ElicitationResult[Confirmed], Resolve(asked)],
        sources: Sources = [],  # noqa: ARG002, B006 - the plan was made of these, and nobody changes it
        items: Annotated[  # noqa: ARG002 - as above
            list[Item], Field(max_length=100, description="All that these were made from.")
        ] = [],  # noqa: B006 - likewise
        since: Day = "",  # noqa: ARG002 - as above
        author: Word = "",  # noqa: ARG002 - as above
        kind: Annotated[  # noqa: ARG002 - as above
            str, Field(max_length=100, description="One kind of source, such as email.")
        ] = "",
        block: Annotated[bool, Field(description="Whether it may not be learned again.")] = True,
    ) -> ForgetResult:
        """Plans to forget sources with everything derived from them, and has a person decide.

        Where your client can ask its user, they are asked and it is done on a yes. Otherwise the
        plan is saved and `next` tells what the person runs. Forgetting cannot be undone: use
        memory_supersede for what is only out of date.
        """
        plan = planned.plan
        if not (plan.gone or plan.recalls):
            return self._told(planned, "nothing", "nothing is left of it; there is no more to do")
        if isinstance(answer, AcceptedElicitation) and isinstance(answer.data, NobodyAsked):
            return self._told(planned, "planned", self._approve(plan.id))
        if not isinstance(answer, AcceptedElicitation) or not answer.data.forget:
            return self._told(planned, "declined", "a person said no: do not ask again by yourself")
        memory = self.connection.memory
        memory.approve_forget(plan.id, approver(ctx))
        with parts_told(told_to(ctx), PARTS + len(plan.sources) * PARTS_A_SOURCE):
            begins("holding the plan against what is known now")
            applied: Applied = memory.apply_forget(plan.id, block=block)
        if applied.pending:
            return self._told(planned, "pending", "it is found no more; erasing ends by itself")
        return self._told(planned, "erased", f"`lethelog forget receipt {plan.id}` shows it")

    def _approve(self, plan: str) -> str:
        where = f"lethelog {self.connection.grant.options}".strip()
        return (
            f"tell the person that nothing is forgotten yet, and that they can run"
            f" `{where} forget approve {plan}` and then `{where} forget apply {plan}`,"
            " for the same store"
        )

    def _told(self, planned: Planned, status: Status, next_: str) -> ForgetResult:
        plan = planned.plan
        return ForgetResult(
            namespace=self.connection.grant.namespace,
            status=status,
            next=next_,
            plan=plan.id,
            sources=list(plan.sources),
            gone=[each.item for each in plan.gone],
            kept=[each.item for each in plan.kept],
            revived=[each.item for each in plan.revived],
            recalls=plan.recalls,
            copies_out_of_reach=len(plan.exports),
        )
