"""A judge is named by a person or a setting, and costs nothing before it is asked."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lethelog.domain.errors import BudgetSpent, InvalidInput, JudgeFailed
from lethelog.judges.budget import Budget, tokens_in
from lethelog.judges.named import judge_in, judge_named
from lethelog.judges.openai import ModelJudge
from lethelog.judges.rules import RulesJudge


def model(environment: dict[str, str]) -> ModelJudge:
    """The model that the settings name."""
    judge = judge_in({"LETHELOG_JUDGE": "openai:tiny@https://a.example", **environment})
    assert isinstance(judge, ModelJudge)
    return judge


def test_rules_judge_unless_another_is_named() -> None:
    """No network is touched by default."""
    assert isinstance(judge_in({}), RulesJudge)
    assert isinstance(judge_in({"LETHELOG_JUDGE": " "}), RulesJudge)
    assert isinstance(judge_named(" Rules ", {}), RulesJudge)


def test_a_model_is_named_with_its_server() -> None:
    """A tag of the model may hold what looks like a mark."""
    judge = judge_named("openai:qwen3:8b@http://localhost:11434", {})
    assert judge.name == "openai:qwen3:8b@http://localhost:11434/v1"
    assert model({}).name == "openai:tiny@https://a.example/v1"


def test_the_budget_is_that_of_the_settings() -> None:
    """A new one each time a judge is named."""
    settings = {"LETHELOG_LLM_REQUESTS": "3", "LETHELOG_LLM_TOKENS": "5000"}
    one, other = model(settings).budget, model(settings).budget
    assert (one.requests_max, one.tokens_max) == (3, 5000)
    assert one is not other


@pytest.mark.parametrize(
    ("spec", "saying"),
    [
        ("llama", "there are rules, openai:MODEL@URL"),
        ("rules:all", "no judge is called 'rules:all'"),
        ("openai", "is written as openai:MODEL@URL"),
        ("openai:tiny", "is written as openai:MODEL@URL"),
        ("openai: @https://a.example", "is written as openai:MODEL@URL"),
        ("openai:tiny@http://a.example", "texts would travel to a.example .*LETHELOG_LLM_PLAIN"),
        ("openai:tiny@https://me:hush@a.example", "give the key in LETHELOG_LLM_KEY"),
        ("openai:tiny@http://", "the address of the model is none"),
    ],
)
def test_a_name_that_is_none_is_refused(spec: str, saying: str) -> None:
    """With the ways in which one is written; a secret in it is not repeated."""
    with pytest.raises(InvalidInput, match=saying) as raised:
        judge_named(spec, {})
    assert "hush" not in str(raised.value)


@pytest.mark.parametrize(
    ("settings", "saying"),
    [
        ({"LETHELOG_LLM_REQUESTS": "many"}, "LETHELOG_LLM_REQUESTS is 'many'"),
        ({"LETHELOG_LLM_TOKENS": "0"}, "buys nothing"),
        ({"LETHELOG_LLM_KEY": "sk-\u00fc"}, "copy it anew into LETHELOG_LLM_KEY"),
        ({"LETHELOG_LLM_KEY_FILE": "/nowhere/key"}, "cannot be read from /nowhere/key"),
    ],
)
def test_settings_that_are_none_are_refused(settings: dict[str, str], saying: str) -> None:
    """Before anything is asked, and a key is never shown."""
    with pytest.raises(InvalidInput, match=saying) as raised:
        model(settings)
    assert "sk-" not in str(raised.value)


def test_the_key_may_lie_in_a_file(tmp_path: Path) -> None:
    """Of both, the key itself counts."""
    file = tmp_path / "key"
    file.write_text("sk-\u00e9\n", encoding="utf-8")
    with pytest.raises(InvalidInput, match="characters that no key has"):
        model({"LETHELOG_LLM_KEY_FILE": str(file)})
    assert model({"LETHELOG_LLM_KEY_FILE": str(file), "LETHELOG_LLM_KEY": "sk-1"}).name


def test_plain_http_is_a_choice() -> None:
    """As it is for vectors."""
    settings = {"LETHELOG_JUDGE": "openai:tiny@http://a.example", "LETHELOG_LLM_PLAIN_HTTP": "1"}
    assert judge_in(settings).name == "openai:tiny@http://a.example/v1"


def test_without_the_library_a_question_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Naming such a judge still works: nothing is loaded by it."""
    monkeypatch.setitem(sys.modules, "openai", None)
    judge = model({})
    with pytest.raises(JudgeFailed, match=r"pip install 'lethelog\[llm\]'"):
        judge.relation("a", "b")
    assert judge.budget.requests == 0


def test_a_budget_is_never_exceeded() -> None:
    """A prompt that would not leave room for an answer is not sent."""
    budget = Budget(tokens_max=1_000)
    room = budget.request("tea")
    assert room == 1_000 - tokens_in("tea")
    budget.answered("tea", "said", told=600)
    with pytest.raises(BudgetSpent, match="1 of 200 requests and 600 of 1000 tokens"):
        budget.request("x" * 1_000)
    assert (budget.requests, budget.tokens) == (1, 600)
