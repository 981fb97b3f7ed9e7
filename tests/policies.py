"""Policies at random, each constant anywhere within its bounds."""

from __future__ import annotations

from typing import Any, Final

import msgspec
from hypothesis import strategies as st

from lethelog.domain.policy import (
    DEFAULT,
    NAME_CHARS_MAX,
    PARTS,
    Bounds,
    Policy,
    bounds_of,
)

NAMES: Final = st.text(
    st.characters(exclude_categories=("C", "Z")), min_size=1, max_size=NAME_CHARS_MAX
)


def constants(part: str) -> dict[str, st.SearchStrategy[Any]]:
    """A strategy for each constant of a part."""
    made = PARTS[part]()
    return {
        key: _within(bounds, whole=isinstance(getattr(made, key), int))
        for key, bounds in bounds_of(PARTS[part]).items()
    }


@st.composite
def policies(draw: st.DrawFn, *, same_name: bool = False) -> Policy:
    """Any that may be adopted; with the same name for all of its parts where that is asked."""
    name = draw(NAMES)
    parts = {
        part: draw(st.builds(kind, name=st.just(name) if same_name else NAMES, **constants(part)))
        for part, kind in PARTS.items()
    }
    return msgspec.structs.replace(DEFAULT, name=name, **parts)


def _within(bounds: Bounds, *, whole: bool) -> st.SearchStrategy[Any]:
    if whole:
        return st.integers(int(bounds.least), int(bounds.most))
    return st.floats(bounds.least, bounds.most, exclude_min=bounds.above)
