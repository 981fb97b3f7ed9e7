"""Which known smaller source of a document each part of its new version belongs to."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Sequence
from itertools import count, groupby

import msgspec

from ..domain.events import ChunkIngested, Recorded, Superseded
from ..domain.identity import ItemId, canonical_path
from ..sources.document import Passage
from .revision import Known, content_of, differences, order_of
from .settle import SETTLED


class Child(msgspec.Struct, frozen=True):
    """One smallest source of a document: what is known of it and what is said now."""

    path: str
    known: tuple[Known, ...] = ()
    passages: tuple[Passage, ...] = ()


def known_children(events: Iterable[Recorded], *, anew: bool = False) -> list[Child]:
    """What every child says so far, in the order of the document.

    Said `anew`, what is superseded by something from elsewhere counts as not said yet.
    """
    chunks: dict[ItemId, ChunkIngested] = {}
    superseded: dict[ItemId, Superseded] = {}
    for recorded in events:
        event = recorded.event
        if isinstance(event, ChunkIngested):
            chunks[event.item] = event
        elif isinstance(event, Superseded):
            superseded[event.item] = event
    in_order = sorted(chunks.values(), key=lambda chunk: (chunk.dated_at or 0, chunk.sequence))
    children: dict[str, Child] = {}
    for chunk in in_order:
        step = superseded.get(chunk.item)
        if step is None or not (anew or _is_own_revision(step, chunks)):
            known = Known(chunk.item, content_of(chunk), is_superseded=step is not None)
            path = canonical_path(chunk.source)
            before = children.get(path, Child(chunk.source))
            children[path] = Child(before.path, (*before.known, known))
    return list(children.values())


def _is_own_revision(step: Superseded, chunks: Container[ItemId]) -> bool:
    """Whether a newer version of the same document says something else, or nothing, instead.

    What a person put in the place of a text, or another value of one key, does not change that the
    document says it.
    """
    is_own = step.judge == "rule" and step.note != SETTLED
    return is_own and (step.by is None or step.by in chunks)


def match_by_name(
    known: Sequence[Child], passages: Iterable[Passage], path_below: Callable[[str], str]
) -> tuple[list[Child], list[Child]]:
    """Children with both versions, and those known ones that the new version does not name."""
    left = {canonical_path(child.path): child for child in known}
    matched: list[Child] = []
    for name, said in _grouped(passages):
        path = path_below(name)
        before = left.pop(canonical_path(path), Child(path))
        matched.append(Child(before.path, before.known, said))
    return matched, list(left.values())


def match_by_order(
    known: Sequence[Child], passages: Iterable[Passage], fresh_paths: Iterator[str]
) -> tuple[list[Child], list[Child]]:
    """As `match_by_name`, for children that have no names: equal ones stay who they are.

    Only children that differ are returned. A new one takes the next fresh path.
    """
    groups = [said for _, said in _grouped(passages)]
    after = [tuple(content_of(passage) for passage in said) for said in groups]
    known = [known[place] for place in order_of(_contents(known), after)]
    before = _contents(known)
    matched: list[Child] = []
    missing: list[Child] = []
    for start, end, new_start, new_end in differences(before, after):
        old, new = known[start:end], groups[new_start:new_end]
        matched += [Child(o.path, o.known, said) for o, said in zip(old, new, strict=False)]
        matched += [Child(next(fresh_paths), (), said) for said in new[len(old) :]]
        missing += old[len(new) :]
    return matched, missing


def _contents(children: Iterable[Child]) -> list[tuple[bytes, ...]]:
    return [tuple(each.content for each in child.known) for child in children]


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
