"""Any earlier day, seen through the read model of today."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.tests.histories import STEPS_MAX, Step, histories, lived
from lethelog.tests.projections.pasts import compare, places


@settings(max_examples=8)
@given(
    st.booleans().flatmap(lambda unblocking: histories(unblocking=unblocking)),
    st.lists(st.integers(0, STEPS_MAX), max_size=3),
)
def test_an_earlier_day_is_a_replay_up_to_there_without_what_was_forgotten_since(
    steps: list[Step], others: list[int]
) -> None:
    """Every table, to the last digit; `make proof-any-day` looks at every position."""
    log = lived(steps).history()
    compare(log, places(log, others))
