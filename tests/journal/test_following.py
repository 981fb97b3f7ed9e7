"""Following a journal live: the past, then each new event, and an end when it closes."""

from __future__ import annotations

from itertools import islice
from queue import Empty

import pytest

from lethelog.domain.lineage import item_tag
from lethelog.journal.journal import Journal, Selection
from lethelog.tests.journal.following import following
from lethelog.tests.story import item_of, said

TEA, COFFEE, MILK = said("tea"), said("coffee"), said("milk")


def test_following_starts_with_the_past_and_wakes_for_the_new(journal: Journal) -> None:
    """Every event comes once and in order, first those that are there, then each new one."""
    journal.append([TEA, COFFEE])
    with following(journal) as follower:
        assert [follower.next(), follower.next()] == [1, 2]
        with pytest.raises(Empty):
            follower.next(within_seconds=0)
        for position in range(3, 23):
            journal.append([MILK], durable=False)
            assert follower.next() == position


def test_following_may_start_later(journal: Journal) -> None:
    """What came up to `after` is left out."""
    journal.append([TEA, COFFEE, MILK])
    with following(journal, after=2) as follower:
        assert follower.next() == 3


def test_following_may_be_of_some_events_alone(journal: Journal) -> None:
    """The others wake nobody, whether they are there or come."""
    journal.append([TEA, COFFEE, MILK])
    tags = (item_tag(item_of("tea")), item_tag(item_of("milk")))
    with journal.follow([Selection(tags=tags[:1]), Selection(tags=tags[1:])], after=1) as seen:
        assert next(seen).position == 3
        journal.append([COFFEE, TEA])
        assert next(seen).position == 5


def test_several_may_follow_at_once_and_leave_when_they_like(journal: Journal) -> None:
    """Each sees everything; one that leaves early, with much unread, disturbs nobody."""
    journal.append([TEA] * 6_000)
    with following(journal, after=5_999) as staying:
        with journal.follow() as leaving:
            assert [each.position for each in islice(leaving, 3)] == [1, 2, 3]
        assert staying.next() == 6_000
        journal.append([COFFEE])
        assert staying.next() == 6_001


def test_closing_the_journal_ends_those_who_follow(journal: Journal) -> None:
    """They come to their end without an error, also those who have much left to read."""
    journal.append([TEA] * 3_000)
    with following(journal) as first, following(journal) as second:
        assert first.next() == second.next() == 1
