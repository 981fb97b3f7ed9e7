"""A ranking explained, for people: as it was, whether it comes out again, and what moved since."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ..domain.times import iso
from .lines import (
    DIM,
    GOOD,
    ID,
    MARK,
    counted,
    day_or_never,
    factors,
    line,
    one_line,
    share,
    short,
    wrapped,
)
from .render_causes import cause_words, held_to_the_record, ids_of

if TYPE_CHECKING:
    from ..domain.mind_policy import BlendPolicy
    from ..hindsight.explanation import Explanation, Movement, Narrowed, Ranked, Ranking
    from ..hindsight.matches import Added, Match, Term
    from ..hindsight.sides import Place
    from ..projections.answer import Found

_TEXT_CHARS_MAX: Final = 160
_PARTS: Final = ("relevance", "retention", "importance", "trust")
_SIGNALS: Final = {"vector": "meaning"}


def explanation(told: Explanation) -> None:
    """The question, its answer then with all numbers, and each item then and now."""
    line(("recall ", "bold"), (str(told.position), "bold"), f"  “{one_line(told.query, 200)}”")
    _asked(told)
    line()
    line(("then", "bold"), (f"  {_state(told.then)}", DIM))
    _ranking(told.then)
    held_to_the_record(told.comparison)
    line()
    line(("now", "bold"), (f"  {_state(told.now)}", DIM))
    _moves(told)


def _asked(told: Explanation) -> None:
    asked_from = f", from {told.asked_from}" if told.asked_from else ""
    wrapped(
        f"asked {iso(told.then.asked_at)}{asked_from}; {', '.join(_narrowing(told.narrowed))}",
        indent=0,
        style=DIM,
    )


def _narrowing(asked: Narrowed) -> list[str]:
    return [
        f"at most {counted(asked.limit, 'answer')}",
        *([f"after {iso(asked.after_at)}"] if asked.after_at is not None else []),
        *([f"before {iso(asked.before_at)}"] if asked.before_at is not None else []),
        *([f"only {asked.tier}"] if asked.tier else []),
        *([f"only {' or '.join(asked.kinds)}"] if asked.kinds else []),
        *(f"from {source or 'a source that is not here'}" for source in asked.sources),
        *(["diverse"] if asked.diverse else []),
        *(["also superseded"] if asked.with_superseded else []),
        *(["also faded"] if asked.with_faded else []),
    ]


def _state(ranking: Ranking) -> str:
    return (
        f"position {ranking.knew_up_to}, {iso(ranking.asked_at)},"
        f" {counted(ranking.weights.items, 'item')}, policy {ranking.policy.name}"
    )


def _ranking(ranking: Ranking) -> None:
    if not ranking.answers:
        line("nothing answered that")
    for each in ranking.answers:
        _answer(each, ranking)
    if ranking.suppressed:
        line((f"kept out for saying the same: {ids_of(ranking.suppressed)}", DIM))
    words = "; ".join(map(_weight, ranking.weights.terms))
    wrapped(f"words: {words or 'none'}", indent=4, style=DIM)
    named = "; ".join(_named(ranking))
    if named:
        wrapped(f"also asked for: {named}", indent=4, style=DIM)
    if any(each.added for each in ranking.answers):
        worth, best = ranking.weights.worth, ranking.weights.best
        best_of_all = f"as the best match of words, {short(best)}" if best else "as all words"
        wrapped(f"a signal of weight 1 is worth {worth:.3f}, {best_of_all}", indent=4, style=DIM)


def _weight(term: Term) -> str:
    having = counted(term.items, "item")
    if term.parts > term.items:
        having = f"{counted(term.parts, 'part')} of {having}"
    return f"{term.term} in {having}, idf {term.idf:.3f}"


def _named(ranking: Ranking) -> list[str]:
    return [
        *([f"what is by {' or '.join(ranking.authors)}"] if ranking.authors else []),
        *(f"dated from {iso(days.after_at)} to {iso(days.before_at)}" for days in ranking.days),
        *(["a time"] if ranking.asks_when else []),
    ]


def _answer(each: Ranked, ranking: Ranking) -> None:
    found = each.found
    line(
        (f"{each.rank:>2}  {share(found.score)}  ", "bold"),
        (short(found.item), ID),
        f"  {day_or_never(found.dated_at)}  ",
        ("evergreen  " if found.is_evergreen and found.dated_at is not None else "", GOOD),
        ("superseded  " if found.is_superseded else "", MARK),
        (found.source or "several sources", DIM),
    )
    wrapped(one_line(found.text, _TEXT_CHARS_MAX), indent=4)
    wrapped(factors(found), indent=4, style=DIM)
    if ranking.policy.blend.form == "sum":
        wrapped(_sum(found, ranking.policy.blend), indent=4, style=DIM)
    wrapped(_relevance(each, ranking), indent=4, style=DIM)


def _sum(found: Found, blend: BlendPolicy) -> str:
    """The score as it adds up."""
    parts = {
        "retention": (blend.recency_share, found.retention),
        "importance": (blend.importance_share, found.importance),
        "relevance": (blend.relevance_share, found.relevance),
        "graph": (blend.graph_share, found.signals.graph),
        "meaning": (blend.vector_share, found.signals.vector),
    }
    told = [f"{name} {weight:g} × {share(part)}" for name, (weight, part) in parts.items() if part]
    return f"score = trust {share(found.trust)} × ({' + '.join(told) or '0'})"


def _relevance(each: Ranked, ranking: Ranking) -> str:
    """The whole sum, down to the words; where nothing but words counts, the match is their BM25."""
    half = ranking.policy.half_score_at * ranking.weight
    match = "match" if each.added else "BM25"
    parts = [f"BM25 {each.bm25:.3f}", *map(_signal, each.added)]
    of_part = f" of part {each.found.part + 1}" if each.found.part else ""
    return "; ".join(
        [
            f"relevance = {match} {each.match:.3f} / ({each.match:.3f} + {half:.3f})",
            *([f"match = {' + '.join(parts)}"] if each.added else []),
            f"BM25{of_part} = {' + '.join(map(_word, each.matches)) or '0'}",
        ]
    )


def _word(match: Match) -> str:
    where = ""
    if match.nearby:
        where = " (partly beside it)" if match.count else " (beside it)"
    return f"{match.term} {match.bm25:.3f}{where}"


def _signal(added: Added) -> str:
    name = _SIGNALS.get(added.signal, added.signal)
    return f"{name} {added.adds:.3f} ({added.weight:g} × {share(added.share)})"


def _moves(told: Explanation) -> None:
    changed = [each for each in told.moved if each.causes]
    for each in changed:
        _move(each, told.narrowed.limit)
    same = len(told.moved) - len(changed)
    if not told.moved:
        line("nothing answers that, then or now")
    elif not changed:
        line("every answer stands as it stood, with the same score")
    elif same:
        line((f"{counted(same, 'other')} as before, with the same score", DIM))


def _move(each: Movement, limit: int) -> None:
    ranks = f"{_rank(each.then, limit)} → {_rank(each.now, limit)}"
    has_moved = (each.then and each.then.rank) != (each.now and each.now.rank)
    line(
        (short(each.item), ID),
        "  ",
        (ranks if has_moved else f"{_rank(each.now, limit)} as before", "bold"),
        f"  {one_line(each.text)}",
    )
    wrapped(", ".join(_numbers(each.then, each.now)), indent=10, style=DIM)
    for cause in each.causes:
        wrapped(cause_words(cause), indent=10)


def _rank(place: Place | None, limit: int) -> str:
    if place is None:
        return "nowhere"
    return f"{place.rank}" if place.rank <= limit else f"{place.rank} (beyond the limit)"


def _numbers(then: Place | None, now: Place | None) -> list[str]:
    """The score and its parts, each with what it was where that differs."""
    told: list[str] = []
    for name in ("score", *_PARTS):
        numbers = [share(getattr(place, name)) for place in (then, now) if place is not None]
        told.append(f"{name} {' → '.join(dict.fromkeys(numbers))}")
    return told
