"""Any earlier day, seen through the read model of today."""

from __future__ import annotations

from contextlib import closing

from hypothesis import given, settings

from lethelog.domain.events import SourceForgotten
from lethelog.domain.lineage import prune
from lethelog.tests.histories import Step, histories, lived
from lethelog.tests.tables import new_view, replayed, tables_of


@settings(max_examples=10)
@given(histories(unblocking=False))
def test_an_earlier_day_is_a_replay_up_to_there_without_what_was_forgotten_since(
    steps: list[Step],
) -> None:
    """Every table at every position, to the last digit."""
    life = lived(steps)
    log = life.history()
    with closing(new_view()) as view:
        view.apply(log)
        for position in range(len(log) + 1):
            gone = [e.source for r in log if isinstance(e := r.event, SourceForgotten)]
            expected = replayed(prune(log[:position], gone))
            with view.at(position):
                assert (tables_of(view), view.digest()) == expected, position
