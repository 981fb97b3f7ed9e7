"""What a search found for each question of LoCoMo, counted our way and the ways of others."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final

import msgspec

from lethelog.benchmarks.published import (
    LOCOMO_PAPER,
    SESSION_FRACTION,
    SESSION_HIT,
    TURN_FRACTION,
    TURN_HIT,
)
from lethelog.benchmarks.recall_scores import DEPTHS, Ranking, Scores, mean, scores

CATEGORIES: Final = {
    1: "multi-hop",
    2: "temporal",
    3: "open-domain",
    4: "single-hop",
    5: "adversarial",
}
ADVERSARIAL: Final = CATEGORIES[5]
DEVELOPMENT: Final = frozenset({"conv-26", "conv-30", "conv-41", "conv-42", "conv-43"})
"""The weights of the default policy were chosen on these; the other five are held out."""

SESSION_DEPTHS: Final = (5, 10)


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """One question in three countings: turns, turns as the file spells them, and sessions."""

    turns: Ranking
    spelled: Ranking
    sessions: Ranking


def by_group(answers: Sequence[Answered]) -> dict[str, Scores]:
    """Turns found: each category, then both halves and the whole, without and with adversarial."""
    named = [each.turns for each in answers if each.turns.evidence]
    groups = {
        name: [each for each in named if each.group == name]
        for name in CATEGORIES.values()
        if name != ADVERSARIAL
    }
    answerable = [each for each in named if each.group != ADVERSARIAL]
    groups |= _halves("categories 1-4", answerable)
    groups[ADVERSARIAL] = [each for each in named if each.group == ADVERSARIAL]
    groups |= _halves("all", named)
    return {name: scores(group) for name, group in groups.items() if group}


def sessions_by_group(answers: Sequence[Answered]) -> dict[str, Scores]:
    """Sessions found, of the questions that name any, for both halves and the whole."""
    named = [each.sessions for each in answers if each.sessions.evidence]
    groups = _halves("all", named)
    return {name: scores(group, SESSION_DEPTHS) for name, group in groups.items() if group}


def by_protocol(answers: Sequence[Answered]) -> dict[str, Scores]:
    """The same rankings as the sources of the published figures count them."""
    turns = [each.turns for each in answers]
    sessions = [each.sessions for each in answers]
    answerable = [each for each in turns if each.evidence and each.group != ADVERSARIAL]
    return {
        LOCOMO_PAPER: _recalls([each.spelled for each in answers], DEPTHS),
        TURN_FRACTION: _recalls(turns, DEPTHS),
        TURN_HIT: _hits(answerable, DEPTHS),
        SESSION_FRACTION: _recalls(sessions, SESSION_DEPTHS),
        SESSION_HIT: _hits([each for each in sessions if each.evidence], SESSION_DEPTHS),
    }


def held_out(answers: Sequence[Answered]) -> list[Answered]:
    """The answers of the conversations that no weight was chosen on."""
    return [each for each in answers if each.turns.conversation not in DEVELOPMENT]


def _halves(name: str, rankings: Sequence[Ranking]) -> dict[str, list[Ranking]]:
    return {
        f"development, {name}": [r for r in rankings if r.conversation in DEVELOPMENT],
        f"held out, {name}": [r for r in rankings if r.conversation not in DEVELOPMENT],
        name: list(rankings),
    }


def _recalls(rankings: Sequence[Ranking], depths: Sequence[int]) -> Scores:
    return _means(rankings, "recall", depths, Ranking.recall)


def _hits(rankings: Sequence[Ranking], depths: Sequence[int]) -> Scores:
    return _means(rankings, "hit", depths, Ranking.hit)


def _means(
    rankings: Sequence[Ranking],
    measure: str,
    depths: Sequence[int],
    measured: Callable[[Ranking, int], float],
) -> Scores:
    if not rankings:
        return {}
    found = {f"{measure}@{d}": mean([measured(each, d) for each in rankings]) for d in depths}
    return {"questions": len(rankings), **found}
