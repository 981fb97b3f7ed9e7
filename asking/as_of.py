"""The memory as it was: what was known at a moment, and what was true at another."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final, Protocol, TypeAlias, TypeVar, Unpack

import msgspec

from ..domain.errors import InvalidInput
from ..domain.identity import Identity
from ..domain.policy import Policy, RankingPolicy
from ..domain.times import Moment, iso, moment
from ..projections.answer import Answer
from ..projections.meaning import by_meaning, counts_meaning
from ..projections.search import search
from .absence import posed_now
from .adoption import policy_in_force
from .asking import Asking
from .question import Narrowing, Standpoint, query_for, query_of, under
from .snapshot import Snapshot
from .snapshot_made import made, read, with_room
from .status import Status
from .story import Story
from .why import why

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

T = TypeVar("T")


class Ask(Protocol):
    """Puts a question to the read model as it is now."""

    def __call__(self, question: Callable[[View], T]) -> T:
        """Its answer."""
        ...


class Prepare(Protocol):
    """Embeds what will be asked, before the read model is held up by it."""

    def __call__(self, question: str, ask: Ask | None = None) -> None:
        """As it is read in the state that is asked about; in that of now unless told."""
        ...


Known: TypeAlias = Moment | int
"""A moment, or a position in the journal."""

_LATEST: Final = "SELECT max(recorded_at) FROM happening"


class Then(msgspec.Struct, frozen=True):
    """A place in the journal, and what the clock said there."""

    position: int
    now: int


class AsOf(Asking):
    """Answers as the memory would have at a position, and records nothing.

    What was forgotten since is not there either. With `valid`, only what was true in the world at
    that moment is told, as far as was known.
    """

    def __init__(
        self,
        ask_now: Ask,
        then: Then,
        *,
        identity: Identity,
        valid: int | None,
        given: Policy | None,
        status_now: Callable[[View], Status],
        prepare: Prepare,
    ) -> None:
        """A policy that is `given` takes the place of whatever was in force."""
        self._ask_now = ask_now
        self.identity = identity
        self.valid = valid
        self.position = then.position
        self.now = then.now
        self._given = given
        self._status_now = status_now
        self._prepare = prepare

    def __repr__(self) -> str:
        valid = "" if self.valid is None else f", valid={iso(self.valid)}"
        return f"AsOf(position={self.position}, now={iso(self.now)}{valid})"

    def flush(self) -> None:
        """What is waiting to be recorded is later than that moment."""

    def standpoint(self, view: View) -> Standpoint:
        """The clock and the policy of that moment."""
        return Standpoint(self.now, self._given or policy_in_force(view), self.valid)

    def search(self, question: str, **narrowing: Unpack[Narrowing]) -> Answer:
        """What would have answered, ranked by the clock and the policy of that moment."""
        query = query_of(question, narrowing, self.identity, valid=self.valid)
        self.prepare(question, self.ask(self.standpoint).policy.ranking)

        def answer(view: View) -> Answer:
            policy = self.standpoint(view).policy
            meant = by_meaning(under(policy, query), view, policy.ranking)
            return search(view, meant, self.now, policy.ranking)

        return self.ask(answer)

    def why(self, item: str, *, asked: str | None = None, **narrowing: Unpack[Narrowing]) -> Story:
        """The whole story of an item up to that moment; the start of its id is enough.

        With a question that is `asked`, also at which rank it would have answered, or why not.
        """
        query = query_for(asked, narrowing, self.identity, valid=self.valid)
        if query is not None:
            self.prepare(query.text, self.ask(self.standpoint).policy.ranking)

        def tell(view: View) -> Story:
            at = self.standpoint(view)
            meant = by_meaning(query, view, at.policy.ranking) if query else None
            return why(view, item, at, posed=posed_now(meant, at))

        return self.ask(tell)

    def context(self, query: str = "", *, tokens_max: int | None = None) -> Snapshot:
        """What an agent would have had in mind then, as `Memory.context` tells it now."""
        if self.valid is not None:
            raise InvalidInput(
                "a snapshot tells what is current, and not what was true at another moment in the"
                " world; ask for it without `valid`"
            )
        at, question = self.ask(self.standpoint), read(query)
        at = Standpoint(at.now, with_room(at.policy, tokens_max))
        if question:
            self.prepare(question, at.policy.ranking)
        return self.ask(lambda view: made(view, question, at, self.identity)).snapshot

    def prepare(self, question: str, ranking: RankingPolicy) -> None:
        """Embeds a question as it was read then, where meaning counts."""
        if counts_meaning(ranking):
            self._prepare(question, self.ask)

    def status(self) -> Status:
        """The store in figures, as it was; the files are those of now."""
        return self.ask(self._status_now)

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model as it was."""

        def look_back(view: View) -> T:
            with view.at(self.position):
                return question(view)

        return self._ask_now(look_back)


def place(view: View, known: Known, now: int) -> Then:
    """Where in the journal a moment is, or when a position was; InvalidInput beyond its end.

    A moment means the last position before anything was recorded later, so nothing is told that
    was not known yet.
    """
    if known is None:
        return Then(view.position, now)
    if not isinstance(known, int):
        asked = moment(known)
        assert asked is not None, known
        return Then(view.position_at(asked), asked)
    if not 0 <= known <= view.position:
        raise InvalidInput(
            f"there is no position {known} here: the journal goes from 0 to {view.position};"
            " a day is written like 2026-03-01"
        )
    with view.at(known):
        [(latest,)] = view.rows(_LATEST)
    return Then(known, now if latest is None else latest)
