"""Compares the vault with the journal: who is remembered has keys, who is forgotten has none."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Final

from ..domain.errors import StoreDamaged
from ..domain.events import Lineage, SourceForgotten
from ..domain.identity import SourceUid
from ..journal.journal import Journal
from ..vault.vault import Branch, Vault, notice_branch, source_branch, store_branch
from .chain_walk import Notice, Problem, Walk

_OPENED_TOGETHER: Final = 1_000


def payload_problems(walk: Walk, done: set[int]) -> list[Problem]:
    """Payloads that are missing without a forgetting, or still there after one that is done."""
    notices = walk.notices
    found = [
        Problem("its payload is missing and nothing that was forgotten later explains it", at)
        for at, roots in walk.erased
        if not any(_cover(notices, lineage, at) for lineage in roots)
    ]
    found += [
        Problem("it is forgotten, and its payload is still there", at)
        for lineage, at in walk.readable.items()
        if (cover := _cover(notices, lineage, at)) is not None and cover.position in done
    ]
    return found + [
        Problem("the record of what is blocked is missing", at)
        for at, source in walk.notices_erased
        if source in notices and not notices[source].is_unblocked
    ]


def key_problems(walk: Walk, vault: Vault, uids: set[str], done: set[int]) -> list[Problem]:
    """Keys that are missing or do not open, and keys of the forgotten that are still there."""
    notices = walk.notices
    live = {
        lineage: at for lineage, at in walk.readable.items() if _cover(notices, lineage, at) is None
    }
    wanted: dict[Branch, tuple[str, int | None]] = {
        source_branch(lineage): ("the key of its source", at) for lineage, at in live.items()
    }
    wanted |= {
        notice_branch(each.source): ("the key of what is blocked", each.position)
        for each in blocked(walk)
    }
    wanted[store_branch("identity")] = ("the key that all ids are made with", None)
    if walk.unrooted:
        wanted[store_branch("questions")] = ("the key of what was asked from no source", None)
    alive = {uid for lineage in live for uid in lineage}
    dead = [
        Problem(f"{uid} is forgotten, and its key is still there", notice.position)
        for uid, notice in _dead(walk, done)
        if uid in uids and uid not in alive
    ]
    return [*_unopened(vault, wanted), *dead]


def blocked(walk: Walk) -> list[Notice]:
    """The forgettings whose source may not be learned again."""
    return [each for each in walk.notices.values() if not each.is_unblocked]


def block_problems(walk: Walk, journal: Journal) -> list[Problem]:
    """Records of what is blocked that are there and do not open under their keys."""
    missing = {position for position, _ in walk.notices_erased}
    return [
        Problem("the record of what is blocked does not open", each.position)
        for each in blocked(walk)
        if each.position not in missing and not _opens(journal, each.position)
    ]


def _opens(journal: Journal, position: int) -> bool:
    try:
        [found] = journal.read(after=position - 1, limit=1)
    except StoreDamaged:
        return False
    return isinstance(found.event, SourceForgotten) and found.event.record is not None


def _unopened(vault: Vault, wanted: dict[Branch, tuple[str, int | None]]) -> list[Problem]:
    found: list[Problem] = []
    branches = iter(wanted)
    while together := list(islice(branches, _OPENED_TOGETHER)):
        try:
            keys = vault.existing(together)
        except StoreDamaged as error:
            found.append(Problem(str(error)))
            continue
        missing = (wanted[branch] for branch in together if branch not in keys)
        found += [Problem(f"{what} is missing", at) for what, at in missing]
    return found


def _dead(walk: Walk, done: set[int]) -> Iterable[tuple[SourceUid, Notice]]:
    """The sources that a forgetting which is done and still in force destroyed, and all below."""
    ended = {
        uid: notice
        for uid, notice in walk.notices.items()
        if notice.position in done and not notice.is_unblocked
    }
    yield from ended.items()
    for lineage in {lineage for _, roots in walk.erased for lineage in roots}:
        above = next((depth for depth, uid in enumerate(lineage) if uid in ended), None)
        if above is not None:
            yield from ((uid, ended[lineage[above]]) for uid in lineage[above + 1 :])


def _cover(notices: dict[SourceUid, Notice], lineage: Lineage, position: int) -> Notice | None:
    """The forgetting that takes what came from a source at a position."""
    return next(
        (
            notice
            for uid in lineage
            if (notice := notices.get(uid)) is not None and notice.position > position
        ),
        None,
    )
