"""Whatever is given to be learned is learned whole or leaves the journal as it was.

FUZZED says how many inputs are tried: `make proof-imports FUZZED=10000`.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final, TypeAlias

import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.domain.events import ChunkIngested
from lethelog.journal.journal_file import JOURNAL
from lethelog.memory import Memory
from lethelog.sources.document import SourceKind
from lethelog.sources.recognise import read_document
from lethelog.tests.proofs.mutations import EXAMPLES, fuzzed
from lethelog.vault.key_rows import VAULT

Figure: TypeAlias = Callable[[str, int], None]

FUZZED: Final = int(os.environ.get("FUZZED", "300"))
STORES: Final = 6
KINDS: Final[tuple[SourceKind | None, ...]] = (
    *(None, None, None),
    *("email", "receipt", "conversation", "fact"),
)


def learned(memory: Memory, number: int) -> bool:
    """Whether an input was learned, and all of it; else the journal is as it was."""
    content, kind = fuzzed(number), Random(-number).choice(KINDS)
    before = memory.journal.head()
    try:
        taken = memory.ingest(content, name=f"input {number}", source_kind=kind)
    except InvalidInput:
        assert memory.journal.head() == before, number
        return False
    events = list(memory.journal.read(after=before))
    texts = [each.event.text for each in events if isinstance(each.event, ChunkIngested)]
    assert len(texts) == len(taken.items), number
    assert all(texts), number
    assert [each.position for each in events] == [*range(before + 1, before + 1 + len(events))]
    again = memory.ingest(content, name=f"input {number}", source_kind=kind)
    assert (again.items, memory.journal.head()) == ((), before + len(events)), number
    return True


@pytest.mark.parametrize("part", range(STORES))
def test_every_input_is_learned_whole_or_not_at_all(part: int, figure: Figure) -> None:
    """And never is there anything but a sentence that says why."""
    came: Counter[bool] = Counter()
    with Memory.in_memory() as memory:
        for number in range(part, FUZZED, STORES):
            came[learned(memory, number)] += 1
        assert memory.status().items >= came[True]
        assert memory.context(record=False).cited
    figure(f"inputs learned whole ({part})", came[True])
    figure(f"inputs refused ({part})", came[False])
    assert min(came.values()) > 0.1 * came.total()


def is_refused(number: int) -> bool:
    """Whether no reader takes an input, whoever asks."""
    try:
        read_document(fuzzed(number), name="first")
    except InvalidInput:
        return True
    return False


def bytes_of(store: Path) -> dict[str, bytes]:
    """The journal and the keys, whole."""
    return {name: (store / name).read_bytes() for name in (JOURNAL.name, VAULT.name)}


def test_what_is_refused_changes_no_byte_of_the_journal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    """Nor of the keys: a store that was given all of it is the one that was given none."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    store = tmp_path / "store"
    with Memory.open(store) as memory:
        memory.ingest(EXAMPLES[0], name="first", source_kind="conversation")
    before = bytes_of(store)
    refused = [number for number in range(FUZZED) if is_refused(number)]
    with Memory.open(store) as memory:
        for number in refused:
            with pytest.raises(InvalidInput):
                memory.ingest(fuzzed(number), name="first")
    assert bytes_of(store) == before
    figure("inputs that changed no byte", len(refused))
    assert len(refused) > 0.1 * FUZZED
