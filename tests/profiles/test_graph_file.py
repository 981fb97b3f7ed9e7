"""The file of the reference server comes in whole, or says which line is wrong."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.memory import Memory
from lethelog.profiles import graph_file
from lethelog.profiles.graph import KnowledgeGraph
from lethelog.profiles.graph_file import read_graph_file
from lethelog.profiles.graph_model import Entity, Graph, Merged, Observations, Relation

FILE = (
    b'{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea"]}\n'
    b"\n"
    b'{"type":"relation","from":"Ada","to":"Acme","relationType":"works_at"}\r\n'
    b'{"type":"entity","name":"Ada","entityType":"poet",'
    b'"observations":["likes tea","na\xc3\xafve"]}'
)
ADA = Entity(name="Ada", entity_type="person", observations=("likes tea", "naïve"))
WORKS = Relation(start="Ada", end="Acme", relation_type="works_at")


def test_a_file_is_read_in_its_order(tmp_path: Path) -> None:
    """Empty lines say nothing, and it ends with or without a line end."""
    path = tmp_path / "memory.jsonl"
    path.write_bytes(FILE)
    read = read_graph_file(path)
    assert [each.entity_type for each in read.entities] == ["person", "poet"]
    assert read.relations == (WORKS,)
    assert read_graph_file(b"") == Graph()


def test_what_is_written_is_what_the_reference_writes() -> None:
    """Entities first, each key in its place, and no escapes that nobody needs."""
    assert graph_file.graph_file(Graph((ADA,), (WORKS,))).decode().splitlines() == [
        '{"type":"entity","name":"Ada","entityType":"person","observations":["likes tea","naïve"]}',
        '{"type":"relation","from":"Ada","to":"Acme","relationType":"works_at"}',
    ]


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (b'{"type":"entity","name":"Ben","entityType":"person"}', "observations"),
        (b'{"type":"entity","name":"Ben","entityType":"person","observations":[7]}', "int"),
        (b'{"type":"relation","from":"Ben","to":"Ada"}', "relationType"),
        (b'{"type":"relation","from":"A","to":"B","relationType":"c","since":1}', "since"),
        (b'{"type":"person","name":"Ben"}', "person"),
        (b'{"name":"Ben","entityType":"person","observations":[]}', "type"),
        (b"Ben", "malformed"),
        (b"[" * 10_000, "nested"),
    ],
)
def test_one_wrong_line_keeps_all_of_it_out(line: bytes, said: str) -> None:
    """It is named by its number, as an editor counts."""
    with pytest.raises(InvalidInput, match=f"line 5 of the input .*{said}"):
        read_graph_file(FILE + b"\n" + line)


def test_a_line_of_nothing_but_brackets_is_told_of() -> None:
    """It exhausts nothing, also where it stands in a field that nobody reads."""
    line = b'{"type":"entity","name":"A","entityType":"b","observations":[],"more":' + b"[" * 99_999
    with pytest.raises(InvalidInput, match="line 1 of the input is nested deeper than 32"):
        read_graph_file(line)


def test_there_are_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are looked at before a line is read."""
    monkeypatch.setattr(graph_file, "LINES_MAX", 2)
    with pytest.raises(InvalidInput, match="has 3 lines; 2 are allowed"):
        read_graph_file(FILE)
    with pytest.raises(InvalidInput, match="line 1 of the input is longer"):
        read_graph_file(b'"' + b"x" * 1024 * 1024 + b'"')
    with pytest.raises(InvalidInput, match="not UTF-8"):
        read_graph_file(b"\xff")


def test_a_file_joins_what_is_there() -> None:
    """A known entity keeps its type and gets what is new about it; a relation may lead nowhere."""
    with Memory.in_memory() as memory:
        graph = KnowledgeGraph(memory, "import")
        came_in = graph.merge(read_graph_file(FILE))
        assert came_in == Merged(entities=1, observations=2, relations=1, blocked=0)
        assert graph.read_graph() == Graph((ADA,), (WORKS,))
        graph.delete_observations([Observations("Ada", ("likes tea",))])
        again = graph.merge(read_graph_file(FILE))
        assert (again.entities, again.observations, again.relations) == (0, 1, 0)
        graph.delete_entities(["Acme"])
        assert graph.read_graph().relations == (), "what leads to nothing goes with its name"
