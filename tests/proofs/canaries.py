"""Words that occur nowhere else, planted in every field, and a search for them in every byte."""

from __future__ import annotations

import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from lethelog.memory import Memory
from lethelog.sources.document import Document, Passage
from lethelog.tests.story import TODAY

FIELDS: Final = (
    *("text", "title", "author", "session", "source", "child", "location"),
    *("subject", "attribute", "value", "query", "derived", "reason", "objection", "note"),
    *("scope", "reasoning", "testimony"),
)
NOT_IN_READ_MODELS: Final = frozenset({"location"})
STOREYS: Final = 10

_COPY: Final = "import shutil, sys; shutil.copytree(sys.argv[1], sys.argv[2])"


def canary(owner: str, field: str) -> str:
    """The word that is planted in one field of what belongs to an owner."""
    return f"canary{owner}x{field}x0"


def canaries(owner: str) -> frozenset[str]:
    """All words of an owner."""
    return frozenset(canary(owner, field) for field in FIELDS)


def path_of(owner: str) -> str:
    """The outermost source of an owner."""
    return f"conversation/{canary(owner, 'source')}"


def plant(memory: Memory, owner: str) -> None:
    """A conversation with its words in every field, and all that an agent may make of it."""
    document = Document(
        source_kind="conversation",
        name=canary(owner, "source"),
        location=f"/home/{canary(owner, 'location')}/talk.json",
        complete=False,
        passages=(_passage(owner, "one"), _passage(owner, "two"), _passage(owner, "three")),
    )
    one, two, three = memory.learn([(document.path, document)], "import").items
    memory.search(
        f"kettle {canary(owner, 'query')}",
        asked_from=f"{document.path}/{canary(owner, 'child')}one",
    )
    made = one
    for storey in range(STOREYS):
        text = f"{canary(owner, 'derived')} on storey {storey}"
        [made] = memory.promote(
            made, text=text, judge="agent", reason=canary(owner, "reason")
        ).items
    memory.contradict(two, by=made, reason=canary(owner, "objection"))
    memory.revise(two, by=made, reason=canary(owner, "testimony"))
    memory.supersede(three, by=two, note=canary(owner, "note"))
    memory.flush()
    memory.search("kettle", record=False)


def _passage(owner: str, name: str) -> Passage:
    return Passage(
        text=f"the kettle {name} is {canary(owner, 'text')}",
        child=f"{canary(owner, 'child')}{name}",
        title=canary(owner, "title"),
        author=canary(owner, "author"),
        session=canary(owner, "session"),
        subject=canary(owner, "subject"),
        attribute=canary(owner, "attribute"),
        value=canary(owner, "value"),
        scope=canary(owner, "scope"),
        reasoning=canary(owner, "reasoning"),
        dated_at=TODAY,
    )


def found_in(folder: Path, words: frozenset[str]) -> dict[str, frozenset[str]]:
    """The words in each file below a folder, in its name or in its bytes, whatever their form.

    No file of it may be open in this process: closing one would drop the locks that SQLite has.
    """
    return {
        str(path.relative_to(folder)): frozenset(
            word for word in words if any(form in content for form in forms_of(word))
        )
        for path in sorted(folder.rglob("*"))
        if path.is_file()
        for content in [str(path).encode() + path.read_bytes()]
    }


def all_found(folder: Path, words: frozenset[str]) -> frozenset[str]:
    """The words in any file below a folder."""
    return frozenset(word for found in found_in(folder, words).values() for word in found)


def copied(folder: Path, to: Path) -> Path:
    """A copy that another process made, so that it may be read while the store is open."""
    command = [sys.executable, "-c", _COPY, str(folder), str(to)]
    subprocess.run(command, check=True, timeout=60)
    return to


def forms_of(word: str) -> Iterator[bytes]:
    """As text, in two bytes a letter, in hexadecimal, and in base64 wherever it starts."""
    plain = word.encode()
    yield plain
    yield word.encode("utf-16-le")
    yield plain.hex().encode()
    for shift in range(3):
        whole = b64encode(bytes(shift) + plain)
        yield whole[4 if shift else 0 : len(whole) // 4 * 4 - 4]
