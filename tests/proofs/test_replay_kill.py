"""A process that is killed while it catches up leaves a read model for the next to go on with."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

from hypothesis import Phase, given, settings

from lethelog.replay.catch_up import catch_up
from lethelog.tests.histories import Step
from lethelog.tests.journal.other_process import OtherProcess, other_process
from lethelog.tests.proofs.whole_life import WholeLife, whole_histories
from lethelog.tests.tables import new_view

Figure: TypeAlias = Callable[[str, int], None]

KILLS: Final = max(int(os.environ.get("KILLS", "6")) // 3, 6)  # a history takes several
NO_SHRINKING: Final = (Phase.reuse, Phase.generate)  # processes take too long for it
KILLS_A_HISTORY: Final = 4
HISTORY_SECONDS_MAX: Final = 300.0  # of one process, far more than it takes
HISTORIES_MIN: Final = 3  # the first that is tried hardly has any events
STEPS_TOGETHER: Final = 5
# Among the rows, after all of them and before they count, and as soon as they do.
MOMENTS: Final = ("UPDATE state", "COMMIT", "after COMMIT")

CATCHES_UP: Final = """
import signal
from lethelog.memory import Memory
from lethelog.projections.slots import Slots
from lethelog.replay.catch_up import catch_up

class Dying:
    # Ends the process before or after the statement that is meant, the nth time that it comes.
    def __init__(self, db, when, times):
        self._db, self._when, self._left = db, when.removeprefix("after "), times
        self._is_after = when.startswith("after ")

    def __getattr__(self, name):
        return getattr(self._db, name)

    def execute(self, sql, *rest):
        is_meant = sql.startswith(self._when)
        self._left -= is_meant
        if is_meant and not self._left and not self._is_after:
            os.kill(os.getpid(), signal.SIGKILL)
        done = self._db.execute(sql, *rest)
        if is_meant and not self._left:
            os.kill(os.getpid(), signal.SIGKILL)
        return done

def lives(when, times, size):
    with Memory.open(path) as memory:
        slots = Slots(path.with_name("slots"), store=memory.identity.name_for("view"))
        view = slots.open()
        generation = max(each.name for each in path.with_name("slots").glob("0/*.duckdb"))
        answer(view.position, generation)
        db, view._db = view._db, Dying(view._db, when, int(times))
        catch_up(memory.journal, view, batch_events=int(size))
        view._db = db
        answer("whole", view.digest())
        view.close()
        slots.close()

for line in sys.stdin:  # a process of its own for each, without starting Python anew
    child = os.fork()
    if child == 0:
        lives(*line.strip().split(","))
        os._exit(0)
    os.waitpid(child, 0)
    answer("ended")
"""


class Killed:
    """One read model that is caught up by one process after the other."""

    def __init__(self, process: OtherProcess, life: WholeLife) -> None:
        self._process = process
        self._life = life
        self._position = 0
        self.kills = 0

    def catch_up(self, random: Random) -> None:
        """Killed at random until none of the moments comes any more; then it is as a replay."""
        while not self._lives(random):
            pass
        with closing(new_view(self._life.store)) as view:
            catch_up(self._life.journal, view)
            assert self._digest == view.digest()
        self._position = self._life.journal.head()

    def _lives(self, random: Random) -> bool:
        """Whether the process came to its end; it began where the one before had committed."""
        when, times, size = random.choice(MOMENTS), random.choice((1, 1, 2)), random.randint(1, 9)
        self._process.tell(f"{when},{times},{size}")
        position, generation = self._process.answer().split()
        assert (int(position), generation) == (self._position, "000001.duckdb")
        word, *digest = self._process.answer().split()
        if word == "whole":
            [self._digest] = digest
            assert self._process.answer() == "ended"
            return True
        assert word == "ended"
        self.kills += 1
        committed = times if when == "after COMMIT" else times - 1
        self._position = min(self._position + committed * size, self._life.journal.head())
        return False


def test_whoever_comes_next_goes_on_with_what_was_committed(figure: Figure) -> None:
    """Between the rows and their commit nothing of the batch is there; after it all of it is."""
    kills, histories = 0, 0

    @settings(max_examples=max(KILLS // KILLS_A_HISTORY, HISTORIES_MIN), phases=NO_SHRINKING)
    @given(whole_histories(unblocking=True))
    def prove(steps: list[Step]) -> None:
        nonlocal kills, histories
        histories += 1
        with TemporaryDirectory() as place:
            store = Path(place) / "store"
            with (
                closing(WholeLife(store)) as life,
                other_process(CATCHES_UP, store, patience_seconds=HISTORY_SECONDS_MAX) as process,
            ):
                killed, random = Killed(process, life), Random(len(steps))
                for start in range(0, len(steps), STEPS_TOGETHER):
                    for step in steps[start : start + STEPS_TOGETHER]:
                        life.do(step)
                    killed.catch_up(random)
                kills += killed.kills

    try:
        prove()
    finally:
        figure("replay: kills while catching up", kills)
        figure("replay: histories caught up in spite of them", histories)
