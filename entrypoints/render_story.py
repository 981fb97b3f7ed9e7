"""The story of an item, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from rich.text import Text
from rich.tree import Tree

from ..domain.times import iso
from .lines import (
    DIM,
    GOOD,
    ID,
    MARK,
    Styled,
    asked,
    counted,
    factors,
    item_parts,
    one_line,
    share,
    short,
    styled,
)
from .output import Screen
from .render_absence import whereabouts
from .render_facts import revisions
from .render_strength import strength

if TYPE_CHECKING:
    from ..asking.listing import ItemLine
    from ..asking.story import PromotionLine, Prospect, RecallLine, Story, SupersessionLine
    from ..domain.events import PromotionScore
    from ..domain.policy import PromotionPolicy

_CHAIN_CHARS_MAX: Final = 120  # what one step changed often stands late in the text
_USUAL_POLICY: Final = "default"
_JUDGES: Final = {
    "rule": "by rule",
    "person": "by a person",
    "agent": "by an agent",
    "model": "by a model",
}


def story(told: Story) -> None:
    """Everything that is known of an item, as one tree; of a question, where the item stands."""
    item = told.item
    tree = Tree(styled((short(item.item), ID), "  ", (item.text, "bold")), guide_style=DIM)
    tree.add(_state(told))
    if told.whereabouts is None:
        _whole_story(tree, told)
    else:
        whereabouts(tree, told.whereabouts)
    Screen().print(tree)


def _whole_story(tree: Tree, told: Story) -> None:
    _strength(tree, told)
    _origin(tree, told)
    _items(tree, "also said by", told.also_said_by)
    _items(tree, "made from", told.made_from)
    _items(tree, "led to", told.led_to)
    if told.recalls:
        _recalls(tree, told.recalls)
    else:
        tree.add(styled(("never recalled", DIM)))
    if told.promotion is not None:
        _promotion(tree, told.promotion, made_from=bool(told.made_from))
    if told.prospect is not None:
        _prospect(tree, told.prospect)
    _contradictions(tree, told)
    revisions(tree, told.revisions)
    _chain(tree, told)


def _state(told: Story) -> Text:
    is_current = told.current is not None and told.current.item == told.item.item
    true = {None: "", True: ", true at that time", False: ", not true at that time"}[told.is_true]
    return styled(
        f"{told.item.kind}, ",
        ("current" if is_current else "superseded", GOOD if is_current else MARK),
        ", never fades" if told.is_evergreen else ", fades",
        (true, MARK if told.is_true is False else GOOD),
        (", quarantined" if told.is_quarantined else "", MARK),
    )


def _strength(tree: Tree, told: Story) -> None:
    if (left := strength(told.strength)) is not None:
        tree.add(left)
    by = "" if told.confidence_from == "source" else f" {_JUDGES[told.confidence_from]}"
    tree.add(styled(f"trust {told.trust:.2f}, confidence {told.confidence:.2f}{by}"))
    start, end = told.true_from_at, told.true_until_at
    if end is not None or start not in (None, told.item.dated_at):
        since = "" if start is None else f" from {iso(start)}"
        tree.add(styled(f"true{since}" + ("" if end is None else f" until {iso(end)}")))


def _origin(tree: Tree, told: Story) -> None:
    item = told.item
    how = "made" if told.made_from else "came in"
    branch = tree.add(styled(f"{how} {iso(item.recorded_at)}"))
    if item.dated_at is not None:
        branch.add(styled(f"dated {iso(item.dated_at)}"))
    if item.author or item.title:
        branch.add(styled(": ".join(filter(None, (item.author, item.title)))))
    if item.origin:
        branch.add(styled(f"origin {item.origin}"))
    for each in told.releases:
        told_by = " ".join(filter(None, (iso(each.recorded_at), _JUDGES[each.judge], each.reason)))
        branch.add(styled(f"let out of quarantine {told_by}"))
    for source in told.sources:
        branch.add(styled("source ", (source, "bold")))


def _items(tree: Tree, what: str, items: Sequence[ItemLine]) -> None:
    if items:
        branch = tree.add(styled(what))
        for each in items:
            branch.add(styled(*item_parts(each)))


def _recalls(tree: Tree, recalls: Sequence[RecallLine]) -> None:
    branch = tree.add(styled(f"recalled {counted(len(recalls), 'time')}"))
    for each in recalls:
        asked_from = f", from {each.asked_from}" if each.asked_from else ""
        ranked_by = f", ranked by {each.policy}" if each.policy != _USUAL_POLICY else ""
        how = f"  {iso(each.recorded_at)}, at {each.position}{asked_from}{ranked_by}"
        query = f"“{one_line(each.query, 200)}”" if each.query else "told in a snapshot"
        recall = branch.add(styled(query, (how, DIM)))
        recall.add(
            styled(
                f"rank {each.rank}, score {share(each.score)}",
                (f" = {factors(each)}" if each.relevance else "", DIM),  # else nobody asked for it
                ("" if each.counts else "; counts towards no promotion", MARK),
            )
        )


def _promotion(tree: Tree, why: PromotionLine, *, made_from: bool) -> None:
    policy = why.policy
    needs = "needs" if why.judge == "rule" else "the rule asks for"
    branch = tree.add(
        styled(
            ("made" if made_from else "promoted", GOOD),
            f" {_JUDGES[why.judge]} {iso(why.recorded_at)}, confidence {why.confidence:.2f}",
        )
    )
    if why.reason:
        branch.add(styled(f"because: {why.reason}"))
    score = branch.add(styled(f"score {why.total:.3f}, {needs} {policy.score_min:.2f}"))
    _parts(score, why, policy)
    branch.add(styled(f"{counted(why.recalls, 'recall')}, {needs} {policy.recalls_min}"))
    branch.add(styled(f"{asked(why.queries)}, {needs} {policy.queries_min}"))
    if why.rests_on:
        positions = ", ".join(map(str, why.rests_on))
        branch.add(styled(f"rests on the recalls at {positions}", (f"  policy {policy.name}", DIM)))


def _prospect(tree: Tree, prospect: Prospect) -> None:
    """What is missing; the parts of the score only where there is one."""
    if prospect.missing:
        branch = tree.add(styled("not promoted: ", (", ".join(prospect.missing), MARK)))
    else:
        branch = tree.add(styled(("promotion earned", GOOD), ", by the next `lethelog dream`"))
    if prospect.score.recalls:
        _parts(branch, prospect.score, prospect.policy)


def _parts(branch: Tree, score: PromotionScore | PromotionLine, policy: PromotionPolicy) -> None:
    """The four parts of a score, each with its weight and with what would make it full."""
    for name, value, weight, note in (
        (
            "frequency",
            score.frequency,
            policy.frequency_weight,
            f"full at {policy.recalls_norm} recalls",
        ),
        ("relevance", score.relevance, policy.relevance_weight, "mean of the recalls"),
        (
            "diversity",
            score.diversity,
            policy.diversity_weight,
            f"full at {policy.queries_norm} queries",
        ),
        (
            "recency",
            score.recency,
            policy.recency_weight,
            f"halves in {policy.recency_half_life_days:g} days",
        ),
    ):
        branch.add(
            styled(
                f"{name:<9} {value:.3f} × {weight:.2f} = {value * weight:.3f}", (f"  {note}", DIM)
            )
        )


def _contradictions(tree: Tree, told: Story) -> None:
    for each in told.contradictions:
        branch = tree.add(
            styled(
                ("contradicted", MARK),
                f" {_JUDGES[each.judge]} {iso(each.recorded_at)},"
                f" strength {each.strength:.2f}, cost {each.penalty:.2f} of the trust",
            )
        )
        if each.by is not None:
            branch.add(styled("by ", (short(each.by), ID), f"  {one_line(each.by_text or '')}"))
        if each.reason:
            branch.add(styled(f"because: {each.reason}"))


def _chain(tree: Tree, told: Story) -> None:
    if not told.chain:
        return
    branch = tree.add(styled("supersession"))
    for step in told.chain:
        branch.add(_step(step))
    if told.current is None:
        branch.add(styled(("nothing holds any more", MARK)))
    else:
        branch.add(
            styled(
                ("now holds: ", GOOD),
                (short(told.current.item), ID),
                _chain_text(told.current.text),
            )
        )


def _step(step: SupersessionLine) -> Text:
    to: tuple[Styled | str, ...] = (" was dropped by its source",)
    if step.by:
        to = (" gave way to ", (short(step.by), ID), _chain_text(step.by_text or ""))
    note = f"  {_JUDGES[step.judge]} {iso(step.recorded_at)}, {step.reason}"
    return styled(
        (short(step.item), ID),
        _chain_text(step.text),
        *to,
        (f"{note}: {step.note}" if step.note else note, DIM),
    )


def _chain_text(text: str) -> str:
    return f"  {one_line(text, _CHAIN_CHARS_MAX)}"
