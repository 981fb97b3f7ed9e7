"""Several memories searched as one: what is found, where, what is recorded, what is refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pytest

from lethelog import InvalidInput, Memory, Recalled, Refused, search_several
from lethelog.asking.several import STORES_MAX
from lethelog.domain.times import DAY
from lethelog.tests.embedding import NGrams

NOW = 20_000 * DAY


@pytest.fixture
def work() -> Iterator[Memory]:
    """A memory about tea at work."""
    with Memory.in_memory(clock=lambda: NOW) as memory:
        memory.remember("The green tea is in the kitchen.")
        memory.remember("The printer is on the second floor.")
        yield memory


@pytest.fixture
def home() -> Iterator[Memory]:
    """A memory about tea at home."""
    with Memory.in_memory(clock=lambda: NOW) as memory:
        memory.remember("The black tea is in the cellar, and so is the green tea.")
        memory.remember("Ana says that tea is good.", author="Ana")
        yield memory


def test_each_answer_tells_its_store(work: Memory, home: Memory) -> None:
    """One list, best first."""
    answer = search_several({"work": work, "home": home}, "green tea in the kitchen")
    assert [each.store for each in answer.found] == ["work", "home", "home"]
    scores = [each.score for each in answer.found]
    assert scores == sorted(scores, reverse=True)
    assert answer.found[0].text == "The green tea is in the kitchen."


def test_the_limit_is_that_of_the_whole_answer(work: Memory, home: Memory) -> None:
    """The best of all, wherever they are."""
    answer = search_several({"work": work, "home": home}, "tea", limit=2)
    assert len(answer.found) == 2


def test_one_store_answers_as_it_does_alone(home: Memory) -> None:
    """The same items with the same scores."""
    together = search_several({"home": home}, "green tea").found
    alone = home.search("green tea").found
    assert [each.item for each in together] == [each.item for each in alone]
    # Not by `approx`, which asks for numpy while a thread may be loading it.
    assert all(abs(x.score - y.score) < 1e-12 for x, y in zip(together, alone, strict=True))


def test_an_author_who_is_named_counts_wherever_she_wrote(work: Memory, home: Memory) -> None:
    """Though the first store has nobody of that name."""
    [first, *_] = search_several({"work": work, "home": home}, "what does Ana say").found
    assert first.text == "Ana says that tea is good."
    assert first.signals.author == 1.0


def test_each_store_records_its_own_hits_at_their_rank_among_all(
    work: Memory, home: Memory
) -> None:
    """And that it was not asked alone."""
    answer = search_several({"work": work, "home": home}, "tea")
    ranks: dict[str, list[int]] = {"work": [], "home": []}
    for rank, each in enumerate(answer.found, start=1):
        ranks[each.store].append(rank)
    for name, memory in (("work", work), ("home", home)):
        [recall] = _recalls(memory)
        assert [hit.rank for hit in recall.hits] == ranks[name]
        assert [hit.item for hit in recall.hits] == [
            each.item for each in answer.found if each.store == name
        ]
        assert recall.asked is not None
        assert recall.asked.beside == 1


def test_what_diversity_keeps_out_is_recorded_where_it_is(work: Memory, home: Memory) -> None:
    """And told with its store."""
    home.remember("The green tea is in the kitchen")
    stores = {"work": work, "home": home}
    answer = search_several(stores, "green tea kitchen", limit=2, diverse=True)
    [kept_out] = answer.suppressed
    assert kept_out.store == "home"
    assert [recall.suppressed for recall in _recalls(work)] == [()]
    assert [recall.suppressed for recall in _recalls(home)] == [(kept_out.item,)]


def test_without_recording_there_is_no_trace(work: Memory, home: Memory) -> None:
    """In none of them."""
    search_several({"work": work, "home": home}, "tea", record=False)
    assert _recalls(work) == _recalls(home) == []


def test_another_day_is_asked_of_all_and_leaves_no_trace(work: Memory, home: Memory) -> None:
    """What was known then, in each of them."""
    clock = NOW + DAY
    work.clock = home.clock = lambda: clock
    home.remember("The tea is all gone.")
    then = {"work": work.as_of("2024-10-04T12:00"), "home": home.as_of("2024-10-04T12:00")}
    assert "The tea is all gone." not in [each.text for each in search_several(then, "tea").found]
    assert _recalls(work) == _recalls(home) == []
    now = search_several({"work": work, "home": home}, "tea").found
    assert "The tea is all gone." in [each.text for each in now]


def test_what_was_true_on_a_day_is_asked_of_all(work: Memory, home: Memory) -> None:
    """Only that answers."""
    home.remember("Tea was rationed.", valid_until="2020-01-01")
    stores = {"work": work.as_of(valid="2019-01-01"), "home": home.as_of(valid="2019-01-01")}
    assert "Tea was rationed." in [each.text for each in search_several(stores, "tea").found]
    later = {"work": work.as_of(valid="2021-01-01"), "home": home.as_of(valid="2021-01-01")}
    assert "Tea was rationed." not in [each.text for each in search_several(later, "tea").found]


def test_one_store_under_two_names_is_refused(work: Memory) -> None:
    """Whatever it holds would count twice."""
    with pytest.raises(InvalidInput, match="a and b are one store"):
        search_several({"a": work, "b": work}, "tea")


def test_the_number_of_stores_has_bounds(work: Memory) -> None:
    """None is no question, and too many are too much memory."""
    with pytest.raises(InvalidInput, match="0 stores were given; from 1 to"):
        search_several({}, "tea")
    with pytest.raises(InvalidInput, match=f"from 1 to {STORES_MAX}"):
        search_several({str(place): work for place in range(STORES_MAX + 1)}, "tea")


def test_a_question_that_cannot_be_answered_is_refused_without_a_trace(work: Memory) -> None:
    """As by one store."""
    with pytest.raises(InvalidInput, match="the question is empty"):
        search_several({"work": work}, " ")
    assert _recalls(work) == []


def test_half_a_character_in_a_question_is_no_error(work: Memory, home: Memory) -> None:
    """As by one store."""
    assert search_several({"work": work, "home": home}, "tea \ud800").found


def test_a_store_that_cannot_be_read_is_named(work: Memory) -> None:
    """And nothing is recorded in the others."""
    broken = Memory.in_memory()
    broken.close()
    with pytest.raises(Refused, match="in the store broken: this memory was closed"):
        search_several({"work": work, "broken": broken}, "tea")
    assert _recalls(work) == []


TEXTS = ("green umbrellas", "biscuits for the dog", "the umbrella stand", "Ana likes kettles")


def test_meaning_ranks_as_in_one_store_with_everything() -> None:
    """From the least to the most of all, and without the names of anybody's authors."""
    embedder = NGrams()
    with (
        _embedded(embedder, TEXTS) as whole,
        _embedded(embedder, TEXTS[:1]) as one,
        _embedded(embedder, TEXTS[1:]) as other,
    ):
        question = "Ana, whose umbrela is it"
        expected = whole.search(question, limit=9).found
        answer = search_several({"one": one, "other": other}, question, limit=9)
        [recall] = _recalls(other)
    assert answer.warning == ""
    assert [each.text for each in answer.found] == [each.text for each in expected]
    for mine, theirs in zip(answer.found, expected, strict=True):
        assert mine.score == pytest.approx(theirs.score, abs=1e-9)
        assert mine.signals.vector == pytest.approx(theirs.signals.vector, abs=1e-9)
    assert recall.asked is not None
    assert recall.asked.embedder == embedder.id


def test_without_one_embedder_for_all_words_rank_and_a_warning_says_so(home: Memory) -> None:
    """Nearness by one has no meaning beside nearness by another, or none."""
    with _embedded(NGrams(), TEXTS) as one:
        answer = search_several({"one": one, "home": home}, "green umbrellas")
        [recall] = _recalls(one)
    assert "not all the same embedder" in answer.warning
    assert {each.signals.vector for each in answer.found} == {0.0}
    assert recall.asked is not None
    assert recall.asked.embedder == ""


def _embedded(embedder: NGrams, texts: Sequence[str]) -> Memory:
    memory = Memory.in_memory(clock=lambda: NOW, embedder=embedder)
    for text in texts:
        memory.remember(text, author="Ana" if "Ana" in text else "")
    memory.embed()
    return memory


def _recalls(memory: Memory) -> list[Recalled]:
    memory.flush()
    return [r.event for r in memory.journal.read() if isinstance(r.event, Recalled)]
