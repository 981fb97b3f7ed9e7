"""How the program starts and ends: fast, in any locale, and never with a traceback."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from lethelog.entrypoints.cli import PROGRAM, Program, cli
from lethelog.entrypoints.options import Place
from lethelog.entrypoints.output import TRACEBACK
from lethelog.journal.journal_file import JOURNAL
from lethelog.tests.entrypoints.terminal import Terminal

_HEAVY = ("duckdb", "eventsourcing", "selectolax", "lethelog.commands", "lethelog.replay")
_LOADED = f"print(*(name for name in {_HEAVY!r} if name in __import__('sys').modules))"


def broken(error: BaseException) -> Program:
    """The program with a command that fails as no command should."""
    program = Program()

    @program.command()
    def fail() -> None:
        raise error

    @program.command()
    def other() -> None:
        """Makes it a program of several commands."""

    return program


def test_help_and_completion_load_nothing_heavy() -> None:
    """They answer while DuckDB would still be loading; the types of answers are no exception."""
    code = (
        "import lethelog.entrypoints.cli as c, contextlib\n"
        "for words in (['--help'], ['ingest', '--help'], ['completion', 'bash']):\n"
        "    with contextlib.suppress(SystemExit): c.cli(words)\n" + _LOADED
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout.splitlines()[-1] == ""


def test_a_bug_is_one_sentence() -> None:
    """It names the error, and how to see where it comes from."""
    result = CliRunner().invoke(broken(ZeroDivisionError("one by none")), ["fail"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "this is a bug in lethelog: ZeroDivisionError: one by none" in result.stderr
    assert f"{TRACEBACK}=1" in result.stderr


def test_whoever_asks_for_the_traceback_gets_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """The error itself comes out, for a report."""
    monkeypatch.setenv(TRACEBACK, "1")
    result = CliRunner().invoke(broken(ZeroDivisionError("one by none")), ["fail"])
    assert isinstance(result.exception, ZeroDivisionError)


def test_an_interrupt_ends_with_the_code_of_its_signal() -> None:
    """128 and the number of SIGINT, as shells have it."""
    result = CliRunner().invoke(broken(KeyboardInterrupt()), ["fail"])
    assert (result.exit_code, result.stdout) == (130, "")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pipe that can be closed")
@pytest.mark.parametrize("words", [("facts",), ("facts", "--json"), ("why", "{item}")])
def test_a_reader_that_stops_early_is_no_error(tea: Terminal, words: tuple[str, ...]) -> None:
    """`lethelog facts | head -1` ends quietly."""
    item = tea.id_of("hazelnuts")
    ours, theirs = os.pipe()
    os.close(ours)
    done = tea.process(
        *(word.format(item=item) for word in words),
        capture_output=False,
        stdout=theirs,
        stderr=subprocess.PIPE,
    )
    os.close(theirs)
    assert (done.returncode, done.stderr) == (0, "")


def test_what_a_terminal_cannot_show_is_replaced(terminal: Terminal) -> None:
    """An old locale gets question marks and plain lines, and a program still gets UTF-8."""
    terminal.says("remember", "Ana's favourite is 緑茶 — “sencha”.")
    old = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    item = terminal.id_of("favourite")
    for words in (("search", "favourite"), ("why", item), ("facts",), ("why", "--help")):
        done = terminal.process(*words, environment=old)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.isascii()
    assert "緑茶" in terminal.process("facts", "--json", environment=old).stdout


def test_colour_is_for_terminals_that_want_it(tea: Terminal) -> None:
    """FORCE_COLOR brings it into a pipe, NO_COLOR takes it away again."""
    forced = {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    assert "\x1b[36m" in tea.process("facts", environment=forced).stdout
    plain = tea.process("facts", environment=forced | {"NO_COLOR": "1"}).stdout
    assert "\x1b[36m" not in plain


def test_the_store_is_that_of_the_option_the_environment_or_the_platform(
    tea: Terminal, tmp_path: Path
) -> None:
    """The nearest counts: the command's option, the program's, the environment, the platform."""
    other = Terminal(tmp_path / "other")
    other.says("remember", "Only coffee here.")
    assert "coffee" in tea.says("facts", "--store", str(other.store))
    assert "coffee" in tea.says("--store", str(other.store), "facts")
    assert "hazelnuts" in tea.says("--store", str(other.store), "facts", "--store", str(tea.store))
    assert Place().store.name == PROGRAM


def test_a_folder_is_a_store_by_the_name_that_the_journal_gives_its_file(tea: Terminal) -> None:
    """The command line looks for that file without loading the journal."""
    assert (tea.store / JOURNAL.name).exists()
    (tea.store / JOURNAL.name).unlink()
    assert "there is no store" in tea.run("facts").stderr


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_its_script_and_how_to_install_it(terminal: Terminal, shell: str) -> None:
    """The last line says what to do with it."""
    *script, last = terminal.says("completion", shell).splitlines()
    assert any("_LETHELOG_COMPLETE" in line for line in script)
    assert last.startswith("# To install it")


def completed(terminal: Terminal, *words: str) -> list[str]:
    """What bash would offer for the last word."""
    asked = {
        "_LETHELOG_COMPLETE": "bash_complete",
        "COMP_WORDS": " ".join(("lethelog", *words)),
        "COMP_CWORD": str(len(words)),
    }
    done = terminal.process(environment=asked)
    assert done.stderr == ""
    return [line.partition(",")[2] for line in done.stdout.split()]


def test_commands_options_and_sources_are_completed(tea: Terminal) -> None:
    """Sources come from the store that is there."""
    assert completed(tea, "sup") == ["supersede"]
    assert completed(tea, "search", "--asked") == ["--asked-from"]
    everything = ["conversation/tea", "conversation/tea/1", "conversation/tea/2"]
    assert completed(tea, "forget", "conv") == everything
    assert completed(tea, "search", "--source", "conversation/tea/2") == everything[2:]


def test_completion_makes_no_store_and_says_nothing_of_a_damaged_one(terminal: Terminal) -> None:
    """Pressing a key has no effect and no errors."""
    assert completed(terminal, "forget", "conv") == []
    assert not terminal.store.exists()
    terminal.store.mkdir()
    (terminal.store / JOURNAL.name).write_bytes(b"no journal " * 100)
    assert completed(terminal, "forget", "conv") == []


def test_the_demo_and_the_version_need_no_store(terminal: Terminal) -> None:
    """Both work on a machine that has just got the program."""
    assert terminal.says("--version").startswith("lethelog, version ")
    done = terminal.process("demo")
    assert (done.returncode, done.stderr) == (0, "")
    assert not terminal.store.exists()


def test_every_command_is_there() -> None:
    """The verbs of the library, and what a command line needs besides."""
    assert sorted(cli.commands) == sorted(
        "ingest remember search dream promote contradict supersede correct why forget unblock"
        " facts sources status rebuild demo completion verify backup restore keys doctor"
        " policy backtest explain blame log diff views embed context drift export mcp"
        " attach detach share unshare graph files refine decisions labile revise decide outcome"
        " reverse withdraw quarantine release".split()
    )
