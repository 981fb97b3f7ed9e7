"""The reference of the command line leaves nothing out."""

from __future__ import annotations

from typing import Final

import click
import pytest

from lethelog.entrypoints.cli import cli
from lethelog.tests.architecture.house import ROOT

REFERENCE: Final = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8")
COMMANDS: Final = sorted(cli.commands)
_EVERYWHERE: Final = {"--help", "-h", "--store", "--json"}


def section(command: str) -> str:
    """What the reference says of one command."""
    _, _, rest = REFERENCE.partition(f"\n### {command}\n")
    return rest.partition("\n## ")[0].partition("\n### ")[0]


def options_of(command: click.Command) -> set[str]:
    """Every spelling of every option."""
    options = (each for each in command.params if isinstance(each, click.Option))
    return {name for option in options for name in option.opts} - _EVERYWHERE


@pytest.mark.parametrize("name", COMMANDS)
def test_the_reference_tells_of_every_command_and_option(name: str) -> None:
    """Each command has a section, with each option and argument of its own."""
    told = section(name)
    assert f"lethelog {name}" in told
    assert {
        option for option in options_of(cli.commands[name]) if f"`{option}" not in told
    } == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    """Nobody has to guess what an option does."""
    command = cli.commands[name]
    assert command.help
    options = [each for each in command.params if isinstance(each, click.Option)]
    assert [option.name for option in options if not option.help] == []


def test_the_reference_tells_of_what_all_commands_share() -> None:
    """Options of the program, exit codes, environment and the shape of the documents."""
    for word in (*options_of(cli), *_EVERYWHERE):
        assert f"`{word}" in REFERENCE, word
    for code in ("0", "1", "2", "3", "130"):
        assert f"| {code} |" in REFERENCE
    for name in (
        "LETHELOG_STORE",
        "LETHELOG_LOCK_WAIT_SECONDS",
        "LETHELOG_TRACEBACK",
        "NO_COLOR",
    ):
        assert f"`{name}`" in REFERENCE


def test_the_help_tells_the_exit_codes() -> None:
    """They stand where a user of a script looks first."""
    assert cli.epilog is not None
    for words in ("0 done", "1 asked", "2 wrong usage", "3 the store"):
        assert words in cli.epilog
