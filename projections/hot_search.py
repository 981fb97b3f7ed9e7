"""The search over what is kept in memory; the formulas are those of `search.sql`."""

from __future__ import annotations

from math import log
from typing import Any, Final

import msgspec
import numpy as np
import numpy.typing as npt

from ..domain.events import IMPORTANCE_MAX
from ..domain.identity import ItemId
from ..domain.query import Query
from ..domain.times import DAY
from .answer import LEAST, Found, Signals
from .hot import NEVER, Hot
from .hot_matches import Floats, Indexes, Mask, Matches, matches_in_memory
from .parts import PARTS_MAX
from .reading import Reading
from .tally import Best, Scale

_DIGITS: Final = 9  # beyond which equal scores differ by the order of their sums


class _Candidates(msgspec.Struct):
    """Parts that may answer, with their signals and all of them in one number."""

    rows: Indexes
    words: Floats
    author: Floats
    session: Floats
    date: Floats
    time: Floats
    vector: Floats
    match: Floats


class _Ranked(msgspec.Struct):
    """Items with the parts of their scores."""

    items: Indexes
    relevance: Floats
    retention: Floats
    importance: Floats
    trust: Floats
    key: Floats


def ranked_in_memory(
    hot: Hot,
    reading: Reading,
    *,
    inside: Mask | None = None,
    likeness: Floats | None = None,
    scale: Scale | None = None,
) -> list[Found]:
    """The best items first, as many as the query wants.

    `inside` tells which items come from the sources that are asked for, `likeness` how near each
    is in meaning. With a `scale` they are measured by that of several stores.
    """
    query, policy = reading.query, reading.policy
    if not len(hot.u):
        return []
    matches = matches_in_memory(hot, reading.terms, policy, tally=scale.tally if scale else None)
    best = scale.best if scale else matches.best
    rows = _candidates(hot, matches, reading, likeness)
    rows = rows[_passing(hot, query, inside)[hot.item_of.rows[rows]]]
    candidates = _with_signals(hot, rows, matches, reading, likeness=likeness, best=best)
    items, of_item = _by_item(hot, rows, candidates.match)
    ranked = _ranked(hot, items, of_item, weight=matches.weight, reading=reading)
    return [
        _found(hot, ranked, place, candidates, matches=matches)
        for place in _first(ranked, query.limit)
    ]


def _candidates(hot: Hot, matches: Matches, reading: Reading, likeness: Floats | None) -> Indexes:
    """The parts that have a word, or whose author is named, or that are near in meaning."""
    item_of = hot.item_of.rows
    is_candidate = matches.parts > 0.0
    if reading.authors:
        is_candidate |= _named(hot, reading)[hot.author.rows][item_of]
    if likeness is not None:
        is_candidate |= (likeness > 0.0)[item_of]
    return np.flatnonzero(is_candidate)


def _with_signals(
    hot: Hot,
    rows: Indexes,
    matches: Matches,
    reading: Reading,
    *,
    likeness: Floats | None,
    best: Best,
) -> _Candidates:
    """A signal of weight 1 is worth as much as the best match of words."""
    policy, items, nothing = reading.policy, hot.item_of.rows[rows], np.zeros(len(rows))
    worth = best.part or matches.weight
    sessions = matches.sessions[hot.session.rows[rows]]
    words = matches.parts[rows] / worth
    author = (
        _named(hot, reading)[hot.author.rows[items]].astype(float) if reading.authors else nothing
    )
    session = sessions / best.session if best.session > 0.0 else nothing
    date = _dated(hot, items, reading.spans) if reading.spans else nothing
    time = hot.tells_time.rows[rows].astype(float) if reading.asks_when else nothing
    vector = nothing if likeness is None else likeness[items]
    fused = (
        words
        + policy.author_weight * author
        + policy.session_weight * session
        + policy.date_weight * date
        + policy.time_weight * time
        + policy.vector_weight * vector
    )
    return _Candidates(rows, words, author, session, date, time, vector, worth * fused)


def _named(hot: Hot, reading: Reading) -> Mask:
    """Which authors the question names."""
    named = np.zeros(len(hot.authors.names), np.bool_)
    numbers = hot.authors.numbers
    named[[numbers[author] for author in reading.authors if author in numbers]] = True
    return named


def _dated(hot: Hot, items: npt.NDArray[Any], spans: tuple[tuple[int, int], ...]) -> Floats:
    dates = hot.dated_at.rows[items]
    within = np.zeros(len(items), np.bool_)
    for start, end in spans:
        within |= (dates >= start) & (dates < end)
    dated: Mask = within & (dates != NEVER)
    return dated.astype(np.float64)


