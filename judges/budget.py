"""How much may be asked of a model in one run."""

from __future__ import annotations

from typing import Final

from ..domain.errors import BudgetSpent, InvalidInput

REQUESTS_MAX: Final = 200
TOKENS_MAX: Final = 200_000
_ANSWER_TOKENS_MAX: Final = 4_000  # with what a model thinks before it answers
_ANSWER_TOKENS_MIN: Final = 200  # less would be cut short
_BYTES_A_TOKEN: Final = 3  # on the safe side of the four that English takes


class Budget:
    """Counts requests and tokens, those of failed requests too; it is never exceeded."""

    def __init__(self, *, requests_max: int = REQUESTS_MAX, tokens_max: int = TOKENS_MAX) -> None:
        if requests_max < 1 or tokens_max < 1:
            raise InvalidInput(
                f"a budget of {requests_max} requests and {tokens_max} tokens buys nothing; give"
                " at least one of each, or judge by `rules`"
            )
        self.requests_max = requests_max
        self.tokens_max = tokens_max
        self.requests = 0
        self.tokens = 0

    def request(self, prompt: str) -> int:
        """Takes one request out of it, and tells how many tokens the answer may have."""
        asked = tokens_in(prompt)
        left = self.tokens_max - self.tokens - asked
        if self.requests >= self.requests_max or left < _ANSWER_TOKENS_MIN:
            raise BudgetSpent(
                f"the budget of this run is spent: {self.requests} of {self.requests_max} requests"
                f" and {self.tokens} of {self.tokens_max} tokens; raise LETHELOG_LLM_REQUESTS or"
                " LETHELOG_LLM_TOKENS, or go on in another run"
            )
        self.requests += 1
        self.tokens += asked
        return min(left, _ANSWER_TOKENS_MAX)

    def answered(self, prompt: str, answer: str, *, told: int | None) -> None:
        """Takes what the answer cost: as the server tells it, else as it is guessed."""
        cost = tokens_in(prompt) + tokens_in(answer) if told is None else told
        self.tokens += max(cost - tokens_in(prompt), 0)


def tokens_in(text: str) -> int:
    """About how many tokens a text is; rather too many than too few."""
    return len(text.encode("utf-8", "replace")) // _BYTES_A_TOKEN + 1
