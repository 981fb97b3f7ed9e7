"""Dreams at once, dreams that are cut short, and questions to whoever judges later."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from lethelog.domain.answering import answered
from lethelog.domain.dreams import Dream
from lethelog.domain.errors import StoreLocked
from lethelog.domain.events import tag_of
from lethelog.domain.mind_policy import Phase
from lethelog.domain.presets import AGENTERNAL
from lethelog.domain.proposal import Answer, Proposal
from lethelog.dreaming import alone
from lethelog.dreaming.alone import FOLDER
from lethelog.judges.rules import RulesJudge
from lethelog.memory import Memory
from lethelog.projections.slot_lock import take_lock
from lethelog.tests.dreaming.nights import (
    BICYCLE,
    TEA,
    Told,
    live,
    phase,
    policy_of,
    sleeper,
)
from lethelog.tests.story import TODAY

_PHASES: tuple[Phase, ...] = ("collect", "cluster", "schemas", "settle", "promote")
_DREAM = """
import sys
from pathlib import Path
from lethelog.memory import Memory
with Memory.open(Path(sys.argv[1])) as memory:
    print("ready", flush=True)
    sys.stdin.readline()
    print(sum(each.changed for each in memory.dream().phases))
"""


class CutError(Exception):
    """The power is gone."""


def tags(memory: Memory) -> Counter[str]:
    """How many events of each type there are."""
    return Counter(tag_of(type(each.event)) for each in memory.journal.read())


def test_two_threads_that_dream_at_once_do_the_work_once() -> None:
    """The judge is asked once about each cluster, whoever asks it."""
    with sleeper(*_PHASES) as (memory, _):
        live(memory, *TEA, *BICYCLE)
        judge, done = Told(says="alike"), list[Dream]()
        threads = [
            threading.Thread(target=lambda: done.append(memory.dream(judge=judge)))
            for _ in range(3)
        ]
        for each in threads:
            each.start()
        for each in threads:
            each.join()
        assert sorted(phase(each, "cluster").changed for each in done) == [0, 0, 2]
        assert len(judge.asked) == 2
        assert tags(memory)["promoted"] == 2


def test_two_processes_that_dream_at_once_do_the_work_once(tmp_path: Path) -> None:
    """Whichever comes second finds nothing left to do."""
    with closing(Memory.open(tmp_path, clock=lambda: TODAY)) as memory:
        live(memory, *TEA, *BICYCLE)
        memory.adopt(policy_of(*_PHASES))
        processes = [
            subprocess.Popen(
                [sys.executable, "-c", _DREAM, str(tmp_path)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
            )
            for _ in range(2)
        ]
        for each in processes:
            assert each.stdout is not None
            assert each.stdout.readline() == "ready\n"
        told = [each.communicate("\n", timeout=60)[0] for each in processes]
        assert sorted(int(each) for each in told) == [0, 2]
        assert tags(memory)["promoted"] == 2


def test_a_dream_waits_for_that_of_another_process_and_then_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody waits for ever."""
    monkeypatch.setattr(alone, "WAIT_SECONDS", 0.2)
    with closing(Memory.open(tmp_path)) as memory:
        lock = take_lock(tmp_path / FOLDER)
        assert lock is not None
        with lock, pytest.raises(StoreLocked, match="let it finish"):
            memory.dream()
        assert memory.dream().phases


@pytest.mark.parametrize("cut_at", range(len(_PHASES)))
def test_what_a_dream_was_cut_off_from_the_next_one_does(cut_at: int) -> None:
    """Wherever it was cut, all is as if it had not been."""

    def cut(_phase: str, done: int, _all: int) -> None:
        if done == cut_at:
            raise CutError

    with sleeper(*_PHASES, base=AGENTERNAL) as (memory, _):
        live(memory, *TEA, *BICYCLE)
        with pytest.raises(CutError):
            memory.dream(progress=cut)
        memory.dream()
        assert tags(memory)["promoted"] == 2
        head = memory.journal.head()
        memory.dream()
        assert memory.journal.head() == head


def test_a_cut_between_two_verdicts_loses_none_and_doubles_none() -> None:
    """What was recorded stays, and the rest is asked for in the next dream."""
    with sleeper("cluster") as (memory, _):
        live(memory, *TEA, *BICYCLE)
        judge = Told(says="alike")
        asked, judge.asked = judge.asked, _Narrow()
        with pytest.raises(CutError):
            memory.dream(judge=judge)
        judge.asked = asked
        memory.dream(judge=judge)
        assert tags(memory)["promoted"] == 2
        assert len(judge.asked) == 1


def test_an_agent_answers_what_a_dream_would_have_judged() -> None:
    """What it answered is not asked again, also where there was nothing to record."""
    with sleeper("collect", "extract", "cluster") as (memory, _):
        live(memory, *TEA[:3])
        head = memory.journal.head()
        asked = memory.propose()
        assert memory.journal.head() == head
        assert Counter(each.about.what for each in asked) == {"extract": 3, "distil": 1}
        assert memory.accept([_answer(each) for each in asked]).recorded == 1
        assert memory.propose() == ()
        assert phase(memory.dream(), "cluster").changed == 0


def test_a_policy_that_needs_no_judge_is_asked_all_the_same() -> None:
    """Whoever wants to be asked gets all that one could be asked."""
    with sleeper("collect", "promote") as (memory, _):
        live(memory, *TEA[:3])
        memory.remember("The dentist is on the fourth floor")
        memory.remember("The dentist is on the fifth floor")
        asked = [each.about.phase for each in memory.propose()]
        assert asked[:3] == ["extract", "cluster", "settle"]  # of each in turn
        assert Counter(asked) == {"extract": 5, "cluster": 1, "settle": 1}


class _Narrow(list[str]):
    """A list that has room for one thing."""

    def append(self, item: str) -> None:
        """Fails once it is full."""
        if self:
            raise CutError
        super().append(item)


def _answer(proposal: Proposal) -> Answer:
    """That of the rules, which decline where they have none."""
    return answered(proposal, RulesJudge()) or Answer(about=proposal.about, declined=True)
