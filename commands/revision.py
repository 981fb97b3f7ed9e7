"""What changed between the known version of a document and the one that comes in."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Hashable, Sequence
from difflib import SequenceMatcher
from typing import Final, TypeAlias

import msgspec

from ..domain.events import ChunkIngested
from ..domain.identity import ItemId
from ..sources.document import Passage

_SAYS: Final = (
    "text",
    "kind",
    "title",
    "author",
    "session",
    "dated_at",
    "valid_from",
    "valid_until",
    "importance",
    "subject",
    "attribute",
    "value",
    "scope",
    "reasoning",
)


class Known(msgspec.Struct, frozen=True):
    """One current item of the document."""

    item: ItemId
    content: bytes
    is_superseded: bool = False  # by something from elsewhere, which the document does not undo


class Change(msgspec.Struct, frozen=True):
    """A passage that is new, and the items that it takes the place of."""

    passage: Passage
    replaces: tuple[ItemId, ...] = ()


Span: TypeAlias = tuple[int, int, int, int]


def content_of(text: Passage | ChunkIngested) -> bytes:
    """All that a passage says, as bytes that are equal exactly when it says the same."""
    return msgspec.msgpack.encode([getattr(text, name) for name in _SAYS])


def revise(
    known: Sequence[Known], passages: Sequence[Passage]
) -> tuple[list[Change], list[ItemId]]:
    """New passages with what each replaces, and the items that nothing replaces.

    Where several items stand against several passages they pair up in order; items left over are
    replaced by the last passage there. What is superseded already is not superseded again.
    """
    after = [content_of(passage) for passage in passages]
    known = [known[place] for place in order_of([each.content for each in known], after)]
    before = [each.content for each in known]
    changes: list[Change] = []
    dropped: list[ItemId] = []
    for start, end, new_start, new_end in differences(before, after):
        gone = [each.item for each in known[start:end] if not each.is_superseded]
        come = passages[new_start:new_end]
        if not come:
            dropped.extend(gone)
            continue
        for index, passage in enumerate(come):
            last = index == len(come) - 1
            changes.append(
                Change(passage, tuple(gone[index:] if last else gone[index : index + 1]))
            )
    return changes, dropped


def order_of(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[int]:
    """The places of `before`, put in the order of `after`.

    What is in both goes where it is now, so that a text that only moved is the same text; the rest
    stays behind what it followed.
    """
    now: defaultdict[Hashable, deque[int]] = defaultdict(deque)
    for place, each in enumerate(after):
        now[each].append(place)
    anchor = -1
    keys: list[tuple[int, bool, int]] = []
    for place, each in enumerate(before):
        is_kept = bool(now[each])
        anchor = now[each].popleft() if is_kept else anchor
        keys.append((anchor, not is_kept, place))
    return sorted(range(len(before)), key=keys.__getitem__)


def differences(before: Sequence[Hashable], after: Sequence[Hashable]) -> list[Span]:
    """Spans that differ, as (start, end) in the one and (start, end) in the other, in order."""
    shared = min(len(before), len(after))
    head = next((i for i in range(shared) if before[i] != after[i]), shared)
    tail = next((i for i in range(shared - head) if before[-1 - i] != after[-1 - i]), shared - head)
    middle = (before[head : len(before) - tail], after[head : len(after) - tail])
    if not middle[0] and not middle[1]:
        return []
    matcher = SequenceMatcher(None, *middle, autojunk=False)
    return [
        (start + head, end + head, new_start + head, new_end + head)
        for tag, start, end, new_start, new_end in matcher.get_opcodes()
        if tag != "equal"
    ]
