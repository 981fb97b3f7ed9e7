"""What is drawn of an item's lineage, and what is left out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest
from hypothesis import given as for_all
from hypothesis import settings

from lethelog.asking.drawing import Graph
from lethelog.asking.lineage_graph import RECALLS_MAX, lineage_graph
from lethelog.asking.lineage_sheet import EDGES_MAX, NODES_MAX
from lethelog.domain.errors import NotFound
from lethelog.domain.lineage import prune
from lethelog.memory import Memory
from lethelog.tests.asking.test_answers import view_of
from lethelog.tests.histories import Step, histories, lived
from lethelog.tests.orders import mail
from lethelog.tests.story import TODAY, given
from lethelog.tests.tables import new_view


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store in memory where it is always the same day."""
    with Memory.in_memory(clock=lambda: TODAY) as opened:
        yield opened


def arrows(graph: Graph) -> set[tuple[str, str]]:
    """From what to what, each by the last line that is written in it."""
    texts = {node.key: node.lines[-1] for node in graph.nodes}
    return {(texts[edge.start], texts[edge.end]) for edge in graph.edges}


def texts_of(graph: Graph) -> set[str]:
    """The last line of every box."""
    return {node.lines[-1] for node in graph.nodes}


def test_an_item_hangs_on_its_source_and_on_all_that_hold_it(memory: Memory) -> None:
    """It is marked as the one that was asked about."""
    [tea] = memory.remember("tea", within="conversation/c/1").items
    graph = memory.lineage(tea)
    sources = {(one, other) for one, other in arrows(graph) if other != "tea"}
    assert sources == {
        ("conversation/c", "conversation/c/1"),
        ("conversation/c/1", next(text for text in texts_of(graph) if text.count("/") == 3)),
    }
    assert [node.lines[-1] for node in graph.nodes if node.is_asked] == ["tea"]


def test_what_was_made_from_what_is_drawn_as_far_as_it_goes(memory: Memory) -> None:
    """Upwards and downwards, and not what is only made from the same."""
    [one] = memory.remember("one").items
    [two] = memory.promote(one, text="two").items
    [three] = memory.promote(two, text="three").items
    memory.promote(one, text="a sibling")
    assert {("one", "two"), ("two", "three")} <= arrows(memory.lineage(three))
    assert {("one", "two"), ("two", "three")} <= arrows(memory.lineage(one))
    assert "a sibling" not in texts_of(memory.lineage(two))
    assert ("one", "a sibling") in arrows(memory.lineage(one))


def test_a_promotion_hangs_on_its_recalls_and_these_on_their_conversations(
    memory: Memory,
) -> None:
    """So it is seen what a forgetting would take from it."""
    [tea] = memory.remember("tea in the tin", dated_at=TODAY).items
    memory.remember("hello", within="conversation/c")
    for question in ("tea", "tin", "tea tin"):
        memory.search(question, asked_from="conversation/c")
    memory.dream()
    graph = memory.lineage(tea)
    kinds = {node.key: node.kind for node in graph.nodes}
    drawn = [(kinds[edge.start], kinds[edge.end]) for edge in graph.edges]
    assert drawn.count(("source", "recall")) == 3
    assert drawn.count(("recall", "promotion")) == 3
    assert drawn.count(("promotion", "current")) == 1


def test_the_chain_is_drawn_both_ways_and_what_speaks_against_an_item(memory: Memory) -> None:
    """Who judged and why, where no item does; a superseded item is told from a current one."""
    [one] = memory.remember("one").items
    [two] = memory.correct(one, "two").items
    [other] = memory.remember("other").items
    memory.contradict(two, by=other)
    memory.contradict(two, reason="it cannot be")
    memory.correct(two, "three")
    graph = memory.lineage(two)
    assert {("one", "two"), ("two", "three"), ("other", "two"), ("it cannot be", "two")} <= arrows(
        graph
    )
    kinds = {node.lines[-1]: node.kind for node in graph.nodes}
    assert (kinds["one"], kinds["two"], kinds["three"]) == ("superseded", "superseded", "current")


def test_what_its_source_no_longer_says_ends_in_nothing() -> None:
    """The chain leads to no other item."""
    with view_of(given(mail("m", "tea", "milk"), mail("m", "milk"))) as view:
        [(tea,)] = view.rows("SELECT item FROM item WHERE text = 'tea'")
        graph = lineage_graph(view, tea)
    assert ("tea", "its source no longer says it") in arrows(graph)


def test_what_is_too_much_is_left_out_and_that_is_said(memory: Memory) -> None:
    """The nearest is drawn: the item itself and its own source."""
    [tea] = memory.remember("tea").items
    for number in range(NODES_MAX + 5):
        memory.promote(tea, text=f"tea {number}")
    graph = memory.lineage(tea)
    assert graph.is_cut
    assert len(graph.nodes) == NODES_MAX + 1
    assert len(graph.edges) <= EDGES_MAX
    assert graph.nodes[0].lines[-1] == "tea"
    assert graph.nodes[-1].kind == "cut"
    assert f"{NODES_MAX} boxes" in graph.mermaid()


def test_of_many_recalls_the_first_are_drawn(memory: Memory) -> None:
    """A promotion that rests on hundreds is still a picture."""
    [tea] = memory.remember("tea", dated_at=TODAY).items
    for _ in range(RECALLS_MAX + 1):
        memory.search("tea")
    memory.promote(tea)
    graph = memory.lineage(tea)
    assert [node.kind for node in graph.nodes].count("recall") == RECALLS_MAX
    assert graph.is_cut


def test_an_unknown_item_has_no_lineage(memory: Memory) -> None:
    """Nor has it an empty picture."""
    with pytest.raises(NotFound, match="there is no item"):
        memory.lineage("a")


@settings(max_examples=20)
@for_all(histories(unblocking=False))
def test_a_lineage_is_drawn_as_if_the_forgotten_had_never_been(steps: list[Step]) -> None:
    """The same picture every time, and that of the history without what is gone."""
    life = lived(steps)
    with closing(new_view()) as view, closing(new_view()) as pruned:
        view.apply(life.log())
        pruned.apply(prune(life.history(), life.forgotten()))
        for (item,) in view.rows("SELECT item FROM item ORDER BY d LIMIT 3"):
            graph = lineage_graph(view, item)
            assert graph == lineage_graph(view, item)
            assert graph == lineage_graph(pruned, item)
            keys = {node.key for node in graph.nodes}
            assert all({edge.start, edge.end} <= keys for edge in graph.edges)
