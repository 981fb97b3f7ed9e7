"""The search of one store in SQL, made into what several stores take to be searched as one.

`search.sql` counts in its own tables what words are weighed by. Here the same statement is cut off
after these figures, to tell them, or gets those of all stores in their place.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Final

from .reading import Reading
from .search_sql import STATEMENT, Form, bound_terms, parameters_of
from .tally import Best, Scale, Tally

if TYPE_CHECKING:
    from .view import View  # it loads DuckDB

_PARAMETER: Final = re.compile(r"\$(\w+)")
_TALLY: Final = """
SELECT
    (SELECT count(*) FROM document),
    (SELECT coalesce(sum(length), 0) FROM document),
    (SELECT coalesce(mean_length * documents, 0e0) FROM corpus),
    (SELECT list([term, count::VARCHAR]) FROM (
        SELECT term, count(*) AS count FROM found GROUP BY term
    )),
    (SELECT sessions::BIGINT FROM session_corpus),
    (SELECT list([term, count::VARCHAR]) FROM (
        SELECT term, count(*) AS count FROM session_frequency GROUP BY term
    ))
"""
_BEST: Final = """
SELECT
    (SELECT coalesce(max(bm25), 0e0) FROM matched),
    (SELECT coalesce(max(bm25), 0e0) FROM session_match)
"""
_TOLD: Final = {
    "corpus": "SELECT $parts::DOUBLE AS documents, $mean_length::DOUBLE AS mean_length",
    "weight": "SELECT unnest($asked::VARCHAR[]) AS term, unnest($weights::DOUBLE[]) AS idf",
    "session_corpus": (
        "SELECT $sessions::DOUBLE AS sessions, $mean_session::DOUBLE AS mean_length"
    ),
    "session_weight": (
        "SELECT unnest($asked::VARCHAR[]) AS term, unnest($session_weights::DOUBLE[]) AS idf"
    ),
}
_MEASURED: Final = {
    "unit": (
        "SELECT $worth::DOUBLE AS worth, $best_session::DOUBLE AS best_session,"
        " $weight::DOUBLE AS weight"
    ),
}


def _told(statement: str, figures: dict[str, str]) -> str:
    """The statement with other figures in the place of those that it counts."""
    for name, figure in figures.items():
        counted = re.compile(rf"^{name} AS( MATERIALIZED)? \(\n.*?^\)", re.DOTALL | re.MULTILINE)
        statement, places = counted.subn(f"{name} AS (\n    {figure}\n)", statement)
        assert places == 1, name
    return statement


_FIGURES: Final = STATEMENT.partition("\ncandidate AS (")[0].rstrip().removesuffix(",")
_FIGURES_TOLD: Final = _told(_FIGURES, _TOLD)
_SEARCH_TOLD: Final = _told(STATEMENT, _TOLD | _MEASURED)


def tally_by_sql(view: View, reading: Reading) -> Tally:
    """What this store adds to the sums of all."""
    [(parts, own_length, length, holders, sessions, session_holders)] = _figures(
        view, _FIGURES + _TALLY, reading, {}
    )
    having: dict[str, str] = dict(holders or ())
    sessions_having: dict[str, str] = dict(session_holders or ())
    return Tally(
        parts=parts,
        own_length=float(own_length),
        length=float(length),
        holders=tuple(int(having.get(term, "0")) for term in reading.terms),
        sessions=sessions,
        session_holders=tuple(int(sessions_having.get(term, "0")) for term in reading.terms),
    )


def best_by_sql(view: View, reading: Reading, tally: Tally) -> Best:
    """The best of this store, by the sums of all."""
    [(part, session)] = _figures(view, _FIGURES_TOLD + _BEST, reading, _sums(reading, tally))
    return Best(part, session)


def form_of(reading: Reading, scale: Scale) -> Form:
    """The search by a scale that is told."""
    told = _sums(reading, scale.tally) | {
        "worth": scale.worth,
        "best_session": scale.best.session or 1.0,
        "weight": scale.weight,
    }
    return Form(_SEARCH_TOLD, told)


def _figures(
    view: View, statement: str, reading: Reading, sums: dict[str, Any]
) -> list[tuple[Any, ...]]:
    """DuckDB takes no parameter that a statement does not have."""
    names, terms = bound_terms(reading)
    filled, given = statement.format(terms=terms), parameters_of(reading) | names | sums
    return view.rows(filled, {name: given[name] for name in set(_PARAMETER.findall(filled))})


def _sums(reading: Reading, tally: Tally) -> dict[str, Any]:
    return {
        "asked": list(reading.terms),
        "parts": tally.parts,
        "mean_length": tally.mean_length,
        "weights": list(tally.weights),
        "sessions": tally.sessions,
        "mean_session": tally.mean_session,
        "session_weights": [tally.session_weight(place) for place in range(len(reading.terms))],
    }
