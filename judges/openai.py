"""A model that judges: on any server that speaks chat completions as OpenAI does."""

from __future__ import annotations

import importlib
import time
from collections.abc import Callable, Mapping, Sequence
from types import ModuleType
from typing import Any, Final, TypeVar

import msgspec

from ..domain.address import Address
from ..domain.errors import InvalidInput, JudgeFailed
from ..domain.judge import EXTRACTED_MAX, Distilled, Extracted, JudgedBy, Verdict
from ..domain.nesting import is_deep_json
from ..domain.times import parse
from . import questions
from .budget import Budget

T = TypeVar("T")

TIMEOUT_SECONDS: Final = 60.0
ATTEMPTS_MAX: Final = 4
_PAUSE_SECONDS: Final = 0.5  # before the second attempt, and twice as long before each further one
PAUSE_SECONDS_MAX: Final = 20.0  # also where the server asks for a longer one
_TOO_MANY: Final = 429
_SERVER_ERRORS: Final = 500
_SAID_CHARS_MAX: Final = 200


class _Message(msgspec.Struct):
    content: str | None = None
    refusal: str | None = None


class _Choice(msgspec.Struct):
    message: _Message
    finish_reason: str | None = None


class _Usage(msgspec.Struct):
    total_tokens: int


class _Answer(msgspec.Struct):
    choices: list[_Choice]
    usage: _Usage | None = None


