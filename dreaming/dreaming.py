"""What a memory does with itself: it dreams, and says what it would like to have judged."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Final, Protocol

from ..domain.dreams import Dream
from ..domain.judge import Judge
from ..domain.mind_policy import Phase
from ..domain.proposal import Answer, Proposal
from .alone import alone
from .counsel import Counsel, Judging, Proposing, Rehearsing
from .dreamer import Dreamer
from .night import Night
from .phases import ASKING, NEEDING, Told, run
from .reading import classified

PROPOSALS_MAX: Final = 200
"""As many questions as are asked at once; the next ones come when these are answered. Ours."""


class Sleeper(Dreamer, Protocol):
    """A memory that is asked to dream."""

    folder: Path | None
    judge: Judge
    dreaming: threading.Lock

    def flush(self) -> None:
        """All recalls are in the journal when this returns."""
        ...


class Dreaming:
    """Mixed into the memory, which has all that `Sleeper` asks for."""

    def dream(
        self: Sleeper,
        *,
        dry_run: bool = False,
        judge: Judge | None = None,
        progress: Told | None = None,
    ) -> Dream:
        """Runs the phases of the policy in force; a dry run only tells, also what is missing.

        `judge` decides what no rule can, else the one of this memory does. What was dreamt is
        dreamt: again, with nothing new, it adds no event. Two dreams at once do the work once.
        """
        self.flush()
        found: Counter[str] = Counter()
        chosen = judge or self.judge
        with alone(self.dreaming, self.folder):
            policy = self.policy
            phases = policy.dream.phases

            def accept(answer: Answer) -> bool:
                told = answer
                if "classify" in phases:
                    told = classified(answer, policy.beliefs, found)
                return self.accept([told]).recorded > 0

            counsel: Counsel = Rehearsing(chosen) if dry_run else Judging(accept, chosen)
            night = _night(self, counsel, phases, is_dry_run=dry_run, found=found)
            run(night, progress or _untold)
        return night.told()

    def propose(self: Sleeper) -> tuple[Proposal, ...]:
        """What the phases of the policy would have judged, for an agent; nothing is changed.

        Where none of them needs a judge it is all that one could be asked.
        """
        self.flush()
        counsel = Proposing(PROPOSALS_MAX)
        phases = _asking(self.policy.dream.phases)
        night = _night(self, counsel, phases, is_dry_run=True, found=Counter())
        run(night, _untold)
        return counsel.proposals


def _night(
    memory: Dreamer,
    counsel: Counsel,
    phases: tuple[Phase, ...],
    *,
    is_dry_run: bool,
    found: Counter[str],
) -> Night:
    return Night(
        memory=memory,
        policy=memory.policy,
        counsel=counsel,
        phases=phases,
        now=memory.clock(),
        is_dry_run=is_dry_run,
        declined=memory.declined(),
        classified=found,
    )


def _asking(phases: Sequence[Phase]) -> tuple[Phase, ...]:
    asking: tuple[Phase, ...] = tuple(phase for phase in phases if phase in ASKING)
    return asking if NEEDING.intersection(asking) else ASKING


def _untold(_phase: Phase, _done: int, _all: int) -> None:
    return
