"""How sources to forget are named on the command line, and how they are forgotten."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final, TypedDict, TypeVar

import rich_click as click
from click import argument, option

from .options import complete_source

AT_ONCE: Final = "at-once"
"""The command that is never typed: what `forget SOURCE` stands for."""

Command = TypeVar("Command", bound=Callable[..., Any])


class Chosen(TypedDict):
    """What the options of `chosen` give."""

    sources: tuple[str, ...]
    since: str | None
    kind: str | None
    author: str | None
    items: tuple[str, ...]


class How(TypedDict):
    """What the options of `how` give."""

    no_block: bool
    retire: bool
    rederive: bool


class ForgetGroup(click.RichGroup):
    """`forget SOURCE` beside `forget VERB`: a source always has a slash, a verb never."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """What names no verb is about sources."""
        is_verb = bool(args) and (args[0] in self.commands or args[0] in ctx.help_option_names)
        return super().parse_args(ctx, args if is_verb else [AT_ONCE, *args])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, which has no name of its own where no verb was given."""
        name, command, rest = super().resolve_command(ctx, args)
        return "" if name == AT_ONCE else name, command, rest


def chosen(command: Command) -> Command:
    """The options that say what is meant."""
    for add in (
        option("--item", "items", metavar="ITEM", multiple=True, help="All it was made from."),
        option("--author", metavar="NAME", help="Only what this one says."),
        option("--kind", metavar="KIND", help="Only sources of this kind, such as email."),
        option("--since", metavar="DATE", help="Only what is dated then or later."),
        argument("sources", metavar="[SOURCE]...", nargs=-1, shell_complete=_complete),
    ):
        command = add(command)
    return command


def how(command: Command) -> Command:
    """The options that say how it is forgotten."""
    for add in (
        option("--rederive", is_flag=True, help="Make again what needs no new thought."),
        option("--retire", is_flag=True, help="Keep out what would be current again."),
        option("--no-block", is_flag=True, help="Let it be learned again later."),
    ):
        command = add(command)
    return command


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    """Sources, and the verbs that may stand in their place."""
    group = ctx.parent.command if ctx.parent else None
    names = group.list_commands(ctx) if isinstance(group, ForgetGroup) else []
    verbs = [name for name in names if name != AT_ONCE and name.startswith(incomplete)]
    return [*verbs, *complete_source(ctx, param, incomplete)]