def _passing(hot: Hot, query: Query, inside: Mask | None) -> Mask:
    """Which items no filter keeps out."""
    dates = hot.dated_at.rows
    is_evergreen = hot.is_promoted.rows | (dates == NEVER)
    passing = np.ones(len(dates), np.bool_)
    if not query.with_superseded:
        passing &= ~hot.is_superseded.rows
    if query.after is not None:
        passing &= is_evergreen | (dates >= query.after)
    if query.before is not None:
        passing &= is_evergreen | (dates < query.before)
    if query.tier is not None:
        passing &= is_evergreen == (query.tier == "semantic")
    if query.kinds:
        wanted = [hot.kinds.numbers[kind] for kind in query.kinds if kind in hot.kinds.numbers]
        passing &= np.isin(hot.kind.rows, wanted)
    if inside is not None:
        passing &= inside
    return passing


def _by_item(hot: Hot, rows: Indexes, match: Floats) -> tuple[Indexes, Floats]:
    """Each item once, as good as its best part."""
    items = hot.item_of.rows[rows].astype(np.intp)
    starts = np.flatnonzero(np.diff(items, prepend=-1))
    if len(starts) == len(items):
        return items, match
    best: Floats = np.maximum.reduceat(match, starts)
    return items[starts], best


def _ranked(hot: Hot, items: Indexes, match: Floats, *, weight: float, reading: Reading) -> _Ranked:
    policy = reading.policy
    dates = hot.dated_at.rows[items]
    fades = (dates != NEVER) & ~hot.is_promoted.rows[items]
    half_lives = np.zeros(len(items))
    half_life = policy.half_life_days * DAY
    half_lives[fades] = np.maximum(reading.now - dates[fades], 0) / half_life
    floor = policy.retention_floor
    retention: Floats = floor + (1.0 - floor) * np.exp2(-half_lives)
    share: Floats = 1.0 - hot.importance.rows[items] / IMPORTANCE_MAX
    importance = 1.0 - policy.importance_weight * share
    trust = hot.trust.rows[items]
    relevance = match / (match + policy.half_score_at * weight)
    key: Floats = np.log(np.maximum(relevance * importance * trust, LEAST))
    key += np.log(retention) if floor > 0.0 else -half_lives * log(2.0)
    return _Ranked(items, relevance, retention, importance, trust, np.round(key, _DIGITS))


def _first(ranked: _Ranked, limit: int) -> list[int]:
    """The best places, in order; equal ones in the order in which their items came in."""
    if len(ranked.key) > limit:
        last = -np.partition(-ranked.key, limit - 1)[limit - 1]
        places = np.flatnonzero(ranked.key >= last)
    else:
        places = np.arange(len(ranked.key))
    order = np.lexsort((ranked.items[places], -ranked.key[places]))
    return [int(place) for place in places[order][:limit]]


def _found(
    hot: Hot, ranked: _Ranked, place: int, candidates: _Candidates, *, matches: Matches
) -> Found:
    item = int(ranked.items[place])
    part = _best_part(hot, item, candidates)
    parts = {
        name: float(getattr(ranked, name)[place])
        for name in ("relevance", "retention", "importance", "trust")
    }
    signals = {name: float(getattr(candidates, name)[part]) for name in Signals.__struct_fields__}
    dated_at, shown = int(hot.dated_at.rows[item]), hot.shown(item)
    return Found(
        item=ItemId(shown.item),
        source=shown.path,
        kind=hot.kinds.names[int(hot.kind.rows[item])],
        text=shown.text,
        part=int(hot.u.rows[candidates.rows[part]]) % PARTS_MAX,
        title=shown.title,
        author=hot.authors.names[int(hot.author.rows[item])],
        dated_at=None if dated_at == NEVER else dated_at,
        is_superseded=bool(hot.is_superseded.rows[item]),
        is_evergreen=bool(dated_at == NEVER or hot.is_promoted.rows[item]),
        has_word=bool(matches.has_word[hot.parts_of(item)].any()),
        score=parts["relevance"] * parts["retention"] * parts["importance"] * parts["trust"],
        **parts,
        signals=Signals(**signals),
    )


def _best_part(hot: Hot, item: int, candidates: _Candidates) -> int:
    """Where among the candidates the part stands that an item is found by."""
    parts = hot.parts_of(item)
    start, end = np.searchsorted(candidates.rows, [parts.start, parts.stop])
    return int(start + np.argmax(np.round(candidates.match[start:end], _DIGITS)))
