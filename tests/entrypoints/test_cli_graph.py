"""A knowledge graph at the command line: brought in, shown, written out, and served."""

from __future__ import annotations

import json
from pathlib import Path
from typing import get_args

from click.testing import CliRunner

from lethelog.domain.capabilities import Profile
from lethelog.entrypoints.cli import PROGRAM, cli
from lethelog.entrypoints.profile_option import PROFILES
from lethelog.tests.entrypoints.terminal import Terminal, write

FILE = (
    '{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}\n'
    '{"type":"entity","name":"Acme","entityType":"company","observations":[]}\n'
    '{"type":"relation","from":"Ada","to":"Acme","relationType":"works_at"}\n'
)


def test_a_file_comes_in_once_and_goes_out_as_it_was(terminal: Terminal, tmp_path: Path) -> None:
    """The second time it is no news, and what is printed is the same file."""
    path = write(tmp_path, "memory.jsonl", FILE)
    assert "learned 2 entities, 1 observation, 1 relation" in terminal.says("graph", "import", path)
    head = terminal.journal()
    assert "nothing of it is new" in terminal.says("graph", "import", path)
    assert terminal.journal() == head
    assert terminal.says("graph", "export") == FILE
    other = Terminal(tmp_path / "other")
    assert (
        other.says("graph", "import", "-", stdin=FILE)
        == "learned 2 entities, 1 observation, 1 relation\n"
    )
    [fact] = [each for each in terminal.json("facts")["facts"] if each["attribute"] == "works_at"]
    assert (fact["text"], fact["source"][:11]) == ("Ada works_at Acme", "entity/Ada/")


def test_a_wrong_line_is_named_and_nothing_comes_in(terminal: Terminal, tmp_path: Path) -> None:
    """Not even a store is made."""
    path = write(tmp_path, "memory.jsonl", FILE + '{"type":"entity"}\n')
    done = terminal.run("graph", "import", path)
    assert (done.exit_code, done.stdout) == (1, "")
    assert "line 4 of" in done.stderr
    assert not terminal.store.exists()


def test_entities_are_shown_with_what_is_said_of_them(terminal: Terminal) -> None:
    """All, or those that are named, today or on another day."""
    terminal.says("graph", "import", "-", stdin=FILE)
    shown = terminal.says("graph", "show", "Acme")
    assert shown.splitlines() == ["Acme  company", "  ← Ada works_at", "1 entity, 1 relation"]
    assert terminal.says("graph", "show").splitlines() == [
        *("Ada  person", "  likes tea", "  → works_at Acme", "Acme  company"),
        "2 entities, 1 relation",
    ]
    assert "no entity 'Eve'" in terminal.run("graph", "show", "Eve", "Ada").stderr
    assert terminal.json("graph", "show", "Ada") == {
        "entities": [{"name": "Ada", "entityType": "person", "observations": ["likes tea"]}],
        "relations": [{"from": "Ada", "to": "Acme", "relationType": "works_at"}],
    }
    assert terminal.says("graph", "show", "--as-of", "0") == "0 entities, 0 relations\n"


def test_what_was_forgotten_stays_out_of_what_comes_in(terminal: Terminal) -> None:
    """Which is counted, and so are secrets that are left out."""
    terminal.says("graph", "import", "-", stdin=FILE)
    terminal.says("forget", "entity/Ada", "--yes")
    token = "ghp_" + "x1Y2" * 9
    more = FILE.replace('"observations":[]', f'"observations":["uses {token}"]')
    said = terminal.says("graph", "import", "-", stdin=more)
    assert "3 texts left out that were forgotten here" in said
    assert "1 secret left out: github token" in said
    assert terminal.says("graph", "show").splitlines() == [
        *("Acme  company", "  uses [redacted: github token]"),
        "1 entity, 0 relations",
    ]


def test_a_client_is_told_which_tools_its_server_has(home: Path) -> None:
    """As it was told, and nothing where it was not."""
    args = ["attach", "cursor", "--yes", "--uvx"]
    for profile, words in (("graph", ["--profile", "graph"]), (None, [])):
        told = [] if profile is None else ["--profile", profile]
        assert CliRunner().invoke(cli, [*args, *told], prog_name=PROGRAM).exit_code == 0
        file = json.loads((home / ".cursor" / "mcp.json").read_text())
        assert file["mcpServers"]["lethelog"]["args"][3:] == ["mcp", *words]


def test_there_are_the_profiles_that_a_server_knows() -> None:
    """The command line has their names without loading the domain."""
    assert get_args(Profile) == PROFILES
