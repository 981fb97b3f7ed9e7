"""Who decides, in a dream, what needs a judge: a judge at once, somebody later, or nobody yet."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from itertools import chain, islice, zip_longest
from typing import Literal, Protocol, TypeAlias

from ..domain.answering import answered
from ..domain.errors import BudgetSpent, JudgeFailed
from ..domain.identity import squeeze
from ..domain.judge import Judge, Verdict
from ..domain.mind_policy import Phase
from ..domain.proposal import Answer, Matter, Proposal, Shown, propose

Outcome: TypeAlias = Literal["changed", "unchanged", "open"]
"""Something was recorded, or is to be; nothing follows from it; or nobody has decided it yet."""


Accept: TypeAlias = Callable[[Answer], bool]
"""Records a verdict, and tells whether it was news."""


class Counsel(Protocol):
    """Takes one question after the other, and notes what it could not have answered."""

    troubles: list[str]

    @property
    def name(self) -> str:
        """Under which it is remembered how far it has looked; empty where it decides nothing."""
        ...

    @property
    def can_weigh(self) -> bool:
        """Whether it can tell what two texts are to each other; no rule can."""
        ...

    def decide(self, about: Matter, shown: Sequence[Shown]) -> Outcome:
        """What becomes of a question about some items."""
        ...


class Judging:
    """A judge decides at once; what it fails at, or has no budget left for, stays open."""

    def __init__(self, accept: Accept, judge: Judge) -> None:
        self.troubles: list[str] = []
        self._accept = accept
        self._judge = judge
        self._is_spent = False
        self._related: dict[tuple[str, ...], Verdict] = {}  # by the words alone, in this run

    @property
    def name(self) -> str:
        """That of the judge."""
        return self._judge.name

    @property
    def can_weigh(self) -> bool:
        """Whether the judge is more than rules."""
        return self._judge.judge != "rule"

    def decide(self, about: Matter, shown: Sequence[Shown]) -> Outcome:
        """Asks the judge, and records its verdict."""
        words = tuple(squeeze(each.text) for each in shown)
        if about.what == "relation" and words in self._related:
            again = self._answer(about, self._related[words])
            return "changed" if self._accept(again) else "unchanged"
        if self._is_spent:
            return "open"
        try:
            answer = answered(propose(about, shown), self._judge)
        except BudgetSpent as error:
            self._is_spent = True
            self.troubles.append(str(error))
            return "open"
        except JudgeFailed as error:
            self.troubles.append(str(error))
            return "open"
        if answer is None:
            return "unchanged" if about.what == "extract" else "open"
        if answer.relation is not None:
            self._related[words] = answer.relation
        return "changed" if self._accept(answer) else "unchanged"

    def _answer(self, about: Matter, verdict: Verdict) -> Answer:
        return Answer(about=about, judge=self._judge.judge, by=self._judge.name, relation=verdict)


class Rehearsing:
    """Nothing is recorded. Rules are asked what they would say; whoever costs anything is not."""

    def __init__(self, judge: Judge) -> None:
        self.troubles: list[str] = []
        self._judge = judge

    @property
    def name(self) -> str:
        """That of the judge."""
        return self._judge.name

    @property
    def can_weigh(self) -> bool:
        """Whether the judge is more than rules."""
        return self._judge.judge != "rule"

    def decide(self, about: Matter, shown: Sequence[Shown]) -> Outcome:
        """Whether something would follow."""
        if self._judge.judge != "rule":
            return "open"
        if answered(propose(about, shown), self._judge) is not None:
            return "changed"
        return "unchanged" if about.what == "extract" else "open"


class Proposing:
    """Every question is kept, up to a number of each phase, for whoever answers it later."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: defaultdict[Phase, list[Proposal]] = defaultdict(list)
        self.troubles: list[str] = []

    @property
    def name(self) -> str:
        """None: it has looked at nothing."""
        return ""

    @property
    def can_weigh(self) -> bool:
        """Whoever answers may know more than rules."""
        return True

    @property
    def proposals(self) -> tuple[Proposal, ...]:
        """That number of them, of each phase in turn, so that none crowds out the others."""
        in_turn = chain.from_iterable(zip_longest(*self._kept.values()))
        return tuple(islice((each for each in in_turn if each is not None), self._most))

    def decide(self, about: Matter, shown: Sequence[Shown]) -> Outcome:
        """Keeps the question."""
        kept = self._kept[about.phase]
        if len(kept) < self._most:
            kept.append(propose(about, shown))
        return "open"
