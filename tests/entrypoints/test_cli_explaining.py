"""Accounting for a ranking by command line: readable for people, one document for programs."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Final

import pytest

from lethelog.tests.entrypoints.terminal import Terminal, write

COLUMNS = 80
PLAIN: Final = "\n".join(
    (
        'name = "plain"',
        "[ranking]",
        *(
            f"{name}_weight = 0"
            for name in ("context", "author", "session", "date", "time", "vector")
        ),
    )
)


def squeezed(text: str) -> str:
    """The text as one line, however it was wrapped."""
    return " ".join(text.split())


@pytest.fixture
def asked(tea: Terminal) -> Terminal:
    """A user who asked where the tea is, and has learned more since."""
    tea.says("search", "where is the green tea", "--limit", "2")
    tea.says("promote", tea.id_of("green tea cellar"))
    tea.says("contradict", tea.id_of("moved upstairs"), "--strength", "1")
    tea.says("remember", "The green tea is gone.")
    return tea


def test_an_explanation_shows_what_every_score_is_made_of(asked: Terminal) -> None:
    """Each product and each quotient can be checked by hand, down to the words."""
    told = squeezed(asked.says("explain"))
    assert re.search(r"recall 4 “where is the green tea” asked \S+; at most 2 answers", told)
    assert re.search(r"then position 3, \S+, 3 items, policy default", told)
    assert re.search(r"relevance \S+ × retention \S+ × importance 0\.900 × trust 1\.000", told)
    match, again, weight = map(float, re.findall(r"match (\S+) / \((\S+) \+ (\S+)\)", told)[0])
    [first, *_] = map(float, re.findall(r"relevance (\S+) ×", told))
    assert match == again
    assert abs(first - match / (match + weight)) < 1e-3
    [bm25, session, by, share] = map(
        float, re.findall(r"match = BM25 (\S+) \+ session (\S+) \((\S+) × (\S+)\);", told)[0]
    )
    assert abs(bm25 + session - match) < 2e-3
    worth = float(re.findall(r"a signal of weight 1 is worth (\S+), as the best match", told)[0])
    assert abs(by * share * worth - session) < 2e-3
    words = re.findall(r"BM25 = green (\S+) \+ tea (\S+) \(partly beside it\)", told)[0]
    assert abs(sum(map(float, words)) - bm25) < 2e-3
    assert "words: green in 1 item, idf 0.981; tea in 2 items, idf 0.470" in told
    assert "equal to what was recorded" in told


def test_what_a_question_asks_for_beside_its_words_is_shown(tea: Terminal) -> None:
    """Whom it names, and when."""
    tea.says("search", "When did Ana put the tea away, in January 2026?")
    told = squeezed(tea.says("explain"))
    assert re.search(
        r"also asked for: what is by Ana; dated from \S+ to 2026-02-15T\S+; a time", told
    )
    assert re.search(r"author \S+ \(0\.4 × 1\.000\)", told)
    assert re.search(r"date \S+ \(0\.7 × 1\.000\)", told)


def test_what_ranks_by_words_alone_is_shown_so(tea: Terminal, tmp_path: Path) -> None:
    """Relevance is what BM25 makes of it, and no more is told."""
    plain = write(tmp_path, "plain.toml", PLAIN)
    tea.says("policy", "set", plain)
    tea.says("search", "green tea of Ana")
    told = squeezed(tea.says("explain"))
    bm25, again = re.findall(r"relevance = BM25 (\S+) / \((\S+) \+", told)[0]
    assert bm25 == again
    assert "match" not in told
    assert "beside" not in told


def test_an_explanation_tells_what_moved_and_by_which_event(asked: Terminal) -> None:
    """Rank and score then and now, and the position of each event behind it."""
    told = squeezed(asked.says("explain", "4"))
    for part in (
        r"nowhere → \d The green tea is gone\.",
        "came in at 7: it was not there before",
        "promoted at 5: it no longer fades",
        r"retention \S+ → 1\.000",
        r"trust 1\.000 → 0\.500",
        "contradicted at 6: something speaks against it",
        r"2 → 3 \(beyond the limit\) We moved the tea upstairs\.",
        "the memory grew: from 3 to 4 items",
    ):
        assert re.search(part, told), part


def test_an_explanation_is_one_document(asked: Terminal) -> None:
    """With the moments as dates and the positions as numbers."""
    told = asked.json("explain", "last")
    assert (told["position"], told["then"]["knew_up_to"]) == (4, 3)
    assert told["then"]["asked_at"].endswith("Z")
    assert told["comparison"] == {"is_equal": True, "ranks_missing": [], "reasons": []}
    causes = {cause["what"] for each in told["moved"] for cause in each["causes"]}
    assert {"arrived", "promoted", "contradicted"} <= causes


def test_a_snapshot_is_explained_too(tea: Terminal) -> None:
    """What it told, that it comes out again, and where each item stands in one of today."""
    tea.says("context", "green", "tea", "--tokens", "500", "--asked-from", "conversation/tea")
    tea.says("context")
    tea.says("remember", "The green tea is gone.")
    told = squeezed(tea.says("explain", "4"))
    for part in (
        r"snapshot 4 “green tea” taken \S+, for conversation/tea; at most 500 tokens and 20 items",
        r"then position 3, \S+, policy default, \d+ tokens",
        r"1 top \S+ Ana: The green tea|1 top \S+ The green tea is in the cellar",
        r"recent \S+ unasked Ana is allergic to hazelnuts\.",
        "equal to what was recorded now position 6",
        r"not told → \d top The green tea is gone\. score \S+ came in at 6",
    ):
        assert re.search(part, told), part
    assert squeezed(tea.says("explain", "5")).startswith("snapshot 5 taken")
    assert (tea.json("explain", "4")["of"], tea.json("explain", "4")["query"]) == (
        "snapshot",
        "green tea",
    )


def test_filters_are_told_and_a_difference_is_too(tea: Terminal) -> None:
    """What may have answered, and that something is missing since."""
    tea.says("search", "tea", "--after", "2026-01-01", "--kind", "event", "--diverse")
    tea.says("forget", "conversation/tea/1", "--yes")
    told = squeezed(tea.says("explain"))
    assert "at most 5 answers, after 2026-01-01T00:00:00Z, only event, diverse" in told
    assert "different from what was recorded" in told
    assert "is forgotten since" in told


def test_blame_tells_what_an_answer_would_be_without_each_source(tea: Terminal) -> None:
    """With its share, the strongest first; a whole conversation counts as one."""
    tea.says("search", "where is the green tea", "--limit", "1")
    told = squeezed(tea.says("blame"))
    assert re.search(r"100\.0% conversation/tea/1 says it without it: \S+ goes", told)
    assert re.search(r"comes at 1 \(“We moved the tea upstairs\.”\), top score", told)
    assert "100.0% conversation/tea says it" in squeezed(tea.says("blame", "4", "--whole"))
    assert "conversation/tea/2 stands beside it" in told
    found = tea.json("blame", "last")
    assert (found["of"], found["tried"], found["not_tried"]) == ("recall", 2, 0)


def test_blame_tells_what_an_item_rests_on(tea: Terminal) -> None:
    """Its own source, and the conversation whose questions had it promoted."""
    for question in ("green tea", "cellar tea", "where is the tea", "tea of ana"):
        tea.says("search", question, "--asked-from", "conversation/chat")
    tea.says("dream")
    item = tea.id_of("green tea cellar")
    told = squeezed(tea.says("blame", item[:8]))
    assert "conversation/tea/1 says it without it: gone, and nothing else says it" in told
    assert re.search(
        r"a source without items \(\S+\) asked for it without it: it fades again", told
    )
    assert tea.json("blame", item)["of"] == "item"


def test_blame_tells_what_a_belief_rests_on(tea: Terminal) -> None:
    """How sure the memory would be of it without what spoke for it."""
    tea.says("remember", "The tea is good.", "--kind", "belief", "--confidence", "0.5")
    item = tea.id_of("tea good")
    tea.says("revise", item, "--for", "--by", tea.id_of("green tea cellar"))
    told = squeezed(tea.says("blame", item))
    assert re.search(r"current, never fades, trust 1\.00, confidence 0\.\d\d", told)
    assert re.search(
        r"conversation/tea/1 speaks for it without it: confidence 0\.\d\d → 0\.50", told
    )


def test_the_limit_is_told_where_it_was_reached(tea: Terminal) -> None:
    """Nobody takes a part for the whole."""
    tea.says("search", "tea")
    assert "1 not tried: the limit is 1; --limit raises it" in tea.says("blame", "--limit", "1")


def test_neither_leaves_a_trace(asked: Terminal) -> None:
    """Explaining is no recall, and leaving out is no forgetting."""
    before = asked.journal()
    for words in (("explain",), ("blame",), ("blame", asked.id_of("hazelnuts"))):
        assert all(len(line) <= COLUMNS for line in asked.says(*words).splitlines())
    assert asked.journal() == before


@pytest.mark.parametrize("command", ["explain", "blame"])
def test_what_is_no_recall_is_one_sentence(tea: Terminal, command: str) -> None:
    """It says what is there, and what to do."""
    result = tea.run(command, "3")
    assert (result.exit_code, result.stdout) == (1, "")
    assert "there is no recall here yet; `lethelog search` leaves one" in result.stderr
    tea.says("search", "tea")
    assert "at 3: an item came in; the newest is at 4" in tea.run(command, "3").stderr


@pytest.mark.parametrize("command", ["explain", "blame"])
def test_only_learning_makes_a_store(terminal: Terminal, command: str) -> None:
    """A mistyped --store is told."""
    result = terminal.run(command)
    assert (result.exit_code, result.stdout) == (1, "")
    assert not terminal.store.exists()
