"""Under each preset, with all that it dreams, what is forgotten is as if it had never been seen.

`make proof-forgetting HISTORIES=10000` looks longer than usual.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from typing import Final, TypeAlias

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from lethelog.asking.snapshot_made import snapshot_of
from lethelog.domain.mind_policy import ConsolidationPolicy, DreamPolicy
from lethelog.domain.policy import Policy
from lethelog.domain.presets import PRESETS
from lethelog.domain.query import Query
from lethelog.domain.times import DAY
from lethelog.projections.search import search
from lethelog.projections.standing import columns_of, standing_of
from lethelog.projections.view import View
from lethelog.tests.histories import TEXTS, Step
from lethelog.tests.proofs.whole_life import WholeLife, whole_histories
from lethelog.tests.tables import TABLES, new_view, tables_of

EACH: Final = max(int(os.environ.get("HISTORIES", "30")) // 30, 1)
FORGETS: Final = ("forget", "forget known", "forget openly")

Figure: TypeAlias = Callable[[str, int], None]
Seen: TypeAlias = dict[str, object]

_DIGITS: Final = 9


def eager(preset: Policy) -> Policy:
    """The preset with a whole night of phases, in which little is enough for much to happen."""
    lifecycle = preset.lifecycle
    if lifecycle.archive_strength:
        lifecycle = replace(
            lifecycle, archive_days=0.5, archive_strength=0.95, archive_importance=11.0
        )
    if lifecycle.removal != "never":
        lifecycle = replace(lifecycle, remove_days=1.0, removal="apply")
    return replace(
        preset,
        promotion=replace(preset.promotion, recalls_min=2, queries_min=1, score_min=0.4),
        consolidation=ConsolidationPolicy(
            cluster_distance=0.8, cluster_items_min=2, schema_distance=0.9, schema_items_min=2
        ),
        lifecycle=lifecycle,
        dream=DreamPolicy(
            phases=(
                *("collect", "filter", "extract", "classify", "verify", "cluster", "schemas"),
                *("settle", "promote", "decay", "archive", "remove", "snapshot"),
            )
        ),
    )


def seen(view: View, now: int, policy: Policy) -> Seen:
    """How all items stand, what is found, and what is in mind."""
    standing = standing_of(view, now, policy.ranking, policy.lifecycle)
    told, _ = snapshot_of(view, now, policy, None)
    found: Seen = {
        "standing": standing
        and {
            name: column.astype(float).round(_DIGITS).tolist()
            for name, column in columns_of(standing).items()
        },
        "in mind": told.cited,
    }
    for text in TEXTS:
        query = Query(text=text, limit=20, lifecycle=policy.lifecycle)
        answer = search(view, query, now, policy.ranking)
        found[text] = [(each.item, round(each.score, _DIGITS)) for each in answer.found]
    return found


def compare(life: WholeLife, policy: Policy) -> None:
    """The memory as it is with one that was told only what is left."""
    now = life.memory.clock() + DAY
    with closing(new_view(life.store)) as never_saw:
        never_saw.apply(life.expected())
        expected = tables_of(never_saw)
        for name, tables in life.views():
            for table in TABLES:
                assert (name, table, tables[table]) == (name, table, expected[table])
        as_it_is = life.memory.ask(lambda view: seen(view, now, policy))
        assert as_it_is == seen(never_saw, now, policy)


@pytest.mark.parametrize("preset", PRESETS)
def test_nothing_is_left_under_a_preset(preset: str, figure: Figure) -> None:
    """Every table, every strength, every answer and the snapshot, after each forgetting."""
    policy = eager(PRESETS[preset])
    counted = {"histories under a preset": 0, "forgettings compared under a preset": 0}

    @settings(max_examples=EACH)
    @given(whole_histories(unblocking=False))
    def prove(steps: list[Step]) -> None:
        counted["histories under a preset"] += 1
        with closing(WholeLife(None, policy)) as life:
            for step in steps:
                if life.do(step) and (step[0] in FORGETS or _has_let_go(life, step)):
                    counted["forgettings compared under a preset"] += 1
                    compare(life, policy)

    try:
        prove()
    finally:
        for name, number in counted.items():
            figure(name, number)


def _has_let_go(life: WholeLife, step: Step) -> bool:
    """A dream forgets too, where the policy says so."""
    return step[0] == "dream" and bool(life.forgotten())
