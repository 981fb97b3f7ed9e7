"""The search over what is kept in memory; the formulas are those of `search.sql`."""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from ..domain.identity import ItemId
from ..domain.mind_policy import TrustPolicy
from ..domain.query import Query
from .answer import Found, Signals
from .hot import NEVER, Hot
from .hot_matches import Floats, Indexes, Mask, Matches, matches_in_memory
from .hot_scores import DIGITS, Ranked, add_up, first, scored, standing_in
from .parts import PARTS_MAX
from .reading import Reading
from .standing import Standing
from .tally import Best, Scale


class _Candidates(msgspec.Struct):
    """Parts that may answer, with their signals and all of them in one number."""

    rows: Indexes
    words: Floats
    author: Floats
    session: Floats
    date: Floats
    time: Floats
    vector: Floats
    graph: Floats
    match: Floats


def ranked_in_memory(
    hot: Hot,
    reading: Reading,
    *,
    inside: Mask | None = None,
    likeness: Floats | None = None,
    standing: Standing | None = None,
    scale: Scale | None = None,
) -> list[Found]:
    """The best items first, as many as the query wants.

    `inside` tells which items come from the sources that are asked for, `likeness` how near each
    is in meaning, and `standing` how each stands, where that is more than its date. With a `scale`
    they are measured by that of several stores.
    """
    query, policy = reading.query, reading.policy
    if not len(hot.u):
        return []
    matches = matches_in_memory(hot, reading.terms, policy, tally=scale.tally if scale else None)
    best = scale.best if scale else matches.best
    stands = None if standing is None else standing_in(hot, standing)
    rows = _candidates(hot, matches, reading, likeness)
    if stands is not None and stands.joins is not None:
        joining = np.flatnonzero(stands.joins[hot.item_of.rows])
        rows = np.union1d(rows, joining)
    among = hot.item_of.rows.take(rows)
    passing = _passing(hot, among, query, inside)
    if stands is not None and not query.with_faded:
        passing &= ~stands.is_hidden[among]
    matches, rows = matches.among(rows, passing)
    candidates = _with_signals(hot, rows, matches, reading, likeness=likeness, best=best)
    if stands is not None and stands.graph is not None:
        candidates.graph = stands.graph[hot.item_of.rows[rows]]
    items, of_item = _by_item(hot, rows, candidates.match)
    weight = matches.weight
    ranked = scored(hot, items, of_item, weight=weight, reading=reading, stands=stands)
    if stands is not None and policy.blend.form == "sum":
        _, vector = _by_item(hot, rows, candidates.vector)
        add_up(ranked, policy.blend, vector=vector, stands=stands)
    return [
        _found(hot, ranked, place, candidates, matches=matches, trust=policy.trust)
        for place in first(ranked, query.limit)
    ]


def _candidates(hot: Hot, matches: Matches, reading: Reading, likeness: Floats | None) -> Indexes:
    """The parts that have a word, or whose author is named, or that are near in meaning."""
    item_of = hot.item_of.rows
    is_by_meaning = likeness is not None and reading.policy.vector_weight > 0.0
    if not reading.authors and not is_by_meaning:
        return matches.rows
    is_candidate = np.zeros(len(item_of), np.bool_)
    is_candidate[matches.rows] = True
    if reading.authors:
        is_candidate |= _named(hot, reading)[hot.author.rows][item_of]
    if likeness is not None and is_by_meaning:
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
    policy, items, nothing = reading.policy, hot.item_of.rows.take(rows), np.zeros(len(rows))
    worth = best.part or matches.weight
    sessions = matches.sessions.take(hot.session.rows.take(rows))
    words = matches.at(rows) / worth
    author = (
        _named(hot, reading)[hot.author.rows[items]].astype(float) if reading.authors else nothing
    )
    session = sessions / best.session if best.session > 0.0 else nothing
    date = _dated(hot, items, reading.spans) if reading.spans else nothing
    time = hot.tells_time.rows[rows].astype(float) if reading.asks_when else nothing
    vector = nothing if likeness is None else likeness[items]
    match = words.copy()
    for weight, signal in (
        (policy.author_weight, author),
        (policy.session_weight, session),
        (policy.date_weight, date),
        (policy.time_weight, time),
        (policy.vector_weight, vector),
    ):
        if signal is not nothing:
            match += weight * signal
    match *= worth
    return _Candidates(rows, words, author, session, date, time, vector, nothing, match)


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


