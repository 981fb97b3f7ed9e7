"""The tool that hands the memory out: its events, page by page, as files of days have them."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, Annotated, Final

import msgspec
from pydantic import Field

from ..domain.errors import InvalidInput
from ..domain.event_document import event_document
from ..domain.readable import readable
from ..domain.times import day, moment
from .parameters import Day
from .results import Result
from .tool import READS, Group, tool

if TYPE_CHECKING:
    from ..memory import Memory
    from ..replay.log import LogLine

EXPORTED_TO: Final = "an agent, over MCP"
"""Where the copy went, as the plan of a later forgetting says."""

LOOKED_AT_MAX: Final = 10_000
"""Events a call; where few of them are of the days that are asked for, the page is short."""

BYTES_MAX: Final = 1_000_000


@dataclass(frozen=True, kw_only=True)
class ExportResult(Result):
    """Some events in their order, each as one line of JSON; `next_after` is where to go on.

    It is empty once all was told, up to `position`. A line holds texts with their source, origin
    and confidence.
    """

    lines: list[str]
    position: int
    next_after: int | None


class ExportingTools(Group):
    """Whoever may export takes the memory with them: no forgetting reaches what they have."""

    @tool("export", "Export the memory", READS)
    def memory_export(
        self,
        *,
        first: Day = "",
        last: Day = "",
        after: Annotated[
            int, Field(ge=0, le=2**53, description="Go on after this position, as next_after says.")
        ] = 0,
        bytes_max: Annotated[
            int, Field(ge=1_000, le=BYTES_MAX, description="Of all lines together.")
        ] = 100_000,
    ) -> ExportResult:
        """Hands out what happened in this memory, oldest first, as lines of JSON.

        The same lines as in the files of `lethelog export`; of all days, or from a first to a last
        one. Call it again with next_after until there is none. What was forgotten is not in it, and
        a later plan of forgetting tells that there is this copy.
        """
        since, until = _day(first), _day(last)
        if since and until and since > until:
            raise InvalidInput(f"the days go from {since} to {until}, which are none; swap them")
        memory = self.connection.memory
        memory.flush()
        position = memory.journal.head()
        lines, next_after = _page(memory, after, position, days=(since, until), bytes_max=bytes_max)
        if lines:
            memory.note_export(EXPORTED_TO)
        return ExportResult(
            namespace=self.connection.grant.namespace,
            lines=lines,
            position=position,
            next_after=next_after,
        )


def _page(
    memory: Memory,
    after: int,
    position: int,
    *,
    days: tuple[str | None, str | None],
    bytes_max: int,
) -> tuple[list[str], int | None]:
    """The lines after a position, and where to go on; one line at least, however long it is."""
    if after >= position:
        return [], None
    first, last = days
    lines: list[str] = []
    looked_at = after
    for told in islice(memory.log(since=after + 1), LOOKED_AT_MAX):
        when = day(told.event.recorded_at)
        if (first is None or when >= first) and (last is None or when <= last):
            line = _line(told)
            bytes_max -= len(line.encode())
            if bytes_max < 0 and lines:
                return lines, looked_at
            lines.append(line)
        looked_at = told.position
    return lines, looked_at if looked_at < position else None


def _line(told: LogLine) -> str:
    document = event_document(told.position, told.event, told.sources)
    return msgspec.json.encode(readable(document)).decode()


def _day(said: str) -> str | None:
    at = moment(said or None)
    return None if at is None else day(at)
