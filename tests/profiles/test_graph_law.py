"""Whatever is asked of the graph, it is what plain lists would be: now, replayed and reopened."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias

from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.errors import NotFound
from lethelog.memory import Memory
from lethelog.profiles.graph import KnowledgeGraph
from lethelog.profiles.graph_file import graph_file, read_graph_file
from lethelog.profiles.graph_model import Entity, Observations, Relation
from lethelog.tests.profiles.plain_graph import PlainGraph

Call: TypeAlias = tuple[str, Any]

# Names that a source could mistake for one another, and characters that mean something in a path.
NAMES: Final = ("Ada", "ada", "Ada ", "Ada/Ben", "Ada%2FBen", "", "ÄDA", "ﬀ", "type", "李")
WORDS: Final = ("tea", "Tea", "tea ", "drinks\ngreen tea", "", "İ", "Ada: tea", "tea" * 300)
_MAKING: Final = ("create_entities", "create_relations", "add_observations")


@st.composite
def lives(draw: st.DrawFn) -> list[Call]:
    """Calls about few names and words, so that they have to do with each other."""
    name = st.sampled_from(draw(st.lists(st.sampled_from(NAMES), min_size=2, max_size=3)))
    word = st.sampled_from(draw(st.lists(st.sampled_from(WORDS), min_size=2, max_size=3)))
    texts = st.lists(word, max_size=3).map(tuple)
    entity = st.builds(Entity, name=name, entity_type=word, observations=texts)
    relation = st.builds(Relation, start=name, end=name, relation_type=word)
    about = st.builds(Observations, name, texts)
    given: dict[str, st.SearchStrategy[Any]] = {
        "create_entities": st.lists(entity, min_size=1, max_size=3),
        "create_relations": st.lists(relation, max_size=3),
        "add_observations": st.lists(about, max_size=2),
        "delete_entities": st.lists(name, max_size=2),
        "delete_observations": st.lists(about, max_size=2),
        "delete_relations": st.lists(relation, max_size=2),
        "search_nodes": st.one_of(word, name, st.sampled_from(("EA", "i̇", "ff", ":"))),
        "open_nodes": st.lists(name, max_size=2),
    }
    verb = st.sampled_from((*given, *_MAKING, *_MAKING))
    call = verb.flatmap(lambda each: st.tuples(st.just(each), given[each]))
    first = st.tuples(st.just("create_entities"), st.lists(entity, min_size=2, max_size=4))
    return [draw(first), *draw(st.lists(call, min_size=1, max_size=20))]


def asked(graph: KnowledgeGraph | PlainGraph, call: Call) -> object:
    """What comes of a call; None where something is missing."""
    verb, given = call
    try:
        return getattr(graph, verb)(given)
    except NotFound:
        return None


def lived(graph: KnowledgeGraph, plain: PlainGraph, calls: Sequence[Call]) -> None:
    """Both are asked the same, and answer the same."""
    for call in calls:
        assert asked(graph, call) == asked(plain, call), call
    assert graph.read_graph() == plain.read_graph()


@settings(max_examples=30)
@given(lives())
def test_every_call_comes_to_what_plain_lists_come_to(calls: Sequence[Call]) -> None:
    """Each answer is equal, and so is the whole graph, before and after a replay."""
    plain = PlainGraph()
    with Memory.in_memory() as memory:
        lived(KnowledgeGraph(memory, "agent"), plain, calls)
        assert memory.rebuild().is_equal
        assert KnowledgeGraph(memory, "agent").read_graph() == plain.read_graph()


@settings(max_examples=5)
@given(lives(), lives())
def test_a_graph_goes_on_where_it_was(before: Sequence[Call], after: Sequence[Call]) -> None:
    """A store that is opened a second time holds just what it held, and takes more."""
    plain = PlainGraph()
    with tempfile.TemporaryDirectory() as folder:
        for calls in (before, after):
            with Memory.open(Path(folder) / "store") as memory:
                graph = KnowledgeGraph(memory, "agent")
                assert graph.read_graph() == plain.read_graph()
                lived(graph, plain, calls)


@settings(max_examples=15)
@given(lives())
def test_a_graph_that_was_written_out_comes_in_as_it_was(calls: Sequence[Call]) -> None:
    """Once and not twice; the file is what another store needs to hold the same."""
    with Memory.in_memory() as memory, Memory.in_memory() as other:
        graph, copy = KnowledgeGraph(memory, "agent"), KnowledgeGraph(other, "import")
        for call in calls:
            asked(graph, call)
        written = graph_file(graph.read_graph())
        copy.merge(read_graph_file(written))
        assert copy.read_graph() == graph.read_graph()
        head = other.journal.head()
        again = copy.merge(read_graph_file(written))
        assert (again.entities, again.observations, again.relations) == (0, 0, 0)
        assert other.journal.head() == head
