"""The memory itself: joins the rooms, and is what every way in calls."""

from __future__ import annotations

import time
from collections.abc import Sequence
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Literal, Self

from .commands import promote
from .commands.desk import Clock, Desk
from .commands.item_state import fold
from .commands.outcome import Dream, Ingested
from .commands.situation import situation_of_items
from .domain.errors import InvalidInput
from .domain.events import Kind, Origin
from .domain.identity import ItemId
from .domain.policy import DEFAULT, Policy
from .domain.times import Moment, moment
from .journal.in_memory import InMemoryRecorder
from .journal.journal import Journal, Recorder
from .journal.sqlite_file import JOURNAL_NAME, make_folder
from .journal.sqlite_recorder import SqliteRecorder
from .projections.search import Answer, Query, check, search
from .replay.candidates import promotion_candidates
from .replay.forget_plan import ForgetPlan, plan_forgetting
from .replay.listing import Fact, SourceLine, find_item, list_facts, list_sources
from .replay.rebuild import Rebuilt, rebuild
from .replay.status import Status, status
from .replay.story import Story
from .replay.why import why
from .sources.document import SourceKind
from .sources.recognise import read_document
from .sources.taught import one_by_one
from .sources.text import FILE_BYTES_MAX, without_surrogates

if TYPE_CHECKING:
    from .replay.views import Views


