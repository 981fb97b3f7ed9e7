"""What a memory has in mind: a snapshot for a prompt, and whether its priorities drift."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final, Protocol

from msgspec.structs import replace

from ..domain.errors import InvalidInput
from ..domain.events import Asked, Hit, Purpose
from ..domain.identity import ItemId
from ..domain.mind_policy import ContextPolicy
from ..domain.policy import Policy, RankingPolicy
from ..domain.query import RESULTS_MAX, Query
from ..domain.times import DAY, to_datetime
from ..domain.tokens import count_tokens
from ..projections.answer import Answer
from .as_of import AsOf, Known
from .asking import Answering
from .drift import DAYS_DEFAULT, PriorityDrift, attention, compared, decided
from .question import asked, query_of, under
from .snapshot import Snapshot
from .snapshot_rows import Tellable
from .snapshot_text import Page, Plan, cited_in

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

TOKENS_MAX: Final = 1_000_000
DAYS_MAX: Final = 36_500.0
_NOTHING: Final = Answer(())


class Minding(Answering, Protocol):
    """A memory of today, with its clock and the constants in force."""

    clock: Callable[[], int]

    @property
    def policy(self) -> Policy:
        """All constants that decide what is done now."""
        ...

    def flush(self) -> None:
        """All recalls are in the journal when this returns."""
        ...

    def as_of(self, known: Known = None) -> AsOf:
        """The memory as it was at a moment or position."""
        ...

    def answered(self, query: Query, now: int, ranking: RankingPolicy) -> tuple[Answer, Query, int]:
        """The answer, the query as it was answered, and the position that the answer knew of."""
        ...

    def recalled(
        self,
        question: str,
        hits: Sequence[Hit],
        *,
        now: int,
        asked: Asked,
        suppressed: Sequence[ItemId] = (),
        asked_from: str | None = None,
        purpose: Purpose = "search",
    ) -> None:
        """Records a search and what it returned."""
        ...


class InMind:
    """Mixed into the memory, which has all that `Minding` asks for."""

    def context(
        self: Minding,
        query: str = "",
        *,
        tokens_max: int | None = None,
        asked_from: str | None = None,
        record: bool = True,
    ) -> Snapshot:
        """What an agent should have in mind, in a text of at most so many tokens.

        Who it is, whom it works for, what binds it, what ranks first or answers the question, and
        what happened lately. It leaves one `recalled` event of all that it tells, in its order.
        Only what the question asked for counts towards a promotion: what is told unasked would
        promote itself.
        """
        policy, now = self.policy, self.clock()
        given = replace(policy, context=_allowed(policy, tokens_max))
        question = query.encode("utf-8", "replace").decode().strip()
        most = min(given.context.items_max, RESULTS_MAX)
        answer, how = _NOTHING, Asked(limit=most, seen_at=0, ranking=policy.ranking)
        if question:
            meant = under(policy, query_of(question, {"limit": most}, self.identity))
            answer, meant, seen_at = self.answered(meant, now, policy.ranking)
            how = asked(meant, seen_at=seen_at, ranking=policy.ranking)
        snapshot, hits = self.ask(
            lambda view: snapshot_of(view, now, given, answer if question else None)
        )
        if record:
            self.recalled(
                question,
                hits,
                now=now,
                asked=how if question else replace(how, seen_at=snapshot.position),
                asked_from=asked_from,
                purpose="context",
            )
        return replace(snapshot, query=question, warning=answer.warning)

    def drift(self: Minding, days: float = DAYS_DEFAULT) -> PriorityDrift:
        """How attention moved between the last so many days and as many before them.

        It is `stable`, or a `gradual_drift`; where a decision about what rose or fell was made or
        reversed in the last days, a `deliberate_pivot`.
        """
        if not 0.0 < days <= DAYS_MAX:
            raise InvalidInput(f"days are above 0 and at most {DAYS_MAX:,.0f}; {days:g} were given")
        self.flush()
        now = self.clock()
        later, made = self.ask(lambda view: (attention(view, now, days), decided(view, now, days)))
        then = self.as_of(to_datetime(_before(now, days)))
        earlier = then.ask(lambda view: attention(view, then.now, days))
        return compared(earlier, later, made, days=days, now=now)


def snapshot_of(
    view: View, now: int, policy: Policy, answer: Answer | None
) -> tuple[Snapshot, tuple[Hit, ...]]:
    """What is told in the state of the view, and how that is recorded.

    With an answer, what ranks first is what was found, as far as that may be told.
    """
    with view.lock:
        tellable, position = Tellable(view, now, policy), view.position
        first = (
            tellable.strongest() if answer is None else tellable.found(answer.found, answer.hits())
        )
        plan = Plan(
            candidates={
                "identity": tellable.about("self"),
                "owner": tellable.about("owner"),
                "constraints": tellable.constraints(),
                "top": first,
                "index": first,
                "recent": tellable.recent(),
            },
            items_max=policy.context.items_max,
            tokens_max=policy.context.tokens_max,
            made_at=now,
            position=position,
        )
    page = Page(plan)
    text = page.write()
    parts = cited_in(page.parts)
    snapshot = Snapshot(
        query="",
        identity=parts["identity"],
        owner=parts["owner"],
        constraints=parts["constraints"],
        top=parts["top"],
        index=parts["index"],
        recent=parts["recent"],
        text=text,
        tokens=count_tokens(text),
        tokens_max=plan.tokens_max,
        position=position,
        made_at=now,
    )
    assert snapshot.tokens <= snapshot.tokens_max, "a page never grows beyond its tokens"
    hits = {c.item: c.hit for part in plan.candidates.values() for c in part}
    hits |= {each.item: each.hit for each in first}
    return snapshot, tuple(replace(hits[each.item], rank=each.rank) for each in snapshot.cited)


def _allowed(policy: Policy, tokens_max: int | None) -> ContextPolicy:
    if tokens_max is None:
        return policy.context
    if not 1 <= tokens_max <= TOKENS_MAX:
        raise InvalidInput(
            f"a snapshot has from 1 to {TOKENS_MAX:,} tokens; {tokens_max} were asked"
        )
    return replace(policy.context, tokens_max=tokens_max)


def _before(now: int, days: float) -> int:
    """Nothing is known of a time before 1970, which is as good as any earlier one."""
    return max(now - round(days * DAY), 0)
