"""Files in a dictionary: what the six commands come to, in the plainest way there is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeAlias

from hypothesis import strategies as st

NAMES: Final = ("a", "b", "A")
TEXTS: Final = ("", "tea", "tea\nmilk\n", "milk\r\ntea", "\n\n", "a\u2028tea")
PLACES: Final = st.lists(st.sampled_from(NAMES), min_size=1, max_size=2).map("/".join)

PICKS: Final = st.integers(0, 11).map(str)
"""Which of the files that are there, or of their folders, when the turn of an order comes."""

Texts: TypeAlias = dict[str, str]
Order: TypeAlias = tuple[str, ...]

CREATES: Final = st.tuples(st.just("create"), PLACES, st.sampled_from(TEXTS))
CHANGES: Final = (
    st.tuples(
        st.just("str_replace"),
        PICKS,
        st.sampled_from(("tea", "tea", "milk", "\n", "x", "")),
        st.sampled_from(("milk", "tea\n", "", "x")),
    )
    | st.tuples(st.just("insert"), PICKS, st.sampled_from("0012"), st.sampled_from(TEXTS))
    | st.tuples(st.just("delete"), PICKS)
    | st.tuples(st.just("rename"), PICKS, PLACES)
)
ORDERS: Final = CREATES | CREATES | CHANGES


def named(texts: Texts, order: Order) -> Order:
    """An order with the place that it picks; one that is nowhere where there is none."""
    verb, place, *rest = order
    if place.isdecimal():
        there = sorted({*texts, *(name.partition("/")[0] for name in texts)}) or ["nowhere"]
        place = there[int(place) % len(there)]
    return (verb, place, *rest)


def after(texts: Texts, order: Order) -> Texts | None:
    """The files after an order; None where it cannot be obeyed."""
    verb, place, *rest = order
    return _VERBS[verb](texts, place, *rest)


def _create(texts: Texts, place: str, text: str) -> Texts | None:
    return texts | {place: text} if _is_free(texts, place) else None


def _str_replace(texts: Texts, place: str, old: str, new: str) -> Texts | None:
    text = texts.get(place)
    if text is None or text.count(old) != 1:
        return None
    return texts | {place: text.replace(old, new)}


def _insert(texts: Texts, place: str, line: str, new: str) -> Texts | None:
    text = texts.get(place)
    if text is None:
        return None
    lines = text.removesuffix("\n").split("\n") if text else []
    if int(line) > len(lines):
        return None
    made = "\n".join([*lines[: int(line)], new.rstrip("\n"), *lines[int(line) :]])
    # What ends in an empty line needs no further line end.
    return texts | {place: made if made.endswith("\n") else f"{made}\n"}


def _delete(texts: Texts, place: str) -> Texts | None:
    left = {name: text for name, text in texts.items() if not _is_at(name, place)}
    return left if len(left) < len(texts) else None


def _rename(texts: Texts, old: str, new: str) -> Texts | None:
    moved = {name: text for name, text in texts.items() if _is_at(name, old)}
    if not moved or not _is_free(texts, new) or _is_at(new, old):
        return None
    left = {name: text for name, text in texts.items() if name not in moved}
    return left | {new + name.removeprefix(old): text for name, text in moved.items()}


def _is_at(name: str, place: str) -> bool:
    return name == place or name.startswith(f"{place}/")


def _is_free(texts: Texts, place: str) -> bool:
    return not any(_is_at(name, place) or _is_at(place, name) for name in texts)


_VERBS: Final[dict[str, Callable[..., Texts | None]]] = {
    "create": _create,
    "str_replace": _str_replace,
    "insert": _insert,
    "delete": _delete,
    "rename": _rename,
}
