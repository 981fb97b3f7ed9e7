"""A policy as a file: read strictly, and written so that it reads as the same."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from lethelog.domain.bounds import allowed_in
from lethelog.domain.errors import InvalidInput
from lethelog.domain.policy import DEFAULT, PARTS, Policy, PromotionPolicy, part_of, with_parts
from lethelog.domain.presets import PRESETS
from lethelog.sources.policy_file import POLICY_BYTES_MAX, read_policy, written
from lethelog.tests.policies import has_name, policies


def read(text: str | bytes) -> Policy:
    """The policy in a file called mine.toml."""
    raw = text if isinstance(text, bytes) else text.encode()
    return read_policy(raw, "mine.toml", name="mine")


@settings(max_examples=25)
@given(policies())
def test_what_is_written_reads_as_the_same_policy(policy: Policy) -> None:
    """Every constant to the last digit, and the name of every part."""
    assert read(written(policy)) == policy


@pytest.mark.parametrize("name", PRESETS)
def test_a_preset_is_written_and_read_as_what_it_is(name: str) -> None:
    """By itself, and as the base of a file that says nothing else."""
    assert read(written(PRESETS[name])) == PRESETS[name]
    assert read(f'base = "{name}"\nname = "{name}"') == PRESETS[name]


@settings(max_examples=25)
@given(policies(same_name=True, of=[part for part in PARTS if has_name(part)]))
def test_a_part_is_called_as_its_policy_unless_it_says_otherwise(policy: Policy) -> None:
    """A written file has one name where there is one."""
    assert written(policy).count("name = ") == 1


def test_a_written_file_holds_every_constant() -> None:
    """Whoever keeps it needs no default, which may change."""
    told = tomllib.loads(written(DEFAULT))
    assert {part: list(told[part]) for part in PARTS} == {
        part: list(allowed_in(kind)) for part, kind in PARTS.items()
    }


def test_what_a_file_leaves_out_is_as_in_its_base() -> None:
    """The base is the default unless told; the name is that of the file unless told."""
    mine = read("[ranking]\nhalf_life_days = 90")
    assert mine.ranking == replace(DEFAULT.ranking, name="mine", half_life_days=90.0)
    assert mine.promotion == replace(DEFAULT.promotion, name="mine")
    assert read('base = "default"\n[ranking]\nhalf_life_days = 90') == mine
    named = {part: replace(part_of(DEFAULT, part), name="mine") for part in PARTS if has_name(part)}
    assert read("") == with_parts(replace(DEFAULT, name="mine"), named)


def test_what_a_part_of_ranking_leaves_out_is_as_in_the_base_too() -> None:
    """Its tables stand beside those of the others."""
    mine = read('base = "duduclaw"\n[decay]\nstability_days = 21\n[trust]\nweb = 0')
    base = PRESETS["duduclaw"].ranking
    assert mine.ranking.decay == replace(base.decay, stability_days=21.0)
    assert mine.ranking.trust == replace(base.trust, web=0.0)
    assert mine.ranking.blend == base.blend


def test_a_list_of_words_is_read_in_its_order() -> None:
    """What a dream does first is the choice of whoever writes the file."""
    told = read("[dream]\nphases = ['promote', 'collect']")
    assert told.dream.phases == ("promote", "collect")
    assert read("[dream]\nphases = []").dream.phases == ()


def test_names_go_from_the_policy_to_its_parts() -> None:
    """So a promotion tells which policy it was made by."""
    told = read('name = "calm"\n[promotion]\nname = "strict"\nrecalls_min = 9')
    assert (told.name, told.ranking.name) == ("calm", "calm")
    assert told.promotion == PromotionPolicy(name="strict", recalls_min=9)


def test_a_whole_number_may_stand_for_any_number() -> None:
    """What is decided by is a number of the right type all the same."""
    half_life = read("[ranking]\nhalf_life_days = 90").ranking.half_life_days
    assert (half_life, type(half_life)) == (90.0, float)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[ranking]\nhalf_life = 3", r"'half_life' is no key of \[ranking\] in mine\.toml;"),
        ("[ranking]\nhalf_life = 3", r"did you mean 'half_life_days'\? there is name, k1, b, "),
        ("half_life_days = 3", r"no key at the top of mine\.toml; it belongs in \[ranking\]"),
        (
            "[promotion]\nk1 = 3",
            r"no key of \[promotion\] in mine\.toml; it belongs in \[ranking\]",
        ),
        ("[rankin]", r"did you mean 'ranking'\? there is name, base, ranking, decay, blend,"),
        ("[ranking.deep]\nk1 = 1", r"'deep' is no key of \[ranking\]"),
        ("[[ranking]]", r"ranking is list in mine\.toml; write it as \[ranking\]"),
        ("ranking = 3", r"ranking is 3 in mine\.toml; write it as \[ranking\]"),
        ("name = 3", r"name is 3 in mine\.toml; give a text"),
        ('name = " "', r"' ' cannot be the name of a policy, as in mine\.toml"),
        ('name = "a\\tb"', r"cannot be the name"),
        ("base = 'calm'", r"base is 'calm' in mine\.toml; the presets are default"),
        (
            "[ranking]\nk1 = 'high'",
            r"\[ranking\] k1 is 'high' in mine\.toml; give a number, 0 to 1",
        ),
        (
            "[decay]\ncurve = 'steep'",
            r"\[decay\] curve is 'steep' in mine\.toml; allowed is one of half-life, hyperbolic,",
        ),
        ("[decay]\ncurve = 3", r"curve is 3 in .*; give a word, one of half-life"),
        ("[dream]\nphases = 'collect'", r"phases is 'collect' in .*; give a list of words, any of"),
        ("[dream]\nphases = ['sleep']", r"phases is list in .*; allowed is any of collect, filter"),
        ("[dream]\nphases = [3]", r"phases is list in .*; allowed is any of collect, filter"),
        ("[dream]\nphases = [[]]", r"phases is list in .*; allowed is any of collect, filter"),
        ("[dream]\nphases = ['decay', 'decay']", r"allowed is any of collect, .*, each once"),
        ("[trust]\nname = 'x'", r"'name' is no key of \[trust\]"),
        ("[ranking]\nk1 = true", r"k1 is True in mine\.toml; give a number"),
        ("[ranking]\nk1 = 2026-03-01", r"k1 is date in mine\.toml; give a number"),
        ("[promotion]\nrecalls_min = 2.0", r"recalls_min is 2\.0 in .*; give a whole number, 1 to"),
        ("[promotion]\nrecalls_min = 0", r"recalls_min is 0 in .*; allowed is 1 to 1,000,000"),
        ("[ranking]\nk1 = nan", r"k1 is nan in mine\.toml; allowed is 0 to 1,000"),
        ("[ranking]\nhalf_life_days = inf", r"is inf in .*; allowed is above 0, at most 1,000,000"),
        ("[ranking]\nk1 = " + "1" * 400, r"k1 is 1{40}… in mine\.toml; allowed is 0 to 1,000"),
        ("[ranking]\nb = 1\nb = 2", r"mine\.toml is not TOML: Cannot overwrite a value"),
        ("[ranking]\n\nb =", r"mine\.toml is not TOML: Invalid value \(at "),
        ("[ranking]\nb = 1 2\n", r"not TOML: .* \(at line 2, column 7\)"),
        ("a = " + "[" * 9_999, r"mine\.toml is nested deeper than 32"),
        ("a = " + "1" * 5_000, r"mine\.toml is not TOML"),
    ],
)
def test_what_is_not_understood_is_said_and_never_passed_over(text: str, said: str) -> None:
    """With its place, what was found, and what would be right."""
    with pytest.raises(InvalidInput, match=said):
        read(text)


@pytest.mark.parametrize(
    ("raw", "said"),
    [
        (b"name = '\xff'", "is not UTF-8: byte 8"),
        (b"a = '\0'", "is not text"),
        (b" " * (POLICY_BYTES_MAX + 1), "a policy has at most 65536"),
    ],
)
def test_a_file_that_is_no_policy_is_refused_as_a_whole(raw: bytes, said: str) -> None:
    """Before anything in it is looked at."""
    with pytest.raises(InvalidInput, match=said):
        read(raw)
