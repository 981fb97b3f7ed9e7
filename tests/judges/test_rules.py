"""The rules read only what is safe, are not sure of it, and are silent about the rest."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.judge import SPEAKER, Verdict
from lethelog.domain.times import parse
from lethelog.judges.rules import CONFIDENCE, RulesJudge

JUDGE = RulesJudge()


@pytest.mark.parametrize(
    ("text", "subject", "attribute", "value"),
    [
        ("My name is Ana.", SPEAKER, "name", "Ana"),
        ("my favourite tea is sencha", SPEAKER, "favourite tea", "sencha"),
        ("My editor is now Vim!", SPEAKER, "editor", "Vim"),
        ("My birthday is 3 May 1990.", SPEAKER, "birthday", "3 May 1990"),
        ("My e-mail is a.b@c.example.", SPEAKER, "e-mail", "a.b@c.example"),
        ("Ana's role is head of sales.", "Ana", "role", "head of sales"),
        ("Ana’s role is now head of sales.", "Ana", "role", "head of sales"),
        ("The office is now in Basel.", "The office", "", "in Basel"),
        ("I moved to Berlin.", SPEAKER, "", "Berlin"),
        ("I've just switched over to Linux.", SPEAKER, "", "Linux"),
        ("I now use uv.", SPEAKER, "", "uv"),
    ],
)
def test_the_safe_forms_are_read(text: str, subject: str, attribute: str, value: str) -> None:
    """As the whole sentence, with its parts, and half sure."""
    [fact] = JUDGE.extract(text)
    assert (fact.text, fact.confidence) == (text, CONFIDENCE)
    assert (fact.subject, fact.attribute, fact.value) == (subject, attribute, value)


@pytest.mark.parametrize(
    ("text", "value", "since"),
    [
        ("I moved to Berlin on 3 May 2026.", "Berlin", "2026-05-03"),
        ("I moved to Berlin in May 2026.", "Berlin", "2026-05-01"),
        ("My editor is Vim since 2025-03-01.", "Vim", "2025-03-01"),
        ("Since 1 May 2026, my boss is Ana.", "Ana", "2026-05-01"),
        ("I now use uv as of 2026-02-01.", "uv", "2026-02-01"),
        ("My flight is on 2026-05-03.", "on 2026-05-03", ""),
    ],
)
def test_a_date_since_which_it_holds_is_kept(text: str, value: str, since: str) -> None:
    """One that is the value itself stays there."""
    [fact] = JUDGE.extract(text)
    assert (fact.value, fact.valid_from) == (value, since)


@pytest.mark.parametrize(
    "text",
    [
        "Is my name Ana?",
        "My car isn't red.",
        "My name is not Ana.",
        "If my name is Ana, I am lucky.",
        "Maybe my editor is Vim.",
        "My point is that you are wrong.",
        "My favourite tea is sencha, but I like coffee.",
        "My plan is to leave.",
        "He said “my name is Ana”.",
        "My boss was Ana.",
        "It is now raining.",
        "There is now a door.",
        "I switched to Linux yesterday.",
        "I moved to Bern in 2024.",
        "I moved to Bern between 1 May 2026 and 3 May 2026.",
        "I almost moved to Bern.",
        "I no longer use Vim.",
        "The tea is in the cellar.",
        "My art is about what I have seen.",
        "My family is always there for me.",
        "Her women's rights work is a huge inspiration.",
        "My dogs are doing better.",
        "My three cats are more important to me than anything!",
        "My favourite is the banana split.",
        "My favourite cake is a sponge - I have it on Sundays.",
        f"My name is {'a' * 150}.",
        "",
        "...",
    ],
)
def test_the_rest_is_left_to_others(text: str) -> None:
    """Questions, denials, guesses, quotations, what was, and times that nobody can place."""
    assert JUDGE.extract(text) == ()


def test_every_sentence_of_a_text_is_read() -> None:
    """Each fact once, in their order; those between them are passed by."""
    text = "Hello. My name is Ana. How are you?\nMy editor is Vim! My name is Ana."
    assert [fact.value for fact in JUDGE.extract(text)] == ["Ana", "Vim"]


@given(st.text(max_size=300) | st.from_regex(r"(My|my) \w+ is (now )?[\w .]+", fullmatch=True))
def test_whatever_is_read_can_be_recorded(text: str) -> None:
    """Its date is one, its parts stand in the text, and it is the same every time."""
    facts = JUDGE.extract(text)
    assert facts == JUDGE.extract(text)
    for fact in facts:
        assert fact.text in " ".join(text.split())
        assert fact.value
        assert not fact.valid_from or parse(fact.valid_from)


def test_a_new_value_that_is_said_to_be_so_now_is_an_update() -> None:
    """Of the same attribute of the same subject, whatever the spelling of these."""
    verdict = JUDGE.relation("Ana's role is engineer.", "ANA’s role is now head of sales.")
    assert verdict is not None
    assert (verdict.relation, verdict.confidence) == ("update", CONFIDENCE)


@pytest.mark.parametrize(
    ("earlier", "later"),
    [
        ("Ana's role is engineer.", "Ana's role is head of sales."),
        ("Ana's role is engineer.", "Ben's role is now head of sales."),
        ("Ana's role is engineer.", "Ana's home is now Basel."),
        ("My role is engineer.", "My role is now head of sales."),
        ("The tea is green.", "The tea is now upstairs."),
        ("The tea is here.", "The tea is not here."),
        ("Ana's role is engineer. Ana's home is Bern.", "Ana's role is now head of sales."),
    ],
)
def test_what_is_not_safe_is_not_related(earlier: str, later: str) -> None:
    """Two times, two people who both say my, or a plain denial: somebody else has to tell."""
    assert JUDGE.relation(earlier, later) is None


@pytest.mark.parametrize(
    ("earlier", "later"),
    [("The tea.", " the  TEA. "), ("Ana's role is cook.", "Ana's role is now Cook.")],
)
def test_what_says_the_same_is_no_change(earlier: str, later: str) -> None:
    """Neither an update nor a contradiction."""
    verdict = JUDGE.relation(earlier, later)
    assert isinstance(verdict, Verdict)
    assert verdict.relation == "none"


def test_the_text_in_the_middle_stands_for_all() -> None:
    """As sure as they are near to it; of equal ones the first, and without nearness too."""
    distilled = JUDGE.distil(["a", "b", "c"], [0.6, 0.9, 0.9])
    assert distilled is not None
    assert (distilled.text, distilled.kind) == ("b", "summary")
    assert distilled.confidence == pytest.approx(0.8)
    first = JUDGE.distil(["a", "b"])
    assert first is not None
    assert (first.text, first.confidence) == ("a", CONFIDENCE)
    assert JUDGE.distil([]) is None
    assert JUDGE.distil(["x" * 3_000]) is None
