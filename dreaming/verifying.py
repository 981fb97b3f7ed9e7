"""Beliefs are held against what was said: what speaks for one, what against, and what follows."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING

import msgspec

from ..domain.beliefs import proposed
from ..domain.dreams import PhaseDone
from ..domain.identity import squeeze
from ..domain.keyed import FactKey, key_of
from ..domain.proposal import matter
from .conflicts import Weighed, weigh
from .episodes import Episode, current_of_kind, how_sure, inputs_of, taught_and_current
from .night import Night

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

_Pair = tuple[Episode, Episode]


class _Heard(msgspec.Struct, frozen=True):
    """Beliefs, what was said, and which belief was made from what."""

    beliefs: list[Episode]
    said: list[Episode]
    made_from: set[tuple[int, int]]

    @property
    def up_to(self) -> int:
        """The place of the last of them."""
        return max((each.d for each in (*self.beliefs, *self.said)), default=0)

    def of_one_key(self) -> Iterator[_Pair]:
        """Each belief with what gives its attribute a value."""
        by_key: defaultdict[FactKey, list[Episode]] = defaultdict(list)
        for each in self.said:
            if (key := _key(each)) is not None:
                by_key[key].append(each)
        for belief in self.beliefs:
            if (key := _key(belief)) is not None:
                yield from ((belief, e) for e in by_key[key] if self.is_evidence(belief, e))

    def is_evidence(self, belief: Episode, said: Episode) -> bool:
        """What a belief was made from, or is itself, says nothing more for it."""
        return belief.d != said.d and (belief.d, said.d) not in self.made_from


def verify(night: Night) -> PhaseDone:
    """Each belief, beside what was said about the same; nothing that was derived is evidence.

    What else may not hold together is weighed here where no later phase settles it.
    """
    most = night.policy.consolidation.items_max

    def look(view: View) -> tuple[list[Episode], list[Episode], set[tuple[int, int]]]:
        beliefs = current_of_kind(view, "belief", most)
        return beliefs, taught_and_current(view, most), inputs_of(view, "belief")

    heard = _Heard(*night.ask(look))
    outcomes: Counter[str] = Counter()
    for belief, evidence in heard.of_one_key():
        outcomes[_by_key(night, belief, evidence)] += 1
    _hear_others(night, heard, outcomes)
    due = _what_is_due(night)
    weighed = Weighed() if "settle" in night.phases else weigh(night)
    told = ((outcomes["open"], "open"), (due["fact"], "sure enough"), (due["forget"], "doubtful"))
    return PhaseDone(
        phase="verify",
        seen=len(heard.beliefs) + weighed.texts,
        changed=outcomes["changed"] + weighed.changed,
        details=(*(f"{number:,} {what}" for number, what in told if number), *weighed.details),
    )


def _by_key(night: Night, belief: Episode, evidence: Episode) -> str:
    speaks_for = squeeze(belief.value) == squeeze(evidence.value)
    if night.is_dry_run:
        return "changed"
    done = night.memory.revise(
        belief.item,
        by=evidence.item,
        speaks_for=speaks_for,
        reason="the same value" if speaks_for else "another value",
        judge="rule",
    )
    return "changed" if done.is_news else "unchanged"


def _hear_others(night: Night, heard: _Heard, outcomes: Counter[str]) -> None:
    """What is told in other words, and no key tells of, is for whoever judges."""
    since = night.looked_up_to("verify")
    before = outcomes["open"]
    for belief, evidence in _alike(night, heard):
        if max(belief.d, evidence.d) <= since or not heard.is_evidence(belief, evidence):
            continue
        about = matter("verify", "relation", [belief.item, evidence.item])
        if _key(belief) is None and about.id not in night.declined:
            outcomes[night.counsel.decide(about, [belief.shown(), evidence.shown()])] += 1
    if outcomes["open"] == before:
        night.has_looked_up_to("verify", heard.up_to)


def _what_is_due(night: Night) -> Counter[str]:
    """Beliefs that are sure enough to be facts, or hardly believed any more; somebody answers."""
    most, policy = night.policy.consolidation.items_max, night.policy.beliefs
    due: Counter[str] = Counter()
    for each, confidence in night.ask(lambda view: how_sure(view, "belief", most)):
        what = proposed(each.kind, confidence, policy)
        if what is None:
            continue
        about = matter("verify", what, [each.item])
        if about.id not in night.declined:
            due[what] += 1
            night.counsel.decide(about, [each.shown()])
    return due


def _alike(night: Night, heard: _Heard) -> Iterator[_Pair]:
    if not heard.beliefs or not heard.said:
        return
    from .closeness import pairs_within  # noqa: PLC0415 - it loads numpy

    ones, others = (
        night.memory.vectors_of([each.item for each in side], [each.text for each in side])
        for side in (heard.beliefs, heard.said)
    )
    for one, other, _ in pairs_within(ones, others, night.policy.consolidation.rival_likeness):
        yield heard.beliefs[one], heard.said[other]


def _key(each: Episode) -> FactKey | None:
    return key_of(each.subject, each.attribute, each.value, each.scope)
