"""Policies at random, each constant anywhere within its bounds."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any, Final

from hypothesis import strategies as st
from msgspec.structs import replace

from lethelog.domain.bounds import Allowed, Choice, Constant, allowed_in
from lethelog.domain.policy import (
    DEFAULT,
    NAME_CHARS_MAX,
    PARTS,
    Part,
    Policy,
    part_of,
    with_parts,
)

NAMES: Final = st.text(
    st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=NAME_CHARS_MAX
)


def constants(part: str) -> dict[str, st.SearchStrategy[Any]]:
    """A strategy for each constant of a part."""
    made = PARTS[part]()
    return {
        key: _within(allowed, whole=isinstance(getattr(made, key), int))
        for key, allowed in allowed_in(PARTS[part]).items()
    }


def with_constant(policy: Policy, key: str, value: Constant) -> Policy:
    """The policy but for one constant, which is called by its part and its name."""
    part, _, name = key.partition(".")
    return with_parts(policy, {part: replace(part_of(policy, part), **{name: value})})


def has_name(part: str) -> bool:
    """Whether a part is called by a name of its own."""
    return "name" in PARTS[part].__struct_fields__


@st.composite
def policies(
    draw: st.DrawFn, *, same_name: bool = False, of: Collection[str] = tuple(PARTS)
) -> Policy:
    """Any that may be adopted, `of` other parts than the default has.

    All parts have the same name where that is asked.
    """
    name = draw(NAMES)
    parts: dict[str, Part] = {}
    for part in of:
        named = {"name": st.just(name) if same_name else NAMES} if has_name(part) else {}
        built: st.SearchStrategy[Any] = st.builds(PARTS[part], **named, **constants(part))
        parts[part] = draw(built)
    return with_parts(replace(DEFAULT, name=name), parts)


def _within(allowed: Allowed, *, whole: bool) -> st.SearchStrategy[Any]:
    if isinstance(allowed, Choice):
        words = st.sampled_from(allowed.words)
        return st.lists(words, unique=True).map(tuple) if allowed.several else words
    if whole:
        return st.integers(int(allowed.least), int(allowed.most))
    return st.floats(allowed.least, allowed.most, exclude_min=allowed.above)
