"""The constants: within their bounds every law of ranking and promotion holds."""

from __future__ import annotations

import json
from math import inf, isfinite, nan
from pathlib import Path
from typing import Final

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.domain.bounds import Bounds, Constant, allowed_in
from lethelog.domain.decay import retention
from lethelog.domain.errors import InvalidInput
from lethelog.domain.events import IMPORTANCE_MAX
from lethelog.domain.identity import QueryHash
from lethelog.domain.policy import (
    DEFAULT,
    PARTS,
    Policy,
    RankingPolicy,
    check,
    differences,
    part_of,
)
from lethelog.domain.presets import PRESETS
from lethelog.domain.promotion import Evidence, promotion_score
from lethelog.domain.ranking import importance_factor, relevance
from lethelog.domain.times import DAY
from lethelog.tests.architecture.house import ROOT
from lethelog.tests.policies import policies, with_constant
from lethelog.tests.story import TODAY

REFERENCE: Final = (ROOT / "docs" / "policies.md").read_text(encoding="utf-8")
CAME_LATER: Final = (
    "context_weight",
    "author_weight",
    "session_weight",
    "date_weight",
    "time_weight",
    "vector_weight",
    "vector_context_weight",
    "retention_floor",
)
EVERY_KEY: Final = [(part, key) for part, kind in PARTS.items() for key in allowed_in(kind)]


@pytest.mark.parametrize("name", PRESETS)
def test_every_preset_is_within_bounds_and_called_as_it_is_found(name: str) -> None:
    """Whoever names one gets one that can be adopted."""
    check(PRESETS[name])
    assert PRESETS[name].name == name


@pytest.mark.parametrize(("part", "key"), EVERY_KEY)
def test_no_constant_may_be_out_of_its_bounds(part: str, key: str) -> None:
    """Below, above, infinite, no number or another word; told are the key and what is allowed."""
    allowed = allowed_in(PARTS[part])[key]
    wrong: tuple[Constant, ...] = ("no such word", ("decay", "no such word"), ("decay", "decay"))
    if isinstance(allowed, Bounds):
        below = allowed.least if allowed.above else allowed.least - 1
        wrong = (below, allowed.most + 1, inf, -inf, nan)
    for value in wrong:
        with pytest.raises(InvalidInput) as refused:
            check(with_constant(DEFAULT, f"{part}.{key}", value))
        assert f"[{part}] {key} is {value}" in str(refused.value)
        assert f"allowed is {allowed}" in str(refused.value)


@pytest.mark.parametrize(("part", "key"), EVERY_KEY)
def test_the_reference_tells_of_every_constant(part: str, key: str) -> None:
    """Its bounds and its default stand in the line of its key, below its table."""
    _, _, rest = REFERENCE.partition(f"\n## [{part}]\n")
    [row] = [each for each in rest.partition("\n## ")[0].split("\n") if f"| `{key}` |" in each]
    cells = [cell.strip() for cell in row.strip("| ").split("|")]
    default: Constant = getattr(part_of(DEFAULT, part), key)
    assert cells[1:3] == [
        str(allowed_in(PARTS[part])[key]),
        ", ".join(default) if isinstance(default, tuple) else str(default),
    ]
    assert all(cells), row


def test_the_reference_tells_of_no_other_constant() -> None:
    """What is gone from the policy is gone from the page."""
    told = [line.split("`")[1] for line in REFERENCE.split("\n") if line.startswith("| `")]
    assert told == [key for _, key in EVERY_KEY]


@pytest.mark.parametrize("name", ["", " ", "two\nlines", "bell\a", "x" * 65])
def test_a_name_is_one_short_line(name: str) -> None:
    """It is printed in tables and in comments of files."""
    with pytest.raises(InvalidInput, match="cannot be the name of a policy"):
        check(Policy(name=name))


def test_what_was_recorded_is_read_whatever_the_bounds_are_now() -> None:
    """Bounds that are drawn closer later must not make an old journal unreadable."""
    odd = with_constant(DEFAULT, "ranking.half_life_days", -1.0)
    assert msgspec.json.decode(msgspec.json.encode(odd), type=Policy) == odd


def test_what_was_recorded_without_a_later_constant_has_its_default() -> None:
    """So an old decision is explained by the numbers that it was made with."""
    old = b'{"ranking":{"half_life_days":10.0},"promotion":{}}'
    assert msgspec.json.decode(old, type=Policy) == Policy(
        ranking=RankingPolicy(half_life_days=10.0)
    )