class ModelJudge:
    """One model of one server. The key goes to that server alone, and is shown nowhere."""

    judge: JudgedBy = "model"

    def __init__(
        self,
        model: str,
        address: Address,
        *,
        key: str = "",
        budget: Budget | None = None,
        timeout_seconds: float = TIMEOUT_SECONDS,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        if not model.strip():
            raise InvalidInput(f"no model of {address.shown} is named; write openai:MODEL@URL")
        self._model = model.strip()
        self.address = address
        self._key = _sendable(key)
        self.budget = budget or Budget()
        self._timeout_seconds = timeout_seconds
        self._sleep = sleep
        self._opened: Any = None  # the library is loaded by the first question

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name}>"

    @property
    def name(self) -> str:
        """The model and where it is; a server may change the weights behind its name."""
        return f"openai:{self._model}@{self.address.shown}"

    def relation(self, earlier: str, later: str) -> Verdict | None:
        """What the later text is to the earlier one."""
        return self._asked(questions.relation(earlier, later))

    def distil(self, texts: Sequence[str], nearness: Sequence[float] = ()) -> Distilled | None:
        """What the texts say together; of very many, what those nearest to the middle say."""
        return self._asked(questions.distil(_nearest(texts, nearness)))

    def extract(self, text: str) -> tuple[Extracted, ...]:
        """The facts that a text states."""
        facts = self._asked(questions.extract(text)).facts
        if len(facts) > EXTRACTED_MAX:
            raise self._failed(f"found {len(facts)} facts in one text, which cannot be right")
        for fact in facts:
            if fact.valid_from:
                self._check_date(fact.valid_from)
        return facts

    def _asked(self, question: questions.Question[T]) -> T:
        """The answer, asked for a few times while the server is busy or cannot be reached."""
        request = {
            "model": self._model,
            "messages": [
                {"role": "system", "content": question.rules},
                {"role": "user", "content": question.prompt},
            ],
            "response_format": {
                "type": "json_schema",
                "json_schema": {
                    "name": question.name,
                    "strict": True,
                    "schema": question.schema,
                },
            },
        }
        sent = msgspec.json.encode(request).decode()
        answer = self._decoded(self._answered(request, sent), _Answer, "its answer")
        said = self._said(answer)
        told = None if answer.usage is None else answer.usage.total_tokens
        self.budget.answered(sent, said, told=told)
        return self._decoded(said.encode(), question.answer, "the verdict")

    def _answered(self, request: Mapping[str, object], sent: str) -> bytes:
        library, why = _library(), ""
        for attempt in range(1, ATTEMPTS_MAX + 1):
            tokens = self.budget.request(sent)
            try:
                answer = self._client(library).chat.completions.with_raw_response.create(
                    **request, max_completion_tokens=tokens
                )
            except library.APIStatusError as error:
                why, pause = self._turned(error), _pause(error.response.headers)
            except library.APIConnectionError as error:
                slow = isinstance(error, library.APITimeoutError)
                why = "it took too long" if slow else self._hidden(str(error.__cause__ or error))
                pause = 0.0
            else:
                return bytes(answer.content)
            if attempt < ATTEMPTS_MAX:
                pause = max(_PAUSE_SECONDS * 2 ** (attempt - 1), pause)
                self._sleep(min(pause, PAUSE_SECONDS_MAX))
        raise self._failed(
            f"gave no answer in {ATTEMPTS_MAX} attempts ({why}); see that it runs and can be"
            " reached, then repeat"
        )

    def _client(self, library: ModuleType) -> Any:  # noqa: ANN401 - the library may not be here
        if self._opened is None:
            # A redirection, or a proxy for what is on this machine, would take the texts elsewhere.
            direct: dict[str, object] = {"trust_env": False} if self.address.is_here else {}
            self._opened = library.OpenAI(
                base_url=self.address.shown,
                api_key=self._key or "none",
                timeout=self._timeout_seconds,
                max_retries=0,
                http_client=library.DefaultHttpxClient(follow_redirects=False, **direct),
            )
        return self._opened

    def _turned(self, error: Any) -> str:  # noqa: ANN401 - as above
        """Why it is worth another attempt; JudgeFailed where it is not."""
        code: int = error.status_code
        if code == _TOO_MANY or code >= _SERVER_ERRORS:
            return f"HTTP {code}"
        said = " ".join(self._hidden(str(error.message)).split())[:_SAID_CHARS_MAX]
        raise self._failed(
            f"refuses (HTTP {code}: {said}); see that the model is there, that the address is that"
            " of its API, and that LETHELOG_LLM_KEY is a key that it takes"
        ) from None

    def _said(self, answer: _Answer) -> str:
        if not answer.choices:
            raise self._failed("answered with nothing; ask another model")
        choice = answer.choices[0]
        if choice.message.refusal or choice.finish_reason == "content_filter":
            why = choice.message.refusal or "its filter stopped it"
            raise self._failed(f"refuses to judge that: {self._hidden(why)[:_SAID_CHARS_MAX]}")
        if choice.finish_reason == "length":
            raise self._failed("did not come to an end; give it a larger budget of tokens")
        return choice.message.content or ""

    def _decoded(self, content: bytes, wanted: type[T], what: str) -> T:
        if is_deep_json(content):
            raise self._failed(f"gave {what} nested deeper than any; ask another model")
        try:
            return msgspec.json.decode(content, type=wanted)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            raise self._failed(
                f"gave {what} in another form than was asked for ({error}); ask a model that keeps"
                " to a JSON schema"
            ) from None

    def _check_date(self, written: str) -> None:
        try:
            parse(written)
        except InvalidInput as error:
            raise self._failed(f"gave a date that is none: {error}") from None

    def _hidden(self, said: str) -> str:
        return said.replace(self._key, "***") if self._key else said

    def _failed(self, what: str) -> JudgeFailed:
        return JudgeFailed(f"the server {self.address.shown}, asked for {self._model}, {what}")


def _nearest(texts: Sequence[str], nearness: Sequence[float]) -> list[str]:
    if len(nearness) != len(texts):
        return [*texts[: questions.TEXTS_MAX]]
    by_nearness = sorted(range(len(texts)), key=lambda at: (-nearness[at], at))
    return [texts[at] for at in sorted(by_nearness[: questions.TEXTS_MAX])]


def _library() -> ModuleType:
    try:
        return importlib.import_module("openai")
    except ImportError as error:
        raise JudgeFailed(
            f"this judge needs the library openai, which cannot be loaded ({error}); install it"
            " with: pip install 'lethelog[llm]'"
        ) from None


def _pause(headers: Mapping[str, str]) -> float:
    seconds = headers.get("Retry-After", "")
    return float(seconds) if seconds.isascii() and seconds.isdigit() else 0.0


def _sendable(key: str) -> str:
    """The key without white space around it; InvalidInput, without the key, if it is none."""
    bare = key.strip()
    if not (bare.isascii() and bare.isprintable()):
        raise InvalidInput(
            "the key of the model holds characters that no key has; copy it anew into"
            " LETHELOG_LLM_KEY"
        )
    return bare
