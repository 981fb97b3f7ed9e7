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

if TYPE_CHECKING:
    from ..asking.listing import ItemLine
    from ..asking.story import PromotionLine, RecallLine, Story, SupersessionLine

_JUDGES: Final = {
    "rule": "by rule",
    "person": "by a person",
    "agent": "by an agent",
    "model": "by a model",
}


def story(told: Story) -> None:
    """Everything that is known of an item, as one tree."""
    item = told.item
    tree = Tree(styled((short(item.item), ID), "  ", (item.text, "bold")), guide_style=DIM)
    tree.add(_state(told))
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
    _contradictions(tree, told)
    _chain(tree, told)
    Screen().print(tree)


def _state(told: Story) -> Text:
    item = told.item
    is_current = told.current is not None and told.current.item == item.item
    return styled(
        f"{item.kind}, ",
        ("current" if is_current else "superseded", GOOD if is_current else MARK),
        ", never fades" if told.is_evergreen else ", fades",
        f", trust {told.trust:.2f}, confidence {item.confidence:.2f}",
    )


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
        recall = branch.add(
            styled(
                f"“{one_line(each.query, 200)}”", (f"  {iso(each.recorded_at)}{asked_from}", DIM)
            )
        )
        recall.add(
            styled(
                f"rank {each.rank}, score {share(each.score)}",
                (f" = {factors(each)}", DIM),
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
    for name, value, weight, note in (
        (
            "frequency",
            why.frequency,
            policy.frequency_weight,
            f"full at {policy.recalls_norm} recalls",
        ),
        ("relevance", why.relevance, policy.relevance_weight, "mean of the recalls"),
        (
            "diversity",
            why.diversity,
            policy.diversity_weight,
            f"full at {policy.queries_norm} queries",
        ),
        (
            "recency",
            why.recency,
            policy.recency_weight,
            f"halves in {policy.recency_half_life_days:g} days",
        ),
    ):
        score.add(
            styled(
                f"{name:<9} {value:.3f} × {weight:.2f} = {value * weight:.3f}", (f"  {note}", DIM)
            )
        )
    branch.add(styled(f"{counted(why.recalls, 'recall')}, {needs} {policy.recalls_min}"))
    branch.add(styled(f"{asked(why.queries)}, {needs} {policy.queries_min}"))
    if why.rests_on:
        positions = ", ".join(map(str, why.rests_on))
        branch.add(styled(f"rests on the recalls at {positions}", (f"  policy {policy.name}", DIM)))


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
                f"  {one_line(told.current.text)}",
            )
        )


def _step(step: SupersessionLine) -> Text:
    to: tuple[Styled | str, ...] = (
        (" gave way to ", (short(step.by), ID), f"  {one_line(step.by_text or '')}")
        if step.by
        else (" was dropped by its source",)
    )
    note = f"  {_JUDGES[step.judge]} {iso(step.recorded_at)}, {step.reason}"
    return styled(
        (short(step.item), ID),
        f"  {one_line(step.text)}",
        *to,
        (f"{note}: {step.note}" if step.note else note, DIM),
    )
