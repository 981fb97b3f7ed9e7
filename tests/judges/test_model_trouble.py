"""A model that is busy, slow, broken, unwilling or wrong gives no verdict at all."""

from __future__ import annotations

import threading
import traceback

import pytest

from lethelog.domain.errors import BudgetSpent, JudgeFailed
from lethelog.domain.judge import Verdict
from lethelog.judges.budget import Budget
from lethelog.judges.openai import ATTEMPTS_MAX, PAUSE_SECONDS_MAX
from lethelog.tests.judges.server import KEY, Said, Server, completion, error, running, verdict

pytest.importorskip("openai", reason="a model is asked with the library openai: the extra llm")

GOOD = verdict(relation="none", confidence=1.0, reason="")
NONE = Verdict(relation="none")


def failed(server: Server, *, saying: str) -> None:
    """The question is left open, with a sentence that fits."""
    with pytest.raises(JudgeFailed, match=saying):
        server.judge().relation("a", "b")


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(status: int) -> None:
    """After a pause that grows."""
    with running(error(status), error(status), GOOD) as server:
        assert server.judge().relation("a", "b") == NONE
    assert server.pauses == [0.5, 1.0]


@pytest.mark.parametrize(("wanted", "made"), [("7", 7.0), ("9999", PAUSE_SECONDS_MAX), ("x", 0.5)])
def test_the_pause_that_a_server_asks_for_is_made(wanted: str, made: float) -> None:
    """Up to a limit."""
    with running(Said(status=429, headers=(("Retry-After", wanted),)), GOOD) as server:
        server.judge().relation("a", "b")
    assert server.pauses == [made]


def test_a_server_that_stays_broken_is_given_up() -> None:
    """After a few attempts, and the sentence says how many."""
    with running(error(500)) as server:
        failed(server, saying=rf"no answer in {ATTEMPTS_MAX} attempts \(HTTP 500\)")
    assert (len(server.asked), len(server.pauses)) == (ATTEMPTS_MAX, ATTEMPTS_MAX - 1)


def test_a_slow_server_is_given_up() -> None:
    """Each attempt has its time."""
    never = threading.Event()
    with running(Said(wait=never)) as server:
        with pytest.raises(JudgeFailed, match="it took too long"):
            server.judge(timeout_seconds=0.05).relation("a", "b")
        never.set()
    assert len(server.pauses) == ATTEMPTS_MAX - 1


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    """Half of it is nothing, though half of it reads like a verdict."""
    half = Said(GOOD.body[:80], promised=len(GOOD.body))
    with running(half, GOOD) as server:
        assert server.judge().relation("a", "b") == NONE
    with running(half) as server:
        failed(server, saying="no answer in")


def test_a_server_that_is_not_there_is_told() -> None:
    """Nothing listens at that address any more."""
    with running(GOOD) as server:
        pass
    failed(server, saying="see that it runs and can be reached")


@pytest.mark.parametrize(
    ("said", "saying"),
    [
        (Said(b"<html>welcome</html>"), "its answer in another form"),
        (Said(b'{"choices": []}'), "answered with nothing"),
        (Said(b"\xff\xfe"), "its answer in another form"),
        (completion("It is an update, I would say."), "the verdict in another form"),
        (completion('{"relation": "update", "confi'), "the verdict in another form"),
        (completion(None), "the verdict in another form"),
        (verdict(confidence=1.0), "the verdict in another form"),
        (verdict(relation="perhaps", confidence=1.0, reason=""), "verdict in another form"),
        (verdict(relation="update", confidence=7.0, reason=""), "verdict in another form"),
        (verdict(relation="update", confidence="1", reason=""), "verdict in another form"),
        (verdict(relation="update", confidence=1, reason="", also=1), "verdict in another form"),
        (completion('{"relation":"update"}', finish_reason="length"), "did not come to an end"),
        (completion(None, refusal="I do not judge people."), "refuses to judge that: I do not"),
        (completion('{"relation":"update"}', finish_reason="content_filter"), "refuses to judge"),
        (error(400, "no such model"), r"HTTP 400: .*no such model"),
        (error(401), "HTTP 401"),
        (error(404), "HTTP 404"),
        (Said(status=302, headers=(("Location", "/elsewhere"),)), "HTTP 302"),
    ],
)
def test_what_is_no_verdict_leaves_the_question_open(said: Said, saying: str) -> None:
    """It is not asked again: a model that answers so once most often does so twice."""
    with running(said) as server:
        failed(server, saying=saying)
    assert (len(server.asked), server.pauses) == (1, [])


@pytest.mark.parametrize(
    "fact", [{"text": ""}, {"kind": "rumour"}, {"valid_from": "soon"}, {"valid_from": "2026-02-31"}]
)
def test_a_fact_that_cannot_be_recorded_is_none(fact: dict[str, object]) -> None:
    """An empty text, a kind that there is not, a date that is none."""
    with running(verdict(facts=[{"text": "tea", **fact}])) as server, pytest.raises(JudgeFailed):
        server.judge().extract("tea")


@pytest.mark.parametrize("budget", [{"requests_max": 2}, {"tokens_max": 2_000}])
def test_a_budget_that_is_spent_ends_the_asking(budget: dict[str, int]) -> None:
    """It is told apart from a failure, and what was asked before is kept."""
    with running(verdict(relation="none", confidence=1, reason="")) as server:
        judge = server.judge(budget=Budget(**budget))
        assert judge.relation("a", "b") == NONE
        with pytest.raises(BudgetSpent, match="the budget of this run is spent"):
            [judge.relation("a", "b") for _ in range(10)]
    assert len(server.asked) < 10


def test_attempts_that_failed_are_paid_for_too() -> None:
    """A server that is broken for ever cannot be asked for ever."""
    with running(error(500)) as server:
        judge = server.judge(budget=Budget(requests_max=3))
        with pytest.raises(BudgetSpent):
            judge.relation("a", "b")
    assert len(server.asked) == 3


def test_an_answer_is_never_longer_than_what_is_left() -> None:
    """The server is told so."""
    with running(GOOD) as server:
        server.judge(budget=Budget(tokens_max=2_000)).relation("a", "b")
        server.judge().relation("a", "b")
    limits = [request.max_completion_tokens for request in server.asked]
    assert limits[0] < 2_000 < limits[1]


@pytest.mark.parametrize(
    "said",
    [
        error(401, f"incorrect key {KEY}"),
        error(500, f"crashed with {KEY}"),
        Said(KEY.encode()),
        completion(None, refusal=f"not with {KEY}"),
    ],
)
def test_the_key_is_never_shown(said: Said) -> None:
    """Not in the error or what led to it, nor in how the judge is shown."""
    with running(said) as server:
        judge = server.judge(key=KEY)
        with pytest.raises(JudgeFailed) as raised:
            judge.relation("a", "b")
        told = "".join(traceback.format_exception(raised.value))
        assert KEY not in told + judge.name + repr(judge)
    assert server.headers[0]["authorization"].endswith(KEY)
