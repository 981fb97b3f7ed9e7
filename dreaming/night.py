"""What the phases of one dream share: whose it is, under which policy, and what they have found."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeVar

from ..domain.dreams import Assessment, Dream, PhaseDone
from ..domain.mind_policy import Phase
from ..domain.policy import Policy
from ..projections.held import with_held
from .counsel import Counsel
from .dreamer import Dreamer
from .episodes import Episode

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

T = TypeVar("T")

DREAMT: Final = "dreamt"
"""The kind of note that tells how far a judge has looked."""


@dataclass
class Night:
    """One run through the phases; `fresh` is what came in since the last one that looked."""

    memory: Dreamer
    policy: Policy
    counsel: Counsel
    phases: tuple[Phase, ...]  # all that there are in this run
    now: int
    is_dry_run: bool
    declined: frozenset[str]  # questions to which there was nothing to record
    fresh: list[Episode] = field(default_factory=list[Episode])
    came_in_up_to: int = 0  # the place of the last of these, also where it was left out since
    done: list[PhaseDone] = field(default_factory=list[PhaseDone])
    classified: Counter[str] = field(default_factory=Counter[str])
    promoted: tuple[Assessment, ...] = ()
    passed_over: tuple[Assessment, ...] = ()

    def ask(self, question: Callable[[View], T]) -> T:
        """Puts a question to the read model, in which what is in quarantine is marked as held."""
        trust = self.policy.ranking.trust
        return self.memory.ask(lambda view: with_held(view, trust, question, with_vouched=True))

    def looked_up_to(self, phase: Phase) -> int:
        """The position up to which whoever decides now has looked in a phase, in dreams before."""
        if not self.counsel.name:
            return 0
        kept = self.memory.journal.notes(DREAMT).get(f"{phase} {self.counsel.name}", b"0")
        return int(kept)

    def has_looked_up_to(self, phase: Phase, position: int) -> None:
        """Keeps that, so that nobody pays twice for the same question."""
        if self.counsel.name and not self.is_dry_run and position > self.looked_up_to(phase):
            key = f"{phase} {self.counsel.name}"
            self.memory.journal.note(DREAMT, key, str(position).encode())

    def told(self) -> Dream:
        """What came of it."""
        return Dream(
            promoted=self.promoted,
            passed_over=self.passed_over,
            is_dry_run=self.is_dry_run,
            phases=tuple(self.done),
        )
