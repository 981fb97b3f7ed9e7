"""What a memory does with its whole history: builds the read models anew, and looks after them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from typing import TYPE_CHECKING, Protocol, TypeVar, Unpack

from ..asking.as_of import Known
from ..domain.comparison import Compared
from ..domain.errors import InvalidInput
from ..domain.event_document import DayLine
from ..domain.identity import Identity
from ..domain.times import Moment
from ..hindsight.diff import Diff
from ..journal.journal import Journal
from .days import days_told
from .difference import difference
from .log import Chosen, LogLine, followed, part_of, told
from .rebuild import Rebuilt, rebuild
from .staying import staying_current

if TYPE_CHECKING:
    from ..projections.slot_listing import Slot  # these load DuckDB
    from ..projections.view import View
    from .views import Views

T = TypeVar("T")


class Replayed(Protocol):
    """A memory with its journal and its read models."""

    journal: Journal
    identity: Identity

    @property
    def read_models(self) -> Views:
        """The read models, opened at their first use."""
        ...

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, which first catches up."""
        ...

    def flush(self) -> None:
        """All recalls are in the journal when this returns."""
        ...


class Replaying:
    """Mixed into the memory, which has all that `Replayed` asks for."""

    def rebuild(self: Replayed) -> Rebuilt:
        """Builds the read models anew from the first event and compares them with the old ones."""
        self.flush()
        return rebuild(self.read_models)

    def compare_tables(self: Replayed) -> Compared:
        """Holds the live read model to a fresh replay, table by table, as of one position."""
        self.flush()
        return self.read_models.compare()

    def views(self: Replayed) -> tuple[Slot, ...]:
        """The read models on disk, one a process: who has each, how far it is, what it holds.

        Nothing is caught up, made or changed by it. Empty for a store in memory.
        """
        return self.read_models.slots()

    def stay_current(self: Replayed) -> AbstractContextManager[None]:
        """In the block the read model keeps up with whatever any process records.

        So a question finds nothing to do first; one that goes wrong says so itself.
        """
        return staying_current(self.journal, self.read_models)

    def warm(self: Replayed) -> None:
        """Loads into memory what searches look at, for a process that will search often.

        Otherwise a thread does so from the second search on, and until then each search takes as
        long as DuckDB takes to plan it.
        """
        self.ask(lambda view: view.warm())

    def log(self: Replayed, **chosen: Unpack[Chosen]) -> Iterator[LogLine]:
        """What happened, in its order: the events up to now, read as they are taken."""
        self.flush()
        part = self.ask(lambda view: part_of(view, self.journal, self.identity, chosen))
        return told(self.ask, self.journal, part)

    def told_by_day(
        self: Replayed, first: Moment = None, last: Moment = None
    ) -> tuple[int, Iterator[DayLine]]:
        """What happened, as files of days tell it, and the last position that was looked at.

        All days, unless from a `first` to a `last` one, both included.
        """
        self.flush()
        return days_told(self.ask, self.journal, self.identity, first=first, last=last)

    @contextmanager
    def follow_log(self: Replayed, **chosen: Unpack[Chosen]) -> Iterator[Iterator[LogLine]]:
        """The same, and then for ever each new event, whichever process appends it."""
        if chosen.get("until") is not None:
            raise InvalidInput("following has no end; leave out until when")
        self.flush()
        part = self.ask(lambda view: part_of(view, self.journal, self.identity, chosen))
        with followed(self.ask, self.journal, part) as lines:
            yield lines

    def diff(self: Replayed, earlier: Known, later: Known = None) -> Diff:
        """What changed between two moments or positions; up to now unless the later one is given.

        What is forgotten by now shows in neither state.
        """
        self.flush()
        return self.ask(lambda view: difference(view, self.journal, earlier, later))
