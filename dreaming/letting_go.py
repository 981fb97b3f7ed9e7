"""What has faded is counted, and what has lain in the archive for long is let go."""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from ..domain.dreams import PhaseDone
from ..domain.identity import SourceUid
from ..domain.mind_policy import LifecyclePolicy
from ..domain.policy import Policy
from ..domain.times import DAY
from ..projections.standing import standing_of
from .night import DREAMT, Night

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from ..projections.view import View  # these load DuckDB and numpy

    Places = npt.NDArray[np.int64]

SOURCES_MAX: Final = 500
"""Let go in one dream; the next one goes on. Ours."""

_PLANNED: Final = "remove"
"""The key of the note that tells for which sources there is a plan."""

_FADED: Final = 0.1
"""Of what has less than this left `decay` tells where the policy hides nothing."""

_ITEMS: Final = "SELECT count(*) FROM item"
# An old date alone is no time in the archive.
_HERE: Final = """
SELECT d
FROM item
WHERE d IN (SELECT unnest($archived::BIGINT[]))
AND recorded_at <= $since
ORDER BY d
"""
# A source goes whole: all that it says must be due, and nothing that was made of it may be current.
_DUE: Final = """
WITH due AS (SELECT unnest($due::BIGINT[]) AS d)
SELECT
    item_source.source,
    min(item_source.path) AS path,
    coalesce(bool_or(item.path IS NULL AND item.d NOT IN (SELECT d FROM supersession)), FALSE)
FROM item_source
JOIN item ON item.d = item_source.d
LEFT JOIN due ON due.d = item.d
WHERE item_source.source IN (SELECT source FROM item_source JOIN due USING (d) WHERE is_own)
GROUP BY item_source.source
HAVING bool_and(item.path IS NULL OR due.d IS NOT NULL)
ORDER BY path
"""


def decay(night: Night) -> PhaseDone:
    """How much of what is known has faded by now; to look changes nothing."""
    ranking = night.policy.ranking
    least = ranking.decay.visible_min or _FADED
    policy = replace(ranking, decay=replace(ranking.decay, visible_min=least))

    def look(view: View) -> tuple[int, int]:
        [(items,)] = view.rows(_ITEMS)
        standing = standing_of(view, night.now, policy, LifecyclePolicy())
        return items, 0 if standing is None else int(standing.is_hidden.sum())

    items, faded = night.ask(look)
    what = "hidden" if ranking.decay.visible_min else f"have less than {_FADED:g} left"
    return PhaseDone(
        phase="decay", seen=items, details=tuple([f"{faded:,} {what}"] if faded else [])
    )


def archive(night: Night) -> PhaseDone:
    """How much lies in the archive by now; a recall brings it back."""

    def look(view: View) -> tuple[int, int]:
        [(items,)] = view.rows(_ITEMS)
        return items, len(_archived(view, night.policy, night.now))

    items, archived = night.ask(look)
    details = [f"{archived:,} in the archive"] if archived else []
    return PhaseDone(phase="archive", seen=items, details=tuple(details))


def remove(night: Night) -> PhaseDone:
    """Plans to forget what has lain in the archive for long enough, or forgets it.

    What was here so long ago, untouched and in the archive, is what has lain there since.
    """
    lifecycle = night.policy.lifecycle
    since = night.now - int(lifecycle.remove_days * DAY)

    def look(view: View) -> tuple[int, dict[str, SourceUid], int]:
        archived = _archived(view, night.policy, since)
        due = [d for (d,) in view.rows(_HERE, {"archived": archived.tolist(), "since": since})]
        rows = view.rows(_DUE, {"due": due}) if due else []
        free = {path: SourceUid(uid) for uid, path, is_needed in rows if not is_needed}
        return len(due), free, len(rows) - len(free)

    if lifecycle.removal == "never":
        return PhaseDone(phase="remove", seen=0)
    due, sources, needed = night.ask(look)
    chosen = dict([*sources.items()][:SOURCES_MAX])
    details = [f"{needed:,} sources stay for what was made of them"] if needed else []
    if chosen:
        details.insert(0, _let_go(night, chosen))
    return PhaseDone(
        phase="remove",
        seen=due,
        changed=len(chosen) if lifecycle.removal == "apply" else 0,
        details=tuple(details),
    )


def _let_go(night: Night, sources: dict[str, SourceUid]) -> str:
    """Each source that lies below another one goes with that."""
    counted = f"{len(sources):,} sources"
    if night.is_dry_run:
        return f"{counted} are due"
    if night.policy.lifecycle.removal == "apply":
        by = f"policy {night.policy.name}"
        night.memory.forget(*sources, approved_by=by, block=False)  # age alone is no reason to bar
        return f"{counted} forgotten"
    return f"{counted} in plan {_planned(night, sources)}"


def _planned(night: Night, sources: dict[str, SourceUid]) -> str:
    """The plan that these sources have, and a new one only where that is done or there is none."""
    told = sha256(" ".join(sorted(sources.values())).encode()).hexdigest()
    notes = night.memory.journal.notes(DREAMT)
    before, _, plan = notes.get(_PLANNED, b"").decode().partition(" ")
    if before == told and any(
        line.id == plan and line.state in {"planned", "approved"}
        for line in night.memory.forget_plans()
    ):
        return plan
    made = night.memory.plan_forget(*sources).id
    night.memory.journal.note(DREAMT, _PLANNED, f"{told} {made}".encode())
    return made


def _archived(view: View, policy: Policy, now: int) -> Places:
    """The places of all that lay in the archive at a moment, if nothing touched it since."""
    import numpy as np  # noqa: PLC0415 - a dream that lets nothing go does without

    ranking = replace(policy.ranking, decay=replace(policy.ranking.decay, visible_min=0.0))
    standing = standing_of(view, now, ranking, policy.lifecycle)
    if standing is None:
        return np.empty(0, np.int64)
    return standing.d[standing.is_hidden]
