"""What duduclaw has published of trust, of its graph, and of vectors without a model."""

from __future__ import annotations

from functools import partial
from typing import Final

import numpy as np

from lethelog.domain.events import Origin
from lethelog.domain.pagerank import Edge, masses
from lethelog.domain.presets import PRESETS
from lethelog.domain.query import Query
from lethelog.embedders.ngrams import Ngrams
from lethelog.projections.graph import graph_of
from lethelog.tests.proofs.preset_figure import Figure
from lethelog.tests.proofs.preset_memory import TEXT, aged

NAME: Final = "duduclaw"
POLICY: Final = PRESETS[NAME]

_FACTORS: Final[tuple[tuple[Origin, str, str], ...]] = (
    ("person", "user_direct, operator", "1.00"),
    ("import", "import", "0.97"),
    ("agent", "agent_derived", "0.96"),
    ("tool", "tool_echo", "0.95"),
    ("web", "channel, mcp_external", "0.93"),
)
# Places: alice 0, m1 1, bob 2, m2 3, project x 4; the rest likewise.
_CHAIN: Final[list[Edge]] = [(1, 0, 1.0), (1, 2, 1.0), (3, 2, 1.0), (3, 4, 1.0)]
_APART: Final[list[Edge]] = [(1, 0, 1.0), (1, 2, 1.0), (3, 4, 1.0), (3, 5, 1.0)]
_DOUBTED: Final[list[Edge]] = [(1, 0, 1.0), (1, 2, 1.0), (3, 0, 0.05), (3, 4, 0.05)]
_ALONE: Final[list[Edge]] = [(1, 0, 1.0)]


def _trust(origin: Origin) -> float:
    with aged(NAME) as memory:
        return memory.trust(memory.told(origin=origin))


def _derived(*origins: Origin) -> float:
    """How far that is trusted which was made of one text by each channel."""
    with aged(NAME) as memory:
        items = [memory.told(f"{TEXT}, says the {origin}", origin=origin) for origin in origins]
        memory.release(*items)
        [made] = memory.promote(*items, text="it leaves at noon", judge="agent").items
        return memory.trust(made)


def _reinforced_first() -> str:
    with aged(NAME) as memory:
        memory.told("the ferry leaves at noon, he said")
        memory.days = 40 - 2 / 24
        for _ in range(25):
            memory.search("ferry")
        stale = "the ferry leaves at noon, she said"
        memory.days = 0.0
        memory.told(stale)
        memory.days = 40.0
        return "reinforced" if memory.found("ferry")[0] != stale else "stale"


def _trusted_first() -> str:
    with aged(NAME) as memory:
        memory.told("the ferry leaves at noon, he said", origin="web")
        trusted = "the ferry leaves at noon, she said"
        memory.told(trusted, origin="person")
        return "the trusted one" if memory.found("ferry")[0] == trusted else "the other"


def _most() -> list[float]:
    """What a score is at most, with all signals and without graph and vectors."""
    blend = POLICY.ranking.blend
    base = blend.recency_share + blend.importance_share + blend.relevance_share
    return [base + blend.graph_share + blend.vector_share, base]


def _graph(edges: list[Edge], seed: int, places: list[int]) -> list[float]:
    found = masses(edges, [seed])
    return [found.get(place, 0.0) for place in places]


def _signals(edges: list[Edge], seed: int, places: list[int]) -> list[float]:
    found = _graph(edges, seed, places)
    return [mass / max(found) for mass in found]


def _chain_in_a_memory() -> list[float]:
    """What the graph says of two facts in a row to a question about the first."""
    with aged(NAME) as memory:
        memory.remember("Alice knows Bob", subject="Alice", attribute="knows", value="Bob")
        memory.remember("Bob works", subject="Bob", attribute="works on", value="project x")
        found = memory.ask(lambda view: graph_of(view, Query(text="what of Alice"), POLICY.ranking))
    assert found is not None
    return sorted(found.value.tolist(), reverse=True)


def _vector(text: str) -> str:
    [vector] = np.asarray(Ngrams().embed([text], "document"))
    return ", ".join(f"{place}: {vector[place]:.4f}" for place in vector.nonzero()[0].tolist())


def _nearer() -> str:
    texts = (
        "database migration schema",
        "schema migration for the database",
        "the weather is sunny today",
    )
    one, other, far = np.asarray(Ngrams().embed(texts, "document"))
    return "the same words" if one @ other > one @ far else "other words"


