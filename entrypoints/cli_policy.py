"""Commands about the constants of all decisions: `policy` and `backtest`."""

from __future__ import annotations

from typing import Final

import rich_click as click
from click import argument, option

from ..domain.policy import differences
from . import render_policy
from .day_options import as_of_option, state_of
from .options import opened, shared_options
from .output import progress, show_json

# What reads a policy loads the readers of all sources, which help and completion do without; so
# each command imports it for itself.

_IN_FORCE: Final = "in force"


@click.group()
def policy() -> None:
    """Show, set or compare the constants by which everything is ranked and decided."""


@policy.command()
@argument("policy", required=False)
@option("--preset", metavar="NAME", help="The preset of this name, also where a file is called so.")
@as_of_option
@shared_options
def show(*, policy: str | None, preset: str | None, as_of: str | None, as_json: bool) -> None:
    """Print a policy as a file that `policy set` takes: a preset, a file, else the one in force."""
    from ..asking.adoption import Adoption  # noqa: PLC0415
    from ..commands.named_policy import file_of, named_policy, preset_called  # noqa: PLC0415

    if preset is not None and (policy is not None or as_of is not None):
        raise click.UsageError("--preset says already which policy; leave the rest out.")
    if preset is not None:
        found = Adoption(policy=preset_called(preset))
    elif policy is not None:
        if as_of is not None:
            raise click.UsageError("--as-of asks for what was in force; leave the policy out.")
        found = Adoption(policy=named_policy(policy))
    else:
        with opened() as memory:
            found = state_of(memory, as_of).adoption()
    if as_json:
        show_json("policy", found)
    else:
        in_force = policy is None and preset is None
        render_policy.shown(found, file_of(found.policy), in_force=in_force)


@policy.command("set")
@argument("policy")
@option("--reason", default="", help="Why, for whoever asks later.")
@shared_options
def set_(*, policy: str, reason: str, as_json: bool) -> None:
    """Put a preset or a file in force from here on; what was decided before keeps its own."""
    from ..commands.named_policy import named_policy  # noqa: PLC0415

    named = named_policy(policy)
    with opened() as memory:
        before = memory.policy
        changed = memory.adopt(named, reason=reason)
    if as_json:
        show_json("policy", changed)
    else:
        render_policy.adopted(named, changed, differences(before, named))


@policy.command()
@argument("one")
@argument("other", required=False)
@shared_options
def diff(*, one: str, other: str | None, as_json: bool) -> None:
    """List the constants in which two policies differ; the other is that in force unless named."""
    from ..commands.named_policy import named_policy  # noqa: PLC0415

    first = named_policy(one)
    if other is None:
        with opened() as memory:
            second = memory.policy
    else:
        second = named_policy(other)
    found = differences(first, second)
    if as_json:
        show_json("policy", {"one": first.name, "other": second.name, "differences": found})
    else:
        render_policy.differing(found, one, _IN_FORCE if other is None else other)


@click.command()
@argument("policies", metavar="POLICY...", nargs=-1, required=True)
@option(
    "--recalls",
    metavar="N",
    type=click.IntRange(min=1),
    help="Replay only the newest so many; what came before counts as it was recorded.",
)
@shared_options
def backtest(*, policies: tuple[str, ...], recalls: int | None, as_json: bool) -> None:
    """Live through all recalls once more under other policies, and compare; nothing is changed.

    A policy is a preset or a file. As if a dream had followed each recall: what would have been
    promoted, what would have come first, and how much of that is as it was.
    """
    from ..commands.named_policy import named_policy  # noqa: PLC0415

    named = [named_policy(each) for each in policies]
    with opened() as memory:
        count = memory.recalls_to_replay(recalls)
        with progress("replaying recalls", count * len(named)) as step:
            found = memory.backtest(*named, recalls=recalls, step=step)
    if as_json:
        show_json("backtest", found)
    else:
        render_policy.backtested(found)
