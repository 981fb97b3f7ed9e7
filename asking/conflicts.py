"""What is known already and may not hold beside a text: nominated here, and decided by nobody yet.

The question is the later text itself, asked by its words alone: on conversations that finds the
earlier statement among the first five in 62 to 73 of a hundred contradictions and updates.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from typing import TYPE_CHECKING, Final, Protocol, TypeVar

from msgspec.structs import replace

from ..domain.conflict_cues import PossibleConflict, cues
from ..domain.identity import ItemId, squeeze
from ..domain.kinds import Kind
from ..domain.mind_policy import BlendPolicy, DecayPolicy, TrustPolicy
from ..domain.policy import Policy, RankingPolicy
from ..domain.query import QUERY_CHARS_MAX, Query
from ..projections.answer import Found
from ..projections.search import search
from .asking import Asking

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

T = TypeVar("T")

CONFLICTS_MAX: Final = 5
_LOOKED_AT: Final = 4  # times as many are looked at for a sign; ours
_STATED: Final[tuple[Kind, ...]] = ("fact", "belief", "preference", "decision")


class Noting(Protocol):
    """Whatever has a read model to ask, a clock and constants in force."""

    clock: Callable[[], int]

    @property
    def policy(self) -> Policy:
        """All constants that decide what is done now."""
        ...

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, in the state that it is asked about."""
        ...


class Noticing(Asking):
    """What is asked of the memory as it is, besides all that is asked of any day."""

    def possible_conflicts(
        self: Noting,
        text: str,
        *,
        author: str = "",
        besides: Collection[ItemId] = (),
        limit: int = CONFLICTS_MAX,
    ) -> tuple[PossibleConflict, ...]:
        """What is known and may not hold beside a text, the nearest first; nothing is recorded.

        Events count where the same author told of them. Whether anything conflicts is for whoever
        asks to decide, and to say by `supersede` or `contradict`.
        """
        now, ranking = self.clock(), self.policy.ranking
        return self.ask(
            lambda view: possible_conflicts(
                *(view, text, now, ranking), author=author, besides=besides, limit=limit
            )
        )


def possible_conflicts(
    view: View,
    text: str,
    now: int,
    policy: RankingPolicy,
    *,
    author: str = "",
    besides: Collection[ItemId] = (),
    limit: int = CONFLICTS_MAX,
) -> tuple[PossibleConflict, ...]:
    """The nearest current items that show a sign of it, at most so many; mostly there are none."""
    question = text[:QUERY_CHARS_MAX].encode("utf-8", "replace").decode()
    if not question.strip():
        return ()
    query = Query(
        text=question,
        limit=limit * _LOOKED_AT,
        kinds=(*_STATED, "event") if author else _STATED,
    )
    found = search(view, query, now, _by_words(policy), warms=False).found
    near = _nominated(question, (each for each in found if each.item not in besides), author)
    return tuple(each for _, each in zip(range(limit), near, strict=False))


def _nominated(text: str, found: Iterator[Found], author: str) -> Iterator[PossibleConflict]:
    said = squeeze(text)
    for each in found:
        if each.kind == "event" and each.author != author:
            continue
        signs = () if squeeze(each.text) == said else cues(each.text, text)
        if signs:
            came = (each.source, each.origin, each.trust)
            yield PossibleConflict(each.item, each.text, each.relevance, signs, *came)


def _by_words(policy: RankingPolicy) -> RankingPolicy:
    """Neither age nor importance nor what stands beside a text makes it less of a conflict."""
    return replace(
        policy,
        context_weight=0.0,
        author_weight=0.0,
        session_weight=0.0,
        date_weight=0.0,
        time_weight=0.0,
        vector_weight=0.0,
        importance_weight=0.0,
        retention_floor=1.0,
        decay=DecayPolicy(),
        blend=BlendPolicy(),
        trust=TrustPolicy(),
        diverse="asked",
    )
