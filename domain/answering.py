"""A judge is asked what a proposal asks, so that all of them answer in one way."""

from __future__ import annotations

from msgspec.structs import replace

from .judge import Extracted, Judge, spoken_by
from .proposal import Answer, Proposal, Shown


def answered(proposal: Proposal, judge: Judge) -> Answer | None:
    """The answer of a judge; None where it cannot tell, and whatever it raises."""
    about, texts = proposal.about, [each.text for each in proposal.items]
    answer = Answer(about=about, judge=judge.judge, by=judge.name)
    match about.what:
        case "relation":
            earlier, later = texts
            verdict = judge.relation(earlier, later)
            return None if verdict is None else replace(answer, relation=verdict)
        case "distil":
            distilled = judge.distil(texts, about.nearness)
            return None if distilled is None else replace(answer, distilled=distilled)
        case "extract":
            facts = [fact for each in proposal.items for fact in _facts(judge, each)]
            return replace(answer, extracted=tuple(facts)) if facts else None
        case "fact" | "forget":
            return None  # how sure a belief is has been counted; what follows, somebody answers for


def _facts(judge: Judge, shown: Shown) -> list[Extracted]:
    return [spoken_by(fact, shown.author) for fact in judge.extract(shown.text)]
