"""Two texts about the same show by what the later one may not agree with the earlier one."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.conflict_cues import SHARED_MIN, content_words, cues


def told(earlier: str, later: str) -> dict[str, str]:
    """The reasons by the kinds of the signs."""
    return {str(cue.kind): cue.reason for cue in cues(earlier, later)}


@pytest.mark.parametrize(
    ("earlier", "later", "kind", "reason"),
    [
        ("I like tea", "I don't like tea", "negation", "only the later one says \"don't\""),
        ("I never eat fish", "I eat fish", "negation", "only the earlier one says 'never'"),
        ("Tea without sugar", "Tea has sugar", "negation", "only the earlier one says 'without'"),
        ("The rent is 900", "The rent is 1,200", "number", "1,200 where the earlier one says 900"),
        ("I have two dogs", "I have three dogs", "number", "three where the earlier one says two"),
        ("It starts at 9:30", "It starts at 10", "number", "10 where the earlier one says 9:30"),
        ("The talk is on Monday", "The talk is on Friday", "date",
         "friday where the earlier one says monday"),
        ("Due 7 May 2023", "Due 9 May", "date", "9 May where the earlier one says 7 May 2023"),
        ("Due in May 2023", "It is due in May 2024", "date",
         "in May 2024 where the earlier one says in May 2023"),
        ("Anna lives in Paris", "Anna now lives in Rome", "update", "the later one says 'now'"),
        ("I use vim", "I switched and use emacs", "update", "the later one says 'switched'"),
        ("I work at night", "I work at night no longer", "update",
         "the later one says 'no longer'"),
        ("My favourite colour is blue", "My favourite colour is red", "words",
         "both speak of favourite, colour"),
    ],
)  # fmt: skip
def test_a_sign_says_by_what_it_was_seen(earlier: str, later: str, kind: str, reason: str) -> None:
    """In the words of the texts."""
    assert told(earlier, later)[kind] == reason


@pytest.mark.parametrize(
    ("earlier", "later", "kind"),
    [
        ("I don't like tea", "I do not like tea", "negation"),
        ("We have two dogs", "We have 2 dogs", "number"),
        ("The rent is 1,200", "The rent is 1200", "number"),
        ("The rent is due", "The rent is 900 and due", "number"),
        ("Due 7 May 2023", "Due in May", "date"),
        ("Due 7 May 2023", "Due 8 May 2023", "number"),
        ("Due in May", "Due soon", "date"),
        ("Anna now lives in Rome", "Anna lives in Rome", "update"),
        ("I know Anna", "I know Anna knows", "update"),
    ],
)
def test_what_agrees_is_no_sign(earlier: str, later: str, kind: str) -> None:
    """Nor what only one of them tells; and what is new must be so in the later one."""
    assert kind not in told(earlier, later)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("I live in Paris", "I moved to Rome"),
        ("Anna's cat is called Tom", "Anna now lives in Rome"),
        ("It was not", "It is now"),
        ("", "now"),
        ("?", "!"),
    ],
)
def test_texts_about_different_things_show_no_sign(earlier: str, later: str) -> None:
    """One name that both have is too little, if each says more."""
    assert told(earlier, later) == {}


def test_languages_without_spaces_share_pairs_of_characters() -> None:
    """Though no word of theirs is known here."""
    assert set(told("東京に住む", "大阪に住む")) == {"words"}


def test_words_are_the_same_without_their_endings() -> None:
    """And stand as they were first written."""
    assert content_words("Anna's dogs walked, the dog walks") == {
        "anna": "anna",
        "dog": "dogs",
        "walk": "walked",
    }


@given(st.text(max_size=80), st.text(max_size=80))
def test_any_texts_can_be_compared(earlier: str, later: str) -> None:
    """Without an error, and never with a sign where they share no word."""
    found = cues(earlier, later)
    one, other = content_words(earlier), content_words(later)
    assert not found or one.keys() & other.keys()
    assert [cue.kind for cue in found] == sorted({cue.kind for cue in found}, key=_ORDER.index)


@given(st.lists(st.sampled_from("tea milk not 3 7 now Monday Friday in May 2023".split())))
def test_a_text_is_in_no_conflict_with_itself(words: list[str]) -> None:
    """But for a word that says that something changed."""
    text = " ".join(words)
    assert set(told(text, text)) <= {"update", "words"}


def test_one_word_of_two_needs_another_sign() -> None:
    """Who likes tea may well like coffee; half of the shorter text is enough to look for more."""
    assert SHARED_MIN == 0.5
    assert told("I like tea", "I like coffee") == {}
    assert set(told("I like tea", "I don't like coffee")) == {"negation"}
    assert set(told("tea", "green tea")) == {"words"}
    assert told("green tea cups", "no tea bowls and spoons") == {}


_ORDER = ["negation", "number", "date", "update", "words"]
