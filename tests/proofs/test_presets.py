"""What the four designs have published comes out here, or the page tells why it does not."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import Final

import pytest

from lethelog.benchmarks.page import part_of_page
from lethelog.domain.presets import PRESETS
from lethelog.tests.proofs.preset_figure import FOLLOWS, Figure
from lethelog.tests.proofs.preset_figures import FIGURES, figures_table
from lethelog.tests.proofs.preset_snapshot import PRESET, tokens_of_snapshots

LOCOMO: Final = os.environ.get("LOCOMO", "")
_EXPLAINED: Final = 20  # characters; fewer explain nothing


@pytest.mark.parametrize("figure", FIGURES, ids=lambda figure: re.sub(r"\W+", "-", figure.name))
def test_ours_is_what_their_formula_gives(figure: Figure) -> None:
    """And theirs is that too, or there is a sentence about why not."""
    assert figure.expected, "a row says what it should be"
    assert figure.shown() == figure.expected
    if figure.theirs and figure.theirs != figure.expected:
        assert len(figure.because) > _EXPLAINED, "a row that differs says why"
    else:
        assert figure.verdict() in {"equal", figure.because, FOLLOWS}


def test_no_figure_stands_twice() -> None:
    """A row is found by its name."""
    names = [each.name for each in FIGURES]
    assert [each for each in names if names.count(each) > 1] == []


def test_the_page_has_the_table_as_it_is() -> None:
    """`make proof-presets` writes it."""
    assert part_of_page("figures") == figures_table()


@pytest.mark.skipif(not LOCOMO, reason="LOCOMO=path/to/locomo10.json has it told real ones too")
def test_no_snapshot_of_a_real_conversation_has_more_tokens_than_allowed() -> None:
    """With and without a question."""
    assert max(tokens_of_snapshots(Path(LOCOMO))) <= PRESETS[PRESET].context.tokens_max
