"""Whole histories at random: every order, in any sequence, as agents might give them."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from itertools import count
from typing import Final, TypeAlias

from hypothesis import strategies as st

from lethelog.commands.blocks import blocks_in
from lethelog.commands.forget_desk import ForgetDesk
from lethelog.commands.item_state import fold
from lethelog.commands.recall import Recall, decide_recall
from lethelog.domain.errors import MemoryStoreError
from lethelog.domain.events import Asked, Hit, Judge, Recorded, SourceForgotten
from lethelog.domain.identity import ItemId, SourceUid
from lethelog.domain.lineage import live
from lethelog.domain.policy import Policy, PromotionPolicy, RankingPolicy
from lethelog.domain.times import DAY
from lethelog.journal.in_memory import InMemoryRecorder
from lethelog.journal.journal import Journal
from lethelog.sources.document import Document, Passage
from lethelog.tests import telling
from lethelog.tests.seals import RepeatableSeal, repeatable_draw
from lethelog.tests.story import TODAY

HISTORIES: Final = int(os.environ.get("HISTORIES", "60"))
STEPS_MIN: Final = 8
STEPS_MAX: Final = 40

TEXTS: Final = telling.TEXTS
_QUESTIONS: Final = ("where is the kettle", "which drink", "What drink")
_MATCHES: Final = ((0.9, True), (0.1, True), (0.5, False), (0.7, True), (0.6, True))
SOURCES: Final = (
    *("conversation/c0", "conversation/c1", "conversation/c0/1", "conversation/c1/b"),
    *("email/m0", "email/m1", "conversation/c0/2", "conversation/c1/a"),
)
_POLICY: Final = Policy(promotion=PromotionPolicy(recalls_min=2, queries_min=1, score_min=0.5))

Choice: TypeAlias = telling.Choice
Step: TypeAlias = tuple[str, Choice]


@st.composite
def histories(draw: st.DrawFn, *, unblocking: bool) -> list[Step]:
    """Orders for a `Life`; each number picks from what there is when its turn comes.

    Each history knows only some of the orders, so that those few meet more often.
    """
    some = draw(st.lists(st.sampled_from(_SOME), min_size=2, max_size=6))
    verbs = [*_ALWAYS, *some, *(["unblock"] if unblocking else [])]
    choice = st.integers(0, 11)
    step = st.tuples(st.sampled_from(verbs), st.tuples(choice, choice, choice))
    return draw(st.lists(step, min_size=STEPS_MIN, max_size=STEPS_MAX))


class Life:
    """One store to which a history happens; an order that is refused leaves no event."""

    def __init__(self) -> None:
        seal = RepeatableSeal()
        self.journal = Journal(InMemoryRecorder(), seal)
        days = count()
        self.desk = ForgetDesk(
            self.journal,
            policy=_POLICY,
            clock=lambda: TODAY + next(days) * DAY // 8,
            draw=repeatable_draw(),
            keys=seal,
            copies=lambda _: (0, ()),
        )
        self._history: list[Recorded] = []

    def do(self, step: Step) -> bool:
        """Whether the order was obeyed."""
        verb, choice = step
        try:
            _VERBS[verb](self, choice)
        except MemoryStoreError:
            return False
        finally:
            self._history += self.journal.read(after=len(self._history))
        return True

    def history(self) -> list[Recorded]:
        """Everything that has happened, as it was when it happened."""
        return list(self._history)

    def log(self) -> list[Recorded]:
        """What the journal tells of all that now."""
        return list(self.journal.read())

    def forgotten(self) -> set[SourceUid]:
        """Every source that was ever forgotten."""
        return {r.event.source for r in self.log() if isinstance(r.event, SourceForgotten)}

    def items(self) -> list[ItemId]:
        """All items, the newest first, also those that are superseded."""
        return list(reversed(fold(live(self.log()))))

    def pick(self, number: int) -> ItemId:
        """One of the items; a made-up one where there is none."""
        items = self.items()
        return items[number % len(items)] if items else ItemId("none")

    def is_blocked(self, path: str) -> bool:
        """Whether the source or one that holds it was forgotten."""
        return blocks_in(self.log()).on(self.desk.identity.lineage(path)) is not None


def lived(steps: Sequence[Step]) -> Life:
    """The store after a whole history."""
    life = Life()
    for step in steps:
        life.do(step)
    return life


def _mail(life: Life, choice: Choice) -> None:
    a, b, c = choice
    passages = tuple(_passage(number) for number in (b, c, b + c)[: 1 + a % 3])
    document = Document(source_kind="email", name=f"m{a % 2}", passages=passages)
    life.desk.learn([(document.path, document)], "import")


def _conversation(life: Life, choice: Choice) -> None:
    """`c0` numbers its turns, those of `c1` have names."""
    a, b, c = choice
    names = ("1", "2", "3") if a % 2 == 0 else ("a", "b", "c")
    said = zip(names, (b, c, b + c)[: 1 + a % 3], strict=False)
    document = Document(
        source_kind="conversation",
        name=f"c{a % 2}",
        passages=tuple(_passage(number, child) for child, number in said),
        numbered=a % 2 == 0,
        complete=False,
    )
    life.desk.learn([(document.path, document)], "import")


def _passage(number: int, child: str = "") -> Passage:
    return Passage(text=TEXTS[number % len(TEXTS)], child=child, dated_at=TODAY - number * DAY)


def _remember(life: Life, choice: Choice) -> None:
    a, b, c = choice
    text, dated_at = TEXTS[a % len(TEXTS)], TODAY if b % 2 else None
    since = telling.day_near(c) if b % 3 == 0 else None
    until = telling.day_near(c + 3) if b % 4 == 0 else None
    life.desk.remember(text, dated_at=dated_at, valid_from=since, valid_until=until)


def _recall(life: Life, choice: Choice) -> None:
    """Returns up to three items; asked from a conversation that is not forgotten, or from none."""
    a, b, c = choice
    found = list(dict.fromkeys(life.pick(number) for number in (b, b + c, b + 2 * c)))
    hits = [
        Hit(item=item, rank=rank, score=0.5, relevance=relevance, counts=counts)
        for rank, item in enumerate(found[: 1 + c % 3], start=1)
        for relevance, counts in (_MATCHES[(a + rank) % 5],)
    ]
    path = SOURCES[c % 4] if a % 3 else None
    asked_from = path if path and not life.is_blocked(path) else None
    order = Recall(
        query=_QUESTIONS[a % len(_QUESTIONS)],
        hits=hits if life.items() else (),
        now=life.desk.clock(),
        asked=Asked(limit=5, seen_at=life.journal.head(), ranking=_POLICY.ranking),
        asked_from=(life.desk.identity.lineage(asked_from),) if asked_from else (),
        suppressed=found[1 + c % 3 :],
    )
    life.journal.append([decide_recall(order, life.desk.identity)])


def _promote(life: Life, choice: Choice) -> None:
    life.desk.promote(life.pick(choice[0]), judge="rule" if choice[1] else "agent")


def _derive(life: Life, choice: Choice) -> None:
    """From up to three items, which may be derived themselves; so depth grows with the history."""
    a, b, c = choice
    inputs = dict.fromkeys(life.pick(number) for number in (a, a + b, a + c))
    judge: Judge = "rule" if c % 3 == 0 else "agent"
    life.desk.promote(*inputs, text=f"so it is {TEXTS[b % 4]}", judge=judge)


def _contradict(life: Life, choice: Choice) -> None:
    a, b, c = choice
    life.desk.contradict(life.pick(a), by=life.pick(b) if c % 2 else None, strength=0.5)


def _supersede(life: Life, choice: Choice) -> None:
    a, b, c = choice
    life.desk.supersede(life.pick(a), by=life.pick(b), since=telling.day_near(c) if c % 2 else None)


def _correct(life: Life, choice: Choice) -> None:
    a, b, c = choice
    life.desk.correct(
        life.pick(a), TEXTS[b % len(TEXTS)], since=telling.day_near(c) if c % 2 else None
    )


def _adopt(life: Life, choice: Choice) -> None:
    a, b, _ = choice
    ranking = RankingPolicy(half_life_days=30 + a, mmr_lambda=b / 11)
    life.desk.adopt(Policy(ranking=ranking, promotion=_POLICY.promotion))


def _forget(life: Life, choice: Choice) -> None:
    a, b, _ = choice
    taught = f"fact/{life.desk.identity.name_for(TEXTS[b % len(TEXTS)])}"
    path = (*SOURCES, taught)[a % (len(SOURCES) + 1)]
    life.desk.forget_planned(path, planned_at=life.journal.head())


def _unblock(life: Life, choice: Choice) -> None:
    life.desk.unblock(SOURCES[choice[0] % len(SOURCES)])


_VERBS: Final[dict[str, Callable[[Life, Choice], None]]] = {
    "mail": _mail,
    "conversation": _conversation,
    "remember": _remember,
    "hear": telling.hear,
    "release": telling.release,
    "recall": _recall,
    "promote": _promote,
    "derive": _derive,
    "contradict": _contradict,
    "supersede": _supersede,
    "correct": _correct,
    "state": telling.state,
    "settle": telling.settle,
    "believe": telling.believe,
    "decide": telling.decide,
    "refine": telling.refine,
    "adopt": _adopt,
    "forget": _forget,
    "unblock": _unblock,
}
_ALWAYS: Final = ("conversation", "recall", "recall", "forget")
_SOME: Final = (
    *("mail", "remember", "promote", "promote", "derive", "derive"),
    *("contradict", "supersede", "correct", "adopt"),
    *("state", "state", "settle", "believe", "believe", "decide", "refine"),
    *("hear", "hear", "release", "release"),
)
