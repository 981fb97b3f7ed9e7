"""Commands that forget: `forget` with its plans, and `unblock`."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Final, Unpack

import rich_click as click
from click import argument, option

from ..domain.errors import Refused
from . import render_forgetting
from .forget_options import AT_ONCE, Chosen, ForgetGroup, How, chosen, how
from .lines import line
from .options import opened, shared_options
from .output import show_json

if TYPE_CHECKING:
    from ..commands.plans import Applied
    from ..memory import Memory
    from ..replay.choosing import Selectors
    from ..replay.forget_plan import ForgetPlan

_SAID_YES: Final = "command line, with --yes"
_CONFIRMED: Final = "command line, after a question"
_APPROVED: Final = "command line"


@click.group(cls=ForgetGroup)
def forget() -> None:
    """Forget sources, all below them, and all that was made from them.

    `lethelog forget SOURCE...` shows what goes and what stays, and asks. `plan`, `approve` and
    `apply` are the same in three steps, for several people or programs. Afterwards a source cannot
    be learned again until `lethelog unblock` allows it, unless --no-block is given.
    `lethelog forget SOURCE --help` lists the options.
    """


@forget.command(AT_ONCE, hidden=True)
@chosen
@how
@option("--yes", is_flag=True, help="Do it without asking.")
@option("--dry-run", is_flag=True, help="Only show what would go.")
@shared_options
def at_once(
    *,
    yes: bool,
    dry_run: bool,
    no_block: bool,
    retire: bool,
    rederive: bool,
    as_json: bool,
    **what: Unpack[Chosen],
) -> None:
    """Forget sources, all below them, and all that was made from them.

    Shows first what goes and what stays, and asks. Several options narrow down what the sources
    hold, or all there is where none is named.
    """
    with opened() as memory:
        plan = _plan(memory, what, save=not dry_run)
        if dry_run:
            _show(plan, "forget", blocks=not no_block, as_json=as_json)
            return
        approval = (
            _SAID_YES if yes or not (plan.gone or plan.recalls) else _ask(plan, blocks=not no_block)
        )
        memory.approve_forget(plan.id, approval)
        applied = memory.apply_forget(plan.id, block=not no_block, retire=retire, rederive=rederive)
        _check_erased(applied)
    if as_json:
        show_json("forget", {"plan": plan, "forgotten": applied})
    else:
        render_forgetting.forgotten(applied, plan.sources, blocks=not no_block)


@forget.command("plan")
@chosen
@shared_options
def plan_(*, as_json: bool, **what: Unpack[Chosen]) -> None:
    """Save a plan of what would go, stay and come back, for somebody to approve."""
    with opened() as memory:
        _show(_plan(memory, what, save=True), "forget plan", blocks=True, as_json=as_json)


@forget.command()
@argument("plan")
@option("--by", default=_APPROVED, show_default=True, help="Who approves it.")
@shared_options
def approve(*, plan: str, by: str, as_json: bool) -> None:
    """Let a plan be applied."""
    with opened() as memory:
        approved = memory.approve_forget(plan, by)
    if as_json:
        show_json("forget approve", approved)
    else:
        render_forgetting.approved(approved)


@forget.command("apply")
@argument("plan")
@how
@shared_options
def apply_(*, plan: str, as_json: bool, **ways: Unpack[How]) -> None:
    """Do what an approved plan says, if it would still do just that."""
    block = not ways["no_block"]
    with opened() as memory:
        applied = memory.apply_forget(
            plan, block=block, retire=ways["retire"], rederive=ways["rederive"]
        )
        _check_erased(applied)
    if as_json:
        show_json("forget apply", applied)
    else:
        render_forgetting.forgotten(applied, (), blocks=block)


@forget.command("list")
@shared_options
def list_(*, as_json: bool) -> None:
    """List plans and forgettings, and how far each has come."""
    with opened() as memory:
        found = memory.forget_plans()
    if as_json:
        show_json("forget list", {"plans": found})
    else:
        render_forgetting.plans(found)


@forget.command()
@argument("name", metavar="ID")
@shared_options
def receipt(*, name: str, as_json: bool) -> None:
    """Show what was destroyed, by a plan or by the forgetting at a position."""
    with opened() as memory:
        found = memory.receipts(name)
    if as_json:
        show_json("forget receipt", {"receipts": found})
    else:
        render_forgetting.receipts(found)


@click.command()
@argument("source")
@option("--purge", is_flag=True, help="Also destroy the record by which it was blocked.")
@shared_options
def unblock(*, source: str, purge: bool, as_json: bool) -> None:
    """Allow a forgotten source to be learned again."""
    with opened() as memory:
        changed = memory.unblock(source, approved_by=_APPROVED, purge=purge)
    if as_json:
        show_json("unblock", changed)
    else:
        line(f"{source} may be learned again")


def _plan(memory: Memory, what: Chosen, *, save: bool) -> ForgetPlan:
    if not any(what.values()):
        raise click.UsageError("name a source, or say which: --since, --kind, --author or --item.")
    selectors: Selectors = {
        "since": what["since"],
        "kind": what["kind"],
        "author": what["author"],
        "items": what["items"],
    }
    return memory.plan_forget(*what["sources"], save=save, **selectors)


def _show(plan: ForgetPlan, command: str, *, blocks: bool, as_json: bool) -> None:
    if as_json:
        show_json(command, {"plan": plan, "forgotten": None})
    else:
        render_forgetting.plan(plan, blocks=blocks)


def _ask(plan: ForgetPlan, *, blocks: bool) -> str:
    """Who approved; Refused where nobody can be asked, or whoever was said no."""
    if not sys.stdin.isatty():
        raise Refused(
            f"forgetting {render_forgetting.named(plan.sources)} takes {len(plan.gone)} items away"
            " for good and there is no terminal to ask on; look with --dry-run, then give --yes"
        )
    render_forgetting.plan(plan, blocks=blocks, stderr=True)
    if not click.confirm("Forget it?", err=True):
        raise Refused("nothing was forgotten")
    return _CONFIRMED


def _check_erased(applied: Applied) -> None:
    """No receipt, and no success, while another process holds a copy."""
    if applied.pending:
        from ..commands.plans import pending_sentence  # noqa: PLC0415 - it loads the journal

        raise Refused(pending_sentence(applied.pending))
