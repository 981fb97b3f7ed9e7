"""However and how often the journal reaches a read model, every table comes out the same.

`make proof-replay HISTORIES=1000` looks longer than usual.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from lethelog.domain.events import Recorded, SourceForgotten
from lethelog.projections.digest import TableDigest
from lethelog.projections.view import View
from lethelog.replay.catch_up import catch_up
from lethelog.replay.views import Views, open_views
from lethelog.tests.histories import Life, Step, histories
from lethelog.tests.tables import new_view

Figure: TypeAlias = Callable[[str, int], None]
Digests: TypeAlias = dict[str, TableDigest]

REPLAYS: Final = int(os.environ.get("REPLAYS", "12"))
ON_DISK: Final = max(REPLAYS // 10, 1)
IN_MEMORY: Final = max((REPLAYS - ON_DISK) // 2, 1)
TIMES_MAX: Final = 5
BATCH_EVENTS_MAX: Final = 12
SEEDS: Final = st.integers(0, 2**32)


class Count:
    """What one proof has looked at."""

    def __init__(self) -> None:
        self.histories = 0
        self.deliveries = 0
        self.tables = 0
        self.differences = 0

    def compare(self, how: str, found: Digests, expected: Digests) -> None:
        """Two read models table by table."""
        self.tables += len(expected)
        self.differences += sum(found[table] != expected[table] for table in expected)
        assert (how, found) == (how, expected)

    def tell(self, figure: Figure) -> None:
        """Adds it to the figures at the end."""
        figure("histories", self.histories)
        figure("replay: batches delivered", self.deliveries)
        figure("replay: digests of tables compared", self.tables)
        figure("differences", self.differences)


def replay_of(life: Life) -> Digests:
    """One new read model that is told all that the journal holds, at once."""
    with closing(new_view()) as view:
        catch_up(life.journal, view, batch_events=max(life.journal.head(), 1))
        return view.digests()


def deliver(view: View, told: Sequence[Sequence[Recorded]], random: Random) -> int:
    """Batches of any size, each one to five times, and other stretches of the past in between.

    Each time it may come as it was when it happened, or as the journal tells it now. The count of
    all that was delivered.
    """
    end, head, deliveries = 0, len(told[0]), 0
    while end < head:
        start, end = end, min(head, end + random.choice((1, random.randint(1, head), head)))
        for _ in range(random.randint(1, TIMES_MAX)):
            first = random.randint(0, start)
            view.apply(random.choice(told)[first : random.randint(first, end)])
            view.apply(random.choice(told)[random.randint(0, start) : end])
            deliveries += 2
    return deliveries


def live(life: Life, steps: Sequence[Step], view: View, random: Random) -> None:
    """The read model is caught up now and then, in small batches, while the history happens."""
    for step in steps:
        life.do(step)
        if random.random() < 0.5:
            catch_up(life.journal, view, batch_events=random.randint(1, BATCH_EVENTS_MAX))
    catch_up(life.journal, view)


@pytest.mark.parametrize("unblocking", [False, True], ids=["blocked", "again"])
def test_in_memory(figure: Figure, *, unblocking: bool) -> None:
    """Live, at once, and delivered out of step again and again, also across forgettings."""
    counted = Count()

    @settings(max_examples=IN_MEMORY)
    @given(histories(unblocking=unblocking), SEEDS)
    def prove(steps: list[Step], seed: int) -> None:
        life, random = Life(), Random(seed)
        counted.histories += 1
        with closing(new_view()) as caught_up, closing(new_view()) as delivered:
            live(life, steps, caught_up, random)
            expected = replay_of(life)
            counted.compare("live", caught_up.digests(), expected)
            counted.deliveries += deliver(delivered, (life.history(), life.log()), random)
            counted.compare("delivered", delivered.digests(), expected)

    try:
        prove()
    finally:
        counted.tell(figure)


def shed_again(views: Views, life: Life) -> int:
    """As the erasure does after a forgetting; 1 where there was one."""
    if not any(isinstance(r.event, SourceForgotten) for r in life.log()):
        return 0
    views.shed(life.journal.head())
    return 1


def test_on_disk(figure: Figure) -> None:
    """A file whose rows are copied to a new generation after each forgetting is as a replay."""
    counted, copies = Count(), 0

    @settings(max_examples=ON_DISK)
    @given(histories(unblocking=True), SEEDS)
    def prove(steps: list[Step], seed: int) -> None:
        nonlocal copies
        life, random = Life(), Random(seed)
        counted.histories += 1
        with (
            TemporaryDirectory() as folder,
            closing(open_views(life.journal, Path(folder), store="tests")) as views,
        ):
            for step in (*steps, ("forget", (seed % 9, 0, 0))):
                if life.do(step) and (step[0] == "forget" or random.random() < 0.2):
                    copies += shed_again(views, life)
                    counted.compare("shed", views.use(View.digests), replay_of(life))
            views.close_view()
            counted.compare("opened again", views.use(View.digests), replay_of(life))

    try:
        prove()
    finally:
        counted.tell(figure)
        figure("replay: generations made of the rows of the one before", copies)
