"""The desk of a memory that has read models: what is taught is held beside what is known."""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import wraps
from typing import ParamSpec, Protocol, runtime_checkable

from msgspec.structs import replace

from ..domain.conflict_cues import PossibleConflict
from ..domain.errors import MemoryStoreError
from ..domain.identity import ItemId
from .forget_desk import ForgetDesk
from .outcome import Ingested

P = ParamSpec("P")


@runtime_checkable
class Notices(Protocol):
    """Whatever can tell what may not hold beside a text."""

    def possible_conflicts(
        self, text: str, *, author: str = "", besides: Collection[ItemId] = ()
    ) -> tuple[PossibleConflict, ...]:
        """What is known and may not hold beside it, without these items."""
        ...


def noticing(order: Callable[P, Ingested]) -> Callable[P, Ingested]:
    """The same order, which tells as well what may not hold beside the text that it taught.

    It looks where something new was learned that has no key, for keyed facts are settled by theirs.
    The text is recorded by then: what keeps read models from answering is told by the next search.
    """

    @wraps(order)
    def taught(*args: P.args, **told: P.kwargs) -> Ingested:
        learned = order(*args, **told)
        desk, *given = args
        if not learned.items or told.get("attribute") or not isinstance(desk, Notices):
            return learned
        text, author = str(told.get("text", *given)), str(told.get("author", ""))
        try:
            found = desk.possible_conflicts(text, author=author, besides=learned.items)
        except MemoryStoreError:
            return learned
        return replace(learned, possible_conflicts=found)

    return taught


class NoticingDesk(ForgetDesk):
    """A desk that answers `remember` with what is near to it and shows a sign of conflict."""

    remember = noticing(ForgetDesk.remember)