def test_a_constant_that_came_later_changes_nothing_until_it_is_set() -> None:
    """What is recorded without it was ranked without it; new memories use all of them."""
    old, new = RankingPolicy(), DEFAULT.ranking
    assert {key: getattr(old, key) for key in CAME_LATER} == dict.fromkeys(CAME_LATER, 0.0)
    assert [key for key in CAME_LATER if not getattr(new, key)] == []
    for age_days in (-1.0, 0.0, 45.0, 10_000.0):
        fades_to = retention(age_days, old.half_life_days, old.retention_floor)
        assert fades_to == retention(age_days, old.half_life_days)


DECLARED: Final = json.loads(Path(__file__).with_name("declared_defaults.json").read_text("utf-8"))


@pytest.mark.parametrize("part", PARTS)
def test_a_declared_default_stays_what_it_was(part: str) -> None:
    """It is left out of what is recorded: another one would change what was decided long ago.

    Whoever adds a constant adds it to the file; nobody changes a line of it.
    """
    now = {key: getattr(PARTS[part](), key) for key in allowed_in(PARTS[part])}
    assert json.loads(json.dumps(now)) == DECLARED[part]


@pytest.mark.parametrize("name", PRESETS)
def test_what_is_recorded_of_a_preset_reads_as_the_same(name: str) -> None:
    """Whatever is left out, because it is as declared."""
    for kept in (PRESETS[name], PRESETS[name].ranking, PRESETS[name].promotion):
        assert msgspec.json.decode(msgspec.json.encode(kept), type=type(kept)) == kept


def test_what_every_search_records_of_the_constants_is_short() -> None:
    """Those alone that are other than declared; it was 300 bytes when there were fewer of them."""
    assert len(msgspec.json.encode(DEFAULT.ranking)) < 200
    assert len(msgspec.json.encode(DEFAULT)) < 600


@given(policies(of=["ranking"]), st.floats(0, 1e6), st.floats(0, 1e6), st.floats(-1e6, 1e6))
def test_within_bounds_every_factor_of_a_score_is_a_share(
    policy: Policy, bm25: float, weight: float, age_days: float
) -> None:
    """None divides by zero, and none leaves 0 to 1."""
    ranking = policy.ranking
    assert 0.0 <= relevance(bm25, weight, ranking) <= 1.0
    for importance in (0.0, 5.0, IMPORTANCE_MAX):
        assert 0.0 <= importance_factor(importance, ranking) <= 1.0
    left = retention(age_days, ranking.half_life_days, ranking.retention_floor)
    assert 0.0 <= ranking.retention_floor <= left <= 1.0


EVIDENCE: Final = st.builds(
    Evidence,
    position=st.integers(1, 99),
    query_hash=st.sampled_from(["a", "b", "c"]).map(QueryHash),
    relevance=st.floats(0, 1),
    recalled_at=st.integers(TODAY - 1000 * DAY, TODAY),
)


@given(policies(of=["promotion"]), st.lists(EVIDENCE, max_size=6))
def test_within_bounds_a_promotion_score_is_at_most_the_sum_of_its_weights(
    policy: Policy, evidence: list[Evidence]
) -> None:
    """The weights need not add up to 1."""
    weights = policy.promotion
    score = promotion_score(evidence, TODAY, weights)
    for share in (score.frequency, score.relevance, score.diversity, score.recency):
        assert 0.0 <= share <= 1.0 + 1e-12
    total = (
        weights.frequency_weight
        + weights.relevance_weight
        + weights.diversity_weight
        + weights.recency_weight
    )
    assert isfinite(score.total)
    assert score.total <= total + 1e-9


@settings(max_examples=25)
@given(policies(), policies())
def test_differences_are_all_that_tells_two_policies_apart(one: Policy, other: Policy) -> None:
    """Whoever changes them in one has the constants of the other; names are no constants."""
    changed = one
    for each in differences(one, other):
        part, _, key = each.key.partition(".")
        assert getattr(part_of(one, part), key) == each.one
        changed = with_constant(changed, each.key, each.other)
    assert differences(changed, other) == ()
    assert differences(one, replace(one, name="another")) == ()
