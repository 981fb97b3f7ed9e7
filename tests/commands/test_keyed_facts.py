"""Facts that are told by subject and attribute, as they come in and are put in order."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.domain.events import ChunkIngested, Contradicted, Superseded
from lethelog.domain.identity import ItemId
from lethelog.domain.times import DAY
from lethelog.memory import Memory
from lethelog.sources.document import Document, Passage
from lethelog.sources.taught import Told
from lethelog.tests.story import TODAY


def city(value: str, scope: str = "") -> Told:
    """Where Ana lives."""
    return {"subject": "Ana", "attribute": "city", "value": value, "scope": scope}


@pytest.fixture
def memory() -> Iterator[Memory]:
    """A day passes with each look at the clock."""
    days = iter(range(10_000))
    with Memory.in_memory(clock=lambda: TODAY + next(days) * DAY) as opened:
        yield opened


def lives(memory: Memory, value: str, *, since: str | None = None, scope: str = "") -> ItemId:
    """Somebody says where Ana lives."""
    said = memory.remember(f"Ana lives in {value}", valid_from=since, **city(value, scope))
    [item] = said.items
    return item


def known(memory: Memory) -> dict[str, tuple[ItemId, ...]]:
    """What is known for good, with what is known against it."""
    return {fact.text: fact.contradicted_by for fact in memory.facts()}


def test_a_later_value_takes_the_place_of_an_earlier_one(memory: Memory) -> None:
    """At once, by rule, and the story tells why."""
    old = lives(memory, "Porto")
    said = memory.remember("Ana lives in Lisbon", **city("Lisbon"))
    assert said.superseded == (old,)
    assert known(memory) == {"Ana lives in Lisbon": ()}
    [step] = memory.why(old).chain
    assert (step.reason, step.judge, step.by) == ("updated", "rule", said.items[0])


def test_what_was_so_earlier_in_the_world_gives_way_though_it_is_told_later(
    memory: Memory,
) -> None:
    """By the time since when it is true, else its date, else when it came in."""
    lives(memory, "Lisbon", since="2024-05-01")
    lives(memory, "Porto", since="2019-01-01")
    assert list(known(memory)) == ["Ana lives in Lisbon"]
    then = memory.as_of(valid="2020-01-01")
    assert [fact.value for fact in then.facts()] == ["Porto"]


def test_values_of_the_same_time_contradict_each_other_and_both_are_shown(memory: Memory) -> None:
    """Among the facts and in a search; each is trusted less."""
    porto = lives(memory, "Porto", since="2024-05-01")
    lisbon = lives(memory, "Lisbon", since="2024-05-01")
    assert known(memory) == {
        "Ana lives in Porto": (lisbon,),
        "Ana lives in Lisbon": (porto,),
    }
    found = memory.search("where does Ana live").found
    assert {each.item for each in found} == {porto, lisbon}
    assert {each.trust for each in found} == {0.5}
    against = [r.event for r in memory.journal.read() if isinstance(r.event, Contradicted)]
    assert [(each.judge, each.strength) for each in against] == [("rule", 1.0)] * 2


def test_scopes_keep_values_apart(memory: Memory) -> None:
    """Each has one of its own; case and spacing make no other key."""
    lives(memory, "Porto", scope="work")
    lives(memory, "Lisbon", scope="summer")
    memory.remember("It is Faro now", subject=" ANA", attribute="City", value="Faro", scope="work")
    assert list(known(memory)) == ["Ana lives in Lisbon", "It is Faro now"]


def test_one_value_from_two_sources_is_one_fact(memory: Memory) -> None:
    """It stays when one of them is forgotten, and is gone with the last."""
    [first] = memory.remember("Ana lives in Porto", **city("Porto")).sources
    [other] = memory.remember("Home is Porto for Ana", **city("porto")).sources
    [fact] = memory.facts()
    assert [each.source for each in fact.assertions] == [first, other]
    plan = memory.plan_forget(first)
    assert [line.text for line in plan.kept] == ["Home is Porto for Ana"]
    memory.forget(first, approved_by="Ana")
    [fact] = memory.facts()
    assert [each.source for each in fact.assertions] == [other]
    memory.forget(other, approved_by="Ana")
    assert memory.facts() == ()


def test_settling_once_more_is_no_news(memory: Memory) -> None:
    """Also for what stays in dispute."""
    lives(memory, "Porto", since="2024-05-01")
    lives(memory, "Lisbon", since="2024-05-01")
    lives(memory, "Faro", since="2025-05-01")
    head = memory.journal.head()
    assert not memory.settle().is_news
    assert memory.journal.head() == head


def test_an_older_value_comes_back_where_it_is_said_again(memory: Memory) -> None:
    """Without a time it is said of now; with one it is known already."""
    lives(memory, "Porto")
    lives(memory, "Lisbon")
    lives(memory, "Porto")
    assert list(known(memory)) == ["Ana lives in Porto"]
    lives(memory, "Faro", since="2190-01-01")
    lives(memory, "Braga", since="2195-01-01")
    again = memory.remember("Ana lives in Faro", valid_from="2190-01-01", **city("Faro"))
    assert again.items == ()


def test_what_a_person_chose_gives_way_to_later_news_alone(memory: Memory) -> None:
    """Not to what holds from before that choice, whoever says it again."""
    porto = lives(memory, "Porto", since="2024-05-01")
    lisbon = lives(memory, "Lisbon", since="2024-05-01")
    memory.supersede(lisbon, by=porto, reason="merged")
    assert list(known(memory)) == ["Ana lives in Porto"]
    census = "Lisbon, says the census"
    said = memory.remember(census, valid_from="2024-06-01", **city("Lisbon"))
    assert said.superseded == said.items
    assert list(known(memory)) == ["Ana lives in Porto"]
    lives(memory, "Braga")
    assert list(known(memory)) == ["Ana lives in Braga"]


def test_what_gave_way_holds_again_when_the_later_value_is_forgotten(memory: Memory) -> None:
    """As if it had never been said."""
    lives(memory, "Porto")
    [source] = memory.remember("Ana lives in Lisbon", **city("Lisbon")).sources
    memory.forget(source, approved_by="Ana")
    assert list(known(memory)) == ["Ana lives in Porto"]


def test_a_document_that_says_both_is_learned_once(memory: Memory) -> None:
    """What gave way by its key is still said by the document, and does not come in again."""
    document = Document(
        source_kind="email",
        name="m1",
        passages=tuple(
            Passage(
                text=f"In {year} Ana lived in {value}",
                dated_at=year * DAY,
                subject="Ana",
                attribute="city",
                value=value,
            )
            for year, value in ((2019, "Porto"), (2024, "Lisbon"))
        ),
    )
    first = memory.learn([(document.path, document)], "import")
    assert (len(first.items), len(first.superseded)) == (2, 1)
    head = memory.journal.head()
    assert memory.learn([(document.path, document)], "import").items == ()
    assert memory.journal.head() == head


@pytest.mark.parametrize(
    ("told", "saying"),
    [
        ({"subject": "Ana"}, "attribute and value are missing"),
        ({"attribute": "city", "value": "Porto"}, "subject is missing"),
        ({"scope": "work"}, "subject and attribute and value are missing"),
        ({"confidence": 1.5}, "from 0 to 1"),
    ],
)
def test_half_a_key_is_refused(memory: Memory, told: Told, saying: str) -> None:
    """The message names what is missing."""
    with pytest.raises(InvalidInput, match=saying):
        memory.remember("Ana lives in Porto", **told)
    assert memory.journal.head() == 0


def test_a_fact_without_a_key_leaves_no_further_event(memory: Memory) -> None:
    """What is told by words alone is never settled by rule."""
    memory.remember("Ana lives in Porto")
    memory.remember("Ana lives in Lisbon")
    kinds = [type(recorded.event) for recorded in memory.journal.read()]
    assert kinds == [ChunkIngested, ChunkIngested]
    assert not memory.settle().is_news
    assert Superseded not in kinds


def test_what_was_read_out_of_texts_holds_from_their_dates(memory: Memory) -> None:
    """Unless its own text tells a time; so the order in which they are read does not count."""
    new, old = (
        memory.remember(text, kind="event", dated_at=TODAY - days * DAY).items[0]
        for text, days in (("I moved to Lisbon", 1), ("I settled in Porto", 400))
    )
    for item, value in ((new, "Lisbon"), (old, "Porto")):
        memory.promote(
            item,
            text=f"Ana lives in {value}",
            judge="agent",
            rests_on="texts",
            subject="Ana",
            attribute="city",
            value=value,
        )
    settled = memory.settle()
    assert len(settled.superseded) == 1
    assert list(known(memory)) == ["Ana lives in Lisbon"]
    [fact] = memory.facts()
    assert (fact.how, fact.value) == ("dreamt", "Lisbon")
