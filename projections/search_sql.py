"""The search as one statement: for any state of the tables, and what the faster one is held to."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from ..domain.events import IMPORTANCE_MAX
from ..domain.identity import ItemId, SourceUid
from ..domain.query import Query
from ..domain.times import DAY
from .answer import Found, Signals
from .confidence import with_confidence
from .reading import Reading
from .search_scores import scored_by, shares_of

if TYPE_CHECKING:
    from .projection import Row  # these load DuckDB
    from .view import View

_FILTERS: Final = {
    "superseded": "NOT is_superseded",
    "valid": """
        d IN (
            SELECT d FROM validity
            WHERE (valid_from IS NULL OR valid_from <= $valid)
            AND (valid_until IS NULL OR valid_until > $valid)
        )
    """,
    "after": "(is_evergreen OR dated_at >= $after)",
    "before": "(is_evergreen OR dated_at < $before)",
    "tier": "is_evergreen = ($tier = 'semantic')",
    "kinds": "list_contains($kinds::VARCHAR[], kind)",
    "sources": """
        d IN (SELECT d FROM item_source WHERE list_contains($sources::VARCHAR[], source))
    """,
    "faded": "NOT is_hidden",
}
# Only what a question asks for costs anything, planning included.
_NONE: Final = "0e0"
_BY_AUTHOR: Final = "list_contains($authors::VARCHAR[], item.author)"
_NAMED: Final = f"""
    UNION
    SELECT u, 0e0
    FROM document
    JOIN item USING (d)
    WHERE {_BY_AUTHOR}
    AND u NOT IN (SELECT u FROM matched)"""
_ALIKE: Final = """
    UNION
    SELECT u, 0e0
    FROM document
    JOIN similarity USING (d)
    WHERE likeness > 0e0
    AND u NOT IN (SELECT u FROM matched)"""
_JOINING: Final = """
    UNION
    SELECT u, 0e0
    FROM document
    JOIN standing USING (d)
    WHERE joins
    AND u NOT IN (SELECT u FROM matched)"""
_SESSIONS: Final = """
    LEFT JOIN session_match ON session_match.session = document.session"""
_DATED: Final = """coalesce(
            len(list_filter($spans::BIGINT[][], lambda span:
                item.dated_at >= span[1] AND item.dated_at < span[2])) > 0,
            FALSE
        )::DOUBLE"""
_PARAMETER: Final = re.compile(r"\$(\w+)")
STATEMENT: Final = Path(__file__).with_name("search.sql").read_text(encoding="utf-8")
_TOLD_LATER: Final = frozenset({"signals", "confidence", "is_quarantined", "earns"})
_OF_FOUND: Final = tuple(name for name in Found.__struct_fields__ if name not in _TOLD_LATER)
_AUTHORS: Final = "SELECT DISTINCT author FROM item WHERE author <> '' ORDER BY author"


class Form(msgspec.Struct, frozen=True):
    """The statement as it is asked, with what is told to it instead of being counted by it."""

    statement: str = STATEMENT
    told: dict[str, Any] = {}


OF_ONE_STORE: Final = Form()


def authors_by_sql(view: View) -> list[str]:
    """Everyone who wrote something."""
    return [author for (author,) in view.rows(_AUTHORS)]


def items_within(view: View, sources: Sequence[SourceUid]) -> list[Row]:
    """The `d` of all that comes from one of the sources."""
    within = {"sources": list(sources)}
    return view.rows(f"SELECT d FROM item WHERE {_FILTERS['sources']}", within)


def ranked_by_sql(
    view: View,
    reading: Reading,
    *,
    let_through: ItemId | None = None,
    with_likeness: bool = False,
    with_standing: bool = False,
    form: Form = OF_ONE_STORE,
) -> list[Found]:
    """The best items first, as many as the query wants; one may be let through all filters.

    With likeness, the table `similarity` holds how near each item is in meaning; with standing, the
    table `standing` how each item stands.
    """
    query = reading.query
    filters = _filters(query)
    names_kept = [] if query.with_superseded or query.valid is not None else ["superseded"]
    names_kept += ["faded"] if with_standing and not query.with_faded else []
    conditions = " AND ".join(_FILTERS[name] for name in (*names_kept, *filters)) or "TRUE"
    parameters = parameters_of(reading) | filters | {"limit": query.limit} | form.told
    if let_through is not None:
        conditions = f"({conditions}) OR item = $let_through"
        parameters["let_through"] = let_through
    names, terms = bound_terms(reading)
    filled = form.statement.format(
        terms=terms,
        filters=conditions,
        **_signals(reading, with_likeness=with_likeness, with_standing=with_standing),
        **scored_by(reading.policy, with_standing=with_standing),
    )
    if with_standing:  # DuckDB takes no parameter that a statement does not have
        parameters |= shares_of(reading.policy)
        parameters = {name: parameters[name] for name in {*_PARAMETER.findall(filled)} - {*names}}
    found = [
        Found(
            **dict(zip(_OF_FOUND, row, strict=False)),
            signals=Signals(
                **dict(zip(Signals.__struct_fields__, row[len(_OF_FOUND) :], strict=False))
            ),
        )
        for row in view.rows(filled, parameters | names)
    ]
    return with_confidence(view.rows, found)


def _signals(reading: Reading, *, with_likeness: bool, with_standing: bool) -> dict[str, str]:
    named, dated = bool(reading.authors), bool(reading.spans)
    in_session = bool(reading.policy.session_weight)
    alike = _ALIKE if with_likeness and reading.policy.vector_weight else ""
    joining = _JOINING if with_standing and reading.policy.blend.form == "sum" else ""
    return {
        "more_candidates": (_NAMED if named else "") + alike + joining,
        "author": f"{_BY_AUTHOR}::DOUBLE" if named else _NONE,
        "session": "coalesce(session_match.bm25, 0e0)" if in_session else _NONE,
        "session_match": _SESSIONS if in_session else "",
        "date": _DATED if dated else _NONE,
        "time": "document.tells_time::DOUBLE" if reading.asks_when else _NONE,
        "vector": "coalesce(similarity.likeness, 0e0)" if with_likeness else _NONE,
        "similarity": "\n    LEFT JOIN similarity USING (d)" if with_likeness else "",
    }


def _filters(query: Query) -> dict[str, Any]:
    """What narrows the answer down, with what is bound for it; only that costs anything."""
    given: dict[str, Any] = {
        "valid": query.valid,
        "after": query.after,
        "before": query.before,
        "tier": query.tier,
        "kinds": list(query.kinds) or None,
        "sources": list(query.sources) or None,
    }
    return {name: value for name, value in given.items() if value is not None}


def bound_terms(reading: Reading) -> tuple[dict[str, str], str]:
    """The terms by the names under which they are bound, and these names as a list in SQL."""
    names = {f"t{index}": term for index, term in enumerate(reading.terms)}
    return names, ", ".join(f"${name}" for name in names) or "NULL"


def parameters_of(reading: Reading) -> dict[str, Any]:
    """What is bound besides terms and filters."""
    policy = reading.policy
    weights = ("context", "author", "session", "date", "time", "vector", "importance")
    return {
        "k1": policy.k1,
        "b": policy.b,
        "half_score_at": policy.half_score_at,
        "half_life": policy.half_life_days * DAY,
        "retention_floor": policy.retention_floor,
        **{f"{name}_weight": getattr(policy, f"{name}_weight") for name in weights},
        "importance_max": IMPORTANCE_MAX,
        "terms_asked": len(reading.terms),
        "now": reading.now,
        **({"authors": list(reading.authors)} if reading.authors else {}),
        **({"spans": [list(span) for span in reading.spans]} if reading.spans else {}),
    }
