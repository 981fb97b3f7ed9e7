"""Asking by command line: readable for people, one document for programs."""

from __future__ import annotations

import re

import pytest

from lethelog.entrypoints import render
from lethelog.projections.answer import Answer
from lethelog.tests.entrypoints.terminal import Terminal

COLUMNS = 80
READING = (
    ("search", "tea"),
    ("why", "a"),
    ("facts",),
    ("sources",),
    ("status",),
    ("dream",),
    ("promote", "a"),
    ("contradict", "a"),
    ("supersede", "a", "--by", "b"),
    ("correct", "a", "b"),
    ("forget", "conversation/tea", "--dry-run"),
    ("unblock", "conversation/tea"),
    ("rebuild",),
)


def test_an_answer_shows_rank_score_id_date_source_and_text(tea: Terminal) -> None:
    """All that one needs to judge it, and to name it in the next command."""
    first, second, *_ = tea.says("search", "where is the green tea").splitlines()
    item = tea.id_of("green tea")
    assert re.fullmatch(rf" 1  \S+  {item[:8]}  2026-01-05  conversation/tea/1", first)
    assert second == "    Ana: The green tea is in the cellar."


def test_an_answer_shows_the_parts_of_its_score(tea: Terminal) -> None:
    """The product can be checked by hand."""
    assert re.search(
        r"relevance \S+ × retention \S+ × importance \S+ × trust 1\.000", tea.says("search", "tea")
    )


def test_a_long_text_is_wrapped(terminal: Terminal) -> None:
    """Nothing but a path is longer than a screen is wide, and no line ends in spaces."""
    terminal.says("remember", "tea " * 90)
    lines = terminal.says("search", "tea").splitlines()
    assert len(lines) > 5
    assert all(len(line) <= COLUMNS and line == line.rstrip() for line in lines)


def test_without_a_terminal_there_is_no_colour(tea: Terminal) -> None:
    """What goes into a file or a pipe is plain text."""
    item = tea.id_of("tea")
    for words in (("search", "tea"), ("why", item), ("facts",), ("status",)):
        assert "\x1b" not in tea.says(*words)


def test_a_question_without_an_answer_is_no_error(tea: Terminal) -> None:
    """One sentence, and an exit code that says that all went well."""
    assert tea.says("search", "zebra").startswith("nothing here answers that")
    told = tea.json("search", "zebra")
    assert [told[what] for what in ("found", "suppressed", "windows")] == [[], [], []]


def test_filters_narrow_an_answer(tea: Terminal) -> None:
    """Each option reaches the search."""

    def sources(*options: str) -> list[str]:
        found = tea.json("search", "tea Ana allergic", *options)["found"]
        return sorted(each["source"].partition("/")[0] for each in found)

    assert sources() == ["conversation", "conversation", "fact"]
    assert sources("--limit", "1") != sources()
    assert sources("--after", "2026-02-01") == ["conversation", "fact"]
    assert sources("--before", "2026-02-01") == ["conversation", "fact"]
    assert sources("--tier", "semantic") == ["fact"]
    assert sources("--kind", "event", "--kind", "belief") == ["conversation", "conversation"]
    assert sources("--source", "conversation/tea/2") == ["conversation"]
    assert sources("--diverse") == ["conversation", "conversation", "fact"]


def test_what_has_faded_is_found_on_request(terminal: Terminal) -> None:
    """What is too weak, and what lies in the archive; `explain` says that it was asked for."""
    for policy in ("agenternal", "ktao"):
        terminal.says("remember", f"{policy} said good morning", "--date", "2001-01-01")
        terminal.says("policy", "set", policy)
        words = ("search", "what", "did", policy, "say")
        assert terminal.says(*words, "--no-record").startswith("nothing here answers that")
        first, *_ = terminal.json(*words, "--with-faded")["found"]
        assert first["text"] == f"{policy} said good morning"
        assert "also faded" in " ".join(terminal.says("explain").split())


def test_a_program_gets_the_signals_of_each_relevance(tea: Terminal) -> None:
    """Each is a share, of the best that there is."""
    first, *_ = tea.json("search", "what did Ana say of the green tea in the cellar")["found"]
    assert first["part"] == 0
    names = ["words", "author", "session", "date", "time", "vector", "graph"]
    assert list(first["signals"]) == names
    assert (first["signals"]["words"], first["signals"]["author"]) == (1.0, 1.0)


