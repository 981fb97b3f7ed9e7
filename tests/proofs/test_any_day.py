"""What was known on any day, and what was true, is what the events themselves tell by hand.

`make proof-any-day FACTS=1000 PASTS=1000` looks longer than usual.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import pytest
from hypothesis import given, settings

from lethelog.asking.as_of import AsOf
from lethelog.domain.query import RESULTS_MAX
from lethelog.domain.times import to_datetime
from lethelog.tests.histories import Step, histories, lived
from lethelog.tests.projections.pasts import compare
from lethelog.tests.proofs.bitemporal import Known, Log, up_to, without
from lethelog.tests.proofs.scrambled import Scrambled

FACTS: Final = int(os.environ.get("FACTS", "40"))
PASTS: Final = int(os.environ.get("PASTS", "10"))
LOOK_AFTER: Final = max(FACTS // 5, 1)  # so many facts; at the end there is one day for each
BESIDE: Final = (-1, 0, 1)  # a boundary, and one microsecond beside it

Figure: TypeAlias = Callable[[str, int], None]
Day: TypeAlias = tuple[int | None, bool, int | None]


@pytest.mark.parametrize("seed", [1, 2])
def test_every_day_is_as_the_events_tell(seed: int, tmp_path: Path, figure: Figure) -> None:
    """Facts told in any order, corrected late, contradicted and forgotten; 0 differences."""
    life, differences, days = Scrambled(seed, FACTS, tmp_path), 0, 0
    with life.memory:
        for number in range(1, FACTS + 1):
            life.go_on()
            if number % LOOK_AFTER == 0 or number == FACTS:
                many = FACTS if number == FACTS else LOOK_AFTER // 4
                days += many
                left = without(life.log, life.forgotten)
                differences += sum(_differences(life, left, day) for day in _days(life, left, many))
    figure("facts told, corrected and forgotten", len(life.items))
    figure("questions about what was known and true, by list and by search", days)
    figure("differences", differences)
    assert differences == 0


@pytest.mark.parametrize("unblocking", [False, True], ids=["blocked", "again"])
def test_every_table_at_every_position_is_a_replay(figure: Figure, *, unblocking: bool) -> None:
    """Of what is left up to there, with validity, policies, and forgettings before and after."""
    seen = 0

    @settings(max_examples=max(PASTS // 2, 1))
    @given(histories(unblocking=unblocking))
    def prove(steps: list[Step]) -> None:
        nonlocal seen
        log = lived(steps).history()
        compare(log, range(len(log) + 1))
        seen += len(log) + 1

    prove()
    figure("histories", PASTS // 2)
    figure("positions compared with a replay, table by table", seen)


def _days(life: Scrambled, left: Log, many: int) -> list[Day]:
    """Moments at which knowledge or truth changes, and beside them; each known one with a true."""
    known = [recorded.event.recorded_at for recorded in life.log]
    true = sorted(Known(left).moments())
    draw = life.draw
    days: list[Day] = []
    for _ in range(many):
        is_position = draw.random() < 0.2
        moment = draw.choice(known) + draw.choice(BESIDE)
        at = draw.randint(0, len(life.log)) if is_position else moment
        valid = draw.choice(true) + draw.choice(BESIDE)
        days.append((at, is_position, None if draw.random() < 0.2 else valid))
    return [(None, False, None), *days[1:]]


def _differences(life: Scrambled, left: Log, day: Day) -> int:
    at, is_position, valid = day
    expected = Known(up_to(left, at, is_position=is_position))
    state, word = _state(life, day), life.subject()
    found = {each.item for each in state.search(word, limit=RESULTS_MAX).found}
    listed = {fact.item for fact in state.facts()}
    return len(listed ^ expected.facts(valid)) + len(found ^ expected.answers(word, valid))


def _state(life: Scrambled, day: Day) -> AsOf:
    at, is_position, valid = day
    about = None if valid is None else to_datetime(valid)
    known = at if at is None or is_position else to_datetime(at)
    return life.memory.as_of(known, valid=about)
