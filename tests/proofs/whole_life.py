"""Whole histories of a real memory: all that a `Life` does, and derivations high and wide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Final

from hypothesis import strategies as st

from lethelog.commands.item_state import fold
from lethelog.domain.errors import MemoryStoreError
from lethelog.domain.events import ChunkIngested, Recorded, SourceForgotten, SourceUnblocked
from lethelog.domain.identity import ItemId
from lethelog.domain.lineage import live, prune
from lethelog.domain.mind_policy import ConsolidationPolicy, DreamPolicy
from lethelog.domain.policy import Policy, PromotionPolicy
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.projections.view import View
from lethelog.replay.catch_up import catch_up
from lethelog.tests.histories import SOURCES, TEXTS, Choice, Life, Step
from lethelog.tests.story import TODAY
from lethelog.tests.tables import Tables, new_view, tables_of

HEIGHT_MAX: Final = 10
WIDTH_MAX: Final = 20
_POLICY: Final = Policy(
    promotion=PromotionPolicy(recalls_min=2, queries_min=1, score_min=0.4),
    consolidation=ConsolidationPolicy(
        cluster_distance=0.8, cluster_items_min=2, schema_distance=0.9, schema_items_min=2
    ),
    dream=DreamPolicy(
        phases=(
            *("collect", "filter", "extract", "classify", "verify"),
            *("cluster", "schemas", "settle", "promote"),
        )
    ),
)


class OpenMemory(Memory):
    """A memory whose tables can be looked at."""

    def tables(self) -> Tables:
        """Every row of the read models as they are used."""
        return self.read_models.use(tables_of)

    def renew(self) -> None:
        """The read model is built anew, as it is when its file turns out damaged."""
        self.read_models.renew()


class WholeLife(Life):
    """A real memory with two read models beside its own.

    `prompt` is told of every event as it happens, and some of them again; `late` reads the journal
    only now and then, so that it meets events that were erased before it saw them.
    """

    def __init__(self, folder: Path | None, policy: Policy = _POLICY) -> None:
        super().__init__()
        days = count()

        def clock() -> int:
            return TODAY + next(days) * DAY // 8

        self.memory = (
            OpenMemory.open(folder, policy=policy, clock=clock)
            if folder
            else OpenMemory.in_memory(policy=policy, clock=clock)
        )
        self.desk = self.memory
        self.journal = self.memory.journal
        self.store = self.memory.identity.name_for("view")
        self.prompt = new_view(self.store)
        self.late = new_view(self.store)

    def do(self, step: Step) -> bool:
        """Whether the order was obeyed."""
        verb, choice = step
        known = len(self._history)
        if verb not in _MORE:
            done = super().do(step)
        else:
            try:
                _MORE[verb](self, choice)
                done = True
            except MemoryStoreError:
                done = False
        self.memory.flush()
        self._history += self.journal.read(after=len(self._history))
        self.prompt.apply(self._history[max(known - choice[0], 0) :])
        return done

    def expected(self) -> list[Recorded]:
        """The events as they would be had nothing that is forgotten ever been seen."""
        history = self.history()
        if any(isinstance(recorded.event, SourceUnblocked) for recorded in history):
            return _without_notices(live(history))
        return _without_notices(prune(history, self.forgotten()))

    def views(self) -> Iterator[tuple[str, Tables]]:
        """The tables of all read models, the last one built anew from what is left."""
        yield "live", self.memory.tables()
        yield "prompt", tables_of(self.prompt)
        catch_up(self.journal, self.late)
        yield "late", tables_of(self.late)
        with _view_of_its_own(self.store) as rebuilt:
            catch_up(self.journal, rebuilt)
            yield "rebuilt", tables_of(rebuilt)

    def close(self) -> None:
        """Lets all files go."""
        self.memory.close()
        self.prompt.close()
        self.late.close()


@st.composite
def whole_histories(draw: st.DrawFn, *, unblocking: bool) -> list[Step]:
    """Orders for a `WholeLife`; each history knows only some of them, so that those meet often."""
    some = draw(st.lists(st.sampled_from(_SOME), min_size=3, max_size=6))
    verbs = [*_ALWAYS, *some, *(["unblock", "forget openly"] if unblocking else [])]
    choice = st.integers(0, 11)
    step = st.tuples(st.sampled_from(verbs), st.tuples(choice, choice, choice))
    steps = draw(st.lists(step, min_size=10, max_size=30))
    return [*steps, ("forget known", draw(st.tuples(choice, choice, choice)))]


@contextmanager
def _view_of_its_own(store: str) -> Iterator[View]:
    view = new_view(store)
    try:
        yield view
    finally:
        view.close()


def _without_notices(log: Sequence[Recorded]) -> list[Recorded]:
    return [r for r in log if not isinstance(r.event, SourceForgotten | SourceUnblocked)]


def _current(life: WholeLife) -> list[ItemId]:
    states = fold(live(life.log())).values()
    return [state.item for state in states if state.superseded_by is None]


def _search(life: WholeLife, choice: Choice) -> None:
    """A real search, asked from a conversation or from none."""
    a, b, c = choice
    life.memory.search(
        TEXTS[a % len(TEXTS)],
        limit=1 + b % 4,
        diverse=c % 5 == 0,
        with_superseded=c % 3 == 0,
        asked_from=(None, *SOURCES[:4])[b % 5],
    )


def _tower(life: WholeLife, choice: Choice) -> None:
    """A fact from an item, a fact from that fact, and so on, up to ten storeys high."""
    a, b, c = choice
    item = life.pick(a)
    for storey in range(1 + b % HEIGHT_MAX):
        made = life.memory.promote(item, text=f"storey {storey}, {c} from the top", judge="agent")
        [item] = made.items


def _gather(life: WholeLife, choice: Choice) -> None:
    """One fact from up to twenty items, by whoever judges."""
    a, b, c = choice
    inputs = _current(life)[: 1 + (a * b) % WIDTH_MAX]
    life.memory.promote(*inputs, text=f"all in all {c}", judge="rule" if a % 4 == 0 else "agent")


def _dream(life: WholeLife, _: Choice) -> None:
    life.memory.dream()


def _look(life: WholeLife, _: Choice) -> None:
    catch_up(life.journal, life.late)
    life.memory.sources()


def _forget_known(life: WholeLife, choice: Choice) -> None:
    """A source of something that is there, or the one that holds it."""
    events = (recorded.event for recorded in live(life.log()))
    paths = {each.source for each in events if isinstance(each, ChunkIngested)}
    tops = {"/".join(path.split("/")[:2]) for path in paths}
    known = sorted(paths | tops) or ["conversation/none"]
    path = known[choice[0] * choice[1] % len(known)]
    life.memory.forget(path, retire=choice[2] % 4 == 0, rederive=choice[2] % 4 == 1)


def _forget_openly(life: WholeLife, choice: Choice) -> None:
    path = SOURCES[choice[0] % len(SOURCES)]
    life.memory.forget(path, block=False)


_MORE: Final[dict[str, Callable[[WholeLife, Choice], None]]] = {
    "search": _search,
    "tower": _tower,
    "gather": _gather,
    "dream": _dream,
    "look": _look,
    "forget known": _forget_known,
    "forget openly": _forget_openly,
}
_ALWAYS: Final = (
    "conversation",
    "conversation",
    "recall",
    "recall",
    "search",
    "forget known",
    "look",
)
_SOME: Final = (
    "forget",
    *("mail", "remember", "promote", "promote", "derive", "derive", "tower", "gather", "gather"),
    *("contradict", "contradict", "supersede", "supersede", "correct", "dream"),
    *("state", "state", "settle", "believe", "believe", "decide", "refine"),
)