def test_an_answer_without_what_should_have_counted_warns(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Beside the answer, not in it."""
    render.answer(Answer((), warning="only words ranked this answer"))
    told = capsys.readouterr()
    assert told.out.startswith("nothing here answers that")
    assert told.err == "warning: only words ranked this answer\n"


def test_a_superseded_item_is_shown_only_when_asked_for_and_is_marked(tea: Terminal) -> None:
    """Nobody takes an old answer for a current one."""
    old, new = tea.id_of("green tea cellar"), tea.id_of("moved upstairs")
    assert tea.says("supersede", old, "--by", new) == f"{old[:8]} gave way to {new[:8]}\n"
    assert old[:8] not in tea.says("search", "tea")
    assert re.search(rf"{old[:8]}.*superseded", tea.says("search", "tea", "--superseded"))


def test_a_search_is_recorded_unless_told_not_to(tea: Terminal) -> None:
    """What is asked for counts towards promotion."""
    before = tea.journal()
    tea.says("search", "tea", "--no-record")
    assert tea.journal() == before
    tea.says("search", "tea", "--asked-from", "conversation/tea")
    assert tea.journal() == (before[0] + 1, before[1] + 1)


def test_why_tells_the_whole_story(tea: Terminal) -> None:
    """Origin, recalls with their scores, promotion with its numbers, contradiction, chain."""
    for question in ("green tea", "cellar tea", "where is the tea", "tea of ana"):
        tea.says("search", question, "--asked-from", "conversation/chat")
    item, other = tea.id_of("green tea cellar"), tea.id_of("moved upstairs")
    tea.says("dream")
    tea.says("contradict", item, "--by", other, "--strength", "0.5", "--reason", "it was moved")
    tea.says("supersede", item, "--by", other, "--reason", "refined")
    told = " ".join(tea.says("why", item[:5]).replace("│", " ").split())
    for part in (
        "source conversation/tea/1",
        "dated 2026-01-05T00:00:00Z",
        "recalled 4 times",
        "“cellar tea”",
        "rank 1, score",
        "promoted by rule",
        "needs 0.60",
        "× 0.35 =",
        "4 recalls, needs 3",
        "4 different queries, needs 2",
        "rests on the recalls at 4, 5, 6, 7",
        "contradicted by a person",
        "cost 0.25 of the trust",
        "because: it was moved",
        "gave way to",
        f"now holds: {other[:8]}",
    ):
        assert part in told, part


def test_an_ambiguous_start_of_an_id_names_the_candidates(terminal: Terminal) -> None:
    """The user sees what to type instead; of 40 ids two share the first of 32 letters."""
    terminal.says(
        "ingest", "-", "--name", "f", stdin="\n".join(f"fact number {i}" for i in range(40))
    )
    firsts = [fact["item"][0] for fact in terminal.json("facts")["facts"]]
    shared = next(letter for letter in firsts if firsts.count(letter) > 1)
    result = terminal.run("why", shared)
    assert (result.exit_code, result.stdout) == (1, "")
    assert "fits several items" in result.stderr


def test_lists_are_for_people_and_for_programs(tea: Terminal) -> None:
    """Facts, sources and figures, each with its dates as ISO 8601."""
    assert "Ana is allergic to hazelnuts." in tea.says("facts")
    [fact] = tea.json("facts")["facts"]
    assert fact["learned"] == "taught"
    assert fact["learned_at"].endswith("Z")
    assert re.search(r"conversation/tea +2 items  2026-01-05 to 2026-02-05", tea.says("sources"))
    assert len(tea.json("sources")["sources"]) == 2
    assert len(tea.json("sources", "--all")["sources"]) == 4
    assert re.search(r"^items +3$", tea.says("status"), re.MULTILINE)
    assert tea.json("status")["items"] == 3


def test_an_empty_list_says_what_fills_it(tea: Terminal) -> None:
    """A store from which all was forgotten still helps."""
    for source in ("conversation/tea", tea.json("facts")["facts"][0]["source"]):
        tea.says("forget", source, "--yes")
    assert tea.says("facts").startswith("no facts yet")
    assert tea.says("sources").startswith("no sources yet")


@pytest.mark.parametrize("words", READING, ids=lambda words: str(words[0]))
def test_only_learning_makes_a_store(terminal: Terminal, words: tuple[str, ...]) -> None:
    """A mistyped --store is told, and no empty store is left behind."""
    result = terminal.run(*words)
    assert (result.exit_code, result.stdout) == (1, "")
    assert f"there is no store in {terminal.store} yet" in result.stderr
    assert not terminal.store.exists()


def test_no_output_obeys_what_a_text_says_to_the_terminal(tea: Terminal) -> None:
    """Control sequences in a question are shown as the harmless rest of them."""
    tea.says("search", "green \x1b[31mtea\x1b[0m cellar")
    assert "\x1b" not in tea.says("why", tea.id_of("green tea cellar"))
