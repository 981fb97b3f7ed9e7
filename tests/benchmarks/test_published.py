"""The figures of others, which stand beside ours."""

from __future__ import annotations

import pytest

from lethelog.benchmarks.locomo_protocols import Answered, by_protocol
from lethelog.benchmarks.published import (
    BEAM,
    LOCOMO,
    LONGMEMEVAL_S,
    SESSION_HIT,
    Published,
    beside,
)
from lethelog.benchmarks.recall_scores import Ranking


@pytest.mark.parametrize("published", [*LOCOMO, *BEAM, *LONGMEMEVAL_S], ids=lambda each: each.name)
def test_every_published_figure_has_its_source_and_what_differs(published: Published) -> None:
    """A number of which nobody knows where it is from is no comparison."""
    assert published.name
    assert published.source
    assert published.differs
    assert all(0 < figure <= 100 for figure in published.figures.values())


def test_every_protocol_of_locomo_is_counted_with_every_measure_that_is_published() -> None:
    """No published figure stands alone for want of one of ours."""
    one = Ranking(conversation="conv-26", group="temporal", evidence=frozenset({"a"}), found=("a",))
    ours = by_protocol([Answered(turns=one, spelled=one, sessions=one)])
    for each in LOCOMO:
        assert each.figures.keys() <= ours[each.protocol].keys()


def test_a_published_figure_stands_beside_ours_with_the_distance() -> None:
    """Theirs, ours, and who is ahead; what we did not measure is left out."""
    text = beside(LOCOMO, {SESSION_HIT: {"questions": 1982, "hit@5": 95.0}})
    head, line, note = text.splitlines()
    assert head.split() == ["protocol", "measure", "theirs", "ours", "apart"]
    assert line.split()[-4:] == ["hit@5", "93.9", "95.0", "+1.1"]
    assert note.strip().startswith("engram-search 0.1.7, sessions: ")


def test_what_nothing_was_tuned_on_stands_in_a_column_of_its_own() -> None:
    """Nobody has to take the half that was looked at for the other."""
    ours = {SESSION_HIT: {"hit@5": 95.0}}
    head, line, _ = beside(LOCOMO, ours, {SESSION_HIT: {"hit@5": 92.5}}).splitlines()
    assert head.split()[-2:] == ["held", "out"]
    assert line.split()[-2:] == ["+1.1", "92.5"]
