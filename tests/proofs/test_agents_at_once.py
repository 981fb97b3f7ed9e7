"""Agents that each start a server of their own write at once: forty acknowledged, forty kept."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from threading import Thread
from typing import Final, TypeAlias

import msgspec
import pytest

from lethelog.domain.events import Promoted
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.tests.proofs.agents_at_once import (
    agents_at,
    all_hear,
    check_kept,
    check_sound,
    command,
    digests,
    looked,
)
from lethelog.tests.proofs.chain_of import check_chain

Figure: TypeAlias = Callable[[str, int], None]
CLIENTS: Final = int(os.environ.get("CLIENTS", "3"))
WRITES: Final = int(os.environ.get("WRITES", "12"))
QUESTIONS: Final = ("which tea is green", "green tea", "tea in the cellar", "what is in the cellar")


def seed(store: Path) -> None:
    """Something that was asked for often enough to be promoted by the next dream."""
    with Memory.open(store) as memory:
        memory.remember("Green tea is in the cellar.", kind="event", dated_at=memory.clock() - DAY)
        for question in QUESTIONS:
            memory.search(question)


def test_agents_that_write_at_once_while_one_dreams_lose_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    """All that was acknowledged is kept, without a gap, and all read models are equal."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    store = tmp_path / "store"
    seed(store)
    with agents_at(store, [f"agent{n}" for n in range(CLIENTS)], writes=WRITES) as agents:
        for each in agents:
            each.tell("go")
        dreamt: list[str] = []

        def dream() -> None:
            try:
                dreamt.append(command(store, "dream", "--json"))
            finally:
                for each in agents:
                    each.tell("stop")  # so the whole dream lay within the writing

        dreaming = Thread(target=dream)
        dreaming.start()
        written = [int(words[1]) for words in all_hear(agents, "written")]
        dreaming.join()
        looked(agents)  # which records what their last searches found
        seen = looked(agents)
    [dream_told] = [msgspec.json.decode(each)["result"] for each in dreamt]
    assert len(dream_told["promoted"]) == 1
    with Memory.open(store) as memory:
        check_chain(store, memory)
        log = list(memory.journal.read())
        kept = check_kept(log, agents)
        assert kept == sum(written) >= CLIENTS * WRITES
        assert sum(isinstance(each.event, Promoted) for each in log) == 1
        assert seen == [len(log)] * CLIENTS
        replay, views = digests(store, memory)
    assert [digest for _, digest in views] == [replay] * len(views)
    assert sum(position == len(log) for position, _ in views) >= CLIENTS
    assert check_sound(store) == len(log)
    figure("agents at once: processes with a server each", CLIENTS)
    figure("agents at once: writes acknowledged", sum(written))
    figure("agents at once: writes kept", kept)
    figure("agents at once: events in the journal, without a gap", len(log))
    figure("agents at once: read models compared with a replay", len(views))
