"""Processes that catch up with one store at once, while another writes, come to the same tables."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from hypothesis import Phase, given, settings

from lethelog.replay.catch_up import catch_up
from lethelog.tests.histories import Step
from lethelog.tests.journal.other_process import other_processes
from lethelog.tests.proofs.whole_life import WholeLife, whole_histories
from lethelog.tests.tables import new_view

Figure: TypeAlias = Callable[[str, int], None]

ROUNDS: Final = int(os.environ.get("RACES", "2"))
NO_SHRINKING: Final = (Phase.reuse, Phase.generate)  # processes take too long for it
FOLLOWERS: Final = 2
HISTORY_SECONDS_MAX: Final = 300.0  # of one process, far more than it takes

FOLLOWS: Final = """
import select
from lethelog.memory import Memory

with Memory.open(path) as memory:
    answer(memory.read_models.use(lambda view: view.position))
    seen = set()
    while not select.select([sys.stdin], [], [], 0)[0]:
        seen.add(memory.read_models.use(lambda view: view.position))
    sys.stdin.readline()
    position, digest = memory.read_models.use(lambda view: (view.position, view.digest()))
    answer(position, digest, memory.read_models._slots._slot.name, len(seen))
    sys.stdin.readline()  # it holds its slot until all have answered
"""


def test_each_in_its_own_slot_comes_to_the_tables_of_a_replay(figure: Figure) -> None:
    """Nobody waits for anybody; at the same position the digests are equal."""
    rounds, looks = 0, 0

    @settings(max_examples=ROUNDS, phases=NO_SHRINKING)
    @given(whole_histories(unblocking=True))
    def prove(steps: list[Step]) -> None:
        nonlocal rounds, looks
        rounds += 1
        with TemporaryDirectory() as place:
            store = Path(place) / "store"
            with closing(WholeLife(store)) as life:
                life.memory.tables()  # so it holds a slot itself
                with other_processes(
                    FOLLOWS, store, count=FOLLOWERS, patience_seconds=HISTORY_SECONDS_MAX
                ) as others:
                    assert [each.answer() for each in others] == ["0"] * FOLLOWERS
                    for step in steps:
                        life.do(step)
                    answers = [each.ask().split() for each in others]
                    for each in others:
                        each.tell()
                assert {slot for *_, slot, _ in answers} == {"1", "2"}
                looks += sum(int(seen) for *_, seen in answers)
                with closing(new_view(life.store)) as view:
                    catch_up(life.journal, view)
                    expected = [str(view.position), view.digest()]
                assert [answer[:2] for answer in answers] == [expected] * FOLLOWERS

    try:
        prove()
    finally:
        figure("replay: rounds of two that caught up at once while a third wrote", rounds)
        figure("replay: positions at which they looked meanwhile", looks)
