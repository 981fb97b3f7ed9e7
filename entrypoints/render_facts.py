"""What is known for good, what was decided, and how sure the memory is, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.tree import Tree

from ..domain.times import day, iso
from .lines import (
    DIM,
    GOOD,
    ID,
    MARK,
    Styled,
    columns,
    counted,
    line,
    one_line,
    short,
    styled,
    wrapped,
)

if TYPE_CHECKING:
    from ..asking.decisions import Decision
    from ..asking.labile import LabileLine
    from ..asking.listing import Fact, ItemLine
    from ..asking.story import RevisionLine
    from ..commands.outcome import Revised

_TEXT_CHARS_MAX: Final = 1_200
_SHORT_TEXT_CHARS_MAX: Final = 120
_JUDGES: Final = {
    "rule": "by rule",
    "person": "by a person",
    "agent": "by an agent",
    "model": "by a model",
}
_PROPOSED: Final = {
    "fact": "sure enough to be a fact: `lethelog promote {} --text …`",
    "forget": "hardly anything speaks for it: `lethelog forget` its source, or `correct` it",
}


def facts(found: Sequence[Fact]) -> None:
    """One line a fact, the newest last."""
    if not found:
        line("no facts yet; `lethelog remember` teaches one, `lethelog dream` promotes")
        return
    columns(
        [
            (short(fact.item), ID),
            (day(fact.learned_at), ""),
            (fact.how, GOOD),
            (_said(fact), ""),
        ]
        for fact in found
    )


def quarantined(found: Sequence[ItemLine]) -> None:
    """One line an item, with the channel it came by."""
    if not found:
        line("nothing is in quarantine")
        return
    columns(
        [
            (short(each.item), ID),
            (day(each.recorded_at), ""),
            (each.origin or "derived", MARK),
            (each.source or "", DIM),
            (one_line(each.text, _SHORT_TEXT_CHARS_MAX), ""),
        ]
        for each in found
    )
    line(("`lethelog release ITEM` lets one count, once you have looked at it", DIM))


def true_facts(found: Sequence[Fact]) -> None:
    """One line a fact that was true on a day, with the days between which it is."""
    if not found:
        line("nothing that is known for good was true then")
        return
    columns([(short(fact.item), ID), (_span(fact), GOOD), (_said(fact), "")] for fact in found)


def revised(result: Revised) -> None:
    """How sure it is by now, and what follows from that."""
    if not result.is_news:
        line("the same item said the same of it before; nothing changed")
    line((short(result.item), ID), f" is held with confidence {result.confidence:.2f}")
    if result.proposes is not None:
        line((_PROPOSED[result.proposes].format(short(result.item)), DIM))


def revisions(tree: Tree, told: Sequence[RevisionLine]) -> None:
    """What spoke for an item and against it, as branches of its story."""
    for each in told:
        branch = tree.add(
            styled(
                ("spoken for", GOOD) if each.speaks_for else ("spoken against", MARK),
                f" {_JUDGES[each.judge]} {iso(each.recorded_at)}, strength {each.strength:.2f}",
            )
        )
        if each.by is not None:
            branch.add(styled("by ", (short(each.by), ID), f"  {one_line(each.by_text or '')}"))
        if each.reason:
            branch.add(styled(f"because: {each.reason}"))


def labile(found: Sequence[LabileLine]) -> None:
    """One line an item, with the moment up to which it can be refined."""
    if not found:
        line("nothing was recalled so lately that it could be refined")
        return
    columns(
        [
            (short(each.item), ID),
            (f"until {iso(each.until_at)}", GOOD),
            (one_line(each.text, _TEXT_CHARS_MAX), ""),
        ]
        for each in found
    )


def decisions(found: Sequence[Decision], *, are_all: bool) -> None:
    """Each with its reasons, what came of it, and what led to it or took its place.

    They `are_all` there are, unless a topic or a domain was asked for.
    """
    if not found and are_all:
        line("no decision here; `lethelog decide` records one")
    elif not found:
        line("no decision about that; `lethelog decisions` lists all, each with its domain")
    for each in found:
        state: Styled = ("", "") if each.is_current else ("  not in force", MARK)
        domain = f"  {each.domain}" if each.domain else ""
        line((short(each.item), ID), f"  {day(each.decided_at)}", (domain, DIM), state)
        wrapped(one_line(each.text, _TEXT_CHARS_MAX), indent=10)
        if each.reasoning:
            wrapped(f"because: {each.reasoning}", indent=10, style=DIM)
        for outcome in each.outcomes:
            told = f"{day(outcome.told_at)}: {one_line(outcome.text, _TEXT_CHARS_MAX)}"
            wrapped(f"outcome {told}", indent=10)
        for step in each.chain:
            by = "nothing" if step.by is None else f"{short(step.by)} {_short(step.by_text)}"
            wrapped(
                f"{day(step.recorded_at)} {step.reason}: {short(step.item)} {_short(step.text)}"
                f" gave way to {by}",
                indent=10,
                style=DIM,
            )


def _short(text: str | None) -> str:
    return f"“{one_line(text or '', _SHORT_TEXT_CHARS_MAX)}”"


def _said(fact: Fact) -> str:
    """The text, and all that makes it more or less than one plain assertion."""
    against = ", ".join(map(short, fact.contradicted_by))
    notes = (
        f"confidence {fact.confidence:.2f}" if fact.confidence < 1.0 else "",
        counted(len(fact.assertions), "assertion") if len(fact.assertions) > 1 else "",
        f"contradicted by {against}" if against else "",
        "quarantined" if fact.is_quarantined else "",
    )
    told = "; ".join(filter(None, notes))
    text = one_line(fact.text, _TEXT_CHARS_MAX)
    return f"{text}  ({told})" if told else text


def _span(fact: Fact) -> str:
    """In days; whoever needs the moments has them in JSON."""
    start, end = fact.true_from_at, fact.true_until_at
    if start is not None and end is not None:
        return f"{day(start)} to {day(end)}"
    if start is not None:
        return f"since {day(start)}"
    return "always" if end is None else f"until {day(end)}"
