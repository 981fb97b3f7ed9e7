"""Small stories about a knowledge graph that is kept in a memory."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from lethelog.domain.errors import InvalidInput, NotFound, Refused
from lethelog.domain.mind_policy import TrustPolicy
from lethelog.domain.policy import Policy, RankingPolicy
from lethelog.memory import Memory
from lethelog.profiles.graph import KnowledgeGraph
from lethelog.profiles.graph_model import (
    NAME_CHARS_MAX,
    OBSERVATION_CHARS_MAX,
    QUERY_CHARS_MAX,
    Deleted,
    Entity,
    Graph,
    Observations,
    Relation,
)
from lethelog.profiles.graph_reading import read_graph

TOKEN = "ghp_" + "x1Y2" * 9


@pytest.fixture
def memory() -> Iterator[Memory]:
    """An empty one."""
    with Memory.in_memory() as made:
        yield made


@pytest.fixture
def graph(memory: Memory) -> KnowledgeGraph:
    """Ada works at Acme and knows Ben."""
    made = KnowledgeGraph(memory, "agent")
    made.create_entities(
        [
            entity("Ada", "likes tea", "plays the oboe"),
            entity("Acme", kind="company"),
            entity("Ben"),
        ]
    )
    made.create_relations([relation("Ada", "works_at", "Acme"), relation("Ada", "knows", "Ben")])
    return made


def entity(name: str, *texts: str, kind: str = "person") -> Entity:
    """One with these observations."""
    return Entity(name=name, entity_type=kind, observations=texts)


def relation(start: str, kind: str, end: str) -> Relation:
    """As it is said."""
    return Relation(start=start, end=end, relation_type=kind)


def names(graph: Graph) -> list[str]:
    """Of all its entities."""
    return [each.name for each in graph.entities]


def texts(graph: KnowledgeGraph, name: str) -> list[str]:
    """What is observed of one entity."""
    [one] = graph.open_nodes([name]).entities
    return list(one.observations)


def test_many_values_hold_at_once(graph: KnowledgeGraph, memory: Memory) -> None:
    """Of observations and of relations of one kind; no rule lets one take another's place."""
    graph.create_relations([relation("Ada", "knows", "Acme")])
    graph.add_observations([Observations("Ada", ("lives in Porto", "lives in Lisbon"))])
    before = graph.read_graph()
    assert memory.settle().is_news is False
    memory.dream()
    assert graph.read_graph() == before
    known = [each.end for each in before.relations if each.relation_type == "knows"]
    assert known == ["Ben", "Acme"]


def test_two_spellings_are_two_entities_of_one_source(memory: Memory) -> None:
    """Their types do not give way to each other, and forgetting the source takes both."""
    graph = KnowledgeGraph(memory, "agent")
    graph.create_entities([entity("Ada", "tea"), entity("ada", "tea", kind="language")])
    memory.settle()
    assert names(graph.read_graph()) == ["Ada", "ada"]
    graph.delete_entities(["ada"])
    assert graph.read_graph().entities == (entity("Ada", "tea"),)
    graph.create_entities([entity("ada", kind="language")])
    memory.forget("entity/ADA")
    assert graph.read_graph() == Graph()


def test_each_text_says_whom_it_is_about_wherever_it_is_found(
    graph: KnowledgeGraph, memory: Memory
) -> None:
    """An agent that knows nothing of graphs finds what one that does has observed."""
    assert texts(graph, "Ada") == ["likes tea", "plays the oboe"]
    [best, *_] = memory.search("who plays the oboe").found
    assert best.text == "Ada: plays the oboe"
    assert "Ada works_at Acme" in [each.text for each in memory.facts()]
    [fact] = [each for each in memory.facts() if each.attribute == "works_at"]
    assert (fact.subject, fact.value) == ("Ada", "Acme")


def test_what_is_deleted_stays_in_the_story(graph: KnowledgeGraph, memory: Memory) -> None:
    """And on every earlier day; it is found no more."""
    [oboe] = [each.item for each in memory.search("oboe").found if "oboe" in each.text]
    known = memory.status().position
    assert graph.delete_observations([Observations("Ada", ("plays the oboe",))]) == Deleted(1)
    assert texts(graph, "Ada") == ["likes tea"]
    assert [each for each in memory.search("oboe").found if "oboe" in each.text] == []
    [step] = memory.why(oboe).chain
    assert (step.reason, step.by, step.judge) == ("removed", None, "agent")
    assert "plays the oboe" in read_graph(memory.as_of(known)).entities[0].observations


def test_what_was_deleted_can_be_made_again(graph: KnowledgeGraph) -> None:
    """Without what was said of it before, as often as somebody likes."""
    for _ in range(2):
        assert graph.delete_entities(["Ada"]).missing == ()
        assert graph.read_graph().relations == ()
        assert graph.create_entities([entity("Ada", "likes tea", kind="poet")]) != ()
        assert texts(graph, "Ada") == ["likes tea"]
        graph.create_relations([relation("Ada", "knows", "Ben")])
    assert graph.open_nodes(["Ada"]).entities[0].entity_type == "poet"


