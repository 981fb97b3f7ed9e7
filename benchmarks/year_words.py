"""The words of the year that is made up: its themes and its undertakings."""

from __future__ import annotations

from typing import Final, TypeAlias

import msgspec

Words: TypeAlias = dict[str, tuple[str, ...]]


class Theme(msgspec.Struct, frozen=True):
    """Something that comes back: how it is told, with which words, and what is asked of it."""

    name: str
    importance: float
    texts: tuple[str, ...]
    words: Words
    questions: tuple[str, ...]


class Project(msgspec.Struct, frozen=True):
    """An undertaking of one month."""

    name: str
    importance: float
    words: Words
    questions: tuple[str, ...]


THEMES: Final = (
    Theme(
        "garden",
        4.0,
        (
            "Watered the {plant} in the garden {when}, and the soil by the {place} was dry",
            "The {plant} in the garden by the {place} has new leaves {when}",
            "Edda cut back the {plant} by the {place} {when}",
        ),
        {
            "plant": ("currants", "beans", "roses", "quince", "leeks"),
            "place": ("gate", "shed", "wall", "pond"),
            "when": ("early", "at noon", "before the rain", "late", "in the wind"),
        },
        (
            "how is the garden by the gate",
            "when did we water the beans",
            "who cut back the roses",
            "what has new leaves in the garden",
        ),
    ),
    Theme(
        "choir",
        5.0,
        (
            "The choir sang the {piece} with the {voice} {how}",
            "At choir the {voice} lost the beat in the {piece} {how}",
            "Marek wants the {voice} to learn the {piece} by heart {how}",
        ),
        {
            "piece": ("evening hymn", "harbour song", "winter round", "psalm"),
            "voice": ("altos", "tenors", "basses", "sopranos"),
            "how": ("twice", "without the piano", "in the cold hall", "from the start"),
        },
        (
            "what does the choir sing",
            "which voice lost the beat at choir",
            "what does Marek want us to learn by heart",
        ),
    ),
    Theme(
        "boat",
        3.0,
        (
            "The boat took in a little water at the {part} after the trip to {place}",
            "Painted the {part} of the boat {colour} before we went to {place}",
            "The {part} of the boat still smells of diesel since {place}",
        ),
        {
            "part": ("stern", "bow", "cabin", "rudder", "bilge"),
            "colour": ("blue", "white", "grey"),
            "place": ("Holm", "the skerries", "Varna bay", "the lock"),
        },
        (
            "where does the boat take in water",
            "which colour is the cabin of the boat",
            "why does the boat smell of diesel",
        ),
    ),
    Theme(
        "knee",
        8.0,
        (
            "The left knee hurt on the {way} after {far} kilometres",
            "Ran {far} kilometres on the {way}, and the knee held",
            "The doctor says the knee may do {far} kilometres on the {way}",
        ),
        {"way": ("dyke", "forest path", "old railway", "beach"), "far": ("four", "six", "nine")},
        (
            "how far may I run with the knee",
            "where did the knee hurt",
            "what did the doctor say about the knee",
        ),
    ),
    Theme(
        "kitchen",
        2.0,
        (
            "Cooked {dish} with {more} for {who}",
            "{who} liked the {dish} with {more} better than last time",
            "The {dish} was too salty, with {more} it was fine for {who}",
        ),
        {
            "dish": ("fish stew", "barley soup", "pancakes", "beetroot pie"),
            "more": ("dill", "lemon", "rye bread", "sour cream"),
            "who": ("Edda", "the twins", "Marek", "the neighbours"),
        },
        (
            "what did we cook for the twins",
            "what goes with the fish stew",
            "what did Edda like better than last time",
        ),
    ),
    Theme(
        "dog",
        1.0,
        (
            "The dog of the neighbours barked at the {what} {when}",
            "Found the dog of the neighbours under the {what} {when}",
            "Took the dog of the neighbours past the {what} {when}",
        ),
        {
            "what": ("postman", "hedge", "milk van", "geese", "bench"),
            "when": ("at six", "again", "all morning", "in the snow", "after lunch"),
        },
        ("what does the dog bark at", "where was the dog of the neighbours"),
    ),
)

STAGES: Final = (
    (
        "Asked {who} for an offer for the {thing}, it may cost {much} crowns",
        "Made a list for the {thing}: {need} first, then call {who}",
    ),
    (
        "Ordered the {need} for the {thing} from {who} for {much} crowns",
        "{who} cannot send the {need} for the {thing} before Friday",
    ),
    (
        "The {need} for the {thing} is here, {who} helped to carry it in",
        "Began with the {thing} today, the {need} does not fit yet",
    ),
    (
        "The {thing} is done, {who} got {much} crowns",
        "Sent {who} a picture of the {thing} with the {need}",
    ),
)


def _project(name: str, importance: float, *words: str) -> Project:
    need, who, much = (tuple(each.split(", ")) for each in words)
    return Project(
        name,
        importance,
        {"thing": (name,), "need": need, "who": who, "much": much},
        (
            f"who helps with the {name}",
            f"what do we need for the {name}",
            f"what does the {name} cost",
            f"how far is the {name}",
        ),
    )


PROJECTS: Final = (
    _project("tax return", 7.0, "receipt book, stamp", "Ms Lind, the office", "300, 420"),
    _project("stair rail", 4.0, "oak beam, varnish", "Tove, the joiner", "900, 1100"),
    _project("birthday of Edda", 8.0, "cake tin, lanterns", "Marek, the twins", "250, 310"),
    _project("bicycle shed", 3.0, "roof felt, hinges", "Tove, Anders", "640, 700"),
    _project("boat engine", 5.0, "fuel pump, gasket", "the yard, Anders", "1800, 2100"),
    _project("summer concert", 6.0, "score, black shirts", "Marek, the parish", "150, 180"),
    _project("trip to Bornholm", 7.0, "ferry ticket, tent", "the harbour office, Ida", "770, 810"),
    _project("honey harvest", 4.0, "glass jars, sieve", "Ida, the twins", "90, 120"),
    _project("school of the twins", 8.0, "reading lamp, satchels", "Ms Holt, Ida", "400, 450"),
    _project("wood stove", 6.0, "chimney pipe, tiles", "the sweep, Anders", "2400, 2600"),
    _project("library evening", 4.0, "chairs, projector", "Ms Holt, the parish", "60, 80"),
    _project("winter holidays", 5.0, "candles, skis", "Edda, Ida", "520, 560"),
)
