"""Measures on BEAM how well a search finds the messages of long chats that answer a question.

Every chat goes through the shipped path into a store of its own; a message is one source, which is
cut into several items where it is long and counts once. The data set has no licence and is not
part of this repository: give the folder of a checkout of mohammadtavakoli78/BEAM.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final

from lethelog import Memory
from lethelog.benchmarks.beam_file import SIZES, Chat, chat_folders, fingerprint, read_chat
from lethelog.benchmarks.published import BEAM, beside
from lethelog.benchmarks.recall_run import (
    RUNS,
    TITLES,
    Order,
    Stores,
    day_after,
    figures_of,
    order_of,
    show_conditions,
    stores,
    told,
)
from lethelog.benchmarks.recall_scores import Ranking, Scores, scores, table
from lethelog.domain.policy import DEFAULT
from lethelog.domain.query import RESULTS_MAX

DEPTHS: Final = (5, 10, 25)
FACT: Final = frozenset(
    {
        "contradiction_resolution",
        "information_extraction",
        "knowledge_update",
        "multi_session_reasoning",
        "temporal_reasoning",
    }
)
"""The types that ask for what was said; the others ask for an order, a style or a whole."""


def main(order: Order) -> None:
    """Prints the tables, and all figures again as one line of JSON."""
    folders = chat_folders(order.data)
    with figures_of("beam", order, fingerprint(folders)) as figures, stores(order) as made:
        rankings = _measure(folders, made)
        figures["chats"] = {
            size: sum(folder.parent.name == size for folder in folders) for size in SIZES
        }
        figures["search_limit"] = RESULTS_MAX
        figures.update(made.timing.told())
        found = {run: _by_size(each) for run, each in rankings.items()}
        figures.update(found)
    for run, sizes in found.items():
        _show(TITLES[run], sizes)
    show_conditions(figures)
    print(json.dumps(figures))


def _measure(folders: Sequence[Path], made: Stores) -> Mapping[str, Sequence[tuple[str, Ranking]]]:
    rankings: dict[str, list[tuple[str, Ranking]]] = {run: [] for run in RUNS}
    for folder in folders:
        chat = read_chat(folder)
        told(f"{chat.size}/{chat.name}")
        name, asked_at = f"{chat.size}-{chat.name}", day_after(chat.ended_at())
        with made.open(name, DEFAULT, asked_at=asked_at) as memory:
            made.ingest(memory, chat.as_json_lines(), name=name)
            made.settle(memory)
        for run, policy in RUNS.items():
            with made.open(name, policy, asked_at=asked_at) as memory:
                rankings[run] += [(chat.size, each) for each in _ask_all(memory, chat, made)]
        made.drop(name)
    return rankings


def _ask_all(memory: Memory, chat: Chat, made: Stores) -> Iterator[Ranking]:
    """As deep as a search goes, because several items may be one message."""
    for kind, questions in chat.questions.items():
        for question in questions:
            if evidence := question.messages():
                hits = made.ask(memory, question.question, limit=RESULTS_MAX)
                messages = (path.rpartition("/")[2] for path, _ in hits[: max(DEPTHS)])
                yield Ranking(
                    conversation=chat.name, group=kind, evidence=evidence, found=tuple(messages)
                )


def _by_size(rankings: Sequence[tuple[str, Ranking]]) -> dict[str, dict[str, Scores]]:
    return {
        size: groups
        for size in SIZES
        if (groups := _by_type([each for of, each in rankings if of == size]))
    }


def _by_type(rankings: Sequence[Ranking]) -> dict[str, Scores]:
    kinds = sorted({each.group for each in rankings}, key=lambda kind: (kind not in FACT, kind))
    groups = {kind: [each for each in rankings if each.group == kind] for kind in kinds}
    groups["facts"] = [each for each in rankings if each.group in FACT]
    groups["all"] = list(rankings)
    return {name: scores(group, DEPTHS) for name, group in groups.items() if group}


def _show(title: str, sizes: Mapping[str, Mapping[str, Scores]]) -> None:
    for size, groups in sizes.items():
        print(f"{title}: messages of {size}, in percent:")
        print(table(groups))
        print()
    print("Facts, beside what was measured before:")
    print(beside(BEAM, {s: groups["facts"] for s, groups in sizes.items() if "facts" in groups}))
    print()


if __name__ == "__main__":
    main(order_of("Measures how well a search finds messages of long chats.", "BEAM_FOLDER"))
