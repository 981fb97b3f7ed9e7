"""A part of a graph that is forgotten leaves nothing, wherever it was spoken of."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.errors import Conflict, MemoryStoreError, Refused
from lethelog.domain.lineage import live
from lethelog.memory import Memory
from lethelog.profiles.graph import KnowledgeGraph
from lethelog.profiles.graph_model import Entity, Graph, Observations, Relation
from lethelog.tests.profiles.test_graph_law import Call, asked, lives
from lethelog.tests.tables import replayed, tables_of

ADA = Entity(
    name="Ada Vellamo", entity_type="person", observations=("plays the zurna", "likes tea")
)
ACME = Entity(name="Acme", entity_type="company", observations=("sells anvils",))
EMPLOYS = Relation(start="Acme", end="Ada Vellamo", relation_type="employs")
LEADS = Relation(start="Ada Vellamo", end="Acme", relation_type="leads")
WHOLE = Graph((ADA, ACME), (EMPLOYS, LEADS))


def filled(memory: Memory) -> KnowledgeGraph:
    """Two entities that are related both ways."""
    graph = KnowledgeGraph(memory, "agent")
    graph.create_entities(WHOLE.entities)
    graph.create_relations(WHOLE.relations)
    return graph


@pytest.fixture
def memory() -> Iterator[Memory]:
    """An empty one."""
    with Memory.in_memory() as made:
        yield made


def test_an_entity_goes_with_every_relation_from_it_and_to_it(tmp_path: Path) -> None:
    """Not a byte of it is left in any file, though another entity was related to it."""
    with Memory.open(tmp_path / "store") as memory:
        graph = filled(memory)
        assert graph.read_graph() == WHOLE
        plan = memory.plan_forget("entity/Ada Vellamo")
        assert [each.text for each in plan.gone if "Acme" in each.text] == [
            "Acme employs Ada Vellamo",
            "Ada Vellamo leads Acme",
        ]
        memory.approve_forget(plan.id, approved_by="Ben")
        memory.apply_forget(plan.id)
        assert graph.read_graph() == Graph((ACME,))
        assert memory.rebuild().is_equal
    left = b"".join(path.read_bytes() for path in tmp_path.rglob("*") if path.is_file())
    assert b"anvils" in left, "else the words could not be found where they are"
    assert [word for word in (b"Vellamo", b"zurna", b"employs") if word in left] == []


def test_a_relation_that_slips_in_is_not_forgotten_unseen(memory: Memory) -> None:
    """It came from the entity too, so the plan does not hold any more."""
    graph = filled(memory)
    plan = memory.plan_forget("entity/Ada Vellamo")
    memory.approve_forget(plan.id, approved_by="Ben")
    graph.create_relations([Relation(start="Acme", end=ADA.name, relation_type="thanks")])
    with pytest.raises(Conflict):
        memory.apply_forget(plan.id)
    assert len(graph.read_graph().relations) == 3


def test_one_observation_or_one_relation_is_forgotten_alone(memory: Memory) -> None:
    """By its own source, which forgetting by the item finds; both ends of a relation stay."""
    graph = filled(memory)
    found = {each.text: each.item for each in memory.facts()}
    memory.forget(items=[found["Ada Vellamo: likes tea"]])
    memory.forget(items=[found["Acme employs Ada Vellamo"]])
    [ada, acme] = graph.read_graph().entities
    assert (ada.observations, acme) == (("plays the zurna",), ACME)
    assert graph.read_graph().relations == (LEADS,)
    assert graph.add_observations([Observations(ADA.name, ("likes tea", "sings"))]) == (
        Observations(ADA.name, ("sings",)),
    )
    assert graph.create_relations([EMPLOYS]) == ()


def test_what_was_forgotten_is_not_made_again_until_a_person_allows_it(memory: Memory) -> None:
    """An agent is refused, and a file that still holds it brings in the rest."""
    graph = filled(memory)
    memory.forget("entity/Ada Vellamo")
    with pytest.raises(Refused, match="lethelog unblock entity/Ada Vellamo"):
        graph.create_entities([Entity(name="Ben", entity_type="x", observations=()), ADA])
    ben = Entity(name="Ben", entity_type="person", observations=())
    merged = KnowledgeGraph(memory, "import").merge(Graph((*WHOLE.entities, ben), WHOLE.relations))
    assert (merged.entities, merged.relations, merged.blocked) == (1, 0, 5)
    assert graph.read_graph() == Graph((ACME, ben))
    memory.unblock("entity/Ada Vellamo")
    assert KnowledgeGraph(memory, "import").merge(WHOLE).relations == 2
    assert graph.read_graph() == Graph((ACME, ben, ADA), WHOLE.relations)


@settings(max_examples=10)
@given(st.lists(st.tuples(lives(), st.integers(0, 99), st.booleans()), min_size=1, max_size=4))
def test_after_each_forgetting_it_is_as_if_it_had_never_been(
    parts: Sequence[tuple[list[Call], int, bool]],
) -> None:
    """Every table is what a replay of the history without it gives."""
    with Memory.in_memory() as memory:
        graph = KnowledgeGraph(memory, "agent")
        for calls, number, is_blocked in parts:
            for call in calls:
                try:
                    asked(graph, call)
                except Refused:
                    continue  # it was forgotten
            sources = [each.source for each in memory.sources()]
            if number % 4:  # mostly whole entities, for others are related to them
                sources = [source for source in sources if source.count("/") == 1]
            if not sources:
                continue  # all of it was forgotten before
            try:
                memory.forget(sources[number % len(sources)], block=is_blocked)
            except MemoryStoreError:
                continue
            left = live(list(memory.journal.read()))
            expected, _ = replayed(left, store=memory.identity.name_for("view"))
            assert memory.ask(tables_of) == expected
