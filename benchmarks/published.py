"""Figures that others have published, to be printed beside ours under the protocol they used.

Only figures of retrieval stand here. What a language model judged to be a right answer is another
quantity, and never in one table with these.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Final

import msgspec

from lethelog.benchmarks.recall_scores import Scores


class Published(msgspec.Struct, frozen=True, kw_only=True):
    """What one source prints, in percent, by the names of our own measures.

    `protocol` names the figures of ours that are counted alike, and `differs` says what is still
    not the same.
    """

    name: str
    source: str
    protocol: str
    figures: dict[str, float]
    differs: str


LOCOMO_PAPER: Final = "turns as spelled, all 1,986"
TURN_FRACTION: Final = "turns, all 1,986"
TURN_HIT: Final = "turns, without adversarial"
SESSION_FRACTION: Final = "sessions, all 1,986"
SESSION_HIT: Final = "sessions, with evidence"

_MEMPALACE: Final = "MemPalace, benchmarks/locomo_bench.py at 9b7cfc9, and the results beside it"
_HIPPOGRAPH: Final = "HippoGraph-pro, BENCHMARK.md of February 2026"

LOCOMO: Final = (
    Published(
        name="LoCoMo paper, DRAGON",
        source="Maharana et al. 2024, arXiv 2402.17753, table 3: dialogs, all questions",
        protocol=LOCOMO_PAPER,
        figures={"recall@5": 56.7, "recall@10": 66.2, "recall@25": 76.7, "recall@50": 82.7},
        differs="a dense retriever of turns; the same questions and the same spelling of evidence",
    ),
    Published(
        name="MemPalace, dialogs",
        source=_MEMPALACE,
        protocol=TURN_FRACTION,
        figures={"recall@10": 48.0},
        differs="a dense model, without captions of pictures",
    ),
    Published(
        name="MemPalace raw, sessions",
        source=_MEMPALACE,
        protocol=SESSION_FRACTION,
        figures={"recall@10": 60.3},
        differs="each session is one text; ours ranks turns, and a session by its best three",
    ),
    Published(
        name="MemPalace hybrid v5, sessions",
        source=_MEMPALACE,
        protocol=SESSION_FRACTION,
        figures={"recall@5": 83.7, "recall@10": 88.9},
        differs="as above, with rules for keywords, quotations and names",
    ),
    Published(
        name="MemPalace bge-large, sessions",
        source=_MEMPALACE,
        protocol=SESSION_FRACTION,
        figures={"recall@10": 92.4},
        differs="as above, with a larger model",
    ),
    Published(
        name="engram-search 0.1.7, sessions",
        source="engram-search 0.1.7, its own figures",
        protocol=SESSION_HIT,
        figures={"hit@5": 93.9},
        differs="its hit@10 is left out: it draws from ten texts, not from ten sessions",
    ),
    Published(
        name="HippoGraph-pro",
        source=_HIPPOGRAPH,
        protocol=TURN_HIT,
        figures={"hit@5": 66.8},
        differs="pieces of three turns and a cross-encoder; 1,540 questions, of which 4 name no"
        " turn and are left out of ours",
    ),
    Published(
        name="HippoGraph-pro's BM25",
        source=_HIPPOGRAPH,
        protocol=TURN_HIT,
        figures={"hit@5": 44.9},
        differs="its own baseline, under the same protocol",
    ),
)

# What a script measured before there was a product to measure: scores of single messages, in
# memory, without journal and read model. 500K is every third chat of it, 12 of 35.
_SCRIPT: Final = "script of this project, not the shipped path; commit b2a3ee8 of the data"


def _script(name: str, size: str, *figures: float) -> Published:
    return Published(
        name=f"script: {name}",
        source=_SCRIPT,
        protocol=size,
        figures=dict(zip(("recall@5", "recall@10", "recall@25", "mrr"), figures, strict=True)),
        differs="all 20 chats" if size == "100K" else "every third chat, 12 of 35",
    )


BEAM: Final = (
    _script("BM25 of whole messages", "100K", 49.8, 62.9, 75.8, 54.2),
    _script("BM25 of 500 characters", "100K", 56.5, 68.0, 79.5, 63.1),
    _script("... and neighbours", "100K", 57.7, 69.5, 82.0, 63.8),
    _script("... and author", "100K", 69.6, 77.0, 84.4, 78.3),
    _script("... and author, wordllama", "100K", 69.4, 77.7, 86.5, 79.6),
    _script("... and author, MiniLM", "100K", 71.7, 79.5, 86.6, 82.5),
    _script("MiniLM alone", "100K", 59.8, 72.0, 82.7, 59.5),
    _script("BM25 of whole messages", "500K", 43.2, 51.4, 68.7, 46.1),
    _script("BM25 of 500 characters", "500K", 47.4, 60.7, 72.1, 58.6),
    _script("... and neighbours", "500K", 47.4, 63.3, 74.8, 55.8),
    _script("... and author", "500K", 62.5, 73.6, 82.6, 70.3),
    _script("... and author, wordllama", "500K", 64.1, 75.1, 84.6, 72.0),
)

LONGMEMEVAL_S: Final = tuple(
    Published(
        name=name,
        source=f"{source}, its own figures on longmemeval_s",
        protocol="all",
        figures={"hit@5": figure},
        differs=differs,
    )
    for name, source, figure, differs in (
        ("MemPalace raw", "MemPalace", 96.6, "a dense model; not run here"),
        ("MemPalace held out", "MemPalace", 98.4, "only questions that it was not tuned on"),
        ("engram-search 0.1.7", "engram-search 0.1.7", 98.4, "not run here"),
        ("taosmd", "taosmd", 97.0, "not run here"),
    )
)


def beside(
    published: Sequence[Published],
    ours: Mapping[str, Scores],
    held_out: Mapping[str, Scores] | None = None,
) -> str:
    """One line a published figure, with ours under the same protocol and how far apart they are.

    `held_out` is ours on what nothing was tuned on, which is the fairer of the two where there is
    one. Below the lines stand the sources, and what is still not the same.
    """
    told = [each for each in published if each.protocol in ours]
    columns = ("theirs", "ours", "apart", *(("held out",) if held_out else ()))
    head = f"{'':32}{'protocol':28}{'measure':>10}" + "".join(f"{name:>9}" for name in columns)
    lines = [line for each in told for line in _lines(each, ours, held_out)]
    notes = [f"  {each.name}: {each.source}; {each.differs}" for each in told]
    return "\n".join([head, *lines, *dict.fromkeys(notes)])


def _lines(
    published: Published, ours: Mapping[str, Scores], held_out: Mapping[str, Scores] | None
) -> Iterator[str]:
    for measure, theirs in published.figures.items():
        if (mine := ours[published.protocol].get(measure)) is None:
            continue
        line = f"{published.name:32}{published.protocol:28}{measure:>10}"
        line += f"{theirs:9.1f}{mine:9.1f}{mine - theirs:+9.1f}"
        alone = (held_out or {}).get(published.protocol, {}).get(measure)
        yield line if alone is None else f"{line}{alone:9.1f}"
