"""Builds the read models anew from the first event, and says whether they came out the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    from .views import Views  # it loads DuckDB


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """The digests of all tables before and after, and up to which position they tell."""

    position: int
    digest_before: str
    digest_after: str

    @property
    def is_equal(self) -> bool:
        """Whether the live read models were what a replay gives."""
        return self.digest_before == self.digest_after


def rebuild(views: Views) -> Rebuilt:
    """A new generation takes the place of the live one; the journal is only read."""
    before = views.use(lambda view: (view.position, view.digest()))
    views.renew()
    after = views.use(lambda view: (view.position, view.digest()))
    while before[0] != after[0]:  # others wrote meanwhile: compare at one position
        views.renew()
        before, after = after, views.use(lambda view: (view.position, view.digest()))
    return Rebuilt(position=after[0], digest_before=before[1], digest_after=after[1])