def _burst() -> str:
    with aged(NAME) as memory:
        for number in range(5):
            memory.told(f"the ferry number {number} leaves at noon", origin="web")
        return "learned" if len(memory.found("ferry")) == 5 else "held back"


FIGURES: Final = (
    *(
        Figure(
            preset=NAME,
            what="a score is times, in a memory",
            inputs=f"{theirs_of} ({origin})",
            theirs=theirs,
            show=".2f",
            ours=partial(_trust, origin),
        )
        for origin, theirs_of, theirs in _FACTORS
    ),
    *(
        Figure(
            preset=NAME,
            what="what is made of several, in a memory",
            inputs=" and ".join(origins),
            theirs=theirs,
            show=".2f",
            ours=partial(_derived, *origins),
        )
        for origins, theirs in (
            (("person", "tool"), "0.95"),
            (("person", "import", "web"), "0.93"),
            (("person", "import"), "0.97"),
        )
    ),
    Figure(
        preset=NAME,
        what="first of two that match alike, in a memory",
        inputs="channel 0.3 and 1.0",
        theirs="the trusted one",
        ours=_trusted_first,
    ),
    Figure(
        preset=NAME,
        what="first of two that match alike, in a memory",
        inputs="40 days old, one recalled 25 times, 2 hours ago",
        theirs="reinforced",
        ours=_reinforced_first,
    ),
    Figure(
        preset=NAME,
        what="a score at most",
        inputs="with graph and vectors, and without",
        theirs="1.25, 0.95",
        show=".2f",
        ours=_most,
    ),
    Figure(
        preset=NAME,
        what="mass: alice, m1, bob, m2, project-x",
        inputs="alice-m1-bob-m2-project-x from alice",
        formula="0.57738, 0.30952, 0.08333, 0.02381, 0.00595",
        show=".5f",
        ours=lambda: _graph(_CHAIN, 0, [0, 1, 2, 3, 4]),
    ),
    Figure(
        preset=NAME,
        what="signal: m1, m2",
        inputs="the same",
        formula="1.0000, 0.0769",
        ours=lambda: _signals(_CHAIN, 0, [1, 3]),
    ),
    Figure(
        preset=NAME,
        what="signal: m1, m2, in a memory",
        inputs="the same",
        formula="1.0000, 0.0769",
        ours=_chain_in_a_memory,
    ),
    Figure(
        preset=NAME,
        what="signal: m1, m2",
        inputs="alice-m1-bob, carol-m2-tea from alice",
        theirs="1.0000, 0.0000",
        ours=lambda: _signals(_APART, 0, [1, 3]),
    ),
    Figure(
        preset=NAME,
        what="signal: m1, m2",
        inputs="alice-m1-bob, alice-m2-eve with trust 0.05, from alice",
        formula="1.0000, 0.0500",
        ours=lambda: _signals(_DOUBTED, 0, [1, 3]),
    ),
    Figure(
        preset=NAME,
        what="mass: carol, m1",
        inputs="carol-m1 without an object, from carol",
        formula="0.6667, 0.3333",
        ours=lambda: _graph(_ALONE, 0, [0, 1]),
    ),
    Figure(
        preset=NAME,
        what="vector of `a`: place and number",
        inputs="256 numbers",
        theirs="140: -1.0000",
        ours=lambda: _vector("a"),
    ),
    Figure(
        preset=NAME,
        what="vector of `foo`: place and number",
        inputs="256 numbers",
        theirs="35: 0.3536, 66: 0.3536, 119: -0.3536, 190: -0.7071, 217: -0.3536",
        formula="35: 0.3682, 66: 0.3682, 119: -0.8285, 190: -0.1841, 217: -0.0921",
        because="the same places and signs; a run counts as the square of its length here, which"
        " finds more (R@10 33.8 for 29.9 on LoCoMo)",
        ours=lambda: _vector("foo"),
    ),
    Figure(
        preset=NAME,
        what="nearer to `database migration schema`",
        inputs="by characters",
        theirs="the same words",
        ours=_nearer,
    ),
    Figure(
        preset=NAME,
        what="five writes of one channel in an hour",
        inputs="about one subject",
        theirs="held back",
        formula="learned",
        because="not taken over: trust in a channel holds it back, and no number of writes",
        ours=_burst,
    ),
)
