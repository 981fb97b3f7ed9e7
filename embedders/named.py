"""An embedder by its name, as a person or a setting writes it."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from difflib import get_close_matches
from pathlib import Path
from typing import Final

from ..domain.embedder import Embedder, TextKind, Vectors
from ..domain.errors import InvalidInput

KEY: Final = "LETHELOG_EMBEDDER_KEY"
FILE: Final = "LETHELOG_EMBEDDER_FILE"
THREADS: Final = "LETHELOG_EMBEDDER_THREADS"
DIMENSION: Final = "LETHELOG_EMBEDDER_DIMENSION"
PLAIN_HTTP: Final = "LETHELOG_EMBEDDER_PLAIN_HTTP"
_SHOWN_CHARS_MAX: Final = 40


class NoVectors:
    """Stands where texts get no vectors: its rows are empty."""

    id = "none"
    dim = 0

    def embed(self, texts: Sequence[str], _kind: TextKind) -> Vectors:
        """As many empty rows as there are texts."""
        return [()] * len(texts)


def embedder_named(spec: str, environment: Mapping[str, str]) -> Embedder:
    """What a name such as `local` or `openai:MODEL@URL` stands for; it loads nothing yet.

    InvalidInput if no embedder is called that; a key is read from the environment alone.
    """
    kind, _, rest = spec.strip().partition(":")
    making = _MAKING.get(kind.lower())
    if making is None:
        near = get_close_matches(kind.lower(), _MAKING, n=1, cutoff=0.0)[0]
        raise InvalidInput(
            f"no embedder is called {kind[:_SHOWN_CHARS_MAX]!r}; the nearest is {_FORMS[near]}, and"
            f" there are {', '.join(_FORMS.values())}"
        )
    return making(rest.strip(), environment)


def _none(rest: str, _: Mapping[str, str]) -> Embedder:
    if rest:
        raise _not_so("none")
    return NoVectors()


def _local(rest: str, environment: Mapping[str, str]) -> Embedder:
    from .minilm import MiniLm  # noqa: PLC0415 - each kind is loaded when it is named

    file = rest or environment.get(FILE, "").strip()
    threads = _number(environment, THREADS)
    return MiniLm(
        Path(file).expanduser() if file else None, threads=1 if threads is None else threads
    )


def _ngrams(rest: str, _: Mapping[str, str]) -> Embedder:
    from .ngrams import Ngrams  # noqa: PLC0415 - as above

    if rest:
        raise _not_so("ngrams")
    return Ngrams()


def _openai(rest: str, environment: Mapping[str, str]) -> Embedder:
    from .address import address_of  # noqa: PLC0415 - as above
    from .openai import OpenAiEmbedder  # noqa: PLC0415 - as above

    model, at, url = rest.partition("@http")
    if not (model and at):
        raise _not_so("openai")
    address = address_of(f"http{url}", plain_http=environment.get(PLAIN_HTTP, "") == "1")
    dimension = _number(environment, DIMENSION)
    return OpenAiEmbedder(model, address, key=environment.get(KEY, ""), dimension=dimension)


def _sentence_transformers(rest: str, _: Mapping[str, str]) -> Embedder:
    from .others import sentence_transformers  # noqa: PLC0415 - as above

    return sentence_transformers(_model(rest, "sentence-transformers"))


def _fastembed(rest: str, _: Mapping[str, str]) -> Embedder:
    from .others import fastembed  # noqa: PLC0415 - as above

    return fastembed(_model(rest, "fastembed"))


def _model2vec(rest: str, _: Mapping[str, str]) -> Embedder:
    from .others import model2vec  # noqa: PLC0415 - as above

    return model2vec(_model(rest, "model2vec"))


def _model(rest: str, kind: str) -> str:
    if not rest:
        raise _not_so(kind)
    return rest


def _not_so(kind: str) -> InvalidInput:
    return InvalidInput(f"an embedder of the kind {kind} is written as {_FORMS[kind]}")


def _number(environment: Mapping[str, str], name: str) -> int | None:
    """A whole number from the environment, if it is set there."""
    written = environment.get(name, "").strip()
    if not written:
        return None
    if not (written.isascii() and written.isdigit()):
        raise InvalidInput(f"{name} is {written[:_SHOWN_CHARS_MAX]!r}; set it to a whole number")
    return int(written)


_FORMS: Final = {
    "local": "local or local:FILE",
    "openai": "openai:MODEL@URL",
    "sentence-transformers": "sentence-transformers:MODEL",
    "fastembed": "fastembed:MODEL",
    "model2vec": "model2vec:MODEL",
    "ngrams": "ngrams",
    "none": "none",
}
_MAKING: Final[Mapping[str, Callable[[str, Mapping[str, str]], Embedder]]] = {
    "local": _local,
    "openai": _openai,
    "sentence-transformers": _sentence_transformers,
    "fastembed": _fastembed,
    "model2vec": _model2vec,
    "ngrams": _ngrams,
    "none": _none,
}