class Memory(Desk):
    """One store: everything that an agent remembers, with the reasons.

    Open it with `Memory.open(folder)` or `Memory.in_memory()`, and close it, or use it in a `with`
    block, so that nothing that was recalled is lost. Several threads and several processes may
    use one store.
    """

    def __init__(
        self,
        recorder: Recorder,
        *,
        folder: Path | None = None,
        policy: Policy = DEFAULT,
        clock: Clock | None = None,
    ) -> None:
        super().__init__(Journal(recorder), policy=policy, clock=clock or _system_clock)
        self.folder = folder
        self._opened: Views | None = None
        self._opening = Lock()

    @classmethod
    def open(
        cls,
        folder: str | Path,
        *,
        policy: Policy = DEFAULT,
        clock: Clock | None = None,
        lock_wait_seconds: float = 10.0,
    ) -> Self:
        """The store in a folder, which is made when it is missing."""
        place = Path(folder).expanduser().absolute()
        make_folder(place)
        recorder = SqliteRecorder(place / JOURNAL_NAME, lock_wait_seconds=lock_wait_seconds)
        return cls(recorder, folder=place, policy=policy, clock=clock)

    @classmethod
    def in_memory(cls, *, policy: Policy = DEFAULT, clock: Clock | None = None) -> Self:
        """A store that is gone when it is closed."""
        return cls(InMemoryRecorder(), policy=policy, clock=clock)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Records what is still waiting and lets the files go."""
        try:
            super().close()
        finally:
            if self._opened is not None:
                self._opened.close()
            self.journal.close()

    def ingest(
        self,
        given: Path | bytes,
        *,
        name: str | None = None,
        source_kind: SourceKind | None = None,
        origin: Origin = "import",
    ) -> Ingested:
        """Learns a file, or the bytes of one: e-mail, receipt, conversation or plain facts.

        The same input again changes nothing; a changed one supersedes what it replaces.
        """
        raw = given if isinstance(given, bytes) else _read(given)
        location = "" if isinstance(given, bytes) else str(given.absolute())
        document = read_document(raw, location=location, name=name, source_kind=source_kind)
        if document.name:
            return self.learn([(document.path, document)], origin)
        facts = one_by_one(document, self.identity.name_for)
        return self.learn([(each.path, each) for each in facts], origin)

    def search(
        self,
        question: str,
        *,
        limit: int = 5,
        after: Moment = None,
        before: Moment = None,
        tier: Literal["episodic", "semantic"] | None = None,
        kinds: Sequence[Kind] = (),
        sources: Sequence[str] = (),
        diverse: bool = False,
        with_superseded: bool = False,
        asked_from: str | None = None,
        record: bool = True,
    ) -> Answer:
        """What answers a question, best first; leaves one `recalled` event unless told not to.

        The event is written behind: the answer does not wait for it.
        """
        question = without_surrogates(question)
        query = Query(
            text=question,
            limit=limit,
            after=moment(after),
            before=moment(before),
            tier=tier,
            kinds=tuple(kinds),
            sources=tuple(self.identity.lineage(path)[-1] for path in sources),
            diverse=diverse,
            with_superseded=with_superseded,
        )
        check(query)
        now, ranking = self.clock(), self.policy.ranking
        answer = self._views.use(lambda view: search(view, query, now, ranking))
        if record:
            self.recalled(
                question,
                answer.hits(),
                now=now,
                suppressed=answer.suppressed,
                asked_from=asked_from,
            )
        return answer

    def dream(self, *, dry_run: bool = False) -> Dream:
        """Promotes all that has earned it; a dry run only tells, also what is still missing."""
        self.flush()
        policy = self.policy.promotion
        items = self._views.use(lambda view: promotion_candidates(view, policy, nearly=dry_run))
        states = fold(situation_of_items(self.journal, items, with_recalls=True).events)
        now = self.clock()
        assessed = [promote.assess(states[item], now, policy) for item in items if item in states]
        earned = [each for each in assessed if not each.missing]
        if not dry_run:
            earned = [each for each in earned if self.promote(each.item, judge="rule").is_news]
        return Dream(
            promoted=tuple(earned),
            passed_over=tuple(each for each in assessed if each.missing),
            is_dry_run=dry_run,
        )

    def item(self, start_of_id: str) -> ItemId:
        """The id that starts so; NotFound or InvalidInput where it is none or several."""
        return self._views.use(lambda view: find_item(view, start_of_id))

    def why(self, item: str) -> Story:
        """The whole story of an item; the start of its id is enough."""
        self.flush()
        return self._views.use(lambda view: why(view, item))

    def plan_forget(self, source: str) -> ForgetPlan:
        """What would go, stay and come back if a source were forgotten; nothing is changed."""
        self.flush()
        uid, is_forgotten = self.identity.lineage(source)[-1], self.is_blocked(source)
        return self._views.use(
            lambda view: plan_forgetting(view, source, uid, is_forgotten=is_forgotten)
        )

    def facts(self) -> tuple[Fact, ...]:
        """All that is known for good: taught, promoted or derived."""
        return self._views.use(list_facts)

    def sources(self) -> tuple[SourceLine, ...]:
        """Everything that can be forgotten, with what came from it."""
        return self._views.use(list_sources)

    def rebuild(self) -> Rebuilt:
        """Builds the read models anew from the first event and compares them with the old ones."""
        self.flush()
        return rebuild(self._views)

    def status(self) -> Status:
        """The store in figures."""
        self.flush()
        files = self.folder.glob(f"{JOURNAL_NAME}*") if self.folder else ()
        size = sum(file.stat().st_size for file in files)
        store = str(self.folder or ":memory:")
        return self._views.use(
            lambda view: status(self.journal, view, store=store, journal_bytes=size)
        )

    @property
    def _views(self) -> Views:
        """The read models, opened by the first question: capturing does not wait for DuckDB."""
        with self._opening:
            if self._opened is None:
                from .replay.views import open_views  # noqa: PLC0415 - it loads DuckDB

                folder = self.folder / "views" if self.folder else None
                self._opened = open_views(
                    self.journal, folder, store=self.identity.name_for("view")
                )
            return self._opened


def _system_clock() -> int:
    return time.time_ns() // 1_000


def _read(path: Path) -> bytes:
    """The bytes of a file; InvalidInput if it is not one that can be read."""
    if path.is_dir():
        raise InvalidInput(f"{path} is a folder; give the files in it, like {path}/*.eml")
    try:
        size = path.stat().st_size
        if size > FILE_BYTES_MAX:
            raise InvalidInput(f"{path} has {size} bytes; {FILE_BYTES_MAX} are allowed: split it")
        return path.read_bytes()
    except OSError as error:
        raise InvalidInput(
            f"{path} cannot be read ({error.strerror}); check the name and the permissions"
        ) from error
