"""Searching by meaning from a terminal: vectors made, told of, and done without."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from lethelog.replay.meanings import ON_THE_SPOT_MAX
from lethelog.tests.embedders.servers import Answer, Request, Server, refusal, running
from lethelog.tests.embedding import DIM, vector_of
from lethelog.tests.entrypoints.terminal import Terminal, write


def by_n_grams(request: Request) -> Answer:
    """As a server with a model answers."""
    rows = [
        {"index": index, "embedding": vector_of(text)} for index, text in enumerate(request.input)
    ]
    return Answer(msgspec.json.encode({"data": rows}))


@pytest.fixture
def server() -> Iterator[Server]:
    """One that answers."""
    with running(by_n_grams) as started:
        yield started


@pytest.fixture
def named(server: Server, monkeypatch: pytest.MonkeyPatch) -> str:
    """Its name, which the environment holds too."""
    name = f"openai:tiny@http://127.0.0.1:{server.port}/v1"
    monkeypatch.setenv("LETHELOG_EMBEDDER", name)
    return name


def test_every_text_gets_its_vector(tea: Terminal, named: str) -> None:
    """And is found by meaning from then on; the status shows how many have one."""
    assert f"3 of 3 parts of texts have a vector of {named}" in tea.says("embed")
    assert tea.json("embed") == {"embedder": named, "vectors": 3, "parts": 3}
    found = tea.json("search", "hazelnut", "allergies")
    assert "hazelnuts" in found["found"][0]["text"]
    assert found["found"][0]["signals"]["vector"] == 1.0
    assert f"3 of 3 by {named}" in tea.says("status")
    [kept] = tea.json("status")["vectors"]
    assert (kept["vectors"], kept["parts"], kept["dim"], kept["is_used"]) == (3, 3, DIM, True)


def test_the_option_is_given_before_the_verb(
    tea: Terminal, named: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It counts more than the environment; `none` is nobody."""
    monkeypatch.delenv("LETHELOG_EMBEDDER")
    refused = tea.run("embed")
    assert refused.exit_code == 1
    assert "--embedder local" in refused.stderr
    tea.says("--embedder", named, "embed")
    assert ", not in use here" in tea.says("status")
    monkeypatch.setenv("LETHELOG_EMBEDDER", named)
    assert tea.run("--embedder", "none", "embed").exit_code == 1


def test_a_name_that_nobody_has_is_refused(tea: Terminal) -> None:
    """With those that there are."""
    refused = tea.run("--embedder", "lokal", "search", "tea")
    assert refused.exit_code == 1
    assert "the nearest is local" in refused.stderr


def test_many_texts_without_vectors_are_told_on_standard_error(
    tea: Terminal, named: str, tmp_path: Path
) -> None:
    """With what to do about it; the answer is one by words."""
    lines = "\n".join(f"cup number {number} of milk" for number in range(ON_THE_SPOT_MAX))
    tea.says("ingest", write(tmp_path, "cups.txt", lines), "--name", "cups")
    result = tea.run("search", "tea")
    assert result.exit_code == 0
    assert "tea" in result.stdout
    assert f"no vectors of the embedder {named} yet" in result.stderr.replace("\n", " ")
    assert "`lethelog embed`" in result.stderr.replace("\n", " ")
    assert "embed" in tea.json("search", "tea")["warning"]
    tea.says("embed")
    assert tea.json("search", "tea")["warning"] == ""


@pytest.mark.usefixtures("named")
def test_a_server_that_fails_loses_nothing(tea: Terminal, server: Server) -> None:
    """What is written is written, a search answers by words and says why, an order fails."""
    server.says = [lambda _: refusal(404)]
    assert tea.run("remember", "The milk is in the cellar.").exit_code == 0
    result = tea.run("search", "milk")
    assert result.exit_code == 0
    assert "The milk is in the cellar." in result.stdout
    assert "only words ranked this answer" in result.stderr
    failed = tea.run("embed")
    assert failed.exit_code == 1
    assert "no such model" in failed.stderr


@pytest.mark.usefixtures("named")
def test_the_doctor_tells_of_vectors(tea: Terminal) -> None:
    """How many files there are, and how large."""
    tea.says("embed")
    assert "those of 1 embedders" in tea.run("doctor").stdout
