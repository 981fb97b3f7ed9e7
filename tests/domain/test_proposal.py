"""A proposal holds all that it takes to answer it, and an answer all that it takes to record it."""

from __future__ import annotations

import msgspec
import pytest

from lethelog.domain.answering import answered
from lethelog.domain.errors import InvalidInput
from lethelog.domain.identity import ItemId
from lethelog.domain.judge import SPEAKER, Distilled, Extracted, Verdict, spoken_by
from lethelog.domain.mind_policy import Phase
from lethelog.domain.proposal import (
    Answer,
    Matter,
    Proposal,
    Shown,
    What,
    check_answer,
    matter,
    propose,
)
from lethelog.judges.rules import RulesJudge

ONE, OTHER = ItemId("one"), ItemId("other")
VERDICT = Verdict(relation="update")
FACT = Extracted(text="Tea is green.")


def about(what: What, *items: ItemId, phase: Phase = "verify") -> Matter:
    """What is to be judged."""
    return matter(phase, what, items)


def asked(what: What, *texts: str, author: str = "") -> Proposal:
    """A question about texts, which are named by themselves."""
    shown = [Shown(item=ItemId(text), text=text, author=author) for text in texts]
    return propose(about(what, *(each.item for each in shown)), shown)


def test_the_same_question_has_the_same_id() -> None:
    """Whatever the phase and nearness; the order counts where it is part of the question."""
    assert about("distil", ONE, OTHER).id == about("distil", OTHER, ONE, phase="cluster").id
    assert about("relation", ONE, OTHER).id != about("relation", OTHER, ONE).id
    assert about("extract", ONE).id != about("fact", ONE).id
    assert matter("cluster", "distil", [ONE], replaces=[OTHER]).id != about("distil", ONE).id


def test_an_id_says_nothing_of_the_texts() -> None:
    """Only the ids of the items go into it."""
    shown = [Shown(item=ONE, text="secret")], [Shown(item=ONE, text="another")]
    first, second = (propose(about("extract", ONE), each) for each in shown)
    assert first.id == second.id == first.about.id


@pytest.mark.parametrize(
    ("what", "field"),
    [("relation", "relation"), ("distil", "distilled"), ("extract", "extracted")],
)
def test_the_schema_takes_an_answer_or_a_refusal(what: What, field: str) -> None:
    """Each repeats what it is about, and there is nothing that may be left out of a verdict."""
    proposal = asked(what, "tea", "milk")
    schema = msgspec.to_builtins(proposal.schema)
    verdict, declined = schema["anyOf"]
    assert verdict["required"] == ["about", field]
    assert declined["required"] == ["about", "declined"]
    repeated = msgspec.convert(verdict["properties"]["about"]["const"], Matter)
    assert repeated == proposal.about
    assert b"$ref" not in msgspec.json.encode(schema)


@pytest.mark.parametrize(
    "answer",
    [
        Answer(about=about("relation", ONE, OTHER), relation=VERDICT),
        Answer(about=about("distil", ONE, OTHER), distilled=Distilled(text="tea")),
        Answer(about=about("extract", ONE), extracted=()),
        Answer(about=about("fact", ONE), distilled=Distilled(text="tea")),
        Answer(about=about("forget", ONE), declined=True),
    ],
)
def test_an_answer_in_its_form_is_taken(answer: Answer) -> None:
    """It survives the way through JSON."""
    check_answer(answer)
    assert msgspec.json.decode(msgspec.json.encode(answer), type=Answer) == answer


@pytest.mark.parametrize(
    ("answer", "saying"),
    [
        (Answer(about=about("relation", ONE, OTHER)), "has no verdict; give `relation`"),
        (Answer(about=about("relation", ONE), relation=VERDICT), "relates two items"),
        (Answer(about=about("distil", ONE), relation=VERDICT), "has relation; give `distilled`"),
        (
            Answer(about=about("relation", ONE, OTHER), relation=VERDICT, extracted=()),
            "has relation and extracted",
        ),
        (
            Answer(about=about("relation", ONE, OTHER), relation=VERDICT, declined=True),
            "or `declined: true` and nothing else",
        ),
        (Answer(about=about("forget", ONE)), "which a person approves"),
        (
            Answer(about=matter("cluster", "distil", [ONE], nearness=[1, 1]), declined=True),
            "does not repeat `nearness` whole",
        ),
        (
            Answer(about=about("extract", ONE), extracted=(Extracted(text="a", valid_from="x"),)),
            "'x' is not a date",
        ),
    ],
)
def test_an_answer_in_another_form_is_refused(answer: Answer, saying: str) -> None:
    """The sentence says what to give instead."""
    with pytest.raises(InvalidInput, match=saying):
        check_answer(answer)


def test_an_answer_about_other_items_is_refused() -> None:
    """Its id tells."""
    changed = msgspec.structs.replace(about("extract", ONE), items=(OTHER,))
    with pytest.raises(InvalidInput, match="about other items than that proposal"):
        check_answer(Answer(about=changed, extracted=(FACT,)))


def test_a_judge_answers_what_it_can_tell() -> None:
    """The answer names it, and fits the question."""
    distilled = answered(asked("distil", "tea", "milk"), RulesJudge())
    assert distilled is not None
    check_answer(distilled)
    assert (distilled.judge, distilled.by) == ("rule", "rules")
    assert answered(asked("relation", "tea is here", "tea is gone"), RulesJudge()) is None
    assert answered(asked("extract", "hello"), RulesJudge()) is None
    assert answered(asked("fact", "tea"), RulesJudge()) is None


def test_the_speaker_of_a_fact_is_the_author_of_its_text() -> None:
    """Without one it has no key, as two people who say my would contradict each other."""
    by_ana = answered(asked("extract", "My name is Ana.", author="Ana"), RulesJudge())
    by_nobody = answered(asked("extract", "My name is Ana."), RulesJudge())
    assert by_ana is not None
    assert by_nobody is not None
    [fact], [keyless] = [*(by_ana.extracted or ())], [*(by_nobody.extracted or ())]
    assert (fact.subject, fact.attribute, fact.value) == ("Ana", "name", "Ana")
    assert (keyless.subject, keyless.attribute, keyless.value) == ("", "", "")
    assert keyless.text == "My name is Ana."
    of_tea = Extracted(text="x", subject="tea", attribute="colour", value="green")
    assert spoken_by(of_tea, "") == of_tea
    assert spoken_by(Extracted(text="x", subject=SPEAKER), "Ben").subject == "Ben"
