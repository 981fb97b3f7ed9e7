"""All words that come in pass one door: nothing hidden, no secrets, whichever order brings them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

import msgspec
import pytest

from lethelog.domain.events import ChunkIngested, Recalled
from lethelog.domain.judge import Extracted
from lethelog.domain.proposal import Answer, matter
from lethelog.memory import Memory
from lethelog.sources.document import Document, Passage
from lethelog.sources.text import CHUNK_CHARS_MAX

TOKEN = "gh" + "p_" + "a1B2c3D4e5F6" * 3
LEFT = "[redacted: github token]"
DASHES = "-" * 5
KEY_LINES = [
    f"{DASHES}BEGIN PRIVATE KEY{DASHES}",
    *["MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7"] * 40,
    f"{DASHES}END PRIVATE KEY{DASHES}",
]
HIDING = "tea\u202e and\u200b milk\x1b"


class Key(TypedDict):
    """What a keyed fact has besides its words."""

    subject: str
    attribute: str
    value: str
    scope: str


@pytest.fixture
def memory() -> Iterator[Memory]:
    """An empty store."""
    with Memory.in_memory() as opened:
        yield opened


def journal(memory: Memory) -> str:
    """All that is in the journal, as JSON."""
    memory.flush()
    return msgspec.json.encode([recorded.event for recorded in memory.journal.read()]).decode()


def texts(memory: Memory) -> list[str]:
    """The texts that were learned."""
    events = (recorded.event for recorded in memory.journal.read())
    return [event.text for event in events if isinstance(event, ChunkIngested)]


def test_no_order_brings_a_secret_in(memory: Memory) -> None:
    """In no field that somebody can write."""
    said = f"so {TOKEN} it is"
    key = Key(subject=f"{TOKEN} a", attribute=f"{TOKEN} b", value=said, scope=said)
    passage = Passage(text=said, child=TOKEN, title=said, author=said, session=said, **key)
    document = Document(source_kind="conversation", name=said, passages=(passage,), location=said)
    [one] = memory.learn([(document.path, document)], "import").items
    [two] = memory.remember(said, within=f"fact/{TOKEN}", author=said, **key).items
    [three] = memory.remember("Ann drinks tea", kind="belief").items
    memory.search(f"who drinks {TOKEN} tea?")
    memory.refine(three, f"Ann drinks {TOKEN} green tea")
    [four] = memory.remember("Ben drinks tea").items
    memory.correct(four, f"Ben drinks {said}", note=said)
    made, outcome = memory.decide(said, reasoning=said, domain=said, outcome=said).items
    memory.reverse(made, f"not {said}", reasoning=said)
    memory.contradict(one, by=outcome, reason=said)
    memory.revise(two, by=outcome, reason=said)
    [five] = memory.promote(outcome, text=said, reason=said, judge="agent", **key).items
    memory.supersede(two, by=five, note=said)
    memory.adopt(memory.policy, reason=said)
    about = matter("extract", "extract", [five])
    facts = (Extracted(text=f"that {said}", kind="fact", **key),)
    memory.accept([Answer(about=about, judge="agent", by=said, extracted=facts)])
    found = journal(memory)
    assert TOKEN not in found
    assert found.count(LEFT) > 30


def test_what_was_left_out_is_told(memory: Memory) -> None:
    """By kind, also where nothing is new."""
    once = memory.remember(f"use {TOKEN}, the wifi password is Tea4Two!")
    again = memory.remember(f"use {TOKEN}, the wifi password is Tea4Two!")
    assert once.redacted == again.redacted == ("github token", "password")
    assert again.items == ()
    assert memory.remember("tea is safe with me").redacted == ()


def test_the_same_file_again_changes_nothing(memory: Memory) -> None:
    """What is compared is what was kept; another token in the same place is no news either."""
    lines = f"Ann drinks tea\npassword: tea4two\nuse {TOKEN}\n".encode()
    assert len(memory.ingest(lines, name="notes").items) == 3
    assert memory.ingest(lines, name="notes").items == ()
    changed = memory.ingest(lines.replace(b"tea4two", b"milk4two"), name="notes")
    assert changed.items == changed.superseded == ()


@pytest.mark.parametrize("name", ["notes", None])
def test_a_key_goes_whole_though_each_line_is_a_fact(memory: Memory, name: str | None) -> None:
    """Its other lines are no facts."""
    lines = "\n".join(["Ann drinks tea", *KEY_LINES, "Ben drinks milk"]).encode()
    learned = memory.ingest(lines, name=name, source_kind="fact")
    assert texts(memory) == ["Ann drinks tea", "[redacted: private key]", "Ben drinks milk"]
    assert learned.redacted == ("private key",)


def test_a_key_goes_whole_though_it_is_longer_than_a_chunk(memory: Memory) -> None:
    """From an e-mail, a turn, and a text that is taught."""
    body = "\n".join(["This opens the door of the cellar:", *KEY_LINES, "Keep it."])
    assert len(body) > CHUNK_CHARS_MAX
    turn = {"author": "Ann", "time": "2026-03-01", "text": body}
    mail = f"From: ann@example.org\nSubject: key\nDate: Sun, 1 Mar 2026 10:00:00 +0000\n\n{body}"
    memory.remember(body)
    memory.ingest(json.dumps(turn).encode(), name="c", source_kind="conversation")
    memory.ingest(mail.encode(), name="m", source_kind="email")
    found = "\n".join(texts(memory))
    assert "MIIE" not in found
    assert found.count("[redacted: private key]") == found.count("Keep it.") == 3


def test_a_token_goes_whole_though_a_chunk_ends_within_it(memory: Memory) -> None:
    """A long one has no space to cut it at."""
    token = ".".join("ey" + "J" + each * 700 for each in ("a1", "b2", "C3"))
    memory.remember(f"use {token} for the server in the cellar")
    assert " ".join(texts(memory)) == "use [redacted: json web token] for the server in the cellar"


def test_a_keyed_fact_whose_attribute_is_a_secret_has_no_value(memory: Memory) -> None:
    """Neither as a value nor in its words."""
    memory.remember(
        "say swordfish at the cellar door",
        subject="cellar",
        attribute="door passcode",
        value="swordfish",
    )
    assert "swordfish" not in journal(memory)
    assert texts(memory) == ["say [redacted: password] at the cellar door"]


def test_secrets_come_in_where_they_are_allowed(memory: Memory, tmp_path: Path) -> None:
    """Only by that one order; what hides stays outside all the same."""
    (tmp_path / "notes.txt").write_text(f"use {TOKEN} {HIDING}", encoding="utf-8")
    memory.ingest(tmp_path / "notes.txt", allow_secrets=True)
    learned = memory.remember(f"keep {TOKEN} {HIDING}", allow_secrets=True)
    assert texts(memory) == [f"use {TOKEN} tea and milk", f"keep {TOKEN} tea and milk"]
    assert learned.redacted == ()
    memory.correct(learned.items[0], f"hold {TOKEN}")
    assert texts(memory)[-1] == f"hold {LEFT}"


def test_a_source_that_was_kept_with_a_secret_loses_only_that_passage(memory: Memory) -> None:
    """As after the detector has learned a new kind: what it says besides stays what it was."""
    lines = f"Ann drinks tea\nuse {TOKEN}\nBen drinks milk\n".encode()
    first = memory.ingest(lines, name="notes", allow_secrets=True)
    again = memory.ingest(lines, name="notes")
    assert again.superseded == (first.items[1],)
    assert texts(memory)[3:] == [f"use {LEFT}"]


def test_nothing_that_hides_comes_in_with_any_order(memory: Memory) -> None:
    """Also with what an agent derives, a reason, a note, and a question."""
    [one] = memory.remember(HIDING, author=HIDING).items
    memory.search(f"who drinks tea\x00milk {HIDING}")
    [made] = memory.promote(one, text=HIDING + " again", reason=HIDING, judge="agent").items
    memory.contradict(made, reason=HIDING)
    memory.adopt(memory.policy, reason=HIDING)
    found = journal(memory)
    assert not {"\u202e", "\u200b", "\\u001b", "\\u0000"} & {*found, *found.split("milk")}
    assert "\\u00" not in found
    [query] = [r.event.query for r in memory.journal.read() if isinstance(r.event, Recalled)]
    assert query == "who drinks tea milk tea  and  milk "
