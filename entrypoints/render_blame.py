"""What carries an answer or an item, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..domain.times import iso
from .lines import DIM, GOOD, ID, MARK, counted, item_parts, line, one_line, share, short, wrapped

if TYPE_CHECKING:
    from ..hindsight.blame import Carrier, RecallBlame
    from ..hindsight.blame_item import ItemBlame, ItemCarrier
    from ..hindsight.carriers import Source


def recall_blame(found: RecallBlame) -> None:
    """The answer, then each source with its share and what becomes of the answer without it."""
    line(("recall ", "bold"), (str(found.position), "bold"), f"  “{one_line(found.query, 200)}”")
    line((f"as it was answered {iso(found.recorded_at)}", DIM))
    for rank, each in enumerate(found.answers, start=1):
        line(
            f"{rank:>2}  {share(each.score)}  ", (short(each.item), ID), f"  {one_line(each.text)}"
        )
    line()
    for carrier in found.carriers:
        _carrier(carrier, found)
    _tried(found)


def item_blame(found: ItemBlame) -> None:
    """The item, then each source with what becomes of the item without it."""
    line(*item_parts(found.item))
    line(
        ("current" if found.is_current else "superseded", GOOD if found.is_current else MARK),
        f", {'never fades' if found.is_evergreen else 'fades'}, trust {found.trust:.2f}",
        f", confidence {found.confidence:.2f}",
    )
    line()
    for carrier in found.carriers:
        line((_names(carrier.sources), "bold"), (f"  {_role(carrier)}", DIM))
        wrapped(f"without {_it(carrier)}: {_becomes(carrier, found)}", indent=4)
    _tried(found)


def _carrier(carrier: Carrier, blame: RecallBlame) -> None:
    line(
        (f"{carrier.share:>6.1%}  ", "bold"),
        _names(carrier.sources),
        (f"  {_role(carrier)}", DIM),
    )
    top = blame.answers[0].score if blame.answers else 0.0
    changes = [
        *(f"{short(item)} goes" for item in carrier.gone),
        *(f"{short(each.item)} {each.rank} → {each.rank_without}" for each in carrier.moved),
        *(
            f"{short(each.item)} comes at {each.rank_without} (“{one_line(each.text)}”)"
            for each in carrier.came
        ),
        f"top score {share(top)} → {share(carrier.top_score_without)}",
    ]
    wrapped(f"without {_it(carrier)}: {', '.join(changes)}", indent=8)


def _becomes(carrier: ItemCarrier, blame: ItemBlame) -> str:
    if carrier.is_lost:
        return "gone, and nothing else says it"
    if carrier.is_gone:
        return f"gone, but still said by {', '.join(map(short, carrier.said_by))}"
    changes = [
        "it fades again" if carrier.fades_again else "",
        "it is current again" if carrier.is_current_again else "",
        _number("trust", blame.trust, carrier.trust_without),
        _number("confidence", blame.confidence, carrier.confidence_without),
    ]
    return ", ".join(filter(None, changes))


def _number(name: str, before: float, without: float | None) -> str:
    """Nothing where it stays."""
    return "" if without in {None, before} else f"{name} {before:.2f} → {without:.2f}"


def _role(carrier: Carrier | ItemCarrier) -> str:
    """How it is tied to the answer, in the present tense of the one or the many."""
    return f"{carrier.role}, together" if len(carrier.sources) > 1 else carrier.role


def _it(carrier: Carrier | ItemCarrier) -> str:
    return "them" if len(carrier.sources) > 1 else "it"


def _names(sources: Sequence[Source]) -> str:
    names = (each.path or f"a source without items ({short(each.uid)})" for each in sources)
    return " + ".join(names)


def _tried(found: RecallBlame | ItemBlame) -> None:
    if not found.carriers:
        line("no single source changes anything")
    elif found.without_effect:
        line((f"{counted(found.without_effect, 'other source')} left out without effect", DIM))
    if found.not_tried:
        line(
            (f"{found.not_tried} not tried", MARK),
            f": the limit is {found.tried}; --limit raises it",
        )
