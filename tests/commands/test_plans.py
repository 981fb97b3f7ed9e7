"""A forgetting is planned, approved by somebody, and applied once, just as it was approved."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing

import pytest

from lethelog.commands.forget import RETIRED
from lethelog.domain.errors import Conflict, InvalidInput, NotFound, Refused
from lethelog.domain.events import SourceForgotten
from lethelog.domain.identity import ItemId
from lethelog.memory import Memory
from lethelog.tests.story import TODAY

CELLAR, SHELF = "the green tea is in the cellar", "the kettle is on the shelf"


@pytest.fixture
def memory() -> Iterator[Memory]:
    """Two conversations, a text each."""
    with closing(Memory.in_memory(clock=lambda: TODAY)) as made:
        for name, text in (("c1", CELLAR), ("c2", SHELF)):
            made.remember(text, within=f"conversation/{name}", dated_at=TODAY)
        yield made


def planned(memory: Memory, *sources: str, approved_by: str = "Nora") -> str:
    """The id of a plan that somebody approved."""
    plan = memory.plan_forget(*sources)
    memory.approve_forget(plan.id, approved_by)
    return plan.id


def item(memory: Memory, text: str) -> ItemId:
    """The item that answers best."""
    return memory.search(text, limit=1, record=False, with_superseded=True).found[0].item


def current(memory: Memory) -> set[str]:
    """What a search finds."""
    found = memory.search("green tea kettle cellar shelf", limit=50, record=False).found
    return {each.text for each in found}


def states(memory: Memory) -> list[str]:
    """How far each plan has come."""
    return [line.state for line in memory.forget_plans()]


def test_a_saved_plan_holds_no_word_of_its_source(memory: Memory) -> None:
    """Ids, counts and times: it may outlive the key of what it is about."""
    memory.search("cellar", asked_from="conversation/c1")
    memory.plan_forget("conversation/c1")
    [note] = memory.journal.notes("plan").values()
    for word in (b"tea", b"cellar", b"conversation", b"c1"):
        assert word not in note.lower()
    assert b'"recalls":1' in note


def test_a_plan_goes_through_its_states(memory: Memory) -> None:
    """Planned, approved, erased; one that is only looked at leaves nothing."""
    assert memory.plan_forget("conversation/c2", save=False).id == ""
    plan = memory.plan_forget("conversation/c1").id
    assert states(memory) == ["planned"]
    assert memory.approve_forget(plan[:6], "Nora").state == "approved"
    applied = memory.apply_forget(plan)
    assert (applied.is_news, applied.pending, len(applied.items)) == (True, (), 1)
    assert states(memory) == ["erased"]
    assert current(memory) == {SHELF}


def test_a_plan_that_nobody_approved_is_not_applied(memory: Memory) -> None:
    """The error tells how to approve it."""
    plan = memory.plan_forget("conversation/c1").id
    with pytest.raises(Refused, match=f"nobody has approved .* `lethelog forget approve {plan}`"):
        memory.apply_forget(plan)
    assert current(memory) == {CELLAR, SHELF}


def test_who_approved_first_stands_in_the_block_record_alone(memory: Memory) -> None:
    """It is sealed there, and gone from the plan."""
    plan = planned(memory, "conversation/c1")
    memory.approve_forget(plan, "Ben")
    memory.apply_forget(plan)
    [*_, notice] = [recorded.event for recorded in memory.journal.read()]
    assert isinstance(notice, SourceForgotten)
    assert notice.record is not None
    assert notice.record.approved_by == "Nora"
    [note] = memory.journal.notes("plan").values()
    assert b"Nora" not in note


def test_applying_twice_is_applying_once(memory: Memory) -> None:
    """The second time is no news, also when the source came again meanwhile."""
    plan = planned(memory, "conversation/c1")
    first = memory.apply_forget(plan)
    memory.unblock("conversation/c1")
    memory.remember(CELLAR, within="conversation/c1", dated_at=TODAY)
    again = memory.apply_forget(plan)
    assert (again.is_news, again.forgettings) == (False, first.forgettings)
    assert current(memory) == {CELLAR, SHELF}


def test_what_came_after_the_plan_is_told_and_nothing_is_forgotten(memory: Memory) -> None:
    """Whoever approved has not seen it."""
    plan = planned(memory, "conversation/c1")
    for text in ("more green tea", "even more green tea"):
        memory.remember(text, within="conversation/c1", dated_at=TODAY)
    head = memory.journal.head()
    with pytest.raises(Conflict, match="2 more items came from conversation/c1 since the plan"):
        memory.apply_forget(plan)
    assert memory.journal.head() == head


def test_a_promotion_that_rests_on_the_source_since_is_told(memory: Memory) -> None:
    """Though it is about another source, and names none of this one."""
    plan = planned(memory, "conversation/c1")
    kettle = item(memory, SHELF)
    for question in ("kettle", "kettle shelf", "shelf"):
        memory.search(question, asked_from="conversation/c1")
    assert [each.item for each in memory.dream().promoted] == [kettle]
    with pytest.raises(Conflict, match="1 more promotion would be undone; 3 more searches were"):
        memory.apply_forget(plan)


def test_what_was_forgotten_meanwhile_is_told(memory: Memory) -> None:
    """By another plan, which was the first to be applied."""
    plan = planned(memory, "conversation/c1", "conversation/c2")
    memory.forget("conversation/c2")
    with pytest.raises(Conflict, match="1 item would no longer go since"):
        memory.apply_forget(plan)


def test_what_happened_elsewhere_is_no_conflict(memory: Memory) -> None:
    """A plan is about its own sources."""
    plan = planned(memory, "conversation/c1")
    memory.remember("the tea pot is blue", dated_at=TODAY)
    memory.search("kettle")
    memory.promote(item(memory, SHELF))
    assert memory.apply_forget(plan).is_news


def test_several_sources_go_in_one_append(memory: Memory) -> None:
    """All of them or none, each with its own notice and receipt."""
    plan = planned(memory, "conversation/c1", "conversation/c2")
    head = memory.journal.head()
    applied = memory.apply_forget(plan)
    assert applied.forgettings == (head + 1, head + 2)
    assert {receipt.position for receipt in memory.receipts(plan)} == {head + 1, head + 2}
    assert current(memory) == set()


def test_what_returns_can_be_kept_out(memory: Memory) -> None:
    """It is retired in the same step, by an event that rests on its own source alone."""
    memory.supersede(item(memory, CELLAR), by=item(memory, SHELF))
    cellar = item(memory, CELLAR)
    applied = memory.forget("conversation/c2", retire=True)
    assert applied.retired == (cellar,)
    assert current(memory) == set()
    [step] = memory.why(cellar).chain
    assert (step.by, step.reason, step.note) == (None, "removed", RETIRED)
    assert memory.rebuild().is_equal


def test_what_returns_is_current_again_unless_told_otherwise(memory: Memory) -> None:
    """As if its successor had never been there."""
    memory.supersede(item(memory, CELLAR), by=item(memory, SHELF))
    assert memory.forget("conversation/c2").retired == ()
    assert current(memory) == {CELLAR}


def test_what_one_remaining_source_says_is_made_again(memory: Memory) -> None:
    """From that source alone and in its words; the rest is left to whoever can think."""
    memory.remember("Tea belongs in THE cellar.", within="email/m", dated_at=TODAY)
    cellar, mail, kettle = (item(memory, text) for text in (CELLAR, "tea belongs", SHELF))
    memory.promote(
        cellar,
        mail,
        text="tea belongs in the cellar.",
        judge="agent",
        confidence=0.8,
        reason="the conversation says so",
    )
    [other] = memory.promote(cellar, kettle, text="they drink tea", judge="agent").items
    applied = memory.forget("conversation/c1", rederive=True)
    [made] = applied.remade
    told = memory.why(made)
    assert told.item.text == "Tea belongs in THE cellar."
    assert [line.item for line in told.made_from] == [mail]
    assert told.promotion is not None
    assert (told.promotion.judge, told.promotion.confidence, told.promotion.reason) == (
        "agent",
        0.8,
        "",
    )
    [left] = applied.to_redo
    assert (left.item, left.inputs) == (other, (kettle,))


def test_forgetting_a_parent_covers_the_children_forgotten_before(memory: Memory) -> None:
    """Also when nothing else is left below it: then the whole stays out from now on."""
    [child] = memory.plan_forget("conversation/c1", save=False).gone
    assert child.source is not None
    memory.forget(child.source)
    assert memory.forget("conversation/c1").is_news
    assert not memory.forget("conversation/c1").is_news
    assert not memory.forget(child.source).is_news
    with pytest.raises(Refused, match="was forgotten"):
        memory.remember("something else", within="conversation/c1")


def test_a_plan_is_named_by_the_start_of_its_id(memory: Memory) -> None:
    """As long as no other starts so."""
    first, second = (planned(memory, f"conversation/c{n}") for n in (1, 2))
    with pytest.raises(NotFound, match="there is no plan ''"):
        memory.apply_forget("")
    with pytest.raises(NotFound, match="`lethelog forget list` shows them"):
        memory.approve_forget("0000", "Nora")
    while first[0] != second[0]:
        second = planned(memory, "conversation/c2")
    with pytest.raises(InvalidInput, match=r"fits \d+ plans; give more of the id"):
        memory.apply_forget(first[0])
