"""A server that speaks as OpenAI does, with all that can go wrong between it and us."""

from __future__ import annotations

import msgspec
import pytest

from lethelog.domain.errors import EmbedderFailed, InvalidInput
from lethelog.embedders import post
from lethelog.embedders.address import address_of
from lethelog.embedders.checked import embedded
from lethelog.embedders.openai import (
    DIMENSION_MAX,
    REQUEST_TEXTS_MAX,
    OpenAiEmbedder,
)
from lethelog.tests.embedders.servers import (
    KEY,
    Answer,
    Request,
    refusal,
    running,
    vector_of,
    vectors,
)


def rows(*found: tuple[int, list[float | None]]) -> Answer:
    """Vectors with their numbers, as they are given."""
    data = [{"index": index, "embedding": vector} for index, vector in found]
    return Answer(msgspec.json.encode({"data": data}))


def test_vectors_come_in_the_order_of_the_texts() -> None:
    """The server numbers them, and may send them in any order."""
    with running(vectors) as server:
        embedder = server.embedder(key=KEY)
        texts = ["tea", "tiles", "a hotel"]
        assert [*embedder.embed(texts, "document")] == [vector_of(text) for text in texts]
    assert server.asked == [Request("tiny", texts)]
    assert server.paths == ["/v1/embeddings"]
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert server.headers[0]["Content-Type"] == "application/json"


def test_no_key_is_sent_where_there_is_none() -> None:
    """A server on this machine often wants none."""
    with running(vectors) as server:
        server.embedder().embed(["tea"], "query")
    assert "Authorization" not in server.headers[0]


def test_many_texts_are_several_requests() -> None:
    """Some servers take no more at once."""
    texts = [f"text {number}" for number in range(REQUEST_TEXTS_MAX + 1)]
    with running(vectors) as server:
        found = [*server.embedder().embed(texts, "document")]
    assert found == [vector_of(text) for text in texts]
    assert [len(request.input) for request in server.asked] == [REQUEST_TEXTS_MAX, 1]


def test_the_dimension_is_that_of_the_first_answer() -> None:
    """One word is asked for when nothing has been yet, and no more."""
    with running(vectors) as server:
        embedder = server.embedder()
        assert (embedder.dim, embedder.dim, len(server.asked)) == (3, 3, 1)
        fresh = server.embedder()
        fresh.embed(["tea"], "document")
        assert (fresh.dim, len(server.asked)) == (3, 2)


def test_a_fixed_dimension_is_asked_for_and_checked() -> None:
    """It belongs to the id; a server that cannot do it is found out."""
    with running(vectors) as server:
        embedder = server.embedder(dimension=2)
        assert (embedder.dim, server.asked) == (2, [])
        assert embedder.id == f"openai:tiny@http://127.0.0.1:{server.port}/v1:2"
        with pytest.raises(EmbedderFailed, match="3 numbers came instead of 2"):
            embedded(embedder, ["tea"], "document")
    assert server.asked == [Request("tiny", ["tea"], dimensions=2)]


def test_a_server_whose_vectors_change_in_length_is_found_out() -> None:
    """Another model answers under the same name."""
    with running(vectors, rows((0, [1.0, 2.0]))) as server:
        embedder = server.embedder()
        embedded(embedder, ["tea"], "document")
        with pytest.raises(EmbedderFailed, match="2 numbers came instead of 3"):
            embedded(embedder, ["tea"], "document")


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        (Answer(b'{"data": [{"index": 0, "embedding": [0.5, '), "something else than vectors"),
        (Answer(b"<html>hello</html>"), "something else than vectors .* ends in /v1"),
        (Answer(b'{"data": [{"index": 0, "embedding": [NaN, 1, 2]}]}'), "something else than"),
        (Answer(b'{"data": "\xff"}'), "something else than vectors"),
        (Answer(b""), "something else than vectors"),
        (rows((0, [None])), "something else than vectors"),
        (rows(), "1 text with 0 vectors"),
        (rows((0, [1.0]), (1, [1.0])), "1 text with 2 vectors"),
        (rows((1, [1.0])), "numbered them wrongly"),
        (refusal(400), r"refuses \(HTTP 400: no such model\)"),
        (refusal(404, "try pulling it\n first"), r"HTTP 404: try pulling it first\)"),
        (Answer(b'{"error": "not loaded"}', 404), r"HTTP 404: not loaded\)"),
        (Answer(b"<html>", 404), r"refuses \(HTTP 404\); see that the model is there"),
        (Answer(b'{"error": 7}', 404), r"refuses \(HTTP 404\)"),
        (refusal(401), r"a request without a key \(HTTP 401\); set one"),
        (Answer(status=307, headers=(("Location", "http://127.0.0.1:9/"),)), "sends elsewhere"),
        (Answer(status=302, headers=(("Location", "http://127.0.0.1:9/"),)), "sends elsewhere"),
    ],
)
def test_a_wrong_answer_is_told_at_once(answer: Answer, said: str) -> None:
    """Asking again would not help."""
    with running(answer) as server, pytest.raises(EmbedderFailed, match=said) as raised:
        server.embedder().embed(["tea"], "document")
    assert f"127.0.0.1:{server.port}/v1, asked for tiny," in str(raised.value)
    assert len(server.asked) == 1
    assert server.pauses == []


def test_a_number_that_is_none_is_not_let_through() -> None:
    """JSON can write a number that is too large for any float."""
    with running(Answer(b'{"data": [{"index": 0, "embedding": [1e999, 1, 2]}]}')) as server:
        embedder = server.embedder()
        with pytest.raises(EmbedderFailed, match=r"not finite|something else than vectors"):
            embedded(embedder, ["tea"], "document")


def test_an_answer_without_end_is_not_read(monkeypatch: pytest.MonkeyPatch) -> None:
    """The limit has a name."""
    monkeypatch.setattr(post, "ANSWER_BYTES_MAX", 10)
    with running(vectors) as server, pytest.raises(EmbedderFailed, match="more than 10 bytes"):
        server.embedder().embed(["tea"], "document")


def test_white_space_around_a_key_is_none_of_it() -> None:
    """A file with one line ends in a new line."""
    with running(vectors) as server:
        server.embedder(key=f" {KEY}\n").embed(["tea"], "document")
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("dimension", [0, -1, DIMENSION_MAX + 1])
def test_a_dimension_beyond_reason_is_refused(dimension: int) -> None:
    """Before anything is asked."""
    with pytest.raises(InvalidInput, match=f"{dimension} numbers"):
        OpenAiEmbedder("tiny", address_of("https://a.example"), dimension=dimension)


def test_a_model_has_a_name() -> None:
    """The server would choose one, which the id could not tell."""
    with pytest.raises(InvalidInput, match=r"no model of https://a\.example/v1 is named"):
        OpenAiEmbedder(" ", address_of("https://a.example"))


def test_a_proxy_is_not_asked_for_a_server_on_this_machine(monkeypatch: pytest.MonkeyPatch) -> None:
    """It would see the texts, and know no way here."""
    monkeypatch.setenv("http_proxy", "http://127.0.0.1:9")
    monkeypatch.delenv("no_proxy", raising=False)
    with running(vectors) as server:
        server.embedder().embed(["tea"], "document")
    assert len(server.asked) == 1
