"""Sharing from the command line: who may read is said, listed and taken back."""

from __future__ import annotations

from lethelog.doors.stores import VISIBLE_TO
from lethelog.tests.entrypoints.terminal import Terminal


def test_a_namespace_reads_what_is_shared_once_it_is_named(terminal: Terminal) -> None:
    """`share` alone lists; each order tells who may read now."""
    terminal.run("--namespace", "shared", "remember", "The office closes at six.")
    assert "nobody may read" in terminal.says("share")
    assert "may be read by work, default" in terminal.says("share", "work", "default")
    assert terminal.json("share")["namespaces"] == ["work", "default"]
    assert "that is so already" in terminal.says("share", "work")
    assert "may be read by work" in terminal.says("unshare", "default")
    assert "every namespace may read" in terminal.says("share", "--with-everybody")
    shared = terminal.store.with_name("store-namespaces") / "shared"
    assert (shared / VISIBLE_TO).read_text(encoding="utf-8") == "work\n*\n"
    assert terminal.json("unshare", "--everybody")["everybody"] is False


def test_the_namespace_of_the_program_makes_no_difference(terminal: Terminal) -> None:
    """What is shared is that of the whole store."""
    terminal.run("--namespace", "shared", "remember", "tea")
    terminal.says("--namespace", "work", "share", "play")
    assert terminal.json("share")["namespaces"] == ["play"]


def test_what_cannot_be_shared_is_told(terminal: Terminal) -> None:
    """As every other order that is impossible or incomplete."""
    missing = terminal.run("share", "work")
    assert (missing.exit_code, missing.stdout) == (1, "")
    assert "lethelog --namespace shared remember" in missing.stderr
    terminal.run("--namespace", "shared", "remember", "tea")
    assert terminal.run("share", "Not A Name").exit_code == 1
    assert terminal.run("unshare").exit_code == 2
    terminal.says("share", "--with-everybody")
    assert "since everybody may" in terminal.run("unshare", "work").stderr
