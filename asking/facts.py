"""Facts as people count them: each once, with all that say so."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import TypeAlias

from msgspec.structs import replace

from ..domain.identity import squeeze
from ..domain.keyed import FactKey, key_of
from .listing import Fact

Saying: TypeAlias = tuple[FactKey | None, str]
"""A key and its value; without a key the words themselves."""


def each_once(facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Those that say the same as one, in the order in which they were first learned.

    With a key that is the same value, in whatever words; without one the same words. Where one
    source told them with a key, and others did not, they all say the same.
    """
    keyed: defaultdict[str, set[Saying]] = defaultdict(set)
    for fact in facts:
        saying = _saying(fact)
        if saying[0] is not None:
            keyed[squeeze(fact.text)].add(saying)
    groups: dict[Saying, list[Fact]] = {}
    for fact in facts:
        saying = _saying(fact)
        same = keyed.get(saying[1], set()) if saying[0] is None else ()
        groups.setdefault(next(iter(same)) if len(same) == 1 else saying, []).append(fact)
    return tuple(map(_one, groups.values()))


def _saying(fact: Fact) -> Saying:
    key = key_of(fact.subject, fact.attribute, fact.value, fact.scope)
    return (None, squeeze(fact.text)) if key is None else (key, squeeze(fact.value))


def _one(facts: Sequence[Fact]) -> Fact:
    if len(facts) == 1:
        return facts[0]
    free = [each for each in facts if not each.is_quarantined]
    assertions = tuple(said for each in facts for said in each.assertions)
    if free and len(free) < len(facts):  # what is in quarantine moves nothing of it
        return replace(_one(free), assertions=assertions)
    first = facts[0]
    with_key = next((each for each in facts if each.attribute), first)
    return replace(
        first,
        confidence=max(each.confidence for each in facts),
        true_from_at=_bound(min, (each.true_from_at for each in facts)),
        true_until_at=_bound(max, (each.true_until_at for each in facts)),
        subject=with_key.subject,
        attribute=with_key.attribute,
        value=with_key.value,
        scope=with_key.scope,
        contradicted_by=tuple(sorted({by for each in facts for by in each.contradicted_by})),
        how="taught" if any(each.how == "taught" for each in facts) else "dreamt",
        assertions=assertions,
    )


def _bound(widest: Callable[[list[int]], int], bounds: Iterable[int | None]) -> int | None:
    """As wide as the widest of them; without a bound where one has none."""
    told = list(bounds)
    known = [each for each in told if each is not None]
    return widest(known) if len(known) == len(told) else None
