"""Whatever was dreamt of a source is gone with it: the tables are as if it had never been seen."""

from __future__ import annotations

from typing import Final

from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.errors import MemoryStoreError
from lethelog.domain.events import Recorded, SourceForgotten
from lethelog.domain.identity import SourceUid
from lethelog.domain.lineage import prune
from lethelog.domain.mind_policy import ConsolidationPolicy, Phase
from lethelog.domain.policy import Policy
from lethelog.tests.dreaming.nights import BICYCLE, TEA, Sleeper, live, sleeper
from lethelog.tests.tables import replayed

_PHASES: Final[tuple[Phase, ...]] = (
    *("collect", "filter", "extract", "classify", "verify"),
    *("cluster", "schemas", "settle", "promote"),
)
_TEXTS: Final = (*TEA, *BICYCLE, "Ben's bicycle is red.", "Ben's bicycle is now green.")
_EAGER: Final = Policy(
    consolidation=ConsolidationPolicy(
        cluster_items_min=2, schema_items_min=2, schema_distance=0.9, rival_likeness=0.5
    )
)
_STEP: Final = st.tuples(
    st.sampled_from(("live", "live", "dream", "dream", "correct", "search", "forget")),
    st.integers(0, len(_TEXTS) - 1),
)


def _do(memory: Sleeper, verb: str, number: int) -> None:
    text = _TEXTS[number]
    match verb:
        case "live":
            memory.remember(text, kind="event", dated_at=memory.clock())
        case "dream":
            memory.dream()
        case "search":
            memory.search(text)
        case _:
            sources = memory.sources()
            path = sources[number % len(sources)].source
            if verb == "forget":
                memory.forget(path)
            else:
                [item] = memory.ask(
                    lambda view: view.rows(
                        "SELECT item FROM item WHERE path = $path LIMIT 1", {"path": path}
                    )
                )
                memory.correct(item[0], f"{text}, they say")


def _forgotten(log: list[Recorded]) -> list[SourceUid]:
    return [each.event.source for each in log if isinstance(each.event, SourceForgotten)]


@settings(max_examples=6)
@given(st.lists(_STEP, min_size=4, max_size=14))
def test_after_each_forgetting_no_dream_of_it_is_left(steps: list[tuple[str, int]]) -> None:
    """And a dream after the last of them finds what is left as it would have been found."""
    with sleeper(*_PHASES, base=_EAGER) as (memory, _):
        live(memory, *TEA[:2], *BICYCLE[:2])
        store = memory.identity.name_for("view")
        memory.dream()
        for verb, number in [*steps, ("dream", 0), ("forget", 1), ("dream", 0)]:
            try:
                _do(memory, verb, number)
            except MemoryStoreError:
                continue  # what was corrected before, or forgotten, is refused
            memory.flush()
            if verb == "forget":
                log = list(memory.journal.read())
                expected, _ = replayed(prune(log, _forgotten(log)), store=store)
                assert memory.tables() == expected
        head = memory.journal.head()
        memory.dream()
        assert memory.journal.head() == head
