"""What changed between two positions, for people."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Final

from ..domain.times import iso
from .lines import DIM, GOOD, ID, MARK, Styled, counted, line, one_line, share, short

if TYPE_CHECKING:
    from ..asking.listing import Fact
    from ..asking.story import SupersessionLine
    from ..hindsight.diff import (
        Contradiction,
        Diff,
        FactLost,
        Forgetting,
        Promotion,
        Revision,
    )

_TEXT_CHARS_MAX: Final = 120
_GONE: Final = "red"
_INDENT: Final = " " * 12


def diff(found: Diff) -> None:
    """A line for all, then what came, went and changed, each with its mark."""
    line((f"position {found.earlier:,} to {found.later:,}: ", "bold"), (_figures(found), "bold"))
    lost = {each.fact.item for each in found.lost}
    gained = {fact.item for fact in found.gained}
    for fact in found.gained:
        _gained(fact)
    for each in found.lost:
        _lost(each)
    for step in found.superseded:
        if step.item not in lost:
            _superseded(step)
    for promotion in found.promoted:
        if promotion.item not in gained:
            _promoted(promotion)
    for contradiction in found.contradicted:
        _contradicted(contradiction)
    for revision in found.revised:
        _revised(revision)
    for adoption in found.adopted:
        because = f"  because: {one_line(adoption.reason)}" if adoption.reason else ""
        line(("~ ", MARK), f"policy {adoption.name} adopted", (because, DIM))
    _forgotten(found.forgotten)


def _figures(found: Diff) -> str:
    parts = (
        (len(found.gained), "fact gained", "facts gained"),
        (len(found.lost), "fact lost", "facts lost"),
        (len(found.superseded), "item superseded", "items superseded"),
        (len(found.promoted), "item promoted", "items promoted"),
        (len(found.contradicted), "contradiction", ""),
        (len(found.revised), "confidence revised", "confidences revised"),
        (len(found.adopted), "policy adopted", "policies adopted"),
        (len(found.forgotten), "source forgotten", "sources forgotten"),
        (found.chunks, "text learned", "texts learned"),
        (found.recalls, "search", "searches"),
    )
    told = [counted(count, one, many) for count, one, many in parts if count]
    return ", ".join(told) or "nothing changed"


def _gained(fact: Fact) -> None:
    line(
        ("+ ", GOOD),
        (short(fact.item), ID),
        (f"  {fact.learned}", GOOD),
        f"  {one_line(fact.text, _TEXT_CHARS_MAX)}",
        (f"  {fact.source or 'several sources'}", DIM),
    )


def _lost(each: FactLost) -> None:
    fact = each.fact
    line(("- ", _GONE), (short(fact.item), ID), f"  {one_line(fact.text, _TEXT_CHARS_MAX)}")
    line(_INDENT, *_because_of(each.step))


def _superseded(step: SupersessionLine) -> None:
    line(("~ ", MARK), (short(step.item), ID), f"  {one_line(step.text, _TEXT_CHARS_MAX)}")
    line(_INDENT, *_because_of(step))


def _because_of(step: SupersessionLine) -> Iterable[Styled | str]:
    if step.by is None:
        yield ("dropped by its source", MARK)
    else:
        yield ("gave way to ", MARK)
        yield (short(step.by), ID)
        yield f"  {one_line(step.by_text or '', _TEXT_CHARS_MAX)}"
    note = f": {one_line(step.note)}" if step.note else ""
    yield (f"  at {step.position:,}, {step.reason}{note}", DIM)


def _promoted(each: Promotion) -> None:
    """One that is no fact any more: what it was replaced by stands above."""
    line(
        ("~ ", MARK),
        (short(each.item), ID),
        ("  made" if each.is_new else "  promoted", GOOD),
        f"  {one_line(each.text, _TEXT_CHARS_MAX)}",
        (f"  at {each.position:,}, score {share(each.total)}, by {each.judge}", DIM),
    )


def _contradicted(each: Contradiction) -> None:
    _spoken(("contradicted", MARK), each)


def _revised(each: Revision) -> None:
    _spoken(("spoken for", GOOD) if each.speaks_for else ("spoken against", MARK), each)


def _spoken(how: Styled, each: Contradiction | Revision) -> None:
    line(("~ ", MARK), (short(each.item), ID), f"  {one_line(each.text, _TEXT_CHARS_MAX)}")
    by: tuple[Styled | str, ...] = (
        ((" by ", ""), (short(each.by), ID), f"  {one_line(each.by_text or '', _TEXT_CHARS_MAX)}")
        if each.by
        else (f" by {each.judge}",)
    )
    because = f": {one_line(each.reason)}" if each.reason else ""
    line(
        _INDENT,
        how,
        *by,
        (f"  at {each.position:,}, strength {share(each.strength)}{because}", DIM),
    )


def _forgotten(notices: Iterable[Forgetting]) -> None:
    """Only that something was forgotten: in neither state is there anything of it."""
    for each in notices:
        line(
            ("- ", _GONE),
            f"{counted(each.items, 'item')} of a source forgotten",
            (f"  at {each.position:,}, {iso(each.recorded_at)}", DIM),
        )
