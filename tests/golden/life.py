"""The life that a golden journal tells: small, and with each kind of event at least once."""

from __future__ import annotations

import json
from base64 import b64encode
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from lethelog.domain.policy import Policy, PromotionPolicy, RankingPolicy
from lethelog.domain.times import DAY

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from lethelog.domain.events import SupersessionReason
    from lethelog.domain.identity import ItemId
    from lethelog.memory import Memory

KEY: Final = b64encode(b"a key that all the world may know").decode()
"""The master key of each golden store; it guards nothing."""

STARTS_AT: Final = 20_454 * DAY  # 2026-01-01
STEP: Final = DAY // 12
POLICY: Final = Policy(
    ranking=RankingPolicy(name="golden", half_life_days=45.0),
    promotion=PromotionPolicy(name="golden", recalls_min=2, queries_min=1, score_min=0.3),
)

_TURNS: Final = (
    ("1", "Nora", "The green tea is in the cellar, behind the jars of plum jam."),
    ("2", "Mira", "I moved the green tea upstairs; the cellar is too damp for it. 🍵"),
    ("3", "Nora", "Dann kaufe ich morgen noch Reis: 新しい米 und Süßkartoffeln."),
    ("5", "Nora", "The green tea is in the cellar, behind the plum jam."),
    ("4", "Mira", "And remember that Leïla can’t eat nuts, not even almond flour."),
)
_MAIL: Final = """\
Message-ID: <{name}@joinery.example>
Date: Mon, 05 Jan 2026 08:55:00 +0100
From: Ingrid Solberg <ingrid@joinery.example>
To: Nora Feldt <nora@example.org>
Subject: The offer for the cupboards
Content-Type: text/plain; charset="utf-8"

{text}
"""
_PRICE: Final = (
    "The cupboards and an ash worktop come to 4,850 euros, fitted in the middle of March."
)
_SAMPLES: Final = "The samples of the wood can stay with you until you have decided."
_CODE: Final = "The door code of our workshop is 4711, in case nobody hears the bell."
_RECEIPT: Final = {
    "merchant": "Quillfoot Running",
    "date": "2026-01-06",
    "items": [{"name": "Fenrunner 3, size 42 wide", "quantity": 1, "price": 119.0}],
    "total": 119.0,
    "currency": "EUR",
    "order": {"number": "Q-20417"},
}
_PAIRS: Final[tuple[tuple[SupersessionReason, str, str], ...]] = (
    ("updated", "The library opens at nine.", "The library opens at ten since the new year."),
    ("refined", "Mira runs a lot.", "Mira runs ten kilometres on Tuesdays and Fridays."),
    ("merged", "Ada likes jazz.", "Ada and Nora like jazz, and go to the courtyard concerts."),
    ("reversed", "Nora wants a dog.", "Nora does not want a dog after all."),
)


def clock() -> Callable[[], int]:
    """Two hours pass between one look and the next."""
    now = STARTS_AT

    def tell() -> int:
        nonlocal now
        now += STEP
        return now

    return tell


def first_life(memory: Memory) -> None:
    """All that the first version could write."""
    _learn(memory)
    _ask(memory)
    memory.dream()
    _decide(memory)
    _correct(memory)
    _forget(memory)
    _ask(memory)


def later_life(memory: Memory) -> None:
    """With what came after it: constants of one's own, and since when something is true."""
    memory.adopt(replace(POLICY, name="golden"), reason="what is asked for twice is worth keeping")
    first_life(memory)
    began, changed, ends = "2023-06-01", "2026-02-01", "2026-07-31"
    [old] = memory.remember("Nora works at the observatory.", valid_from=began).items
    text = "Nora works at the harbour office until the summer."
    [new] = memory.remember(text, valid_from=changed, valid_until=ends).items
    memory.supersede(old, by=new, since=changed)
    memory.correct(new, "Nora works at the harbour for good.", since="2026-04-01")
    memory.search("where does Nora work", limit=3, kinds=["fact"], after="2026-01-01")
    memory.search("work", diverse=True, with_superseded=True, sources=["conversation/kitchen"])
    _say_what_of_what(memory)
    _hear_from_afar(memory)