def _passing(hot: Hot, items: npt.NDArray[Any], query: Query, inside: Mask | None) -> Mask:
    """Which of the items no filter keeps out."""
    dates = hot.dated_at.rows.take(items)
    is_evergreen = hot.is_promoted.rows.take(items) | (dates == NEVER)
    passing = np.ones(len(items), np.bool_)
    if not query.with_superseded:
        passing &= ~hot.is_superseded.rows.take(items)
    if query.after is not None:
        passing &= is_evergreen | (dates >= query.after)
    if query.before is not None:
        passing &= is_evergreen | (dates < query.before)
    if query.tier is not None:
        passing &= is_evergreen == (query.tier == "semantic")
    if query.kinds:
        wanted = [hot.kinds.numbers[kind] for kind in query.kinds if kind in hot.kinds.numbers]
        passing &= np.isin(hot.kind.rows.take(items), wanted)
    if inside is not None:
        passing &= inside[items]
    return passing


def _by_item(hot: Hot, rows: Indexes, match: Floats) -> tuple[Indexes, Floats]:
    """Each item once, as good as its best part."""
    items = hot.item_of.rows[rows].astype(np.intp)
    starts = np.flatnonzero(np.diff(items, prepend=-1))
    if len(starts) == len(items):
        return items, match
    best: Floats = np.maximum.reduceat(match, starts)
    return items[starts], best


def _found(
    hot: Hot,
    ranked: Ranked,
    place: int,
    candidates: _Candidates,
    *,
    matches: Matches,
    trust: TrustPolicy,
) -> Found:
    item = int(ranked.items[place])
    part = _best_part(hot, item, candidates)
    parts = {
        name: float(getattr(ranked, name)[place])
        for name in ("relevance", "retention", "importance", "trust")
    }
    signals = {name: float(getattr(candidates, name)[part]) for name in Signals.__struct_fields__}
    dated_at, shown = int(hot.dated_at.rows[item]), hot.shown(item)
    held = hot.held(item, trust)
    return Found(
        item=ItemId(shown.item),
        source=shown.path,
        kind=hot.kinds.names[int(hot.kind.rows[item])],
        text=shown.text,
        part=int(hot.u.rows[candidates.rows[part]]) % PARTS_MAX,
        title=shown.title,
        author=hot.authors.names[int(hot.author.rows[item])],
        origin=hot.origins.of(item),
        dated_at=None if dated_at == NEVER else dated_at,
        is_superseded=bool(hot.is_superseded.rows[item]),
        is_evergreen=bool(dated_at == NEVER or hot.is_promoted.rows[item]),
        has_word=bool(matches.has_word[hot.parts_of(item)].any()),
        score=ranked.score_of(place),
        **parts,
        signals=Signals(**signals),
        confidence=float(hot.confidence.rows[item]),
        is_quarantined=held.is_quarantined,
        earns=held.earns,
    )


def _best_part(hot: Hot, item: int, candidates: _Candidates) -> int:
    """Where among the candidates the part stands that an item is found by."""
    parts = hot.parts_of(item)
    first_part: int = parts.start
    end_part: int = parts.stop
    start = int(candidates.rows.searchsorted(first_part))
    if end_part - first_part == 1:
        return start
    end = int(candidates.rows.searchsorted(end_part))
    return int(start + np.argmax(np.round(candidates.match[start:end], DIGITS)))
