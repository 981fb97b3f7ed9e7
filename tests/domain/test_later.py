"""Characters that not every Python knows are treated alike by all of them."""

from __future__ import annotations

import sys
import unicodedata

import pytest

from lethelog.domain.identity import squeeze
from lethelog.domain.later import LATER
from lethelog.projections.analyser import terms

# A capital of Unicode 16 that becomes a letter of Unicode 1, one of 15 that is a letter, and one
# of 16 that stands above the letter before it.
CAPITAL, LETTER, MARK = "\ua7cb", "\U0001df25", "\u0897"


@pytest.mark.skipif(sys.version_info[:2] != (3, 11), reason="the oldest Python alone can tell")
def test_the_oldest_python_knows_none_of_them() -> None:
    """So nothing changes there."""
    later = [c for c in map(chr, range(sys.maxunicode + 1)) if LATER.fullmatch(c)]
    assert later
    assert [c for c in later if unicodedata.category(c) != "Cn"] == []


@pytest.mark.parametrize("later", [CAPITAL, LETTER, MARK])
def test_they_stand_between_words(later: str) -> None:
    """As everything does that belongs to no word."""
    assert terms(f"Tea{later}Cup") == ["tea", "cup"]


@pytest.mark.parametrize("later", [CAPITAL, LETTER, MARK])
def test_they_have_no_case_and_no_other_form(later: str) -> None:
    """What is around them is folded; two texts that differ in one of them are two texts."""
    assert squeeze(f"TE\u0301{later}A\u0301") == f"té{later}á"
