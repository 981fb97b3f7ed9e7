"""Measures on LoCoMo how well and how fast a search finds the turns that answer a question.

Every conversation goes through the shipped path into a store of its own, one event a turn. The
data set is CC BY-NC 4.0 and is not part of this repository: give the path of `locomo10.json`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from lethelog import Memory
from lethelog.benchmarks.conditions import fingerprint
from lethelog.benchmarks.locomo_file import (
    KNOWN_SHA256,
    Conversation,
    Question,
    read_conversations,
)
from lethelog.benchmarks.locomo_protocols import (
    CATEGORIES,
    SESSION_DEPTHS,
    Answered,
    by_group,
    by_protocol,
    held_out,
    sessions_by_group,
)
from lethelog.benchmarks.published import LOCOMO, beside
from lethelog.benchmarks.recall_run import (
    RUNS,
    TITLES,
    Hits,
    Order,
    Stores,
    day_after,
    figures_of,
    order_of,
    show_conditions,
    stores,
    told,
)
from lethelog.benchmarks.recall_scores import DEPTHS, Ranking, best_sessions, table
from lethelog.domain.policy import DEFAULT
from lethelog.domain.query import RESULTS_MAX


def main(order: Order) -> None:
    """Prints the tables, and all figures again as one line of JSON."""
    sha256 = _checked(order.data)
    with figures_of("locomo", order, sha256) as figures, stores(order) as made:
        conversations = read_conversations(order.data)
        figures["search_limit"] = max(DEPTHS)
        answers = _measure(conversations, made)
        figures["conversations"] = len(conversations)
        figures.update(made.timing.told())
        for run, answered in answers.items():
            figures[run] = {
                "turns": by_group(answered),
                "sessions": sessions_by_group(answered),
                "protocols": by_protocol(answered),
                "protocols_held_out": by_protocol(held_out(answered)),
            }
    for run, answered in answers.items():
        _show(TITLES[run], answered)
    show_conditions(figures)
    print(json.dumps(figures))


def _checked(path: Path) -> str:
    if not path.is_file():
        raise SystemExit(f"{path} is not a file; give the path of locomo10.json")
    found = fingerprint(path)
    if found != KNOWN_SHA256:
        told(f"{path} is not the published file, so its figures stand alone")
    return found


def _measure(
    conversations: Sequence[Conversation], made: Stores
) -> Mapping[str, Sequence[Answered]]:
    answers: dict[str, list[Answered]] = {run: [] for run in RUNS}
    for each in conversations:
        told(f"{each.sample_id}: {len(each.qa)} questions")
        asked_at = day_after(each.ended_at())
        with made.open(each.sample_id, DEFAULT, asked_at=asked_at) as memory:
            _ingest(memory, each, made)
        for run, policy in RUNS.items():
            with made.open(each.sample_id, policy, asked_at=asked_at) as memory:
                answers[run] += _ask_all(memory, each, made)
    return answers


def _ingest(memory: Memory, conversation: Conversation, made: Stores) -> None:
    turns = sum(len(turns) for _, _, turns in conversation.sessions())
    learned = made.ingest(memory, conversation.as_json_lines(), name=conversation.sample_id)
    made.settle(memory)
    if (len(learned.items), learned.position) != (turns, turns):
        raise SystemExit(
            f"{conversation.sample_id} has {turns} turns but made {len(learned.items)} items in"
            f" {learned.position} events; a turn that is longer than a chunk was cut"
        )


def _ask_all(memory: Memory, conversation: Conversation, made: Stores) -> Iterator[Answered]:
    """Turns as deep as they are counted, and all of them to rank the sessions."""
    for question in conversation.qa:
        if not question.turns():
            yield _answered(conversation, question, [], [])
            continue
        found = made.ask(memory, question.question, limit=max(DEPTHS))
        deep = made.ask(memory, question.question, limit=RESULTS_MAX, timed=False)
        yield _answered(conversation, question, found, deep)


def _answered(conversation: Conversation, question: Question, found: Hits, deep: Hits) -> Answered:
    turns = tuple(_turn(path) for path, _ in found)
    ranked = best_sessions((_session(_turn(path)), score) for path, score in deep)

    def ranking(evidence: frozenset[str], names: tuple[str, ...]) -> Ranking:
        return Ranking(
            conversation=conversation.sample_id,
            group=CATEGORIES[question.category],
            evidence=evidence,
            found=names,
        )

    return Answered(
        turns=ranking(question.turns(), turns),
        spelled=ranking(frozenset(question.evidence), turns),
        sessions=ranking(
            frozenset(_session(turn) for turn in question.turns()), ranked[: max(SESSION_DEPTHS)]
        ),
    )


def _turn(path: str) -> str:
    return path.rpartition("/")[2]


def _session(turn: str) -> str:
    return turn.partition(":")[0]


def _show(title: str, answered: Sequence[Answered]) -> None:
    print(f"{title}: turns, in percent:")
    print(table(by_group(answered)))
    print("\nSessions, each by its best three turns:")
    print(table(sessions_by_group(answered)))
    print("\nBeside what others published, counted as they do. Our weights were chosen on the")
    print("development half, which is in `ours`; `held out` is the other half alone:")
    print(beside(LOCOMO, by_protocol(answered), by_protocol(held_out(answered))))
    print()


if __name__ == "__main__":
    main(order_of("Measures how well a search finds what answers a question.", "LOCOMO10_JSON"))
