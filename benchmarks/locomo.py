"""Measures on LoCoMo how well and how fast a search finds the turns that answer a question.

Every conversation goes through the shipped path into a store of its own, one event a turn. The
data set is CC BY-NC 4.0 and is not part of this repository: give the path of `locomo10.json`.
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from lethelog import Memory, Policy
from lethelog.benchmarks.conditions import commit, fingerprint, machine, versions
from lethelog.benchmarks.locomo_file import KNOWN_SHA256, Conversation, read_conversations
from lethelog.benchmarks.recall_scores import DEPTHS, Ranking, Scores, percentile, scores, table
from lethelog.domain.policy import DEFAULT
from lethelog.domain.times import from_datetime
from lethelog.vault.open_vault import KEYS_FOLDER_VARIABLE

CATEGORIES: Final = {1: "multi-hop", 2: "temporal", 3: "open-domain", 4: "single-hop"}
ADVERSARIAL: Final = 5
DEVELOPMENT: Final = frozenset({"conv-26", "conv-30", "conv-41", "conv-42", "conv-43"})
"""Ranking may be tuned on these; the other five show whether that holds elsewhere."""

# The questions have no date of their own, so that fading with age can only cost here. The longest
# half-life that a policy may have takes less than a thousandth from what is a year old.
WITHOUT_DECAY: Final = msgspec.structs.replace(
    DEFAULT, ranking=msgspec.structs.replace(DEFAULT.ranking, half_life_days=1_000_000)
)


class Timing(msgspec.Struct, kw_only=True):
    """What was counted and timed over all conversations; seconds unless the name says else."""

    turns: int = 0
    append: float = 0.0
    catch_up: float = 0.0
    search_ms: list[float] = msgspec.field(default_factory=list[float])


def main(path: Path) -> None:
    """Prints the tables, and all figures again as one line of JSON."""
    wall, cpu = time.perf_counter(), time.process_time()
    data_sha256 = _checked(path)
    timing, plain, faded = _measure(read_conversations(path))
    figures = {
        "bench": "locomo",
        "commit": commit(),
        "machine": machine(),
        "versions": versions(),
        "data_sha256": data_sha256,
        **_speed(timing),
        "wall_seconds": round(time.perf_counter() - wall, 1),
        "cpu_seconds": round(time.process_time() - cpu, 1),
        "without_decay": _by_group(plain),
        "default_half_life": _by_group(faded),
    }
    _show(figures, plain, faded)
    print(json.dumps(figures))


def _checked(path: Path) -> str:
    if not path.is_file():
        raise SystemExit(f"{path} is not a file; give the path of locomo10.json")
    found = fingerprint(path)
    if found != KNOWN_SHA256:
        print(f"{path} is not the published file, so its figures stand alone", file=sys.stderr)
    return found


def _measure(
    conversations: Sequence[Conversation],
) -> tuple[Timing, list[Ranking], list[Ranking]]:
    timing, plain, faded = Timing(), list[Ranking](), list[Ranking]()
    with TemporaryDirectory(prefix="lethelog-locomo-") as folder:
        os.environ[KEYS_FOLDER_VARIABLE] = str(Path(folder) / "keys")
        for each in conversations:
            print(f"{each.sample_id}: {len(each.questions())} questions", file=sys.stderr)
            store = Path(folder) / each.sample_id
            with _open(store, each, WITHOUT_DECAY) as memory:
                _ingest(memory, each, timing)
                plain += _ask_all(memory, each, timing)
            with _open(store, each, DEFAULT) as memory:
                faded += _ask_all(memory, each, Timing())
    return timing, plain, faded


def _open(store: Path, conversation: Conversation, policy: Policy) -> Memory:
    """The store as one would ask it on the day after the last session."""
    asked_at = from_datetime(conversation.ended_at() + timedelta(days=1))
    return Memory.open(store, policy=policy, clock=lambda: asked_at)


def _ingest(memory: Memory, conversation: Conversation, timing: Timing) -> None:
    lines = conversation.as_json_lines()
    turns = sum(len(turns) for _, _, turns in conversation.sessions())
    started = time.perf_counter()
    made = memory.ingest(lines, name=conversation.sample_id, source_kind="conversation")
    appended = time.perf_counter()
    memory.search("ready", limit=1, record=False)
    timing.catch_up += time.perf_counter() - appended
    timing.append += appended - started
    timing.turns += turns
    if (len(made.items), made.position) != (turns, turns):
        raise SystemExit(
            f"{conversation.sample_id} has {turns} turns but made {len(made.items)} items in"
            f" {made.position} events; a turn that is longer than a chunk was cut"
        )


def _ask_all(memory: Memory, conversation: Conversation, timing: Timing) -> Iterator[Ranking]:
    for question in conversation.questions():
        started = time.perf_counter()
        answer = memory.search(question.question, limit=max(DEPTHS), record=False)
        timing.search_ms.append(1_000 * (time.perf_counter() - started))
        paths = [each.source or "" for each in answer.found]
        yield Ranking(
            conversation=conversation.sample_id,
            category=question.category,
            evidence=question.turns(),
            found=tuple(path.rpartition("/")[2] for path in paths),
        )


def _speed(timing: Timing) -> dict[str, float]:
    return {
        "turns": timing.turns,
        "turns_per_second_appended": round(timing.turns / timing.append),
        "turns_per_second_searchable": round(timing.turns / (timing.append + timing.catch_up)),
        "searches": len(timing.search_ms),
        "search_ms_p50": round(percentile(timing.search_ms, 0.50), 2),
        "search_ms_p95": round(percentile(timing.search_ms, 0.95), 2),
    }


def _by_group(rankings: Sequence[Ranking]) -> dict[str, Scores]:
    answerable = [each for each in rankings if each.category != ADVERSARIAL]
    groups = {
        name: [each for each in rankings if each.category == category]
        for category, name in CATEGORIES.items()
    }
    groups["categories 1-4"] = answerable
    groups["development 1-4"] = [each for each in answerable if each.conversation in DEVELOPMENT]
    groups["held out 1-4"] = [each for each in answerable if each.conversation not in DEVELOPMENT]
    groups["adversarial"] = [each for each in rankings if each.category == ADVERSARIAL]
    groups["all"] = list(rankings)
    return {name: scores(group) for name, group in groups.items() if group}


def _show(
    figures: Mapping[str, object], plain: Sequence[Ranking], faded: Sequence[Ranking]
) -> None:
    half_life = DEFAULT.ranking.half_life_days
    print("Relevance alone, in percent:")
    print(table(_by_group(plain)))
    print(f"\nWith the default half-life of {half_life:g} days, asked a day after the end:")
    print(table(_by_group(faded)))
    print()
    for name, value in figures.items():
        if not isinstance(value, dict):
            print(f"{name:28} {value}")
    print()


if __name__ == "__main__":
    if len(sys.argv) != 2:  # noqa: PLR2004 - the script and one path
        raise SystemExit("usage: locomo.py PATH_OF_LOCOMO10_JSON")
    main(Path(sys.argv[1]))
