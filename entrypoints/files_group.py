"""`files PATH` beside `files VERB`: a file that is called as a verb is named with its folder."""

from __future__ import annotations

from typing import Final

import rich_click as click

SHOW: Final = "show"
"""The command that is never typed: what `files PATH` stands for."""


class FilesGroup(click.RichGroup):
    """What names no verb is a path; without either it is the folder of all files."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """Whatever is no verb is about a path."""
        verbs = {*self.commands, *ctx.help_option_names} - {SHOW}
        return super().parse_args(ctx, args if args and args[0] in verbs else [SHOW, *args])

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command, which has no name of its own where no verb was given."""
        name, command, rest = super().resolve_command(ctx, args)
        return "" if name == SHOW else name, command, rest
