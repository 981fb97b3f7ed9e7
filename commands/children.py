"""Which known smaller source of a document each part of its new version belongs to."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import count, groupby

import msgspec

from ..domain.events import ChunkIngested, Recorded, Superseded
from ..sources.document import Passage
from .revision import Known, content_of, differences


class Child(msgspec.Struct, frozen=True):
    """One smallest source of a document: what is known of it and what is said now."""

    path: str
    known: tuple[Known, ...] = ()
    passages: tuple[Passage, ...] = ()


def known_children(events: Iterable[Recorded]) -> list[Child]:
    """The current items of every child, in the order of the document."""
    chunks: dict[str, ChunkIngested] = {}
    for recorded in events:
        event = recorded.event
        if isinstance(event, ChunkIngested):
            chunks[event.item] = event
        elif isinstance(event, Superseded):
            chunks.pop(event.item, None)
    in_order = sorted(chunks.values(), key=lambda chunk: (chunk.dated_at or 0, chunk.sequence))
    children: dict[str, list[Known]] = {}
    for chunk in in_order:
        children.setdefault(chunk.source, []).append(Known(chunk.item, content_of(chunk)))
    return [Child(path, tuple(known)) for path, known in children.items()]


def match_by_name(
    known: Sequence[Child], passages: Iterable[Passage], path_below: Callable[[str], str]
) -> tuple[list[Child], list[Child]]:
    """Children with both versions, and those known ones that the new version does not name."""
    left = {child.path: child for child in known}
    matched: list[Child] = []
    for name, said in _grouped(passages):
        path = path_below(name)
        before = left.pop(path, Child(path))
        matched.append(Child(path, before.known, said))
    return matched, list(left.values())


def match_by_order(
    known: Sequence[Child], passages: Iterable[Passage], fresh_paths: Iterator[str]
) -> tuple[list[Child], list[Child]]:
    """As `match_by_name`, for children that have no names: equal ones stay who they are.

    Only children that differ are returned. A new one takes the next fresh path.
    """
    groups = [said for _, said in _grouped(passages)]
    before = [tuple(each.content for each in child.known) for child in known]
    after = [tuple(content_of(passage) for passage in said) for said in groups]
    matched: list[Child] = []
    missing: list[Child] = []
    for start, end, new_start, new_end in differences(before, after):
        old, new = known[start:end], groups[new_start:new_end]
        matched += [Child(o.path, o.known, said) for o, said in zip(old, new, strict=False)]
        matched += [Child(next(fresh_paths), (), said) for said in new[len(old) :]]
        missing += old[len(new) :]
    return matched, missing


def fresh_numbers(events: Iterable[Recorded]) -> Iterator[int]:
    """Numbers above all that ever named a child here."""
    last_names = (
        recorded.event.source.rpartition("/")[2]
        for recorded in events
        if isinstance(recorded.event, ChunkIngested)
    )
    return count(max((int(name) for name in last_names if name.isdecimal()), default=0) + 1)


def _grouped(passages: Iterable[Passage]) -> list[tuple[str, tuple[Passage, ...]]]:
    return [(name, tuple(said)) for name, said in groupby(passages, key=lambda p: p.child)]
