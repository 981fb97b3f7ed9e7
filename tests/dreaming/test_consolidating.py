"""What is alike becomes one item, which grows, is renewed, and goes with any of its sources."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from lethelog.domain.errors import JudgeFailed
from lethelog.domain.events import Promoted, Superseded
from lethelog.domain.identity import ItemId
from lethelog.domain.lineage import live as live_events
from lethelog.domain.lineage import prune
from lethelog.domain.mind_policy import ConsolidationPolicy
from lethelog.domain.policy import DEFAULT
from lethelog.tests.dreaming.nights import (
    BICYCLE,
    OTHER,
    TEA,
    Sleeper,
    Told,
    live,
    news,
    phase,
    sleeper,
)
from lethelog.tests.tables import replayed


def summaries(memory: Sleeper) -> dict[ItemId, set[ItemId]]:
    """What clusters became and is current, with its inputs."""
    rows = memory.ask(
        lambda view: view.rows(
            "SELECT item, input FROM item JOIN derivation USING (d)"
            " WHERE nearness IS NOT NULL AND d NOT IN (SELECT d FROM supersession)"
        )
    )
    found: dict[ItemId, set[ItemId]] = {}
    for item, made_from in rows:
        found.setdefault(ItemId(item), set()).add(ItemId(made_from))
    return found


def test_what_is_alike_becomes_one_item() -> None:
    """With the text that is nearest to the middle, by rule, and how near each of them is."""
    with sleeper("cluster") as (memory, _):
        items = live(memory, *TEA[:3], OTHER)
        head = memory.journal.head()
        done = phase(memory.dream(), "cluster")
        assert (done.seen, done.changed, done.details) == (4, 1, ("1 alike",))
        [made] = news(memory, after=head)
        assert isinstance(made, Promoted)
        assert (made.judge, made.kind, made.recalls) == ("rule", "summary", ())
        assert made.derived_from == tuple(items[:3])
        assert made.text in TEA
        assert len(made.nearness) == 3
        assert all(0.5 < each <= 1.0 for each in made.nearness)


def test_the_same_dream_again_adds_nothing() -> None:
    """Its own text is alike too, and is never looked at: a dream does not eat what it made."""
    with sleeper("collect", "cluster", "schemas", "promote") as (memory, _):
        live(memory, *TEA[:4], *BICYCLE[:3], OTHER)
        memory.dream()
        head = memory.journal.head()
        again = memory.dream()
        assert memory.journal.head() == head
        assert phase(again, "cluster").seen == 8
        assert [each.changed for each in again.phases] == [0, 0, 0, 0]


def test_a_dry_run_records_nothing() -> None:
    """It tells how many there would be."""
    with sleeper("cluster") as (memory, _):
        live(memory, *TEA, *BICYCLE)
        head = memory.journal.head()
        assert phase(memory.dream(dry_run=True), "cluster").changed == 2
        assert memory.journal.head() == head


def test_a_grown_cluster_takes_the_place_of_the_smaller_one() -> None:
    """In one step with it, and it says so."""
    with sleeper("cluster") as (memory, _):
        first = live(memory, *TEA[:3])
        memory.dream()
        [before] = summaries(memory)
        more = live(memory, *TEA[3:])
        head = memory.journal.head()
        memory.dream()
        made, gone = news(memory, after=head)
        assert isinstance(made, Promoted)
        assert isinstance(gone, Superseded)
        assert (gone.item, gone.by, gone.reason) == (before, made.item, "merged")
        assert summaries(memory) == {made.item: {*first, *more}}


def test_a_cluster_is_remade_when_it_has_grown_by_a_share() -> None:
    """Its text is not made anew for one more; what is asked of a judge grows with its logarithm."""
    half = ConsolidationPolicy(remade_when_grown=0.5)
    with sleeper("cluster", base=replace(DEFAULT, consolidation=half)) as (memory, _):
        live(memory, *TEA[:3])
        judge = Told(says="Ana and her tea")
        memory.dream(judge=judge)
        before = summaries(memory)
        live(memory, TEA[3])
        memory.dream(judge=judge)
        assert summaries(memory) == before
        live(memory, TEA[4])
        memory.dream(judge=judge)
        assert [len(inputs) for inputs in summaries(memory).values()] == [5]
        assert len(judge.asked) == 2


def test_a_cluster_is_remade_when_an_input_went_away() -> None:
    """However little it has grown."""
    whole = ConsolidationPolicy(remade_when_grown=1.0)
    with sleeper("cluster", base=replace(DEFAULT, consolidation=whole)) as (memory, _):
        items = live(memory, *TEA[:4])
        memory.dream()
        [fifth] = live(memory, TEA[4])
        memory.correct(items[0], OTHER)
        memory.dream()
        assert list(summaries(memory).values()) == [{*items[1:], fifth}]


def test_what_rests_on_something_corrected_is_made_anew() -> None:
    """From what is left, also where that had been said before; then it is done."""
    with sleeper("cluster") as (memory, _):
        three = live(memory, *TEA[:3])
        memory.dream()
        [fourth] = live(memory, TEA[3])
        memory.dream()
        memory.correct(fourth, OTHER)
        memory.dream()
        assert list(summaries(memory).values()) == [set(three)]
        head = memory.journal.head()
        memory.dream()
        assert memory.journal.head() == head


def test_summaries_that_are_alike_become_a_schema() -> None:
    """Of nothing but summaries; it is made of no items, and no summary is made of it."""
    with sleeper("cluster", "schemas") as (memory, _):
        for owner in ("Ana", "Ann", "Anna"):
            told = (
                f"{owner} {word * 6} drinks a cup of green tea" for word in ("lmn", "opq", "rst")
            )
            live(memory, *told)
        done = memory.dream()
        made = phase(done, "schemas")
        assert made.seen == phase(done, "cluster").changed
        head = memory.journal.head()
        memory.dream()
        assert memory.journal.head() == head


def test_forgetting_one_source_forgets_the_summary_and_the_next_dream_makes_another() -> None:
    """The tables are as if the source had never been seen, before that dream and after it."""
    with sleeper("cluster") as (memory, _):
        items = live(memory, *TEA[:4])
        memory.dream()
        source = memory.why(items[0]).sources[0]
        path = getattr(source, "source", source)
        memory.forget(str(path))
        assert summaries(memory) == {}
        uid = memory.identity.lineage(str(path))[-1]
        store = memory.identity.name_for("view")
        told = list(memory.journal.read())
        tables, _ = replayed(prune(told, [uid]), store=store)
        assert memory.tables() == tables
        memory.dream()
        assert list(summaries(memory).values()) == [set(items[1:])]
        tables, _ = replayed(prune(list(memory.journal.read()), [uid]), store=store)
        assert memory.tables() == tables


def test_what_a_grown_cluster_had_replaced_comes_back_with_the_forgetting() -> None:
    """It said all that is left, so the next dream has nothing to do."""
    with sleeper("cluster") as (memory, _):
        items = live(memory, *TEA[:3])
        memory.dream()
        before = summaries(memory)
        [fourth] = live(memory, TEA[3])
        memory.dream()
        assert set(summaries(memory).values().__iter__().__next__()) == {*items, fourth}
        memory.forget(items=[fourth])
        assert summaries(memory) == before
        head = memory.journal.head()
        memory.dream()
        assert memory.journal.head() == head
        assert live_events(list(memory.journal.read()))


def test_a_model_puts_a_cluster_into_its_own_words() -> None:
    """Its verdict is in the event, so nobody is asked again."""
    with sleeper("cluster") as (memory, _):
        live(memory, *TEA[:3])
        judge = Told(says="Ana and her tea")
        head = memory.journal.head()
        memory.dream(judge=judge)
        [made] = news(memory, after=head)
        assert isinstance(made, Promoted)
        assert (made.text, made.judge) == ("Ana and her tea: 3", "model")
        memory.dream(judge=judge)
        assert len(judge.asked) == 1


def test_what_a_judge_fails_at_stays_open() -> None:
    """And is told; the next dream has it judged."""
    with sleeper("cluster") as (memory, _):
        live(memory, *TEA[:3])
        failing = Told(fails=JudgeFailed("it does not answer"))
        done = phase(memory.dream(judge=failing), "cluster")
        assert (done.changed, done.details[:2]) == (0, ("1 alike", "1 open"))
        assert phase(memory.dream(), "cluster").changed == 1


@pytest.mark.parametrize("many", [1, 2])
def test_too_few_are_no_cluster(many: int) -> None:
    """Three are needed, whatever they say."""
    with sleeper("cluster") as (memory, _):
        live(memory, *TEA[:many])
        assert phase(memory.dream(), "cluster").changed == 0