def _hear_from_afar(memory: Memory) -> None:
    """By a channel of little trust: let go, vouched for, withdrawn, or none of these."""
    heard = ("The ferry leaves at six.", "The market is closed on Mondays.", "The bridge is open.")
    ferry, _, bridge = (memory.remember(text, origin="web").items[0] for text in heard)
    memory.remember("The mayor sends greetings.", origin="tool")
    memory.release(ferry, reason="Nora has asked there")
    for source in ("conversation/kitchen", "conversation/market"):
        memory.remember(heard[1], within=source, origin="import")
    memory.withdraw(bridge, note="nobody knows")


def _say_what_of_what(memory: Memory) -> None:
    """By key, as a belief, and as a decision that is reversed."""
    for value, began in (("blue", "2025-05-01"), ("green", "2026-01-01"), ("grey", "2026-01-01")):
        memory.remember(
            f"The door of the shed is {value}.",
            valid_from=began,
            subject="the door",
            attribute="colour",
            value=value,
            scope="the shed",
        )
    [belief] = memory.remember("Ada likes the colour of the door.", kind="belief").items
    memory.revise(belief, reason="she smiled")
    memory.revise(belief, by=_taught(memory, "Ada paints it anew."), speaks_for=False, strength=0.5)
    [paint] = memory.decide("The door is painted.", reasoning="it rusts", domain="shed").items
    memory.outcome(paint, "The paint lasted a month.")
    memory.reverse(paint, "The door is replaced.", reasoning="no paint lasts")


def _learn(memory: Memory) -> None:
    turns = [
        {"conversation": "kitchen", "id": name, "author": who, "time": "2026-01-04", "text": text}
        for name, who, text in _TURNS
    ]
    memory.ingest("\n".join(map(json.dumps, turns)).encode(), source_kind="conversation")
    memory.ingest(_mail("offer", _PRICE, _SAMPLES), source_kind="email")
    memory.ingest(_mail("door", _CODE), source_kind="email")
    memory.ingest(json.dumps(_RECEIPT).encode(), name="shoes", source_kind="receipt")
    memory.remember("Nora’s summer house has no mains water.", author="Nora")
    memory.remember("The boiler is serviced each May.", kind="decision", dated_at=STARTS_AT)


def _ask(memory: Memory) -> None:
    for question in ("green tea", "Where is the GREEN tea?", "tea cellar", "cupboards offer"):
        memory.search(question, asked_from="conversation/assistant")
    memory.search("door code", asked_from="conversation/burglar")
    memory.search("nothing of the kind was ever said")
    memory.search("green tea", diverse=True, limit=2)


def _decide(memory: Memory) -> None:
    [tea] = _found(memory, "tea upstairs", limit=1)
    nuts, rice = (*_found(memory, "Leïla nuts", limit=1), *_found(memory, "Süßkartoffeln", limit=1))
    memory.promote(nuts, reason="it may save a life")
    memory.promote(nuts, rice, text="Cook the rice for Leïla without nuts.", judge="agent")
    memory.contradict(tea, strength=0.4, reason="nobody has seen it there since")
    memory.contradict(rice, by=nuts, judge="model")
    for reason, before, after in _PAIRS:
        old, new = _taught(memory, before), _taught(memory, after)
        memory.supersede(old, by=new, reason=reason, note=f"it was {reason}")


def _correct(memory: Memory) -> None:
    """The offer comes again without its end, which is removed by that."""
    memory.correct(_taught(memory, "The train leaves at 7:10."), "The train leaves at 7:25.")
    memory.ingest(_mail("offer", _PRICE), source_kind="email")


def _forget(memory: Memory) -> None:
    """One stays blocked, one may be learned again and is, one was never blocked."""
    [code] = _found(memory, "door code workshop", limit=1)
    memory.promote(code, text="The workshop opens with 4711.", judge="agent")
    memory.remember("The bicycle lock opens with 1234.", within="run/secrets")
    memory.forget("email/door@joinery.example", approved_by="Nora")
    memory.forget("run/secrets", approved_by="Nora")
    memory.unblock("run/secrets", approved_by="Mira")
    memory.remember("The bicycle lock has a key.", within="run/secrets")
    memory.forget("conversation/burglar", block=False)


def _taught(memory: Memory, text: str) -> ItemId:
    [item] = memory.remember(text).items
    return item


def _found(memory: Memory, question: str, *, limit: int) -> Sequence[ItemId]:
    return [each.item for each in memory.search(question, limit=limit).found]


def _mail(name: str, *paragraphs: str) -> bytes:
    return _MAIL.format(name=name, text="\n\n".join(paragraphs)).encode()
