"""What can happen to a memory, in the past tense; an event never changes once recorded."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from .identity import ItemId, QueryHash, SourceUid
from .kinds import Kind
from .mind_policy import BeliefPolicy, ContextPolicy, Steps
from .policy import Policy, PromotionPolicy, RankingPolicy
from .query import Filters

Origin: TypeAlias = Literal["person", "agent", "tool", "import", "web"]
Purpose: TypeAlias = Literal["search", "context", "dream"]
Judge: TypeAlias = Literal["rule", "agent", "model", "person"]
SupersessionReason: TypeAlias = Literal["updated", "refined", "merged", "reversed", "removed"]

Lineage: TypeAlias = tuple[SourceUid, ...]
"""A source with all that hold it: the outermost uid first, its own last."""

Roots: TypeAlias = tuple[Lineage, ...]

IMPORTANCE_DEFAULT = 5.0
IMPORTANCE_MAX = 10.0


class Event(
    msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, tag_field="type", gc=False
):
    """`roots` are the sources that its text was made from, or from which it was asked."""

    recorded_at: int
    roots: Roots = ()


class ChunkIngested(Event, frozen=True, kw_only=True, tag="chunk-ingested"):
    """A text came in from one source; without `dated_at` it never fades."""

    item: ItemId
    source: str  # the path, in the spelling it came in
    text: str
    kind: Kind = "event"
    sequence: int = 0  # place inside its outermost source
    title: str = ""
    author: str = ""
    session: str = ""
    dated_at: int | None = None
    valid_from: int | None = None  # since when it is true in the world, where that was told
    valid_until: int | None = None  # until when, and not longer
    importance: float = IMPORTANCE_DEFAULT  # 0 to 10
    origin: Origin = "import"
    location: str = ""  # the file that it was read from, where there was one
    subject: str = ""
    attribute: str = ""
    value: str = ""
    scope: str = ""  # within which the subject's attribute has one value; of a decision: its domain
    reasoning: str = ""  # of a decision: why it was made
    confidence: float = 1.0  # 0 to 1


class Hit(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True, gc=False):
    """One item that a search returned, with every part of its score."""

    item: ItemId
    rank: int  # 1 is the first
    score: float
    relevance: float
    retention: float = 1.0
    importance: float = 1.0
    trust: float = 1.0
    counts: bool = True  # towards a promotion: see `domain.ranking.is_asked_for`


class Asked(Filters, frozen=True, kw_only=True, gc=False):
    """How a search was asked besides its words: all that it takes to ask it again.

    Of a snapshot also the `context`, which is the room that it had, and the constants of `beliefs`.
    """

    seen_at: int  # position of the last event that the answer knew of
    ranking: RankingPolicy
    embedder: str = ""  # the id of the one whose vectors took part; empty where none did
    beside: int = 0  # so many other stores answered too; the ranks are those among all hits
    context: ContextPolicy | None = None  # None also where an older journal did not keep it
    beliefs: BeliefPolicy = BeliefPolicy()


class Recalled(Event, frozen=True, kw_only=True, tag="recalled"):
    """One search and all that it returned; its roots are the conversation it was asked from."""

    query: str
    query_hash: QueryHash
    hits: tuple[Hit, ...] = ()
    purpose: Purpose = "search"
    suppressed: tuple[ItemId, ...] = ()  # competitors that diversity kept out
    policy: str = "default"
    asked: Asked | None = None  # None in journals of the first version


class PromotionScore(msgspec.Struct, frozen=True, kw_only=True):
    """Why an item was promoted, in numbers: four parts from 0 to 1 and their weighted sum."""

    recalls: int
    queries: int
    frequency: float
    relevance: float
    diversity: float
    recency: float
    total: float


class Promoted(Event, frozen=True, kw_only=True, tag="promoted"):
    """An episodic item became evergreen, or a new fact was made from `derived_from`."""

    item: ItemId
    score: PromotionScore
    policy: PromotionPolicy
    recalls: tuple[int, ...] = ()  # positions of the recalls that it rests on
    judge: Judge = "rule"
    reason: str = ""
    confidence: float = 1.0
    kind: Kind = "fact"
    derived_from: tuple[ItemId, ...] = ()
    text: str = ""  # empty: the item stays as it is
    nearness: tuple[float, ...] = ()  # of each input to the middle of the cluster they are
    subject: str = ""
    attribute: str = ""
    value: str = ""
    scope: str = ""
    valid_from: int | None = None  # since when it is true in the world, where its text told


class Contradicted(Event, frozen=True, kw_only=True, tag="contradicted"):
    """Evidence speaks against an item; `penalty` is the share of trust that it lost."""

    item: ItemId
    by: ItemId | None = None
    strength: float = 1.0  # 0 to 1
    penalty: float = 0.0
    judge: Judge = "person"
    reason: str = ""


class Superseded(Event, frozen=True, kw_only=True, tag="superseded"):
    """An item gave way to a newer one, or to none when its source no longer says it.

    `since` is when that became so in the world, where it was told.
    """

    item: ItemId
    by: ItemId | None = None
    reason: SupersessionReason = "updated"
    judge: Judge = "person"
    note: str = ""
    since: int | None = None


class ConfidenceRevised(Event, frozen=True, kw_only=True, tag="confidence-revised"):
    """Evidence for or against a belief. How sure it is by now is what a fold of these gives."""

    item: ItemId
    by: ItemId | None = None
    speaks_for: bool = True
    strength: float = 1.0  # 0 to 1
    step: float = 0.0  # how far evidence of strength 1 moves it
    steps: Steps = "share"  # of what is missing to 1, or of what is there; else a step as it is
    least: float = 0.0  # what no evidence takes
    judge: Judge = "person"
    reason: str = ""


class Released(Event, frozen=True, kw_only=True, tag="released"):
    """An item that came by a channel of little trust counts from here on as any other."""

    item: ItemId
    judge: Judge = "person"
    reason: str = ""


class PolicyAdopted(Event, frozen=True, kw_only=True, tag="policy-adopted"):
    """These constants are in force from here on; what was decided before keeps its own."""

    policy: Policy
    judge: Judge = "person"
    reason: str = ""


class BlockRecord(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """By what a forgotten source is known again: keyed tags of its texts, and who approved."""

    text_tags: tuple[str, ...] = ()
    approved_by: str = ""


class SourceForgotten(Event, frozen=True, kw_only=True, tag="source-forgotten"):
    """A source and all that was made from it is gone, as it stood before this position.

    It stays blocked until a `source-unblocked`. No `record` once that is purged.
    """

    source: SourceUid
    items: tuple[ItemId, ...] = ()
    blocked: bool = True  # else it is unblocked as soon as all of it is erased
    planned_at: int = 0  # position that the approved plan was made at
    record: BlockRecord | None = None


class SourceUnblocked(Event, frozen=True, kw_only=True, tag="source-unblocked"):
    """A forgotten source may be learned again."""

    source: SourceUid
    approved_by: str = ""


class Erased(Event, frozen=True, kw_only=True, tag="erased"):
    """Stands for an event whose payload, or whose key, was destroyed; it is never written."""

    what: str  # the tag that the event had


EVENT_TYPES: tuple[type[Event], ...] = (
    ChunkIngested,
    Recalled,
    Promoted,
    Contradicted,
    Superseded,
    ConfidenceRevised,
    Released,
    PolicyAdopted,
    SourceForgotten,
    SourceUnblocked,
)


def tag_of(event_type: type[Event]) -> str:
    """The short name of an event on disk, like `chunk-ingested`."""
    tag = event_type.__struct_config__.tag
    assert isinstance(tag, str), event_type
    return tag


class Recorded(msgspec.Struct, frozen=True, gc=False):
    """An event at its place in the journal; positions start at 1 and only grow."""

    position: int
    event: Event
