"""The desk for verdicts: records what an agent or a model answered to proposals."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from ..domain.errors import InvalidInput, NotFound, Refused
from ..domain.identity import ItemId
from ..domain.judge import Distilled, Verdict
from ..domain.kinds import Kind
from ..domain.proposal import ANSWERS_MAX, Answer, check_answer
from ..domain.times import parse
from ..sources.answers import ANSWERS_BYTES_MAX, read_answers
from ..sources.input_file import read_file
from . import promote
from .decisions_desk import DecisionsDesk
from .door import Door
from .handler import handle
from .item_state import current, fold
from .outcome import Changed, changed
from .situation import situation_of_items

DECLINED: Final = "declined"
"""The kind of note that tells which proposals need not be made again."""

Became: TypeAlias = Literal["recorded", "known", "declined", "changed", "gone"]


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What became of one answer.

    `known` was recorded before; of what is `changed` or `gone` since it was asked, nothing is
    recorded, and `why` says what it was.
    """

    proposal: str
    became: Became
    items: tuple[ItemId, ...] = ()
    why: str = ""


class Accepted(msgspec.Struct, frozen=True, kw_only=True):
    """What became of each answer, in their order."""

    outcomes: tuple[Outcome, ...]

    @property
    def recorded(self) -> int:
        """How many of them were news."""
        return sum(each.became == "recorded" for each in self.outcomes)


class VerdictsDesk(DecisionsDesk):
    """A desk that takes the word of whoever judged."""

    def accept(self, answers: Sequence[Answer]) -> Accepted:
        """Records each verdict whole or not at all; InvalidInput for any that is none, before."""
        if len(answers) > ANSWERS_MAX:
            raise InvalidInput(
                f"{len(answers)} answers were given; give at most {ANSWERS_MAX} at once"
            )
        for answer in answers:
            check_answer(answer)
        return Accepted(outcomes=tuple(self._accepted(answer) for answer in answers))

    def accept_from(self, given: Path | bytes) -> Accepted:
        """The same of the answers in a file, or in the bytes of one."""
        raw = given if isinstance(given, bytes) else read_file(given, bytes_max=ANSWERS_BYTES_MAX)
        what = "what was given" if isinstance(given, bytes) else str(given)
        return self.accept(read_answers(raw, what))

    def declined(self) -> frozenset[str]:
        """The proposals to which there was nothing to record, by their ids."""
        return frozenset(self.journal.notes(DECLINED))

    def _accepted(self, answer: Answer) -> Outcome:
        about = answer.about
        try:
            done = self._recorded(answer)
        except Refused as error:
            return Outcome(proposal=about.id, became="changed", why=str(error))
        except NotFound as error:
            return Outcome(proposal=about.id, became="gone", why=str(error))
        if done is None:
            self.journal.note(DECLINED, about.id, b"")
            return Outcome(proposal=about.id, became="declined")
        became: Became = "recorded" if done.is_news else "known"
        return Outcome(proposal=about.id, became=became, items=done.items)

    def _recorded(self, answer: Answer) -> Changed | None:
        """What a verdict came to; None where there is nothing to record."""
        if answer.declined:
            return None
        if answer.relation is not None:
            return self._related(answer, answer.relation)
        if answer.distilled is not None:
            return self._distilled(answer, answer.distilled)
        return self._extracted(answer)

    def _related(self, answer: Answer, verdict: Verdict) -> Changed | None:
        earlier, later = answer.about.items
        reason = _reason(answer, verdict.reason)
        if answer.about.phase == "verify":
            return self._weighed(answer, verdict, reason)
        match verdict.relation:
            case "contradiction" if verdict.confidence:
                self._check_current(later)
                strength = verdict.confidence
                return self.contradict(
                    earlier, by=later, strength=strength, judge=answer.judge, reason=reason
                )
            case "update":
                return self.supersede(
                    earlier, by=later, reason="updated", judge=answer.judge, note=reason
                )
            case "refinement":
                return self.supersede(
                    earlier, by=later, reason="refined", judge=answer.judge, note=reason
                )
            case _:
                return None

    def _weighed(self, answer: Answer, verdict: Verdict, reason: str) -> Changed | None:
        """What is said after a belief moves how sure it is; neither takes the other's place."""
        belief, said = answer.about.items
        if verdict.relation == "none" or not verdict.confidence:
            return None
        self._check_current(said)
        revised = self.revise(
            belief,
            by=said,
            speaks_for=verdict.relation == "refinement",
            strength=verdict.confidence,
            reason=reason,
            judge=answer.judge,
        )
        return Changed(is_news=revised.is_news, items=(belief,), position=revised.position)

    def _distilled(self, answer: Answer, distilled: Distilled) -> Changed:
        about = answer.about
        becomes_fact = about.what == "fact"
        kind: Kind = "schema" if about.phase == "schemas" else distilled.kind
        return self.promote(
            *about.items,
            judge=answer.judge,
            text=distilled.text,
            kind="fact" if becomes_fact else kind,
            confidence=distilled.confidence,
            reason=_reason(answer, distilled.reason),
            rests_on="texts",
            nearness=about.nearness,
            replaces=about.items if becomes_fact else about.replaces,
        )

    def _extracted(self, answer: Answer) -> Changed | None:
        """All facts of one text at once."""
        self.flush()
        now, policy = self.clock(), self.policy.promotion
        facts = {(fact.kind, fact.text): fact for fact in answer.extracted or ()}
        orders = [
            promote.Promote(
                items=answer.about.items,
                now=now,
                text=fact.text,
                kind=fact.kind,
                confidence=fact.confidence,
                judge=answer.judge,
                reason=_reason(answer, ""),
                policy=policy,
                rests_on="texts",
                subject=fact.subject,
                attribute=fact.attribute,
                value=fact.value,
                scope=fact.scope,
                valid_from=parse(fact.valid_from) if fact.valid_from else None,
            )
            for fact in facts.values()
        ]
        if not orders:
            return None
        orders = list(map(Door().order, orders))
        handled = handle(
            self.journal,
            lambda journal: promote.read_promotion(journal, orders[0]),
            lambda events: [
                event
                for order in orders
                for event in promote.decide_promotion(events, order, self.identity)
            ],
        )
        made = promote.made_by(handled.events)
        if any(fact.attribute for fact in facts.values()) and made:
            self.settle(*made)
        return changed(handled, *made)

    def _check_current(self, item: ItemId) -> None:
        current(fold(situation_of_items(self.journal, [item]).events), item)


def _reason(answer: Answer, reason: str) -> str:
    """Who judged, and why."""
    return ": ".join(filter(None, [answer.by, reason or answer.reason]))
