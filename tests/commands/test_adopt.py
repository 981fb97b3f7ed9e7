"""Policies come into force one after the other, and each decision keeps its own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from lethelog import Memory, Policy
from lethelog.asking.adoption import adopted
from lethelog.commands.named_policy import file_of, named_policy
from lethelog.domain.errors import InvalidInput
from lethelog.domain.events import PolicyAdopted, Recalled
from lethelog.domain.policy import DEFAULT, PromotionPolicy, RankingPolicy
from lethelog.tests.story import TODAY

PATIENT = Policy(name="patient", ranking=RankingPolicy(name="patient", half_life_days=365.0))
STRICT = Policy(name="strict", promotion=PromotionPolicy(name="strict", recalls_min=9))


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A store in memory where it is always the same day."""
    with Memory.in_memory(clock=lambda: TODAY) as opened:
        yield opened


def adoptions(memory: Memory) -> list[PolicyAdopted]:
    """All that are recorded."""
    return [r.event for r in memory.journal.read() if isinstance(r.event, PolicyAdopted)]


def test_an_adopted_policy_is_in_force_from_then_on_with_who_and_why(memory: Memory) -> None:
    """And the one before is what it was, for whoever asks about then."""
    assert memory.ask(adopted).policy == DEFAULT
    assert memory.adopt(PATIENT, reason="stay longer").is_news
    memory.adopt(STRICT)
    assert memory.policy == STRICT
    then = memory.as_of(1).ask(adopted)
    assert (then.policy, then.position, then.judge) == (PATIENT, 1, "person")
    assert (then.reason, then.adopted_at) == ("stay longer", TODAY)


def test_adopting_what_is_in_force_is_no_news(memory: Memory) -> None:
    """Neither the default at the beginning nor anything a second time."""
    assert not memory.adopt(DEFAULT).is_news
    assert memory.adopt(PATIENT).is_news
    assert not memory.adopt(PATIENT).is_news
    assert memory.adopt(DEFAULT).is_news
    assert [each.policy for each in adoptions(memory)] == [PATIENT, DEFAULT]


def test_a_policy_that_cannot_be_decided_by_is_refused(memory: Memory) -> None:
    """Whether it is adopted, or given when a store is opened; nothing is recorded."""
    broken = Policy(ranking=RankingPolicy(half_life_days=0.0))
    with pytest.raises(InvalidInput, match=r"half_life_days is 0\.0 in the policy 'default'"):
        memory.adopt(broken)
    assert adoptions(memory) == []
    with pytest.raises(InvalidInput, match="allowed is above 0"):
        Memory.in_memory(policy=broken)


def test_a_memory_that_was_opened_with_a_policy_keeps_it(tmp_path: Path) -> None:
    """Whoever opens the same store without one gets what was adopted."""
    with Memory.open(tmp_path, policy=STRICT) as given:
        assert given.adopt(PATIENT).is_news
        assert given.policy == STRICT
    with Memory.open(tmp_path) as later:
        assert later.policy == PATIENT


def test_another_memory_of_the_same_store_sees_what_was_adopted(tmp_path: Path) -> None:
    """Without being opened again."""
    with Memory.open(tmp_path) as one, Memory.open(tmp_path) as other:
        assert other.policy == DEFAULT
        one.adopt(PATIENT)
        assert other.policy == PATIENT


def test_old_decisions_keep_their_constants(memory: Memory) -> None:
    """A promotion keeps its thresholds and a recall its ranking, whatever is adopted since."""
    [tea] = memory.remember("tea in the tin", dated_at=TODAY).items
    for question in ("tea", "tin", "tea tin"):
        memory.search(question)
    assert [each.item for each in memory.dream().promoted] == [tea]
    memory.adopt(replace(STRICT, ranking=PATIENT.ranking))
    promotion = memory.why(tea).promotion
    assert promotion is not None
    assert promotion.policy == DEFAULT.promotion
    memory.search("tea")
    memory.flush()
    recalls = [r.event for r in memory.journal.read() if isinstance(r.event, Recalled)]
    kept = [recall.asked.ranking for recall in recalls if recall.asked]
    assert kept == [DEFAULT.ranking] * 3 + [PATIENT.ranking]
    assert [recall.policy for recall in recalls] == ["default"] * 3 + ["patient"]


def test_a_policy_is_named_by_a_preset_or_a_file(tmp_path: Path) -> None:
    """A file without a name is called as the file is."""
    assert named_policy("default") == DEFAULT
    path = tmp_path / "patient.toml"
    path.write_text("[ranking]\nhalf_life_days = 365\n", encoding="utf-8")
    patient = replace(DEFAULT.ranking, name="patient", half_life_days=365.0)
    assert named_policy(path).ranking == patient
    path.write_text(file_of(STRICT), encoding="utf-8")
    assert named_policy(str(path)) == STRICT


def test_what_names_no_policy_is_said_to_be_so(tmp_path: Path) -> None:
    """With the nearest preset; a file that is missing is named as such."""
    with pytest.raises(InvalidInput, match="'defualt' is no preset and no file; did you mean 'def"):
        named_policy("defualt")
    with pytest.raises(InvalidInput, match="is no preset and no file; the presets are default"):
        named_policy("xyz")
    with pytest.raises(InvalidInput, match=r"none\.toml cannot be read"):
        named_policy(tmp_path / "none.toml")
    with pytest.raises(InvalidInput, match="is a folder"):
        named_policy(tmp_path)
    large = tmp_path / "large.toml"
    large.write_bytes(b"#" * 70_000)
    with pytest.raises(InvalidInput, match="has 70000 bytes; 65536 are allowed"):
        named_policy(large)
