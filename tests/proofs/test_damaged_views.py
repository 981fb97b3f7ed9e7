"""Whatever happens to the file of a read model, the next question is answered as before."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from lethelog.tests.journal.other_process import other_process

Figure: TypeAlias = Callable[[str, int], None]
DAMAGES: Final = int(os.environ.get("DAMAGES", "40"))
TOGETHER: Final = 20  # in one process, so that two processors have something to do

# In a process of its own, since a fault in native code would end that.
SUFFERS: Final = """
import shutil
from random import Random

import duckdb
from lethelog.memory import Memory
from lethelog.projections.view import View
from lethelog.sources.document import Document, Passage

views = path / "views"
slot = views / "0"
file, log = slot / "000001.duckdb", slot / "000001.duckdb.wal"

def told(memory):
    found = [(hit.item, hit.score) for hit in memory.search("tea milk", record=False).found]
    return found, memory.read_models.use(View.digest)

def learn(memory, start):
    said = "the {}th tea is with milk and sugar, and not with salt"
    for first in range(start, start + 40, 5):  # so many transactions stand in the log
        texts = [said.format(number) for number in range(first, first + 5)]
        passages = tuple(Passage(text=each, child=str(n)) for n, each in enumerate(texts))
        document = Document(source_kind="conversation", name=f"c{first}", passages=passages)
        memory.learn([(document.path, document)], "import")
        memory.read_models.keep_up()

with Memory.open(path, clock=lambda: 10**15) as memory:
    learn(memory, 0)
    told(memory)
with Memory.open(path, clock=lambda: 10**15) as memory:
    learn(memory, 40)
    expected = told(memory)
    shutil.copytree(views, path / "killed")  # as a process leaves it that is killed
shutil.copytree(views, path / "closed")
with Memory.open(path.with_name("other")) as memory:
    memory.remember("coffee")
    memory.search("coffee")
with duckdb.connect(str(path / "foreign")) as db:
    db.execute("CREATE TABLE state AS SELECT 1 AS number")

def flip(file, random):
    content = bytearray(file.read_bytes())
    for _ in range(random.choice((1, 1, 2, 8))):
        content[random.randrange(len(content))] ^= random.randrange(1, 256)
    file.write_bytes(content)

def cut(file, random):
    file.write_bytes(file.read_bytes()[: random.randrange(file.stat().st_size)])

def blank(file, random):
    content = bytearray(file.read_bytes())
    start = random.randrange(len(content))
    content[start : start + 4096] = bytes(len(content[start : start + 4096]))
    file.write_bytes(content)

def grow(file, random):
    file.write_bytes(file.read_bytes() + random.randbytes(random.randrange(1, 300_000)))

def folder(file, random):
    file.unlink()
    (file / "in the way").mkdir(parents=True)

def put(content):
    return lambda file, random: file.write_bytes(content)

ANY = {
    "flipped": flip,
    "cut": cut,
    "blanked": blank,
    "grown": grow,
    "empty": put(b""),
    "text": put(b"somebody's notes"),
    "folder": folder,
    "gone": lambda file, random: file.unlink(),
}
FILE = {
    "foreign": put((path / "foreign").read_bytes()),
    "of another store": put((path.with_name("other") / "views/0/000001.duckdb").read_bytes()),
}

def suffer(number):
    random = Random(number)
    state = random.choice(("closed", "killed"))
    shutil.rmtree(views)
    shutil.copytree(path / state, views)
    hit = random.choice((file, log, slot / "manifest.json") if state == "killed" else (file, file))
    kinds = ANY | FILE if hit == file else ANY
    kind = random.choice(list(kinds))
    kinds[kind](hit, random)
    with Memory.open(path, clock=lambda: 10**15) as memory:
        assert told(memory) == expected, (number, state, hit, kind)
    left = sorted(each.suffix for each in slot.iterdir())
    assert left in (["", ".duckdb", ".json"], ["", ".duckdb", ".json", ".new"]), left
    return "as it was" if file.exists() else "rebuilt"

for line in sys.stdin:
    answer(suffer(int(line)))
"""


@pytest.mark.parametrize("start", range(0, DAMAGES, TOGETHER))
def test_a_damaged_read_model_is_noticed_and_never_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure, *, start: int
) -> None:
    """Either the damage touched nothing that counts, or all is built anew; never an error."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    with other_process(SUFFERS, tmp_path / "store") as process:
        ends = Counter(process.ask(str(number)) for number in range(start, start + TOGETHER))
    assert set(ends) <= {"rebuilt", "as it was"}
    assert ends["rebuilt"]
    figure("read models damaged", ends.total())
    figure("read models damaged: built anew", ends["rebuilt"])
