"""Texts without a key that may not hold beside each other are put to whoever can judge them.

What was asked once is not asked again: of two texts that can both be true it is noted, and any
other verdict is an event between the two.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Final

import msgspec

from ..asking.conflicts import possible_conflicts
from ..domain.conflict_cues import PossibleConflict, cues
from ..domain.identity import ItemId
from ..domain.keyed import key_of
from ..domain.proposal import Matter, matter
from ..projections.held import held_places
from .episodes import Episode, of_items, replaced_among
from .looking import Ahead, keep, look_ahead
from .night import Night

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

PAIRS_MAX: Final = 50
"""As many are asked about in one run: a model takes about a second for each. Ours."""

_WARM_FROM: Final = 20  # searches it takes less time to have the tables in memory first; ours
_AT_ONCE: Final = 25  # texts for which others wait: about 0.1 seconds; ours
_TOLD_MAX: Final = 3  # of the pairs, in a dry run
_ID_CHARS: Final = 8
# Both ways: what speaks against an item, and what it was made from.
_JOINED: Final = """
WITH looked AS (SELECT unnest($places::BIGINT[]) AS d),
joined AS (
    SELECT d AS one, opponent AS other FROM contradiction WHERE opponent IS NOT NULL
    UNION ALL
    SELECT derivation.d, item.d FROM derivation JOIN item ON item.item = derivation.input
)
SELECT one, other
FROM joined
WHERE one IN (SELECT d FROM looked) OR other IN (SELECT d FROM looked)
"""


class Weighed(msgspec.Struct, frozen=True, kw_only=True):
    """How many texts were held against all others, and how many verdicts were recorded."""

    texts: int = 0
    changed: int = 0
    details: tuple[str, ...] = ()


class _Pair(msgspec.Struct, frozen=True, kw_only=True):
    """Two texts, the earlier one first, the first sign that was seen, and how near they are."""

    about: Matter
    earlier: Episode
    later: Episode
    sign: str
    score: float

    def told(self) -> str:
        """For people."""
        one, other = (each.item[:_ID_CHARS] for each in (self.earlier, self.later))
        return f"{one} and {other}: {self.sign}"


class _Before(msgspec.Struct, frozen=True, kw_only=True):
    """What is to be looked at, and what is known of it."""

    ahead: Ahead
    joined: frozenset[frozenset[int]] = frozenset()  # places between which there is something
    held: frozenset[int] = frozenset()  # places of what is in quarantine


class _Found(msgspec.Struct, frozen=True):
    """The pairs to be asked about, and of how many texts all pairs are among them."""

    pairs: list[_Pair]
    texts: int


def weigh(night: Night) -> Weighed:
    """Asks about the nearest pairs that show a sign of conflict; rules are not asked at all."""
    if not night.counsel.can_weigh:
        return Weighed()
    before = night.ask(partial(_look, night=night))
    found = _find(night, before)
    outcomes = _ask(night, found.pairs)
    if not outcomes["open"]:
        keep(night, before.ahead.after(found.texts))
    left = before.ahead.count - found.texts
    told = [(outcomes["open"], "open"), (left, "texts left")]
    return Weighed(
        texts=found.texts,
        changed=outcomes["changed"],
        details=(
            *(f"{number:,} {what}" for number, what in told if number > 0),
            *(each.told() for each in found.pairs[:_TOLD_MAX] if night.is_dry_run),
        ),
    )


def _look(view: View, *, night: Night) -> _Before:
    ahead = look_ahead(view, night)
    texts = ahead.texts
    if not texts:
        return _Before(ahead=ahead)
    if len(texts) >= _WARM_FROM:
        view.warm()
    joined = view.rows(_JOINED, {"places": [each.d for each in texts]})
    held = held_places(view, night.policy.ranking.trust)
    return _Before(
        ahead=ahead,
        joined=frozenset(frozenset(pair) for pair in joined),
        held=frozenset(() if held is None else held.tolist()),
    )


def _find(night: Night, before: _Before) -> _Found:
    """The pairs of one text after the other, until there are as many as may be asked about."""
    pairs: dict[str, _Pair] = {}
    looked = 0
    for near in _near_each(night, before):
        for pair in near:
            if pair.about.id not in pairs and len(pairs) == PAIRS_MAX:
                return _Found(_nearest_first(pairs), looked)
            pairs[pair.about.id] = pair
        looked += 1
    return _Found(_nearest_first(pairs), looked)


def _near_each(night: Night, before: _Before) -> Iterator[Iterator[_Pair]]:
    """The pairs of each text; a few at a time, so that nobody else waits long for an answer."""
    texts = before.ahead.texts
    for start in range(0, len(texts), _AT_ONCE):
        some = texts[start : start + _AT_ONCE]
        nominated, others = night.memory.ask(partial(_nominated, some=some, night=night))
        for each, near in zip(some, nominated, strict=True):
            yield _pairs(each, near, others, before=before, night=night)


def _nominated(
    view: View, *, some: Sequence[Episode], night: Night
) -> tuple[list[tuple[PossibleConflict, ...]], dict[ItemId, Episode]]:
    """What may not hold beside each of some texts, and all of these items."""
    ranking = night.policy.ranking
    found = [
        possible_conflicts(
            *(view, each.text, night.now, ranking), author=each.author, besides=[each.item]
        )
        for each in some
    ]
    items = {one.item for near in found for one in near}
    return found, {each.item: each for each in of_items(view, sorted(items))}


def _pairs(
    each: Episode,
    near: Sequence[PossibleConflict],
    others: Mapping[ItemId, Episode],
    *,
    before: _Before,
    night: Night,
) -> Iterator[_Pair]:
    """What nobody has judged yet, the nearest first."""
    for one in near:
        other = others[one.item]
        is_known = frozenset((each.d, other.d)) in before.joined or other.d in before.held
        if is_known or not _may_be_asked(each, other, night):
            continue
        earlier, later = sorted((each, other), key=_since)
        about = matter("settle", "relation", [earlier.item, later.item])
        signs = cues(earlier.text, later.text)
        if signs and about.id not in night.declined:
            sign, score = signs[0].reason, one.score
            yield _Pair(about=about, earlier=earlier, later=later, sign=sign, score=score)


def _may_be_asked(one: Episode, other: Episode, night: Night) -> bool:
    """What facts were drawn from is weighed by these, what has keys is put in order by rule.

    Beliefs are verified where that is a phase.
    """
    if other.was_read:
        return False
    if _is_keyed(one) and _is_keyed(other):
        return False
    if "verify" in night.phases and "belief" in {one.kind, other.kind}:
        return False
    return one.may_hold_beside(other)


def _ask(night: Night, pairs: Sequence[_Pair]) -> Counter[str]:
    """What became of them; a text that gives way meanwhile is not asked about any more."""
    outcomes: Counter[str] = Counter()
    gone: set[ItemId] = set()
    for pair in pairs:
        if gone.isdisjoint(pair.about.items):
            outcome = night.counsel.decide(pair.about, [pair.earlier.shown(), pair.later.shown()])
            outcomes[outcome] += 1
            if outcome == "changed":
                gone |= night.memory.ask(partial(replaced_among, items=pair.about.items))
    return outcomes


def _nearest_first(pairs: dict[str, _Pair]) -> list[_Pair]:
    return sorted(pairs.values(), key=lambda pair: (-pair.score, pair.later.d, pair.earlier.d))


def _since(each: Episode) -> tuple[int, int]:
    told = [at for at in (each.valid_from, each.dated_at) if at is not None]
    return (told[0] if told else each.recorded_at), each.d


def _is_keyed(each: Episode) -> bool:
    return key_of(each.subject, each.attribute, each.value, each.scope) is not None
