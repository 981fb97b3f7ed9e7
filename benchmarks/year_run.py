"""Lives through the year that is made up under one preset, and notes what became of it monthly."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import closing
from typing import Final

import msgspec

from lethelog.benchmarks.year_life import BEGINS_AT, HOUR, Happening, Said, Stated, month_ends
from lethelog.benchmarks.year_memory import Living
from lethelog.benchmarks.year_notes import Compared, Month
from lethelog.domain.policy import Policy
from lethelog.domain.times import DAY

WEEK: Final = 7
WATCHED: Final = ("knee", "choir", "tax return", "dog", "shoe size", "size 39 in boots")
"""The first text of the year with each of these words is followed through the months."""


class Year(msgspec.Struct, frozen=True, kw_only=True):
    """One store lived under one preset; `watched` has a share for each week, while it is there."""

    preset: str
    months: tuple[Month, ...]
    watched: dict[str, tuple[float | None, ...]]
    refused: int
    beside: tuple[Compared, ...] = ()


def live_under(
    policy: Policy, happenings: Sequence[Happening], days: int, *, beside: Sequence[Policy] = ()
) -> Year:
    """The year, or its first days, under one preset; and what others make of its recalls."""
    living = Living(policy)
    watched = watched_texts(happenings)
    shares: dict[str, list[float | None]] = {name: [] for name in WATCHED}
    months: list[Month] = []
    ends = [each for each in month_ends() if each <= days]
    with closing(living.memory):
        for day in range(1, days + 1):
            until = BEGINS_AT + day * DAY
            living.live([each for each in happenings if until - DAY <= each.at < until])
            living.sleep_until(until - HOUR)
            if day % WEEK == 0:
                for name, text in watched.items():
                    shares[name].append(living.share_of(text))
            if day in ends:
                months.append(living.month())
        compared = living.compare(beside)
    return Year(
        preset=policy.name,
        months=tuple(months),
        watched={name: tuple(each) for name, each in shares.items()},
        refused=living.refused,
        beside=compared,
    )


def watched_texts(happenings: Sequence[Happening]) -> dict[str, str]:
    """The texts that are followed."""
    return {name: _first(happenings, name) for name in WATCHED}


def _first(happenings: Sequence[Happening], name: str) -> str:
    texts = (each.what.text for each in happenings if isinstance(each.what, Said | Stated))
    return next((text for text in texts if name in text), "")
