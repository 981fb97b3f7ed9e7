"""What is told of what in the year that is made up: facts by their key, beliefs, decisions."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """What was decided on a day of the year, and what came of it after so many days."""

    day: int
    text: str
    reasoning: str
    domain: str
    instead_of: str = ""
    came_of: str = ""
    after_days: int = 21


Keyed: TypeAlias = tuple[int, str, str, str, str]
"""The day, the text, subject, attribute and value."""

FACTS: Final[tuple[Keyed, ...]] = (
    (2, "The choir meets on Tuesday", "choir", "day", "Tuesday"),
    (3, "The shoe size of Edda is 39", "Edda", "shoe size", "39"),
    (10, "The boat lies at berth 14", "boat", "berth", "14"),
    (25, "The key of the shed hangs behind the clock", "shed key", "place", "behind the clock"),
    (70, "The choir meets on Thursday now", "choir", "day", "Thursday"),
    (90, "The dentist of the twins is Dr Sand", "dentist", "name", "Dr Sand"),
    (120, "The boat lies at berth 3 now", "boat", "berth", "3"),
    (121, "Edda says that the boat lies at berth 3", "boat", "berth", "3"),
    (160, "The password of the parish network is swallow", "parish network", "password", "swallow"),
    (200, "The choir meets on Wednesday in summer", "choir", "day", "Wednesday"),
    (240, "The teacher of the twins is Ms Holt", "school", "teacher", "Ms Holt"),
    (262, "The choir meets on Thursday again", "choir", "day", "Thursday"),
    (300, "The dentist of the twins is Dr Moe now", "dentist", "name", "Dr Moe"),
    (330, "The key of the shed hangs in the porch", "shed key", "place", "in the porch"),
)
BELIEFS: Final[tuple[Keyed, ...]] = (
    (15, "The boat is probably at berth 14 all year", "boat", "berth", "14"),
    (60, "Edda may take size 39 in boots too", "Edda", "shoe size", "39"),
    (150, "The choir surely stays on Thursday", "choir", "day", "Thursday"),
    (210, "The twins will perhaps get Ms Holt", "school", "teacher", "Ms Holt"),
    (280, "Dr Sand may stay the dentist for long", "dentist", "name", "Dr Sand"),
)
DECISIONS: Final = (
    Decision(
        day=20,
        text="We have the taxes done by Ms Lind",
        reasoning="last year took three weekends",
        domain="money",
        came_of="Ms Lind found 800 crowns that we had missed",
    ),
    Decision(
        day=62,
        text="The boat stays in the water until June",
        reasoning="the crane costs the same either way",
        domain="boat",
        came_of="Weed grew on the hull",
    ),
    Decision(
        day=128,
        text="The boat goes ashore in May",
        reasoning="the engine has to come out",
        domain="boat",
        instead_of="The boat stays in the water until June",
    ),
    Decision(
        day=175,
        text="We take the ferry to Bornholm and no plane",
        reasoning="the tent weighs too much",
        domain="travel",
        came_of="The ferry was late by three hours",
        after_days=30,
    ),
    Decision(
        day=270,
        text="We heat with wood this winter",
        reasoning="power has become dear",
        domain="house",
        came_of="The stove needs a basket of wood a day",
    ),
    Decision(
        day=320,
        text="We heat with wood at weekends only",
        reasoning="nobody is there at noon",
        domain="house",
        instead_of="We heat with wood this winter",
    ),
)
