"""Policies, what differs between them, and what they would have made of the past, for people."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from typing import TYPE_CHECKING, Final

from rich.text import Text

from ..domain.bounds import Constant
from ..domain.policy import Difference, Policy
from ..domain.times import iso
from .lines import DIM, GOOD, ID, MARK, asked, columns, counted, line, one_line, short
from .output import Screen, plain

if TYPE_CHECKING:
    from ..asking.adoption import Adoption
    from ..commands.outcome import Changed
    from ..hindsight.what_if import Backtest, Dropped, Earned, First, Outcome

_SHOWN_MAX: Final = 10
_MARGIN: Final = " " * 10
_JUDGES: Final = {"person": "a person", "agent": "an agent", "model": "a model", "rule": "a rule"}


def shown(found: Adoption, text: str, *, in_force: bool) -> None:
    """A file that can be taken back; what is no part of it stands in comments."""
    if found.position is not None and found.adopted_at is not None and found.judge is not None:
        _comment(
            f"in force since position {found.position}, {iso(found.adopted_at)},"
            f" set by {_JUDGES[found.judge]}"
        )
        if found.reason:
            _comment(f"because: {one_line(found.reason, len(found.reason))}")
    elif in_force:
        _comment("in force from the beginning, as nobody set another")
    Screen().print(Text(text), end="", soft_wrap=True)


def adopted(policy: Policy, changed: Changed, news: Sequence[Difference]) -> None:
    """What is other than before, from here on."""
    if not changed.is_news:
        line(("it is in force already", DIM))
        return
    line(
        (policy.name, "bold"),
        (" is in force from here on", GOOD),
        (f"  position {changed.position}", DIM),
    )
    _table(news, "before", "now")


def differing(found: Sequence[Difference], one: str, other: str) -> None:
    """Each constant that they do not share, below each other."""
    if found:
        _table(found, one, other)
    else:
        line(("no constant differs", DIM))


def backtested(found: Backtest) -> None:
    """All policies side by side, then what each would have done otherwise."""
    earlier = (
        f", after {counted(found.earlier, 'earlier one')} taken as recorded"
        if found.earlier
        else ""
    )
    line(f"replayed {counted(found.recalls, 'recall')}{earlier}; nothing was changed")
    if found.unknown:
        unknown = f"{counted(found.unknown, 'recall')} did not keep how it was asked"
        line((f"{unknown}: what such a one returned was taken as it was", MARK))
    columns(_summary(found))
    for pair in found.pairs:
        line(
            (f"{pair.one} and {pair.other} share {_percent(pair.promoted_shared)}", ""),
            (" of what either would have promoted", DIM),
        )
    for outcome in found.outcomes:
        _details(outcome)


def _table(found: Sequence[Difference], one: str, other: str) -> None:
    rows = [(each.key, _constant(each.one), _constant(each.other)) for each in found]
    columns(
        [
            [("", DIM), (one, DIM), (other, DIM)],
            *([(key, ""), (mine, ""), (theirs, "bold")] for key, mine, theirs in rows),
        ]
    )


def _constant(constant: Constant) -> str:
    """A number as people write it, a word as it is, several with commas between."""
    if isinstance(constant, tuple):
        return ", ".join(constant) or "none"
    return constant if isinstance(constant, str) else f"{constant:g}"


def _summary(found: Backtest) -> list[list[tuple[str, str]]]:
    heads = ("", "promoted", "really too", "dropped", "other first", "same hits", "searched again")
    rows = [[(head, DIM) for head in heads]]
    rows.append([("really", "bold"), (f"{found.promoted:,}", ""), *[("", "")] * 5])
    for each in found.outcomes:
        by_rule = sum(e.really is not None and e.really.judge == "rule" for e in each.promoted)
        figures = (len(each.promoted), by_rule, len(each.dropped), each.others_first)
        rows.append(
            [
                (each.policy.name, "bold"),
                *((f"{figure:,}", "") for figure in figures),
                (_percent(each.hits_shared), ""),
                (f"{each.reruns:,}", ""),
            ]
        )
    return rows


def _details(outcome: Outcome) -> None:
    name = outcome.policy.name
    if outcome.promoted:
        line()
        line((f"{name} would have promoted", "bold"))
        news_first = sorted(outcome.promoted, key=lambda each: each.really is not None)
        for earned in islice(news_first, _SHOWN_MAX):
            _earned(earned)
        _more(len(outcome.promoted))
    if outcome.dropped:
        line()
        line((f"{name} would not have promoted", "bold"))
        for dropped in islice(outcome.dropped, _SHOWN_MAX):
            _dropped(dropped)
        _more(len(outcome.dropped))
    if outcome.firsts:
        line()
        line((f"{name} would have found first", "bold"))
        for first in reversed(outcome.firsts[-_SHOWN_MAX:]):
            _first(first)
        _more(outcome.others_first)


def _earned(earned: Earned) -> None:
    score = earned.score
    if earned.really is None:
        really = ("really never", MARK)
    else:
        by = "" if earned.really.judge == "rule" else f" by {_JUDGES[earned.really.judge]}"
        really = (f"really{by} at {earned.really.position}", GOOD)
    line((short(earned.item), ID), f"  {one_line(earned.text)}  ", really)
    _detail(
        f"after the recall at {earned.position}, {iso(earned.earned_at)}: score {score.total:.3f};"
        f" frequency {score.frequency:.3f}, relevance {score.relevance:.3f}, diversity"
        f" {score.diversity:.3f}, recency {score.recency:.3f}"
    )
    positions = ", ".join(map(str, earned.recalls[-_SHOWN_MAX:]))
    which = f"the newest at {positions}" if score.recalls > _SHOWN_MAX else f"at {positions}"
    _detail(f"{counted(score.recalls, 'recall')} {which}; {asked(score.queries)}")


def _dropped(dropped: Dropped) -> None:
    line((short(dropped.item), ID), f"  {one_line(dropped.text)}")
    _detail(
        f"really at {dropped.really.position}, {iso(dropped.really.decided_at)}; here it lacked"
        f" {', '.join(dropped.missing) or 'nothing'}"
    )


def _first(first: First) -> None:
    line(f"“{one_line(first.query)}”", (f"  recall {first.position}", DIM))
    for what, item, text in (
        ("here", first.here, first.here_text),
        ("really", first.really, first.really_text),
    ):
        line(
            (f"{_MARGIN}{what:<8}", DIM),
            (short(item) if item else "nothing", ID if item else DIM),
            f"  {one_line(text or '')}",
        )


def _detail(text: str) -> None:
    line((_MARGIN + text, DIM))


def _more(count: int) -> None:
    if count > _SHOWN_MAX:
        line((f"and {count - _SHOWN_MAX:,} more, which --json has", DIM))


def _percent(share: float) -> str:
    return f"{100 * share:.1f} %"


def _comment(text: str) -> None:
    Screen().print(Text(f"# {plain(text)}", style=DIM), soft_wrap=True)
