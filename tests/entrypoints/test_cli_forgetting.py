"""Forgetting by command line: at once or in steps, with a question, and never a false receipt."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import click
import msgspec
import pytest

from lethelog.entrypoints.cli_forgetting import forget
from lethelog.memory import Memory
from lethelog.tests.architecture.house import ROOT
from lethelog.tests.entrypoints.terminal import PROGRAM_TEXT, SECONDS_MAX, Terminal


def step(tea: Terminal, verb: str, *words: str) -> Any:  # noqa: ANN401 - any JSON
    """The result of one step of a forgetting."""
    document = msgspec.json.decode(tea.says("forget", verb, *words, "--json"))
    assert (document["lethelog"], document["command"]) == (1, f"forget {verb}")
    return document["result"]


def test_a_plan_shows_what_goes_and_what_stays(tea: Terminal) -> None:
    """Nothing has changed when it is shown."""
    before = tea.journal()
    said = tea.says("forget", "conversation/tea", "--dry-run")
    assert "take away 2 items" in said
    assert "block it until `lethelog unblock conversation/tea`" in said
    assert "learned again" in tea.says("forget", "conversation/tea", "--dry-run", "--no-block")
    document = tea.json("forget", "conversation/tea", "--dry-run")
    assert (len(document["plan"]["gone"]), document["forgotten"]) == (2, None)
    assert tea.journal() == before


def test_a_long_plan_is_cut(terminal: Terminal) -> None:
    """Ten lines say enough; the document for programs has them all."""
    terminal.says(
        "ingest", "-", "--name", "f", stdin="\n".join(f"fact number {i}" for i in range(14))
    )
    said = terminal.says("forget", "fact/f", "--dry-run")
    assert "and 4 more" in said
    assert len(terminal.json("forget", "fact/f", "--dry-run")["plan"]["gone"]) == 14


def test_without_a_terminal_forgetting_needs_a_yes(tea: Terminal) -> None:
    """A script that forgets has to say so."""
    before = tea.journal()
    result = tea.run("forget", "conversation/tea", stdin="y\n")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "--yes" in result.stderr
    assert tea.journal() == before


def test_what_is_forgotten_stays_away_until_it_is_unblocked(tea: Terminal) -> None:
    """Forget, refuse, unblock, learn again."""
    file = str(tea.store.parent / "tea.jsonl")
    assert tea.says("forget", "conversation/tea", "--yes").startswith("forgot conversation/tea, 2")
    assert "tea" not in tea.says("search", "tea", "--no-record").partition(";")[0]
    refused = tea.run("ingest", file)
    assert refused.exit_code == 1
    assert "lethelog unblock conversation/tea" in refused.stderr
    assert "may be learned again" in tea.says("unblock", "conversation/tea")
    assert tea.says("ingest", file).endswith("2 new items\n")


def test_forgetting_without_a_block_lets_it_come_back(tea: Terminal) -> None:
    """The document names what went."""
    result = tea.json("forget", "conversation/tea", "--yes", "--no-block")
    assert len(result["forgotten"]["items"]) == 2
    assert tea.says("ingest", str(tea.store.parent / "tea.jsonl")).endswith("2 new items\n")


@pytest.mark.skipif(sys.platform == "win32", reason="needs a pseudo-terminal")
@pytest.mark.parametrize(("answer", "code", "events"), [("y\n", 0, 1), ("n\n", 1, 0)])
def test_on_a_terminal_forgetting_shows_its_plan_and_asks(
    tea: Terminal, answer: str, code: int, events: int
) -> None:
    """A yes forgets, a no changes nothing; question and plan leave standard output alone."""
    head, count = tea.journal()
    ours, theirs = os.openpty()
    os.write(ours, answer.encode())
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM_TEXT, "forget", "conversation/tea"],
        env=tea.environment(),
        stdin=theirs,
        capture_output=True,
        text=True,
        timeout=SECONDS_MAX,
        check=False,
    )
    os.close(ours)
    os.close(theirs)
    assert done.returncode == code, done.stderr
    assert "take away 2 items" in done.stderr
    assert "Forget it? [y/N]" in done.stderr
    assert "take away" not in done.stdout
    assert tea.journal() == (head + events, count + events)


def test_a_plan_is_approved_and_applied_in_steps(tea: Terminal) -> None:
    """By its id or the start of it; the list tells how far it has come."""
    plan = step(tea, "plan", "conversation/tea")["plan"]["id"]
    early = tea.run("forget", "apply", plan)
    assert (early.exit_code, early.stdout) == (1, "")
    assert f"lethelog forget approve {plan}" in early.stderr
    assert "planned" in tea.says("forget", "list")
    assert "is approved" in tea.says("forget", "approve", plan[:8], "--by", "Nora")
    assert step(tea, "list")["plans"][0]["state"] == "approved"
    applied = step(tea, "apply", plan)
    assert (applied["is_news"], applied["pending"], len(applied["items"])) == (True, [], 2)
    assert "nothing changed" in tea.says("forget", "apply", plan)
    assert "nothing changed" in tea.says("forget", "approve", plan)
    assert "erased" in tea.says("forget", "list")
    [receipt] = step(tea, "receipt", plan)["receipts"]
    assert receipt["position"] == applied["position"]
    assert f"at {receipt['position']}" in tea.says("forget", "receipt", str(receipt["position"]))


def test_a_store_without_plans_says_so(tea: Terminal) -> None:
    """And how to make one."""
    assert "`lethelog forget plan`" in tea.says("forget", "list")


def test_a_plan_that_would_do_something_else_now_is_not_applied(tea: Terminal) -> None:
    """The complaint says what changed."""
    plan = step(tea, "plan", "conversation/tea")["plan"]["id"]
    tea.says("forget", "approve", plan)
    tea.says("remember", "The pot is blue.", "--within", "conversation/tea")
    result = tea.run("forget", "apply", plan)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "1 more item came from conversation/tea" in result.stderr


def test_sources_are_chosen_by_what_they_say(tea: Terminal) -> None:
    """By author, date, kind and item, alone or narrowing each other down."""

    def chosen(*words: str) -> list[str]:
        sources: list[str] = tea.json("forget", *words, "--dry-run")["plan"]["sources"]
        return sources

    assert chosen("--author", "ben") == ["conversation/tea/2"]
    assert chosen("--since", "2026-02-01") == ["conversation/tea/2"]
    assert chosen("--kind", "conversation") == ["conversation/tea"]
    assert chosen("conversation/tea", "--author", "Ana") == ["conversation/tea/1"]
    assert chosen("--item", tea.id_of("moved upstairs")) == ["conversation/tea/2"]
    both = tea.says("forget", "conversation/tea/1", "conversation/tea/2", "--dry-run")
    assert both.startswith("forgetting 2 sources would")


@pytest.mark.parametrize(
    "words", [("forget",), ("forget", "plan"), ("forget", "--yes")], ids=" ".join
)
def test_naming_no_source_is_wrong_usage(tea: Terminal, words: tuple[str, ...]) -> None:
    """It never means everything."""
    result = tea.run(*words)
    assert (result.exit_code, result.stdout) == (2, "")
    assert "name a source" in " ".join(result.stderr.split())


def test_what_is_no_source_is_said_to_be_none(tea: Terminal) -> None:
    """A word without a slash is a verb or a mistake."""
    result = tea.run("forget", "everything", "--yes")
    assert result.exit_code == 1
    assert "'everything' is not a source" in result.stderr


def test_what_returns_and_what_can_be_made_again_is_told(tea: Terminal) -> None:
    """In so many words, with the ids to make it from."""
    old, new = tea.id_of("green tea cellar"), tea.id_of("moved upstairs")
    nuts = tea.id_of("hazelnuts")
    tea.says("supersede", old, "--by", new)
    tea.says("promote", new, nuts, "--text", "Nuts and tea are upstairs.")
    tea.says("promote", new, nuts, "--text", "ana is allergic to hazelnuts.")
    said = tea.says("forget", "conversation/tea/2", "--yes", "--retire", "--rederive")
    assert "kept out 1 item" in said
    assert "made again" in said
    assert f"to be made again by you from {nuts[:8]}" in said
    assert "cellar" not in tea.says("search", "cellar", "--no-record").partition(";")[0]


def test_earlier_copies_are_told(tea: Terminal) -> None:
    """With their dates, since no forgetting reaches them."""
    with Memory.open(tea.store) as memory:
        note = b'{"made_at": 1772323200000000, "position": 2, "to": "/somewhere"}'
        memory.journal.note("backup", "1", note)
    said = tea.says("forget", "conversation/tea", "--dry-run")
    assert "not reach 1 earlier copy" in said
    assert "backup of 2026-03-01  /somewhere" in said


def test_as_long_as_a_copy_is_held_there_is_no_receipt(tea: Terminal) -> None:
    """The code is not 0, and the complaint says who holds it; afterwards all is erased."""
    with Memory.open(tea.store) as other:
        other.search("tea", record=False)
        result = tea.run("forget", "conversation/tea", "--yes", "--json")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "views/0 of another process; end that process" in result.stderr
        [line] = step(tea, "list")["plans"]
        assert line["state"] == "pending"
        result = tea.run("forget", "receipt", line["id"])
        assert (result.exit_code, result.stdout) == (1, "")
    assert "erased" in tea.says("forget", "list")
    assert "keys destroyed" in tea.says("forget", "receipt", line["id"])


def test_a_block_can_be_purged(tea: Terminal) -> None:
    """Also after it was lifted."""
    tea.says("forget", "conversation/tea", "--yes")
    assert "may be learned again" in tea.says("unblock", "conversation/tea", "--purge")
    assert not tea.json("unblock", "conversation/tea", "--purge")["is_news"]


def test_completion_offers_verbs_and_sources(tea: Terminal) -> None:
    """Both may stand after `forget`; the hidden command may not."""
    environment = {"COMP_WORDS": "lethelog forget ", "COMP_CWORD": "2"}
    done = tea.process(environment={"_LETHELOG_COMPLETE": "bash_complete", **environment})
    offered = {line.partition(",")[2] for line in done.stdout.split()}
    assert {"plan", "apply", "receipt", "conversation/tea/1"} <= offered
    assert "at-once" not in offered


@pytest.mark.parametrize("name", sorted(forget.commands))
def test_the_reference_tells_of_every_step_and_option(name: str) -> None:
    """Each verb stands in the section of `forget`, with each option of its own."""
    _, _, rest = (ROOT / "docs" / "cli.md").read_text(encoding="utf-8").partition("\n### forget\n")
    told, _, _ = rest.partition("\n### ")
    command = forget.commands[name]
    assert command.help
    assert (
        command.hidden or f"`lethelog forget {name} " in told or f"`lethelog forget {name}`" in told
    )
    options = {opt for p in command.params if isinstance(p, click.Option) for opt in p.opts}
    assert {o for o in options - {"--store", "--json"} if f"`{o}" not in told} == set()
