"""Several stores searched as one, with the ranking that one store with all of it would give."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypeVar, Unpack

import msgspec

from ..domain.errors import InvalidInput
from ..domain.events import Asked, Hit
from ..domain.expressions import Window, windows_in
from ..domain.identity import Identity, ItemId
from ..domain.policy import Policy, RankingPolicy
from ..projections.answer import Found
from .as_of import AsOf
from .fusion import Side, fused, named, ranked_together
from .question import Narrowing, asked, query_of, under

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

STORES_MAX: Final = 16
"""Each of them has its read model open."""

T = TypeVar("T")


class Live(Protocol):
    """A memory as it is now, which records what it is asked."""

    identity: Identity
    clock: Callable[[], int]

    @property
    def policy(self) -> Policy:
        """All constants that decide what is done now."""
        ...

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, which first catches up."""
        ...

    def prepare(self, question: str, ranking: RankingPolicy) -> None:
        """Embeds a question before the read model is held up by it, where meaning counts."""
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
    ) -> None:
        """Records a search and what it returned."""
        ...


Store: TypeAlias = Live | AsOf


class FoundIn(Found, frozen=True, kw_only=True):
    """One item that answers, with the name of the store that it is in."""

    store: str


class KeptOut(msgspec.Struct, frozen=True):
    """One item that diversity kept out, and the store that it is in."""

    store: str
    item: ItemId


class AnswerOfSeveral(msgspec.Struct, frozen=True):
    """What was found in any of the stores, best first; else as the answer of one."""

    found: tuple[FoundIn, ...]
    suppressed: tuple[KeptOut, ...] = ()
    windows: tuple[Window, ...] = ()
    warning: str = ""


def search_several(
    stores: Mapping[str, Store],
    question: str,
    *,
    asked_from: str | None = None,
    record: bool = True,
    **narrowing: Unpack[Narrowing],
) -> AnswerOfSeveral:
    """What answers a question in any of the stores, best first, as if all were one.

    Clock and policy are those of the first store. Each leaves one `recalled` event with its own
    hits unless told not to, or asked about another day. An error names the store that it is about.
    """
    check_stores(stores)
    question = question.encode("utf-8", "replace").decode()
    now, policy = _standpoint(*next(iter(stores.items())))
    ranking = policy.ranking
    sides = [
        Side(name, store.ask, store.prepare, under(policy, query))
        for name, store in stores.items()
        for query in [query_of(question, narrowing, store.identity, valid=_valid(store))]
    ]
    together = ranked_together(sides, now, ranking)
    ranked = together.ranked
    store_of = {each.item: side.name for side, one in ranked for each in one.found}
    answer = fused([one.found for _, one in ranked], sides[0].query, now, ranking)
    for side, one in ranked:
        store = stores[side.name]
        if record and not isinstance(store, AsOf):
            hits = [hit for hit in answer.hits() if store_of[hit.item] == side.name]
            kept_out = [item for item in answer.suppressed if store_of[item] == side.name]
            beside = len(stores) - 1
            how = asked(side.query, seen_at=one.seen_at, ranking=ranking, beside=beside)
            with named(side.name):
                store.recalled(
                    question, hits, now=now, asked=how, suppressed=kept_out, asked_from=asked_from
                )
    return AnswerOfSeveral(
        found=tuple(_found_in(store_of[each.item], each) for each in answer.found),
        suppressed=tuple(KeptOut(store_of[item], item) for item in answer.suppressed),
        windows=tuple(windows_in(question, now)),
        warning=together.warning,
    )


def check_stores(stores: Mapping[str, Store]) -> None:
    """InvalidInput unless there are some, not too many, and no two are one."""
    if not 1 <= len(stores) <= STORES_MAX:
        raise InvalidInput(f"{len(stores)} stores were given; from 1 to {STORES_MAX} can be asked")
    first: dict[bytes, str] = {}
    for name, store in stores.items():
        other = first.setdefault(store.identity.key, name)
        if other != name:
            raise InvalidInput(
                f"{other} and {name} are one store, or copies of one; name it only once"
            )


def _valid(store: Store) -> int | None:
    return store.valid if isinstance(store, AsOf) else None


def _standpoint(name: str, store: Store) -> tuple[int, Policy]:
    with named(name):
        if isinstance(store, AsOf):
            return store.now, store.ask(store.standpoint).policy
        return store.clock(), store.policy


def _found_in(store: str, found: Found) -> FoundIn:
    parts = {name: getattr(found, name) for name in Found.__struct_fields__}
    return FoundIn(store=store, **parts)
