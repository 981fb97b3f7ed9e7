"""The memory itself: joins the rooms, and is what every way in calls."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Self, TypeVar, Unpack

from msgspec.structs import replace

from .asking.as_of import AsOf, Known, place
from .asking.conflicts import Noticing
from .asking.in_mind import InMind
from .asking.question import Narrowing, asked, query_of, under
from .asking.status import Status, status
from .commands.desk import Clock
from .commands.noticing_desk import NoticingDesk
from .commands.plans import Applied
from .domain.embedder import Embedder
from .domain.errors import Refused
from .domain.hygiene import without_surrogates
from .domain.judge import Judge
from .domain.policy import Policy
from .domain.times import Moment, moment
from .dreaming.dreaming import Dreaming
from .hindsight.hindsight import Hindsight
from .journal.in_memory import InMemoryRecorder
from .journal.journal import Journal
from .journal.journal_file import JOURNAL
from .journal.recorder import Recorder
from .journal.sqlite_file import make_folder
from .journal.sqlite_recorder import SqliteRecorder
from .judges.rules import RulesJudge
from .keeping.store_files import check_is_readable, check_vault_is_there
from .keeping.upkeep import Upkeep
from .projections.answer import Answer
from .replay.choosing import Selectors, choose
from .replay.forget_plan import ForgetPlan, effect_of, plan_forgetting, rehearsed
from .replay.meanings import Meanings
from .replay.replaying import Replaying
from .replay.understanding import Understanding
from .vault.open_vault import open_vault, vault_in_memory
from .vault.vault_seal import VaultSeal

if TYPE_CHECKING:
    from .projections.view import View
    from .replay.views import Views

T = TypeVar("T")


class Memory(NoticingDesk, Upkeep, Noticing, Hindsight, Replaying, Understanding, Dreaming, InMind):
    """One store: everything that an agent remembers, with the reasons.

    Open it with `Memory.open(folder)` or `Memory.in_memory()`, and close it, or use it in a `with`
    block, so that nothing that was recalled is lost. Several threads and several processes may
    use one store. With an `embedder` it searches by meaning too.
    """

    def __init__(
        self,
        recorder: Recorder,
        seal: VaultSeal,
        *,
        folder: Path | None = None,
        policy: Policy | None = None,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
    ) -> None:
        super().__init__(
            Journal(recorder, seal),
            policy=policy,
            clock=clock or (lambda: time.time_ns() // 1_000),
            draw=secrets.token_bytes,
            keys=seal,
            copies=self.shed,
            rehearse=lambda sources: self.ask(lambda view: rehearsed(view, self.journal, sources)),
        )
        self.folder = folder
        self.valid: int | None = None  # what is current counts, whenever it is true in the world
        self._opened: Views | None = None
        self._opening = Lock()
        self._is_closed = False
        self.judge: Judge = RulesJudge()  # decides what a dream has to have judged
        self.dreaming = Lock()
        self.meanings = Meanings(self, folder, embedder)

    @classmethod
    def open(
        cls,
        folder: str | Path,
        *,
        policy: Policy | None = None,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
        lock_wait_seconds: float = 10.0,
    ) -> Self:
        """The store in a folder, made when missing; ends first what forgetting was cut short."""
        place = Path(folder).expanduser().absolute()
        make_folder(place)
        check_is_readable(place, lock_wait_seconds=lock_wait_seconds)
        check_vault_is_there(place)
        with ExitStack() as failed:
            seal = VaultSeal(open_vault(place, lock_wait_seconds=lock_wait_seconds))
            failed.callback(seal.close)
            recorder = SqliteRecorder(
                place / JOURNAL.name,
                chain_key=seal.key("chain"),
                lock_wait_seconds=lock_wait_seconds,
            )
            failed.callback(recorder.close)
            memory = cls(
                *(recorder, seal), folder=place, policy=policy, clock=clock, embedder=embedder
            )
            failed.callback(memory.close)
            memory.finish_erasures()
            failed.pop_all()
            return memory

    @classmethod
    def in_memory(
        cls,
        *,
        policy: Policy | None = None,
        clock: Clock | None = None,
        embedder: Embedder | None = None,
    ) -> Self:
        """A store that is gone when it is closed."""
        place = InMemoryRecorder(), VaultSeal(vault_in_memory())
        return cls(*place, policy=policy, clock=clock, embedder=embedder)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Records what is still waiting and lets the files go."""
        self.meanings.close()
        try:
            super().close()
        finally:
            self._is_closed = True
            if self._opened is not None:
                self._opened.close()
            self.journal.close()

    def search(
        self,
        question: str,
        *,
        asked_from: str | None = None,
        record: bool = True,
        **narrowing: Unpack[Narrowing],
    ) -> Answer:
        """What answers a question, best first; leaves one `recalled` event unless told not to.

        The event is written behind: the answer does not wait for it.
        """
        question = without_surrogates(question)
        now, policy = self.clock(), self.policy
        ranking = policy.ranking
        query = under(policy, query_of(question, narrowing, self.identity))
        answer, query, seen_at = self.answered(query, now, ranking)
        if record:
            self.recalled(
                question,
                answer.hits(),
                now=now,
                asked=asked(query, seen_at=seen_at, ranking=ranking),
                suppressed=answer.suppressed,
                asked_from=asked_from,
            )
        return answer

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question of your own to the read model, which first catches up."""
        return self.read_models.use(self.meanings.beside(question))

    def as_of(self, known: Known = None, *, valid: Moment = None) -> AsOf:
        """The memory as it was at a moment or position, and of what was true at another moment."""
        self.flush()
        then = self.ask(lambda view: place(view, known, self.clock()))
        return AsOf(
            self.ask,
            then,
            identity=self.identity,
            valid=moment(valid),
            given=self._policies.given,
            status_now=lambda view: status(view, **self.figures(up_to=then.position)),
            prepare=self.meanings.prepare,
        )

    def plan_forget(
        self, *sources: str, save: bool = True, **selectors: Unpack[Selectors]
    ) -> ForgetPlan:
        """What would go, stay and come back if these sources were forgotten; nothing is changed.

        A saved plan has an id, by which it can be approved and applied.
        """
        self.flush()
        knows, named = self.forgotten_before(), (self.identity, sources, selectors)
        plan = self.ask(
            lambda view: plan_forgetting(view, self.journal, choose(view, *named, knows=knows))
        )
        told = (plan.sources, plan.position, effect_of(plan))
        return replace(plan, id=self.save_plan(*told)) if save else plan

    def forget(
        self,
        *sources: str,
        approved_by: str = "",
        block: bool = True,
        retire: bool = False,
        rederive: bool = False,
        **selectors: Unpack[Selectors],
    ) -> Applied:
        """Plans, approves and applies at once, for whoever knows what they want gone."""
        plan = self.plan_forget(*sources, **selectors)
        self.approve_forget(plan.id, approved_by)
        return self.apply_forget(plan.id, block=block, retire=retire, rederive=rederive)

    def status(self) -> Status:
        """The store in figures."""
        self.flush()
        figures = self.figures()
        found = self.ask(lambda view: status(view, **figures))
        return replace(found, vectors=self.vectors())

    @property
    def read_models(self) -> Views:
        """The read models, opened by the first question: capturing does not wait for DuckDB."""
        with self._opening:
            if self._is_closed:
                raise Refused("this memory was closed; open it again to go on")
            if self._opened is None:
                from .replay.views import open_views  # noqa: PLC0415 - it loads DuckDB

                folder = self.folder / "views" if self.folder else None
                self._opened = open_views(
                    self.journal, folder, store=self.identity.name_for("view")
                )
            return self._opened
