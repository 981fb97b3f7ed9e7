"""A server that is busy, slow, broken or gone, and a key that nobody may see."""

from __future__ import annotations

import socket
import threading
import traceback

import msgspec
import pytest

from lethelog.domain.errors import EmbedderFailed, InvalidInput
from lethelog.embedders.address import address_of
from lethelog.embedders.openai import ATTEMPTS_MAX, PAUSE_SECONDS_MAX, OpenAiEmbedder
from lethelog.tests.embedders.servers import KEY, Answer, refusal, running, vector_of, vectors


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_busy_server_is_asked_again(status: int) -> None:
    """After a pause that grows."""
    with running(Answer(status=status), Answer(status=status), vectors) as server:
        assert [*server.embedder().embed(["tea"], "document")] == [vector_of("tea")]
    assert server.pauses == [0.5, 1.0]


@pytest.mark.parametrize(
    ("wanted", "made"), [("7", 7.0), ("9999", PAUSE_SECONDS_MAX), ("Fri, 1 May", 0.5), ("0", 0.5)]
)
def test_the_pause_that_a_server_asks_for_is_made(wanted: str, made: float) -> None:
    """Up to a limit."""
    busy = Answer(status=429, headers=(("Retry-After", wanted),))
    with running(busy, vectors) as server:
        server.embedder().embed(["tea"], "document")
    assert server.pauses == [made]


def test_a_server_that_stays_broken_is_given_up() -> None:
    """After a few attempts, and the sentence says how many."""
    with running(refusal(500)) as server, pytest.raises(EmbedderFailed, match="HTTP 500") as raised:
        server.embedder().embed(["tea"], "document")
    assert f"no answer in {ATTEMPTS_MAX} attempts" in str(raised.value)
    assert len(server.asked) == ATTEMPTS_MAX
    assert len(server.pauses) == ATTEMPTS_MAX - 1


def test_an_answer_that_breaks_off_is_asked_for_again() -> None:
    """Half of it is nothing."""
    half = Answer(b'{"data": [', promised=1000)
    with running(half, vectors) as server:
        assert [*server.embedder().embed(["tea"], "document")] == [vector_of("tea")]
    with running(half) as server, pytest.raises(EmbedderFailed, match="the answer broke off"):
        server.embedder().embed(["tea"], "document")


def test_a_slow_server_is_given_up() -> None:
    """Each attempt has its time."""
    never = threading.Event()
    with running(Answer(wait=never)) as server:
        embedder = server.embedder(timeout_seconds=0.05)
        with pytest.raises(EmbedderFailed, match="it took too long"):
            embedder.embed(["tea"], "document")
        never.set()
    assert len(server.pauses) == ATTEMPTS_MAX - 1


def test_a_server_that_is_not_there_is_told() -> None:
    """Nothing listens at that address."""
    with socket.socket() as taken:  # bound, and never listening
        taken.bind(("127.0.0.1", 0))
        address = address_of(f"http://127.0.0.1:{taken.getsockname()[1]}/v1")
        pauses: list[float] = []
        embedder = OpenAiEmbedder("tiny", address, sleep=pauses.append)
        with pytest.raises(EmbedderFailed, match=r"refused.*see that it runs"):
            embedder.embed(["tea"], "document")
    assert pauses == [0.5, 1.0, 2.0]


@pytest.mark.parametrize(
    "answer",
    [
        refusal(401, f"incorrect key {KEY}"),
        refusal(400, f"the header was Bearer {KEY}"),
        refusal(500, f"crashed with {KEY}"),
        Answer(status=400, body=msgspec.json.encode({"error": f"not {KEY}"})),
        Answer(KEY.encode()),
    ],
)
def test_the_key_is_never_shown(answer: Answer) -> None:
    """Not in the error or what led to it, nor in the id or how the embedder is shown."""
    with running(answer) as server:
        embedder = server.embedder(key=KEY)
        with pytest.raises(EmbedderFailed) as raised:
            embedder.embed(["tea"], "document")
        told = "".join(traceback.format_exception(raised.value))
        assert KEY not in told + embedder.id + repr(embedder)
    assert server.headers[0]["Authorization"].endswith(KEY)


@pytest.mark.parametrize("key", ["sk-one\nsk-two", "sk-\u00fc", "sk-\x00"])
def test_a_key_that_cannot_be_sent_is_refused_unseen(key: str) -> None:
    """The library would quote it in its error."""
    with pytest.raises(InvalidInput, match="LETHELOG_EMBEDDER_KEY") as raised:
        OpenAiEmbedder("tiny", address_of("https://a.example"), key=key)
    assert "sk-" not in str(raised.value)


@pytest.mark.parametrize("status", [200, 400])
def test_an_answer_of_nothing_but_brackets_is_told(status: int) -> None:
    """It would exhaust whatever reads it."""
    bomb = Answer(b'{"x": ' + b"[" * 200_000, status=status)
    with running(bomb) as server, pytest.raises(EmbedderFailed):
        server.embedder().embed(["tea"], "document")
