"""A dream whose judge is a model: what it says is recorded once; its failures change nothing."""

from __future__ import annotations

import pytest

from lethelog.domain.errors import JudgeFailed
from lethelog.domain.events import Event, Promoted, Superseded
from lethelog.domain.policy import Policy
from lethelog.domain.presets import AGENTERNAL, DUDUCLAW, KTAO
from lethelog.domain.times import DAY
from lethelog.judges.budget import Budget
from lethelog.memory import Memory
from lethelog.tests.judges.server import Said, completion, error, running, verdict
from lethelog.tests.story import TODAY

pytest.importorskip("openai", reason="a model is asked with the library openai: the extra llm")

TEA = tuple(f"Ana drinks a cup of green tea in the {when}" for when in "abcde")
SAID = verdict(text="Ana drinks green tea.", kind="preference", confidence=0.8, reason="five cups")


def told(policy: Policy, *texts: str) -> Memory:
    """A memory that was told these texts, each on its own day."""
    memory = Memory.in_memory(policy=policy, clock=lambda: TODAY)
    for days, text in enumerate(texts):
        memory.remember(text, kind="event", dated_at=TODAY - days * DAY)
    return memory


def events(memory: Memory) -> list[Event]:
    """All that is recorded."""
    return [recorded.event for recorded in memory.journal.read()]


def test_a_cluster_is_put_into_the_words_of_the_model() -> None:
    """With who said it and why; a second dream asks nothing more."""
    with running(SAID) as server, told(AGENTERNAL, *TEA) as memory:
        judge = server.judge()
        memory.dream(judge=judge)
        memory.dream(judge=judge)
        [made] = [each for each in events(memory) if isinstance(each, Promoted)]
    assert (made.text, made.kind, made.judge) == ("Ana drinks green tea.", "preference", "model")
    assert made.reason == f"{judge.name}: five cups"
    assert (len(made.derived_from), len(made.nearness)) == (5, 5)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    "said",
    [
        error(500),
        error(401),
        completion("no JSON"),
        completion(None, refusal="I will not."),
        verdict(text="", kind="fact", confidence=1, reason=""),
        Said(SAID.body[:60], promised=len(SAID.body)),
    ],
)
def test_a_model_that_fails_changes_nothing(said: Said) -> None:
    """The dream ends well, the store is as it was, and the next dream asks again."""
    with running(said) as server, told(AGENTERNAL, *TEA) as memory:
        before = events(memory)
        memory.dream(judge=server.judge())
        assert events(memory) == before
        assert memory.search("green tea", record=False).found
        asked = len(server.asked)
        server.says = [SAID]
        memory.dream(judge=server.judge())
        assert len(server.asked) == asked + 1
        assert len(events(memory)) == len(before) + 1


def test_a_budget_that_is_spent_ends_the_asking_and_keeps_what_was_said() -> None:
    """The texts that were not read are read in the next dream."""
    facts = verdict(facts=[{"text": "Ana drinks tea."}])
    with running(facts) as server, told(KTAO, *TEA) as memory:
        memory.dream(judge=server.judge(budget=Budget(requests_max=2)))
        made = [each for each in events(memory) if isinstance(each, Promoted)]
        assert (len(server.asked), len(made)) == (2, 2)
        memory.dream(judge=server.judge())
        made = [each for each in events(memory) if isinstance(each, Promoted)]
        assert (len(server.asked), len(made)) == (5, 5)


def test_a_replay_asks_nobody() -> None:
    """All that the model said stands in the journal."""
    with running(SAID) as server, told(AGENTERNAL, *TEA) as memory:
        memory.dream(judge=server.judge())
        server.says = [error(500)]
        assert memory.rebuild().is_equal
        assert len(server.asked) == 1


def test_what_a_model_said_goes_with_what_it_read() -> None:
    """Forgetting one of the texts takes it, and the next dream asks anew."""
    with running(SAID) as server, told(AGENTERNAL, *TEA) as memory:
        memory.dream(judge=server.judge())
        memory.forget(memory.sources()[0].source)
        assert not [each for each in events(memory) if isinstance(each, Promoted)]
        memory.dream(judge=server.judge())
        assert len(server.asked) == 2


def test_a_model_says_what_two_texts_are_to_each_other() -> None:
    """The later one takes the place of the earlier one, with who said so and why, once."""
    said = verdict(relation="update", confidence=0.9, reason="one floor up")
    with running(said) as server, told(DUDUCLAW) as memory:
        for floor in ("fourth", "fifth"):
            memory.remember(f"The dentist is on the {floor} floor")
        judge = server.judge()
        memory.dream(judge=judge)
        memory.dream(judge=judge)
        [gone] = [each for each in events(memory) if isinstance(each, Superseded)]
    assert (gone.judge, gone.note) == ("model", f"{judge.name}: one floor up")
    assert len(server.asked) == 1


def test_a_judge_that_cannot_be_asked_is_no_reason_to_lose_a_dream() -> None:
    """What rules can do is done all the same."""
    with running(error(500)) as server, told(KTAO, *TEA) as memory:
        dreamt = memory.dream(judge=server.judge())
    assert [each.phase for each in dreamt.phases] == list(KTAO.dream.phases)
    with running(error(500)) as server, pytest.raises(JudgeFailed):
        server.judge().extract("tea")
