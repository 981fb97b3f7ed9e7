"""Measures on LongMemEval how well a search finds the sessions that answer a question.

Every question has a past of its own, which goes through the shipped path into a store of its own,
one conversation a session, and is asked at the moment that the question names. Give the path of
`longmemeval_s.json`, `longmemeval_m.json` or `longmemeval_oracle.json`.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from lethelog.benchmarks.conditions import fingerprint
from lethelog.benchmarks.longmemeval_file import Question, read_questions
from lethelog.benchmarks.published import LONGMEMEVAL_S, beside
from lethelog.benchmarks.recall_run import (
    RUNS,
    TITLES,
    Order,
    Stores,
    figures_of,
    order_of,
    show_conditions,
    stores,
    told,
)
from lethelog.benchmarks.recall_scores import Ranking, Scores, best_sessions, scores, table
from lethelog.domain.policy import DEFAULT
from lethelog.domain.query import RESULTS_MAX

DEPTHS: Final = (5, 10)
SMALL: Final = "longmemeval_s"  # what the name of the file begins with that others report on


def main(order: Order) -> None:
    """Prints the tables, and all figures again as one line of JSON."""
    if not order.data.is_file():
        raise SystemExit(f"{order.data} is not a file; give the path of longmemeval_s.json")
    sha256 = fingerprint(order.data)
    with figures_of("longmemeval", order, sha256) as figures, stores(order) as made:
        rankings = _measure(order.data, made)
        figures["search_limit"] = RESULTS_MAX
        figures.update(made.timing.told())
        found = {run: by_type(each) for run, each in rankings.items()}
        figures.update(found)
    for run, groups in found.items():
        print(f"{TITLES[run]}: sessions, each by its best three turns, in percent:")
        print(table(groups))
        print()
        if order.data.name.startswith(SMALL):
            print(beside(LONGMEMEVAL_S, groups))
    show_conditions(figures)
    print(json.dumps(figures))


def by_type(rankings: Sequence[Ranking]) -> dict[str, Scores]:
    """Each type, and all without and with the questions that cannot be answered."""
    groups = {
        kind: [each for each in rankings if each.group == kind]
        for kind in sorted({each.group for each in rankings})
    }
    groups["without abstention"] = [each for each in rankings if each.group != "abstention"]
    groups["all"] = list(rankings)
    return {name: scores(group, DEPTHS) for name, group in groups.items() if group}


def _measure(path: Path, made: Stores) -> Mapping[str, Sequence[Ranking]]:
    rankings: dict[str, list[Ranking]] = {run: [] for run in RUNS}
    for number, question in enumerate(read_questions(path), start=1):
        told(f"{number}: {question.question_id}, {len(question.haystack_sessions)} sessions")
        if not question.answer_session_ids:
            continue
        name = str(number)
        names = _ingest(name, question, made)
        for run in RUNS:
            rankings[run].append(_ask(name, question, names, run=run, made=made))
        made.drop(name)
    if not rankings["default"]:
        raise SystemExit(f"{path} holds no question that names a session")
    return rankings


def _ingest(name: str, question: Question, made: Stores) -> dict[str, str]:
    """The id of each session by the name of its conversation; one that stands twice is two."""
    names: dict[str, str] = {}
    with made.open(name, DEFAULT, asked_at=question.asked_at()) as memory:
        for number, (session, lines) in enumerate(question.sessions(), start=1):
            names[str(number)] = session
            made.ingest(memory, lines, name=str(number))
        made.settle(memory)
    return names


def _ask(
    name: str, question: Question, names: Mapping[str, str], *, run: str, made: Stores
) -> Ranking:
    with made.open(name, RUNS[run], asked_at=question.asked_at()) as memory:
        hits = made.ask(memory, question.question, limit=RESULTS_MAX)
    sessions = best_sessions((names[path.split("/")[1]], score) for path, score in hits)
    return Ranking(
        conversation=name,
        group=question.group(),
        evidence=frozenset(question.answer_session_ids),
        found=sessions[: max(DEPTHS)],
    )


if __name__ == "__main__":
    main(order_of("Measures how well a search finds the sessions that answer.", "LONGMEMEVAL_JSON"))