def test_an_order_is_kept_whole_or_not_at_all(graph: KnowledgeGraph, memory: Memory) -> None:
    """One name that is not there, and nothing of the others comes in either."""
    head = memory.journal.head()
    with pytest.raises(NotFound, match="Entity with name Eve not found"):
        graph.add_observations([Observations("Ada", ("sings",)), Observations("Eve", ("x",))])
    with pytest.raises(NotFound, match="Entity with name Eve not found"):
        graph.create_relations([relation("Ben", "knows", "Ada"), relation("Ada", "knows", "Eve")])
    assert memory.journal.head() == head


def test_looking_something_up_is_recorded_nowhere(graph: KnowledgeGraph, memory: Memory) -> None:
    """There is no ranking of which somebody could ask later why it was so."""
    head = memory.journal.head()
    assert names(graph.search_nodes("OBOE")) == ["Ada"]
    assert names(graph.search_nodes("compan")) == ["Acme"]
    assert graph.search_nodes("acme").relations == (relation("Ada", "works_at", "Acme"),)
    assert len(graph.open_nodes(["Ben", "nobody"]).relations) == 1
    memory.flush()
    assert memory.journal.head() == head


def test_secrets_and_what_hides_stay_outside(graph: KnowledgeGraph) -> None:
    """The answer shows what was kept, and the words that were given still name it."""
    [added] = graph.add_observations([Observations("Ada", (f"uses {TOKEN}", "n\u200baps"))])
    assert added.texts == ("uses [redacted: github token]", "naps")
    graph.create_entities([entity("Wifi password", "hunter2 is what Ben says")])
    assert "hunter2" not in texts(graph, "Wifi password")[0]
    assert graph.delete_observations([Observations("Ada", (f"uses {TOKEN}",))]).count == 1


def test_what_a_person_corrects_is_corrected_in_the_graph(
    graph: KnowledgeGraph, memory: Memory
) -> None:
    """It reads as it was put, and is deleted by these words, with its entity too."""
    [oboe] = [each.item for each in memory.search("oboe").found if "oboe" in each.text]
    memory.correct(oboe, "Ada plays the bassoon")
    assert texts(graph, "Ada") == ["likes tea", "Ada plays the bassoon"]
    assert graph.delete_observations([Observations("Ada", ("Ada plays the bassoon",))]).count == 1
    assert texts(graph, "Ada") == ["likes tea"]
    [tea] = [each.item for each in memory.search("tea").found if "tea" in each.text]
    memory.correct(tea, "Ada likes coffee")
    graph.delete_entities(["Ada"])
    assert [each for each in memory.search("coffee").found if "coffee" in each.text] == []


def test_bounds_are_told(graph: KnowledgeGraph) -> None:
    """What is too long is refused before anything is looked at."""
    for refused in (
        lambda: graph.create_entities([entity("x" * (NAME_CHARS_MAX + 1))]),
        lambda: graph.create_entities([entity("/" * NAME_CHARS_MAX)]),
        lambda: graph.add_observations([Observations("Ada", ("x" * (OBSERVATION_CHARS_MAX + 1),))]),
        lambda: graph.search_nodes("x" * (QUERY_CHARS_MAX + 1)),
    ):
        with pytest.raises(InvalidInput, match="characters"):
            refused()


def test_a_doubted_channel_adds_and_takes_nothing_away(memory: Memory) -> None:
    """What is trusted more stays, though somebody from the web wants it gone."""
    doubting = Policy(ranking=RankingPolicy(trust=TrustPolicy(web=0.2, quarantine_below=0.5)))
    memory.adopt(doubting)
    graph, web = KnowledgeGraph(memory, "agent"), KnowledgeGraph(memory, "web")
    graph.create_entities([entity("Ada", "likes tea")])
    assert web.add_observations([Observations("Ada", ("likes ads",))])[0].texts == ("likes ads",)
    with pytest.raises(Refused, match="quarantine"):
        web.delete_entities(["Ada"])
    assert web.delete_observations([Observations("Ada", ("likes ads",))]).count == 1


def test_what_several_make_at_once_is_kept(tmp_path: Path) -> None:
    """Twenty entities and twenty observations of one of them, from two openings of one store."""
    with Memory.open(tmp_path / "store") as one, Memory.open(tmp_path / "store") as other:
        graphs = [KnowledgeGraph(one, "agent"), KnowledgeGraph(other, "agent")]
        graphs[0].create_entities([entity("all")])

        def make(number: int) -> int:
            graph = graphs[number % 2]
            made = graph.create_entities(
                [entity(f"n{number}", "same"), entity("once", str(number))]
            )
            graph.add_observations([Observations("all", (f"told by {number}", "the same"))])
            return len(made)

        with ThreadPoolExecutor(20) as threads:
            made = sum(threads.map(make, range(20)))
        assert made == 21
        for graph in graphs:
            assert len(graph.read_graph().entities) == 22
            assert len(texts(graph, "all")) == 21
            assert len(texts(graph, "once")) == 1
