"""How far a judge has looked at texts without a key: at what came in since, then back in time.

The newest come first, since they are what is asked about: in a store that was there before, the
judge works its way back, some texts in each run.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import msgspec

from .episodes import Episode, newest_stated, stated_after, stated_before
from .night import DREAMT, Night

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

TEXTS_MAX: Final = 500
"""As many texts are held against all others in one run: each is a search of its own. Ours."""


class Looked(msgspec.Struct, frozen=True):
    """All that came in from one position on, up to another, was looked at."""

    since: int
    up_to: int


class Ahead(msgspec.Struct, frozen=True, kw_only=True):
    """The texts to be looked at in this run, the new ones first, and how many there are in all."""

    news: list[Episode]
    back: list[Episode]
    count: int
    position: int  # of the last event that this knew of
    before: Looked

    @property
    def texts(self) -> list[Episode]:
        """In the order in which they are looked at."""
        return [*self.news, *self.back]

    def after(self, texts: int) -> Looked:
        """How far it is when so many of them were looked at."""
        news, back = self.news[:texts], self.back[: max(texts - len(self.news), 0)]
        is_up_to_date = len(news) == len(self.news)
        return Looked(
            since=back[-1].d if back else self.before.since,
            up_to=self.position
            if is_up_to_date
            else max([self.before.up_to, *(n.d for n in news)]),
        )


def look_ahead(view: View, night: Night) -> Ahead:
    """Whoever remembers how far it has looked goes on there; others see the newest."""
    before = _looked(night) or Looked(since=view.position + 1, up_to=view.position)
    if not night.counsel.name:
        back = newest_stated(view, TEXTS_MAX)[::-1]
        return Ahead(news=[], back=back, count=0, position=view.position, before=before)
    news, came_in = stated_after(view, before.up_to, TEXTS_MAX)
    back, older = stated_before(view, before.since, TEXTS_MAX - len(news))
    count = came_in + older
    return Ahead(news=news, back=back, count=count, position=view.position, before=before)


def keep(night: Night, looked: Looked) -> None:
    """So that nobody looks at the same texts again."""
    if night.counsel.name and not night.is_dry_run and looked != _looked(night):
        document = f"{looked.since} {looked.up_to}".encode()
        night.memory.journal.note(DREAMT, _key(night), document)


def _looked(night: Night) -> Looked | None:
    kept = night.memory.journal.notes(DREAMT).get(_key(night)) if night.counsel.name else None
    return None if kept is None else Looked(*map(int, kept.split()))


def _key(night: Night) -> str:
    return f"settle {night.counsel.name}"
