"""All phases of a dream by the names that a policy calls them, and the run through them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from msgspec.structs import replace

from ..domain.dreams import PhaseDone
from ..domain.mind_policy import Phase
from .consolidating import cluster, schemas
from .gathering import collect, leave_out
from .letting_go import archive, decay, remove
from .night import Night
from .reading import classify, extract
from .settling import promote, settle, snapshot
from .verifying import verify

Run: TypeAlias = Callable[[Night], PhaseDone]
Told: TypeAlias = Callable[[Phase, int, int], object]
"""Is told which phase begins, after how many of how many."""

PHASES: Final[dict[Phase, Run]] = {
    "collect": collect,
    "filter": leave_out,
    "extract": extract,
    "classify": classify,
    "verify": verify,
    "promote": promote,
    "cluster": cluster,
    "schemas": schemas,
    "settle": settle,
    "decay": decay,
    "archive": archive,
    "remove": remove,
    "snapshot": snapshot,
}

NEEDING: Final[frozenset[Phase]] = frozenset({"extract", "verify", "cluster", "schemas"})
"""Those that are nothing without a judge."""

ASKING: Final[tuple[Phase, ...]] = (
    "collect",
    "filter",
    "extract",
    "verify",
    "cluster",
    "schemas",
    "settle",
)
"""Those in which a judge is asked, and what comes before them."""


def run(night: Night, told: Told) -> None:
    """One after the other; each leaves the journal whole, so the next dream ends what is cut."""
    for done, phase in enumerate(night.phases):
        told(phase, done, len(night.phases))
        finished = PHASES[phase](night)
        troubles = tuple(dict.fromkeys(night.counsel.troubles))
        night.counsel.troubles.clear()
        night.done.append(replace(finished, details=(*finished.details, *troubles)))
