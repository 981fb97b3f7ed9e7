"""The command line: `lethelog VERB`, the same verbs as those of `Memory`."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import rich_click as click
from click import argument, version_option
from click.shell_completion import get_completion_class
from rich.console import Console

from .cli_asking import facts, search, sources, status
from .cli_attach import attach, detach
from .cli_deciding import contradict, promote, rebuild, supersede, withdraw
from .cli_decisions import decide, decisions, outcome, reverse
from .cli_dreaming import dream
from .cli_explaining import blame, explain
from .cli_export import export
from .cli_facts import labile, refine, revise
from .cli_files import files
from .cli_forgetting import forget, unblock
from .cli_graph import graph
from .cli_history import diff, log
from .cli_in_mind import context, drift
from .cli_keeping import backup, doctor, keys, restore, verify
from .cli_learning import correct, ingest, remember
from .cli_mcp import mcp
from .cli_policy import backtest, policy
from .cli_quarantine import quarantine, release
from .cli_share import share, unshare
from .cli_vectors import embed
from .cli_views import views
from .cli_why import why
from .namespace_option import namespace_option
from .options import Command, embedder_option, lock_wait_option, store_option
from .output import errors_shown, make_streams_safe

PROGRAM: Final = "lethelog"
_SHELLS: Final = ("bash", "zsh", "fish")
_INSTALL: Final = {
    "bash": '# To install it, put into ~/.bashrc:  eval "$(lethelog completion bash)"',
    "zsh": '# To install it, put into ~/.zshrc:  eval "$(lethelog completion zsh)"',
    "fish": (
        "# To install it:  lethelog completion fish > ~/.config/fish/completions/lethelog.fish"
    ),
}
_COMMANDS: Final = (
    *(ingest, remember, correct, refine),
    *(search, why, facts, decisions, labile, sources, status),
    *(context, drift),
    *(explain, blame),
    *(log, diff),
    *(dream, promote, contradict, revise, supersede, withdraw),
    *(quarantine, release),
    *(decide, outcome, reverse),
    *(policy, backtest),
    *(forget, unblock, rebuild),
    *(mcp, attach, detach, graph, files, share, unshare),
    *(embed, verify, views, backup, export, restore, keys, doctor),
)


def _panel(title: str, commands: list[str]) -> Callable[[Command], Command]:
    """Commands that help shows together; typed here, since it is in part only where it is from."""
    panel: Callable[[Command], Command] = click.command_panel(title, commands=commands)  # pyright: ignore[reportUnknownMemberType]
    return panel


class Program(click.RichGroup):
    """All commands; whatever goes wrong in one of them ends in a sentence and an exit code."""

    def invoke(self, ctx: click.Context) -> Any:  # noqa: ANN401 - as click has it
        """Runs the command that was asked for."""
        with errors_shown():
            return super().invoke(ctx)


@click.group(
    cls=Program,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog=(
        "The store is the folder of --store, else LETHELOG_STORE, else the data folder of this"
        " platform. Exit codes: 0 done; 1 asked for something impossible; 2 wrong usage;"
        " 3 the store is damaged or locked, or its key is missing."
    ),
)
@click.rich_config(help_config={"theme": "default-slim", "max_width": 100})
@_panel("Learn", ["ingest", "remember", "correct", "refine"])
@_panel("Ask", ["search", "context", "why", "facts", "decisions", "labile", "sources", "status"])
@_panel("Look back", ["explain", "blame", "log", "diff", "drift", "backtest"])
@_panel("Decide", ["dream", "promote", "contradict", "revise", "supersede", "withdraw", "policy"])
@_panel("Trust", ["quarantine", "release"])
@_panel("Keep a ledger", ["decide", "outcome", "reverse"])
@_panel("Forget", ["forget", "unblock"])
@_panel("Serve agents", ["mcp", "attach", "detach", "graph", "files", "share", "unshare"])
@_panel(
    "Keep",
    ["embed", "verify", "views", "backup", "export", "restore", "keys", "doctor", "rebuild"],
)
@_panel("More", ["demo", "completion"])
@store_option(envvar="LETHELOG_STORE")
@namespace_option(envvar="LETHELOG_NAMESPACE")
@lock_wait_option()
@embedder_option()
@version_option(package_name=PROGRAM, prog_name=PROGRAM)
def cli() -> None:
    """A memory that replays everything, explains anything, and truly forgets."""


@cli.command()
def demo() -> None:
    """Show what it does, on a small life that is made up."""
    # It brings the whole memory with it.
    from ..demo.play import run_demo  # noqa: PLC0415

    run_demo(Console())


@cli.command()
@argument("shell", type=click.Choice(_SHELLS), required=False)
def completion(*, shell: str | None) -> None:
    """Print the script that completes commands, options and sources in a shell.

    Its last line says how to install it. Without a name it is for the shell in use.
    """
    name = shell or Path(os.environ.get("SHELL", "")).name
    if name not in _SHELLS:
        raise click.UsageError(f"name the shell: {', '.join(_SHELLS)}.")
    script = get_completion_class(name)
    assert script is not None, name
    click.echo(script(cli, {}, PROGRAM, f"_{PROGRAM.upper()}_COMPLETE").source().strip())
    click.echo(_INSTALL[name])


def main() -> None:
    """Runs the command line of this process and ends it."""
    make_streams_safe()
    cli(prog_name=PROGRAM)


for _command in _COMMANDS:
    cli.add_command(_command)
