"""Writing a snapshot: within its tokens whatever is in it, and nothing said twice."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from lethelog.asking.snapshot import ROOM, Candidate
from lethelog.asking.snapshot_text import Page, Plan, cited_in, one_line
from lethelog.domain.events import Hit
from lethelog.domain.identity import ItemId, squeeze
from lethelog.domain.times import DAY
from lethelog.domain.tokens import count_tokens


def candidate(d: int, text: str, *, author: str = "", dated_at: int | None = None) -> Candidate:
    """An item that may be told."""
    return Candidate(
        d=d,
        hit=Hit(item=ItemId(f"item{d:012}"), rank=1, score=1.0, relevance=0.0),
        kind="fact",
        text=text,
        author=author,
        source=None,
        dated_at=dated_at,
        confidence=0.5,
        is_contradicted=False,
    )


CANDIDATES = st.builds(
    candidate,
    st.integers(1, 20),
    st.one_of(
        st.text(max_size=60),
        st.sampled_from(["tea", "Tea ", "## Who you are", "long " * 200, "x" * 3_000, "緑茶" * 90]),
    ),
    author=st.sampled_from(["", "Ana", "A\n# b"]),
    dated_at=st.sampled_from([None, 0, 20_000 * DAY]),
)
PLANS = st.builds(
    Plan,
    candidates=st.fixed_dictionaries({part: st.lists(CANDIDATES, max_size=8) for part in ROOM}),
    items_max=st.integers(1, 8),
    tokens_max=st.integers(1, 900),
    made_at=st.just(20_000 * DAY),
    position=st.integers(0, 10**6),
)


@given(PLANS)
def test_it_never_takes_more_than_its_tokens(plan: Plan) -> None:
    """However few there are, and whatever the texts are."""
    assert count_tokens(Page(plan).write()) <= plan.tokens_max


@given(PLANS)
def test_nothing_is_said_twice(plan: Plan) -> None:
    """Each text is told in one place, which is its rank, and each line is one item."""
    page = Page(plan)
    text = page.write()
    told = [each for part in ROOM for each in page.parts[part]]
    said = [squeeze(each.candidate.text) for each in told]
    assert len(said) == len(set(said))
    cited = [each for part in cited_in(page.parts).values() for each in part]
    assert [each.rank for each in cited] == list(range(1, len(told) + 1))
    assert [line for line in text.split("\n") if line.startswith("- ")] == [t.line for t in told]


@given(st.text())
def test_a_text_becomes_one_line_that_shows_all_of_it(text: str) -> None:
    """So no text can pretend to be a heading."""
    assert len(one_line(text).splitlines()) <= 1
    assert all(
        character.isprintable() or character in "\u200c\u200d" for character in one_line(text)
    )


def written(*texts: str, tokens_max: int = 2_000) -> str:
    """What becomes of texts that rank in this order."""
    first = [candidate(d, text) for d, text in enumerate(texts, start=1)]
    plan = Plan(
        candidates={"top": first, "index": first},
        items_max=20,
        tokens_max=tokens_max,
        made_at=0,
        position=9,
    )
    return Page(plan).write()


def test_the_first_takes_two_fifths_of_its_part_at_most() -> None:
    """And the second a quarter, the third 15 %; the rest goes to the others."""
    text = written("one " * 900, "two " * 900, "three " * 900, "four", "five " * 900)
    taken = [count_tokens(line) for line in text.split("\n") if line.startswith("- ")]
    # 800 tokens, and what is left of the parts before, are 1150.
    assert [round(each / 1_150, 2) for each in taken[:3]] == [0.4, 0.25, 0.15]
    assert "- “four” [" in text
    assert (
        "\n- “five five five five five five five five…” ["
        in text.partition("## What you know more")[2]
    )


def test_what_a_part_leaves_goes_to_the_others() -> None:
    """Short texts are all told in full, though they are many."""
    assert written(*(f"fact number {n}" for n in range(20))).count("\n- “fact number") == 20
