"""A judge by its name, as a person or a setting writes it."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Final

from ..domain.address import Service, address_in
from ..domain.errors import InvalidInput
from ..domain.judge import Judge
from .rules import RulesJudge

JUDGE: Final = "LETHELOG_JUDGE"
KEY: Final = "LETHELOG_LLM_KEY"
KEY_FILE: Final = "LETHELOG_LLM_KEY_FILE"
PLAIN_HTTP: Final = "LETHELOG_LLM_PLAIN_HTTP"
REQUESTS: Final = "LETHELOG_LLM_REQUESTS"
TOKENS: Final = "LETHELOG_LLM_TOKENS"
TIMEOUT: Final = "LETHELOG_LLM_TIMEOUT_SECONDS"

_COMPLETIONS: Final = Service("model", "/chat/completions", KEY, PLAIN_HTTP)
_FORMS: Final = "rules, openai:MODEL@URL"
_SHOWN_CHARS_MAX: Final = 40
_KEY_CHARS_MAX: Final = 10_000


def judge_in(environment: Mapping[str, str]) -> Judge:
    """The judge that LETHELOG_JUDGE names, else the rules; with a budget for one run."""
    return judge_named(environment.get(JUDGE, "").strip() or "rules", environment)


def judge_named(spec: str, environment: Mapping[str, str]) -> Judge:
    """What a name such as `rules` or `openai:MODEL@URL` stands for; it asks nobody yet.

    InvalidInput if no judge is called that; a key is read from the environment, or from the file
    that this names. A model has a budget for one run: name it anew for the next.
    """
    kind, _, rest = spec.strip().partition(":")
    match kind.lower():
        case "rules" if not rest:
            return RulesJudge()
        case "openai":
            return _openai(rest.strip(), environment)
        case _:
            raise InvalidInput(
                f"no judge is called {spec.strip()[:_SHOWN_CHARS_MAX]!r}; there are {_FORMS}"
            )


def _openai(rest: str, environment: Mapping[str, str]) -> Judge:
    from .budget import REQUESTS_MAX, TOKENS_MAX, Budget  # noqa: PLC0415 - loaded when named
    from .openai import TIMEOUT_SECONDS, ModelJudge  # noqa: PLC0415 - as above

    model, at, url = rest.partition("@http")
    if not (model and at):
        raise InvalidInput("a judge of the kind openai is written as openai:MODEL@URL")
    return ModelJudge(
        model,
        address_in(
            f"http{url}", _COMPLETIONS, plain_http=environment.get(PLAIN_HTTP, "").strip() == "1"
        ),
        key=_key(environment),
        budget=Budget(
            requests_max=_number(environment, REQUESTS, REQUESTS_MAX),
            tokens_max=_number(environment, TOKENS, TOKENS_MAX),
        ),
        timeout_seconds=_number(environment, TIMEOUT, int(TIMEOUT_SECONDS)) or TIMEOUT_SECONDS,
    )


def _key(environment: Mapping[str, str]) -> str:
    if key := environment.get(KEY, "").strip():
        return key
    named = environment.get(KEY_FILE, "").strip()
    if not named:
        return ""
    try:
        with Path(named).expanduser().open(encoding="utf-8") as file:
            return file.read(_KEY_CHARS_MAX)
    except (OSError, UnicodeDecodeError) as error:
        raise InvalidInput(
            f"the key of the model cannot be read from {named} ({error}); set {KEY_FILE} to a file"
            f" that holds it, or {KEY} to the key itself"
        ) from None


def _number(environment: Mapping[str, str], name: str, otherwise: int) -> int:
    """A whole number from the environment, if it is set there."""
    written = environment.get(name, "").strip()
    if not written:
        return otherwise
    if not (written.isascii() and written.isdigit()):
        raise InvalidInput(f"{name} is {written[:_SHOWN_CHARS_MAX]!r}; set it to a whole number")
    return int(written)
