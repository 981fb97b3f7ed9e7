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

if TYPE_CHECKING:
    from ..hindsight.explanation import (
        Comparison,
        Explanation,
        Movement,
        Narrowed,
        Ranked,
        Ranking,
    )
    from ..hindsight.movement import Cause, Place

_TEXT_CHARS_MAX: Final = 160
_PARTS: Final = ("relevance", "retention", "importance", "trust")
_CAUSES: Final = {
    "arrived": "came in",
    "policy": "policy changed",
    "corpus": "the memory grew",
    "suppressed": "kept out",
    "let in": "no longer kept out",
    "passed": "moved up",
}


def explanation(told: Explanation) -> None:
    """The question, its answer then with all numbers, and each item then and now."""
    line(("recall ", "bold"), (str(told.position), "bold"), f"  “{one_line(told.query, 200)}”")
    _asked(told)
    line()
    line(("then", "bold"), (f"  {_state(told.then)}", DIM))
    _ranking(told.then)
    _comparison(told.comparison)
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
        line((f"kept out for saying the same: {_ids(ranking.suppressed)}", DIM))
    words = (
        f"{term.term} in {counted(term.items, 'item')}, idf {term.idf:.3f}"
        for term in ranking.weights.terms
    )
    wrapped(f"words: {'; '.join(words) or 'none'}", indent=4, style=DIM)


def _answer(each: Ranked, ranking: Ranking) -> None:
    found, policy = each.found, ranking.policy
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
    words = " + ".join(f"{match.term} {match.bm25:.3f}" for match in each.matches)
    half = policy.half_score_at * ranking.weight
    wrapped(
        f"relevance = BM25 {each.bm25:.3f} / ({each.bm25:.3f} + {half:.3f}); BM25 = {words}",
        indent=4,
        style=DIM,
    )


def _comparison(comparison: Comparison) -> None:
    if comparison.is_equal:
        line(("equal", GOOD), " to what was recorded")
    else:
        line(("different", MARK), " from what was recorded")
    for reason in comparison.reasons:
        wrapped(reason, indent=4)
    if comparison.ranks_missing:
        ranks = ", ".join(map(str, comparison.ranks_missing))
        line(f"    ranks missing from the record: {ranks}")


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
        wrapped(_cause(cause), indent=10)


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


def _cause(cause: Cause) -> str:
    where = "" if cause.position is None else f" at {cause.position}"
    by = f" ({_ids(cause.by)})" if cause.by else ""
    return f"{_CAUSES.get(cause.what, cause.what)}{where}: {cause.words}{by}"


def _ids(items: tuple[str, ...]) -> str:
    return ", ".join(map(short, items))
