"""A forgetting is planned, shown to a person where the client can, and never done without one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Final

from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp.server.mcpserver.resolve import Elicit, Resolve
from msgspec.structs import replace
from pydantic import BaseModel, Field

from ..domain.hygiene import visible
from ..domain.secrets import redacted
from .connection import Connection, told

if TYPE_CHECKING:
    from ..memory import Memory
    from ..replay.choosing import Selectors
    from ..replay.forget_plan import ForgetPlan

TOOL: Final = "memory_forget"
NAMES_SHOWN_MAX: Final = 10
NAME_CHARS_MAX: Final = 100


class Confirmed(BaseModel):
    """What a person answers."""

    forget: bool = Field(
        title="Forget it for good", description="This cannot be undone, by anybody."
    )


class NobodyAsked(Confirmed):
    """Stands for an answer where the client can ask nobody, or there is nothing to ask."""

    forget: bool = False


@dataclass(frozen=True)
class Planned:
    """A saved plan; the same one again as long as it would do the same."""

    plan: ForgetPlan


def connection_of(ctx: Context[Any, Any]) -> Connection:
    """The connection that a request came by."""
    connection = ctx.request_context.lifespan_context
    assert isinstance(connection, Connection), "a server of ours lives with its connection"
    return connection


def planned(
    *,
    ctx: Context[Any, Any],
    sources: list[str],
    items: list[str],
    since: str,
    author: str,
    kind: str,
) -> Planned:
    """The plan of what is asked to be forgotten; nothing is changed by it."""
    with told(TOOL, ToolError):
        connection = connection_of(ctx)
        connection.check("plan-forget", TOOL)
        selectors: Selectors = {
            "since": since or None,
            "author": author or None,
            "kind": kind or None,
            "items": items,
        }
        memory = connection.memory
        plan = memory.plan_forget(*sources, save=False, **selectors)
        return Planned(_saved(memory, plan) if plan.gone or plan.recalls else plan)


def asked(
    ctx: Context[Any, Any], planned: Annotated[Planned, Resolve(planned)]
) -> Elicit[Confirmed] | NobodyAsked:
    """The question to a person; it names the plan, so a yes is one to just what it would do."""
    plan = planned.plan
    if not (plan.gone or plan.recalls) or not _can_ask(ctx):
        return NobodyAsked()
    return Elicit(question(plan), Confirmed)


def question(plan: ForgetPlan) -> str:
    """What would go, in counts and names of sources: no text that could talk somebody into it."""
    shown = [_shown(source) for source in plan.sources[:NAMES_SHOWN_MAX]]
    more = len(plan.sources) - len(shown)
    names = ", ".join(shown) + (f" and {more} more" if more else "")
    effects = [f"{_told(len(plan.gone), 'item goes', 'items go')}, with what was made of it alone"]
    for count, one, many in (
        (
            len(plan.kept),
            "item stays, which another source says too",
            "items stay, which other sources say too",
        ),
        (len(plan.revived), "item becomes current again", "items become current again"),
        (len(plan.promotions_undone), "promotion is undone", "promotions are undone"),
        (plan.recalls, "search no longer counts", "searches no longer count"),
        (len(plan.exports), "earlier copy is out of reach", "earlier copies are out of reach"),
    ):
        effects += [_told(count, one, many)] if count else []
    return (
        f"An agent asks to forget for good: {names}.\n{'; '.join(effects)}.\n"
        f"This cannot be undone. (Plan {plan.id})"
    )


def _told(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"


def approver(ctx: Context[Any, Any]) -> str:
    """Who said yes, as the block record keeps it: a person, by the name that the client has.

    The client alone knows who sits before it, and it may be without a name.
    """
    params = ctx.session.client_params
    name = redacted(visible(params.client_info.name)).text if params else ""
    shown = _shown(" ".join(name.split()))
    return f"a person, asked by {shown}" if shown else "a person, asked by an MCP client"


def _saved(memory: Memory, plan: ForgetPlan) -> ForgetPlan:
    """The plan with its id: that of an earlier one that nobody has approved and does the same."""
    # Whoever never forgets waits for none of this.
    from ..commands.plans import saved_plans  # noqa: PLC0415
    from ..replay.forget_plan import effect_of  # noqa: PLC0415

    effect = effect_of(plan)
    lineages = tuple(map(memory.identity.lineage, plan.sources))
    for known in reversed(saved_plans(memory.journal)):
        is_open = known.approved_at is None
        if is_open and known.sources == lineages and known.effect == effect:
            return replace(plan, id=known.id, position=known.position)
    return replace(plan, id=memory.save_plan(plan.sources, plan.position, effect))


def _can_ask(ctx: Context[Any, Any]) -> bool:
    """Whether the client shows forms to a person; an empty word for it, from of old, means that."""
    capabilities = ctx.client_capabilities
    elicitation = capabilities.elicitation if capabilities else None
    return elicitation is not None and (elicitation.form is not None or elicitation.url is None)


def _shown(name: str) -> str:
    clean = "".join(c if c.isprintable() else "?" for c in name)
    return clean if len(clean) <= NAME_CHARS_MAX else f"{clean[:NAME_CHARS_MAX]}…"
