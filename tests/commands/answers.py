"""Answers for stories: somebody says what texts are to each other, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence

from lethelog.commands.verdicts_desk import Became, Outcome
from lethelog.domain.identity import ItemId
from lethelog.domain.judge import Distilled, Extracted, Relation, Verdict
from lethelog.domain.mind_policy import Phase
from lethelog.domain.proposal import Answer, What, matter
from lethelog.tests.story import Act, Story, item_of

NEAR = (0.9, 0.8)


def accepted(story: Story, *answers: Answer) -> list[Became]:
    """What became of the answers, which were one step of the story."""
    became: list[Outcome] = []
    story.when(lambda now: became.extend(now.desk.accept(answers).outcomes)).then_obeyed()
    return [each.became for each in became]


def accept(*answers: Answer) -> Act:
    """Somebody answers."""
    return lambda story: story.desk.accept(answers)


def related(
    relation: Relation, *texts: str, confidence: float = 1.0, phase: Phase = "classify"
) -> Answer:
    """Somebody says what the second text is to the first."""
    return Answer(
        about=matter(phase, "relation", [item_of(text) for text in texts]),
        by="ana's agent",
        relation=Verdict(relation=relation, confidence=confidence, reason="read twice"),
    )


def distilled(
    text: str,
    *texts: str,
    phase: Phase = "cluster",
    what: What = "distil",
    nearness: Sequence[float] = (),
    replaces: Sequence[ItemId] = (),
) -> Answer:
    """Somebody puts some texts into one."""
    items = [item_of(each) for each in texts]
    return Answer(
        about=matter(phase, what, items, nearness=nearness, replaces=replaces),
        judge="model",
        by="openai:tiny@https://a.example/v1",
        distilled=Distilled(text=text, kind="preference", confidence=0.7),
    )


def extracted(text: str, *facts: Extracted) -> Answer:
    """Somebody reads facts out of a text."""
    return Answer(about=matter("extract", "extract", [item_of(text)]), extracted=facts)


ANSWERS = [
    related("contradiction", "tea", "coffee"),
    related("update", "tea", "coffee"),
    related("update", "tea", "coffee", phase="verify"),
    distilled("both", "tea", "coffee", nearness=NEAR),
    extracted("tea", Extracted(text="Tea.")),
]
