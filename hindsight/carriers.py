"""Which sources may carry an answer or an item: each is worth leaving out, alone or with others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, Final, Literal, TypeAlias, get_args

import msgspec

from ..domain.identity import Identity, SourceUid
from ..projections.parts import PARTS_MAX

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

Role: TypeAlias = Literal[
    "says it",
    "asked for it",
    "speaks for it",
    "speaks against it",
    "took its place",
    "stands beside it",
]

_ASKED: Final[Role] = "asked for it"
_ROLES: Final[tuple[Role, ...]] = get_args(Role)
_SEGMENTS_OUTERMOST: Final = 2  # a kind and a name

TRIED_MAX: Final = 64
"""How many times something is left out unless told otherwise: each is a forgetting on trial."""

# The smallest sources of the items, of what speaks for them or against them, took their place, or
# counts for them because it stands beside them.
_SOURCES: Final = f"""
SELECT DISTINCT tied.d, tied.role, item_source.source
FROM (
    SELECT d, 'says it' AS role, d AS other FROM item
    UNION ALL SELECT d, 'speaks against it', opponent FROM contradiction
    UNION ALL
    SELECT d, if(speaks_for, 'speaks for it', 'speaks against it'), witness FROM revision
    UNION ALL SELECT d, 'took its place', successor FROM supersession
    UNION ALL
    SELECT u // {PARTS_MAX}, 'stands beside it', neighbour // {PARTS_MAX}
    FROM context
    WHERE $beside
) AS tied
JOIN item_source ON item_source.d = tied.other AND is_own
WHERE tied.d IN (SELECT unnest($items::BIGINT[]))
OR (tied.role = 'took its place' AND tied.d IN (SELECT unnest($replaced::BIGINT[])))
ORDER BY item_source.source, tied.d
"""

# For each recall that a promotion rests on, all sources that it was asked from.
_ASKED_FROM: Final = """
SELECT promotion.d, evidence.recall, recall_source.source, source.path
FROM promotion
JOIN evidence ON evidence.promotion = promotion.position
JOIN recall_source ON recall_source.recall = evidence.recall
LEFT JOIN source USING (source)
WHERE promotion.d IN (SELECT unnest($items::BIGINT[]))
ORDER BY promotion.d, evidence.recall, coalesce(length(source.path), 0), recall_source.source
"""

_TWINS: Final = """
SELECT item.d, item_source.source
FROM item
JOIN item AS twin ON twin.statement = item.statement
JOIN item_source ON item_source.d = twin.d AND is_own
WHERE item.d IN (SELECT unnest($items::BIGINT[]))
ORDER BY item.d, item_source.source
"""


class Source(msgspec.Struct, frozen=True, kw_only=True):
    """A source as the store knows it; without a path nothing came in from it but questions."""

    uid: SourceUid
    path: str | None


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """Sources to leave out at once, and how they are tied to what is looked at."""

    sources: tuple[Source, ...]
    role: Role

    def uids(self) -> tuple[SourceUid, ...]:
        """Without their names."""
        return tuple(each.uid for each in self.sources)


class Ties(msgspec.Struct, frozen=True):
    """Single sources, and sets of which each may stand in for the others."""

    single: tuple[Candidate, ...]
    joint: tuple[Candidate, ...]

    def up_to(self, limit: int) -> tuple[Ties, int]:
        """The first of them, the single ones before the sets, and how many are left over."""
        single = self.single[:limit]
        joint = self.joint[: limit - len(single)]
        left_over = len(self.single) - len(single) + len(self.joint) - len(joint)
        return Ties(single, joint), left_over


def ties_of(
    view: View,
    items: Sequence[int],
    identity: Identity,
    *,
    whole: bool,
    replaced: Sequence[int] = (),
    beside: bool = False,
) -> Ties:
    """The sources that items come from or rest on, and those of what took the place of others.

    Those of the first items come first. With `whole`, each source stands for the outermost one
    that holds it; with `beside`, what stands beside an item counts too.
    """
    asked = _asked_from(view, items)
    said = {"items": list(items), "replaced": list(replaced), "beside": beside}
    ties: list[tuple[Role, SourceUid]] = [
        *_said(view, said, (*items, *replaced)),
        *((_ASKED, uid) for _, uid in asked),
    ]
    ties.sort(key=lambda tie: _ROLES.index(tie[0]))
    sets: list[tuple[Role, tuple[SourceUid, ...]]] = [
        *(("says it", uids) for uids in _together(view.rows(_TWINS, {"items": list(items)}))),
        *((_ASKED, uids) for uids in _together(asked)),
    ]
    naming = _naming(view, {uid for _, uid in ties} | {u for _, uids in sets for u in uids})
    if whole:
        naming = {uid: _outermost(source, identity) for uid, source in naming.items()}
    single: dict[tuple[Source, ...], Role] = {}
    for role, uid in ties:
        single.setdefault((naming[uid],), role)
    joint: dict[tuple[Source, ...], Role] = {}
    for role, uids in sets:
        sources = tuple(sorted({naming[uid] for uid in uids}, key=_by_name))
        if len(sources) > 1:
            joint.setdefault(sources, role)
    return Ties(_candidates(single), _candidates(joint))


def _said(
    view: View, asked: dict[str, Any], items: Sequence[int]
) -> Iterable[tuple[Role, SourceUid]]:
    order = {d: place for place, d in enumerate(items)}
    rows = view.rows(_SOURCES, asked)
    rows.sort(key=lambda row: order[row[0]])
    return [(role, uid) for _, role, uid in rows]


def _asked_from(view: View, items: Sequence[int]) -> list[tuple[int, SourceUid]]:
    """For each recall behind a promotion the smallest source that has a name, else any of them."""
    smallest: dict[tuple[int, int], SourceUid] = {}
    for d, recall, uid, _path in view.rows(_ASKED_FROM, {"items": list(items)}):
        smallest[d, recall] = uid
    return [(d, uid) for (d, _), uid in smallest.items()]


def _together(rows: Iterable[tuple[int, SourceUid]]) -> Iterable[tuple[SourceUid, ...]]:
    """The sources of each item."""
    found: dict[int, list[SourceUid]] = {}
    for d, uid in rows:
        found.setdefault(d, []).append(uid)
    return [tuple(sorted(set(uids))) for uids in found.values()]


def _naming(view: View, uids: Iterable[SourceUid]) -> dict[SourceUid, Source]:
    paths: dict[SourceUid, str] = dict(
        view.rows(
            "SELECT source, path FROM source WHERE source IN (SELECT unnest($uids::VARCHAR[]))",
            {"uids": list(uids)},
        )
    )
    return {uid: Source(uid=uid, path=paths.get(uid)) for uid in uids}


def _outermost(source: Source, identity: Identity) -> Source:
    if source.path is None:
        return source
    path = "/".join(source.path.split("/")[:_SEGMENTS_OUTERMOST])
    return Source(uid=identity.lineage(path)[0], path=path)


def _by_name(source: Source) -> tuple[str, SourceUid]:
    return source.path or "", source.uid


def _candidates(found: dict[tuple[Source, ...], Role]) -> tuple[Candidate, ...]:
    return tuple(Candidate(sources=sources, role=role) for sources, role in found.items())
