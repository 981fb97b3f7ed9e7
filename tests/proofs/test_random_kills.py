"""A process that learns and forgets is killed at any moment; what it told of is true afterwards."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from random import Random
from threading import Event
from typing import Final, TypeAlias

import pytest

from lethelog.commands.erase import unfinished
from lethelog.domain.events import ChunkIngested, Recorded, SourceForgotten
from lethelog.domain.identity import path_above
from lethelog.domain.lineage import live, sources_of
from lethelog.tests.journal.other_process import other_process
from lethelog.tests.proofs.canaries import all_found
from lethelog.tests.proofs.chain_of import check_chain
from lethelog.tests.proofs.whole_life import OpenMemory
from lethelog.tests.tables import replayed

Figure: TypeAlias = Callable[[str, int], None]
KILLS: Final = int(os.environ.get("KILLS", "6"))
PARTS: Final = 2  # so that two processors have something to do
PASSAGES: Final = 3
LINES_MAX: Final = 12
LAST_SECONDS: Final = 0.2

LIVES: Final = f"""
from itertools import count
from lethelog.memory import Memory
from lethelog.sources.document import Document, Passage

memory = Memory.open(path)
answer("opened")
for number in count(int(sys.argv[2])):
    said = [f"turn {{n}} of canary{{number}}x0" for n in range({PASSAGES})]
    passages = tuple(Passage(text=text, child=str(n), dated_at=n) for n, text in enumerate(said))
    document = Document(
        source_kind="conversation", name=f"c{{number}}", passages=passages, complete=False
    )
    items = memory.learn([(document.path, document)], "import").items
    answer("learned", number)
    memory.search(f"turn canary{{number}}x0", asked_from=document.path)
    memory.promote(*items, text=f"all of canary{{number}}x0", judge="agent")
    answer("derived", number)
    if number % 2:
        memory.forget(document.path)
        answer("forgotten", number)
"""


class Told:
    """What the killed processes had acknowledged."""

    def __init__(self) -> None:
        self.learned: set[int] = set()
        self.derived: set[int] = set()
        self.forgotten: set[int] = set()
        self.lines = 0

    def hear(self, lines: Iterable[str]) -> None:
        """One process's last words, of which the very last may be cut off."""
        for line in lines:
            match line.split():
                case [verb, number] if verb in ("learned", "derived", "forgotten"):
                    getattr(self, verb).add(int(number))
                    self.lines += 1
                case _:
                    pass


def live_and_be_killed(store: Path, start: int, random: Random) -> list[str]:
    """Lets a process tell of some things and then live on for a moment."""
    with other_process(f"sys.argv.append('{start}')\n{LIVES}", store) as process:
        assert process.answer() == "opened"
        lines = [process.answer() for _ in range(random.randrange(LINES_MAX))]
        Event().wait(random.uniform(0.0, LAST_SECONDS))  # any moment: that is what is tried
        return lines + process.kill()


def check(store: Path, told: Told) -> int:
    """Nothing acknowledged is lost, nothing is half done; the number to go on with."""
    with OpenMemory.open(store) as memory:
        check_chain(store, memory)
        log = list(memory.journal.read())
        _check_acknowledged(memory, log, told)
        _check_forgettings(memory, log)
        tag = memory.identity.name_for("view")
        pruned, whole = replayed(live(log), store=tag), replayed(log, store=tag)
        assert memory.tables() == pruned[0] == whole[0]
        start = log[-1].position if log else 0
    gone = frozenset(f"canary{number}x0" for number in told.forgotten)
    assert all_found(store, gone) == frozenset()
    return start


def _check_acknowledged(memory: OpenMemory, log: list[Recorded], told: Told) -> None:
    chunks = [r.event for r in log if isinstance(r.event, ChunkIngested)]
    kept = Counter(path_above(chunk.source) for chunk in chunks)
    texts = {getattr(r.event, "text", "") for r in log}
    gone = {r.event.source for r in log if isinstance(r.event, SourceForgotten)}
    assert set(kept.values()) <= {PASSAGES}
    for number in told.learned:
        path, derived = f"conversation/c{number}", f"all of canary{number}x0"
        if memory.identity.lineage(path)[-1] in gone:
            assert number % 2
            assert not kept[path]
            assert derived not in texts
        else:
            assert number not in told.forgotten
            assert kept[path] == PASSAGES
            assert derived in texts or number not in told.derived


def _check_forgettings(memory: OpenMemory, log: list[Recorded]) -> None:
    notices = {r.position: r.event for r in log if isinstance(r.event, SourceForgotten)}
    assert unfinished(memory.journal) == []
    assert [receipt.position for receipt in memory.receipts()] == sorted(notices)
    assert all(receipt.pending == () for receipt in memory.receipts())
    for position, notice in notices.items():
        later = (r.event for r in log if r.position > position)
        assert not [event for event in later if notice.source in sources_of(event)]


@pytest.mark.parametrize("part", range(PARTS))
def test_whatever_was_acknowledged_is_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure, part: int
) -> None:
    """Killed again and again; forgettings that were cut short end at the next opening."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    store, told, random = tmp_path / "store", Told(), Random(part)
    start = 0
    for _ in range(part, KILLS, PARTS):
        told.hear(live_and_be_killed(store, start, random))
        start = check(store, told)
    figure("random kills", len(range(part, KILLS, PARTS)))
    figure("random kills: acknowledgements kept", told.lines)
    figure("random kills: forgettings acknowledged", len(told.forgotten))
