"""Builds the read models anew from the first event, and says whether they came out the same."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

from ..domain.comparison import TableCompared

if TYPE_CHECKING:
    from .views import Views  # it loads DuckDB


class Rebuilt(msgspec.Struct, frozen=True, kw_only=True):
    """The digests of all tables before and after, and up to which position they tell."""

    position: int
    digest_before: str
    digest_after: str
    tables: tuple[TableCompared, ...]  # the one before, and the replay

    @property
    def is_equal(self) -> bool:
        """Whether the live read models were what a replay gives."""
        return self.digest_before == self.digest_after


def rebuild(views: Views) -> Rebuilt:
    """A new generation takes the place of the live one; the journal is only read."""
    compared = views.rebuild()
    return Rebuilt(
        position=compared.position,
        digest_before=compared.digest,
        digest_after=compared.digest_replayed,
        tables=compared.tables,
    )
