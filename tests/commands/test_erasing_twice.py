"""Two users of one store may carry the same erasure to its end; the second may come late."""

from __future__ import annotations

from pathlib import Path

from lethelog import Memory
from lethelog.commands.erase import erase
from lethelog.domain.events import ChunkIngested, SourceUnblocked


def test_what_is_learned_after_an_erasure_survives_whoever_ends_it_late(tmp_path: Path) -> None:
    """The key of a source that was learned again is not the one that was to be destroyed."""
    with Memory.open(tmp_path / "s") as first, Memory.open(tmp_path / "s") as second:
        first.remember("tea is here", within="conversation/c")
        first.forget("conversation/c", block=False)
        [done] = first.receipts()
        keys, copies = second._keys, second._copies  # noqa: SLF001 # pyright: ignore[reportPrivateUsage]
        late = [r for r in second.journal.read() if r.position == done.position]
        first.remember("coffee is here", within="conversation/c")
        for each in late:
            erase(second.journal, each, keys, copies, now=0)
        events = [recorded.event for recorded in second.journal.read()]
        assert isinstance(events[-1], ChunkIngested)
        assert events[-1].text == "coffee is here"
        assert sum(isinstance(event, SourceUnblocked) for event in events) == 1
