"""Vectors from a server that speaks as OpenAI does: theirs, Ollama, LM Studio, vLLM and others."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from ..domain.address import Address
from ..domain.embedder import TextKind, Vectors
from ..domain.errors import EmbedderFailed, InvalidInput
from ..domain.nesting import is_deep_json
from .checked import number_of
from .post import Asked, Busy, Turned, post

TIMEOUT_SECONDS: Final = 30.0
REQUEST_TEXTS_MAX: Final = 32  # some servers take no more at once
ATTEMPTS_MAX: Final = 4
_PAUSE_SECONDS: Final = 0.5  # before the second attempt, and twice as long before each further one
PAUSE_SECONDS_MAX: Final = 20.0  # also where the server asks for a longer one
DIMENSION_MAX: Final = 65_536
_PROBE: Final = "dimension"


class _Row(msgspec.Struct):
    index: int
    embedding: list[float]


class _Answer(msgspec.Struct):
    data: list[_Row]


class _Request(msgspec.Struct, omit_defaults=True):
    model: str
    input: list[str]
    dimensions: int | None = None


class OpenAiEmbedder:
    """One model of one server; with `dimension`, its vectors are asked for in that length.

    The key goes to that server alone, and stands in no id, error or representation.
    """

    def __init__(
        self,
        model: str,
        address: Address,
        *,
        key: str = "",
        dimension: int | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not model.strip():
            raise InvalidInput(f"no model of {address.shown} is named; write openai:MODEL@URL")
        if dimension is not None and not 1 <= dimension <= DIMENSION_MAX:
            raise InvalidInput(
                f"vectors of {dimension} numbers cannot be asked for; choose 1 to {DIMENSION_MAX}"
            )
        self._model = model.strip()
        self._address = address
        self._key = _sendable(key)
        self._fixed = dimension
        self._dim = dimension
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.id}>"

    @property
    def id(self) -> str:
        """Names the model and where it is; a server may change the weights behind its name."""
        length = "" if self._fixed is None else f":{self._fixed}"
        return f"openai:{self._model}@{self._address.shown}{length}"

    @property
    def dim(self) -> int:
        """What was asked for, else as long as the first vector that came; one is asked for then."""
        if self._dim is None:
            self._request([_PROBE])
        assert self._dim is not None
        return self._dim

    def embed(self, texts: Sequence[str], _kind: TextKind) -> Vectors:
        """Few texts a request, one request after another; the first error ends it."""
        return [
            vector
            for at in range(0, len(texts), REQUEST_TEXTS_MAX)
            for vector in self._request([*texts[at : at + REQUEST_TEXTS_MAX]])
        ]

    def _request(self, texts: list[str]) -> list[list[float]]:
        wanted = _Request(model=self._model, input=texts, dimensions=self._fixed)
        asked = Asked(self._address, msgspec.json.encode(wanted), self._key, self._timeout_seconds)
        rows = self._rows(self._answered(asked))
        if [row.index for row in rows] != [*range(len(texts))]:
            raise self._failed(
                f"answered {number_of(texts)} with {len(rows)} vectors, or numbered them wrongly;"
                " ask another model, or see whether the server is one for vectors"
            )
        if self._dim is None:
            self._dim = len(rows[0].embedding)
        return [row.embedding for row in rows]

    def _answered(self, asked: Asked) -> bytes:
        """What the server says, asked again a few times while it is busy or cannot be reached."""
        for attempt in range(1, ATTEMPTS_MAX + 1):
            try:
                return post(asked)
            except Busy as busy:
                if attempt == ATTEMPTS_MAX:
                    raise self._failed(
                        f"gave no answer in {ATTEMPTS_MAX} attempts ({busy}); see that it runs and"
                        " can be reached, then repeat"
                    ) from None
                pause = max(_PAUSE_SECONDS * 2 ** (attempt - 1), busy.pause_seconds)
                self._sleep(min(pause, PAUSE_SECONDS_MAX))
            except Turned as refused:
                raise self._failed(str(refused)) from None
        raise AssertionError("the last attempt answers or raises")

    def _rows(self, content: bytes) -> list[_Row]:
        if is_deep_json(content):
            raise self._failed("answered with something nested, which no vectors are; see to it")
        try:
            answer = msgspec.json.decode(content, type=_Answer)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self._failed(
                f"answered with something else than vectors ({error}); see that the address is"
                " that of its API, which most often ends in /v1"
            ) from None
        return sorted(answer.data, key=lambda row: row.index)

    def _failed(self, what: str) -> EmbedderFailed:
        return EmbedderFailed(f"the server {self._address.shown}, asked for {self._model}, {what}")


def _sendable(key: str) -> str:
    """The key without white space around it; InvalidInput, without the key, if it is none."""
    bare = key.strip()
    if not (bare.isascii() and bare.isprintable()):
        raise InvalidInput(
            "the key of the embedder holds characters that no key has; copy it anew into"
            " LETHELOG_EMBEDDER_KEY"
        )
    return bare
