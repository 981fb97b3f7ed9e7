"""What a dream did, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from .lines import DIM, GOOD, ID, MARK, asked, columns, counted, line, one_line, short, wrapped

if TYPE_CHECKING:
    from ..domain.dreams import Assessment, Dream
    from ..domain.proposal import Proposal

_TEXT_CHARS_MAX: Final = 480
_NUMBER_CELLS: Final = 9


def dreamt(dream: Dream) -> None:
    """A line for each phase; each promotion with its numbers, in a dry run what is missing too."""
    phases(dream)
    verb = "would be promoted" if dream.is_dry_run else "promoted"
    for each in dream.promoted:
        line((short(each.item), ID), "  ", (verb, GOOD), f"  score {each.score.total:.3f}")
        wrapped(one_line(each.text, _TEXT_CHARS_MAX), indent=10)
        wrapped(_parts(each), indent=10, style=DIM)
    for each in dream.passed_over:
        missing = ", ".join(each.missing)
        line((short(each.item), ID), "  ", ("not yet", MARK), f"  {missing}")
        wrapped(one_line(each.text), indent=10, style=DIM)
    others = f", {len(dream.passed_over)} not yet" if dream.passed_over else ""
    line(f"{counted(len(dream.promoted), 'item')} {verb}{others}")


def phases(dream: Dream) -> None:
    """What each looked at and changed, in the order of the policy."""
    would = _right("would change" if dream.is_dry_run else "changed")
    head = [(each, DIM) for each in ("phase", _right("looked at"), would, "")]
    rows = [
        [
            (each.phase, ""),
            (_right(f"{each.seen:,}"), ""),
            (f"{each.changed:>{len(would)},}", GOOD if each.changed else ""),
            (", ".join(each.details), DIM),
        ]
        for each in dream.phases
    ]
    columns([head, *rows])


def proposed(proposals: tuple[Proposal, ...]) -> None:
    """The questions with the items that they are about; whoever answers reads them as JSON."""
    for each in proposals:
        line((each.id, ID), "  ", (each.about.phase, MARK), f"  {each.question}")
        for item in each.items:
            wrapped(f"{short(item.item)}  {one_line(item.text, _TEXT_CHARS_MAX)}", indent=4)
    line(f"{counted(len(proposals), 'question')} for whoever judges")
    if proposals:
        line(
            "`lethelog dream --propose --json` has the schema of each answer;"
            " `lethelog promote --from FILE` records them"
        )


def _right(text: str) -> str:
    return f"{text:>{_NUMBER_CELLS}}"


def _parts(assessment: Assessment) -> str:
    score = assessment.score
    return (
        f"{counted(score.recalls, 'recall')}, {asked(score.queries)};"
        f" frequency {score.frequency:.3f}, relevance {score.relevance:.3f},"
        f" diversity {score.diversity:.3f}, recency {score.recency:.3f}"
    )
