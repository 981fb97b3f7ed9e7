"""What random histories tell of what: keyed facts, beliefs, decisions, and what is refined."""

from __future__ import annotations

from typing import Final, Protocol, TypeAlias

from lethelog.commands.forget_desk import ForgetDesk
from lethelog.commands.item_state import fold
from lethelog.domain.events import Recorded
from lethelog.domain.identity import ItemId
from lethelog.domain.lineage import live
from lethelog.domain.times import DAY, iso
from lethelog.tests.story import TODAY

Choice: TypeAlias = tuple[int, int, int]

# Few names and texts, so that they meet again and again; two of the texts are long enough to be
# known again under any name.
TEXTS: Final = (
    "tea",
    "coffee",
    "tea, please",
    "yes",
    "the kettle is in the second cupboard from the left",
    "the kettle was moved to the shelf above the window",
)


WITHIN: Final = ("conversation/c0", "conversation/c1", "email/m0")


class Life(Protocol):
    """One store to which something is told, as much of it as that takes."""

    desk: ForgetDesk

    def log(self) -> list[Recorded]:
        """What the journal tells of all that happened."""
        ...

    def items(self) -> list[ItemId]:
        """All items, the newest first."""
        ...

    def pick(self, number: int) -> ItemId:
        """One of the items; a made-up one where there is none."""
        ...


def state(life: Life, choice: Choice) -> None:
    """One of two things about one of two people; each has few values, and they change."""
    a, b, c = choice
    life.desk.remember(
        TEXTS[c % len(TEXTS)],
        subject=("Ana", "Ben")[a % 2],
        attribute=("drink", "shelf")[a % 3 == 0],
        value=("tea", "coffee", "Tea")[b % 3],
        valid_from=day_near(c) if b % 2 else None,
    )


def settle(life: Life, _: Choice) -> None:
    """All that is told by a key is put in order."""
    life.desk.settle_together(*life.items())


def hear(life: Life, choice: Choice) -> None:
    """From afar, so that it is held; sometimes as a part of what is known already."""
    a, b, c = choice
    within = WITHIN[c % len(WITHIN)] if c % 2 else None
    dated_at = TODAY if b % 2 else None
    life.desk.remember(TEXTS[a % len(TEXTS)], dated_at=dated_at, within=within, origin="web")


def release(life: Life, choice: Choice) -> None:
    """A person lets an item go."""
    life.desk.release(life.pick(choice[0]))


def believe(life: Life, choice: Choice) -> None:
    """Something speaks for an item, or against it."""
    a, b, c = choice
    life.desk.revise(
        life.pick(a),
        by=life.pick(b) if c % 2 else None,
        speaks_for=c % 3 > 0,
        strength=(1 + b) / 12,
    )


def decide(life: Life, choice: Choice) -> None:
    """A decision, what came of the newest one, or what is decided in the place of that."""
    a, b, c = choice
    text, decided = f"we drink {TEXTS[b % 3]}", _newest_decision(life)
    if c % 3 == 0 or decided is None:
        life.desk.decide(text, domain="drinks" if a % 2 else "", reasoning=TEXTS[a % len(TEXTS)])
    elif c % 3 == 1:
        life.desk.outcome(decided, TEXTS[a % len(TEXTS)])
    else:
        life.desk.reverse(decided, text, reasoning=TEXTS[a % len(TEXTS)])


def _newest_decision(life: Life) -> ItemId | None:
    states = fold(live(life.log()))
    found = [item for item, state in states.items() if state.kind == "decision"]
    return next((item for item in reversed(found) if states[item].superseded_by is None), None)


def refine(life: Life, choice: Choice) -> None:
    """An item is said more exactly, if it was recalled just now."""
    life.desk.refine(life.pick(choice[0]), f"just so: {TEXTS[choice[1] % len(TEXTS)]}")


def day_near(number: int) -> str:
    """A day before or after the one on which a history begins."""
    return iso(TODAY + (number - 6) * DAY)
