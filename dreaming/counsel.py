"""Who decides, in a dream, what needs a judge: a judge at once, somebody later, or nobody yet."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Literal, Protocol, TypeAlias

from ..domain.answering import answered
from ..domain.errors import BudgetSpent, JudgeFailed
from ..domain.judge import Judge
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

    @property
    def name(self) -> str:
        """That of the judge."""
        return self._judge.name

    def decide(self, about: Matter, shown: Sequence[Shown]) -> Outcome:
        """Asks the judge, and records its verdict."""
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
        return "changed" if self._accept(answer) else "unchanged"


class Rehearsing:
    """Nothing is recorded. Rules are asked what they would say; whoever costs anything is not."""

    def __init__(self, judge: Judge) -> None:
        self.troubles: list[str] = []
        self._judge = judge

    @property
    def name(self) -> str:
        """That of the judge."""
        return self._judge.name

    def decide(self, about: Matter, shown: Sequence[Shown]) -> Outcome:
        """Whether something would follow."""
        if self._judge.judge != "rule":
            return "open"
        if answered(propose(about, shown), self._judge) is not None:
            return "changed"
        return "unchanged" if about.what == "extract" else "open"


class Proposing:
    """Every question is kept, up to a number, for whoever answers it later."""

    def __init__(self, most: int) -> None:
        self._most = most
        self.troubles: list[str] = []
        self.proposals: list[Proposal] = []

    @property
    def name(self) -> str:
        """None: it has looked at nothing."""
        return ""

    def decide(self, about: Matter, shown: Sequence[Shown]) -> Outcome:
        """Keeps the question."""
        if len(self.proposals) < self._most:
            self.proposals.append(propose(about, shown))
        return "open"
