"""Where an item stands in an answer, for people."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from rich.tree import Tree

from ..domain.times import iso
from .lines import DIM, GOOD, MARK, Styled, factors, one_line, share, styled

if TYPE_CHECKING:
    from ..asking.story import Whereabouts

_QUESTION_CHARS_MAX: Final = 200
_TERMS_SHOWN_MAX: Final = 24


def whereabouts(tree: Tree, told: Whereabouts) -> None:
    """Its rank and score, or one line for each reason why it has no rank."""
    question = f" “{one_line(told.question, _QUESTION_CHARS_MAX)}”"
    when: Styled = ("", "")
    if told.recall is not None:
        when = (f"  asked {iso(told.told_at)}, at {told.recall}", DIM)
    if told.rank is not None:
        found = f"rank {told.rank} of {told.returned}"
        branch = tree.add(styled((found, GOOD), " in the answer to", question, when))
    else:
        branch = tree.add(styled(("not in the answer", MARK), " to", question, when))
    for reason in told.reasons:
        branch.add(styled((f"{reason.because.replace('-', ' ')}: ", MARK), reason.told))
    _score(branch, told)
    _words(branch, told)


def _score(branch: Tree, told: Whereabouts) -> None:
    placing = told.placing
    if placing is None:
        return
    branch.add(styled(f"score {share(placing.score)}", (f" = {factors(placing)}", DIM)))
    is_outranked = any(reason.because == "limit" for reason in told.reasons)
    if told.rank is None and placing.rank is not None and not is_outranked:
        branch.add(styled((f"by that it would be at rank {placing.rank}", DIM)))


def _words(branch: Tree, told: Whereabouts) -> None:
    if told.author_named is not None:
        branch.add(styled("the question names its author: ", (told.author_named, DIM)))
    for what, terms in (
        ("words in common", told.terms_met),
        ("words beside it", told.terms_beside),
        (
            "words it lacks",
            tuple(term for term in told.terms_missed if term not in told.terms_beside),
        ),
    ):
        if terms:
            branch.add(styled(f"{what}: ", (_listed(terms), DIM)))
    if not told.terms_met and not told.terms_beside:
        branch.add(styled("its own words: ", (_listed(told.terms), DIM)))


def _listed(terms: tuple[str, ...]) -> str:
    more = len(terms) - _TERMS_SHOWN_MAX
    return " ".join(terms[:_TERMS_SHOWN_MAX]) + (f" and {more} more" if more > 0 else "")
