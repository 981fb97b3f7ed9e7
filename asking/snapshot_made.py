"""Makes a snapshot in one state of the read model: what may be told, and how that is recorded."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec
from msgspec.structs import replace

from ..domain.errors import InvalidInput
from ..domain.events import Asked, Hit
from ..domain.hygiene import without_surrogates
from ..domain.identity import Identity
from ..domain.policy import Policy
from ..domain.query import RESULTS_MAX
from ..domain.tokens import count_tokens
from ..projections.answer import Answer
from ..projections.meaning import by_meaning
from ..projections.search import search
from .question import Narrowing, Standpoint, asked, query_of, under
from .snapshot import Snapshot
from .snapshot_rows import Tellable
from .snapshot_text import Page, Plan, cited_in

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

TOKENS_MAX: Final = 1_000_000


class Made(msgspec.Struct, frozen=True):
    """A snapshot, what it tells as hits, and how it was asked for."""

    snapshot: Snapshot
    hits: tuple[Hit, ...]
    how: Asked


def read(question: str) -> str:
    """The question as it is asked; an empty one asks for nothing but what there always is."""
    return without_surrogates(question).strip()


def with_room(policy: Policy, tokens_max: int | None) -> Policy:
    """The policy, with room for so many tokens where that is told."""
    if tokens_max is None:
        return policy
    if not 1 <= tokens_max <= TOKENS_MAX:
        raise InvalidInput(
            f"a snapshot has from 1 to {TOKENS_MAX:,} tokens; {tokens_max} were asked"
        )
    return replace(policy, context=replace(policy.context, tokens_max=tokens_max))


def made(view: View, question: str, at: Standpoint, identity: Identity) -> Made:
    """What is in mind from there, in the room that the policy gives."""
    now, policy, ranking = at.now, at.policy, at.policy.ranking
    most = min(policy.context.items_max, RESULTS_MAX)
    with view.lock:
        how = Asked(limit=most, seen_at=view.position, ranking=ranking, lifecycle=policy.lifecycle)
        answer = None
        if question:
            narrowing: Narrowing = {"limit": most}
            query = under(policy, query_of(question, narrowing, identity))
            meant = by_meaning(query, view, ranking)
            answer = search(view, meant, now, ranking)
            how = asked(query if answer.warning else meant, seen_at=view.position, ranking=ranking)
        snapshot, hits = snapshot_of(view, now, policy, answer)
    how = replace(how, context=policy.context, beliefs=policy.beliefs)
    warning = "" if answer is None else answer.warning
    return Made(replace(snapshot, query=question, warning=warning), hits, how)


def snapshot_of(
    view: View, now: int, policy: Policy, answer: Answer | None
) -> tuple[Snapshot, tuple[Hit, ...]]:
    """What is told in the state of the view, and how that is recorded.

    With an answer, what ranks first is what was found, as far as that may be told.
    """
    with view.lock:
        may, position = Tellable(view, now, policy).parts(answer), view.position
        plan = Plan(
            candidates={**may, "index": may["top"]},
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
    hits |= {each.item: each.hit for each in may["top"]}
    return snapshot, tuple(replace(hits[each.item], rank=each.rank) for each in snapshot.cited)
