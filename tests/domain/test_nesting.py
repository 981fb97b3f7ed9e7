"""How deep a document is nested is known before it is read, and as it is where it can be read."""

from __future__ import annotations

import json
import tomllib
from typing import TypeAlias

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.nesting import DEPTH_MAX, is_deep_json, is_deep_toml

Json: TypeAlias = "str | int | list[Json] | dict[str, Json]"
TEXTS = st.text(max_size=8) | st.sampled_from(['"', "\\", '\\"', "[[[", "}{", "]"])
JSON = st.recursive(
    TEXTS | st.integers(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=12,
)


def depth_of(value: Json) -> int:
    """Arrays and objects that are open at the deepest place."""
    if isinstance(value, dict):
        return 1 + max(map(depth_of, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(depth_of, value), default=0)
    return 0


@given(value=JSON, ascii_only=st.booleans(), as_bytes=st.booleans())
def test_it_is_as_deep_as_what_is_read(value: Json, *, ascii_only: bool, as_bytes: bool) -> None:
    """Whatever stands in its strings and keys."""
    text = json.dumps(value, ensure_ascii=ascii_only)
    document = text.encode() if as_bytes else text
    depth = depth_of(value)
    assert not is_deep_json(document, depth)
    assert depth == 0 or is_deep_json(document, depth - 1)


@pytest.mark.parametrize("opened", ["[", '{"a":', '[{"a":', ' [\n"[[[",'])
def test_what_only_begins_is_deep_too(opened: str) -> None:
    """A document that never ends is refused for its depth as any other."""
    assert is_deep_json(opened * 100_000)
    assert is_deep_json((opened * 100_000).encode())
    assert not is_deep_json('"' + "[" * 100_000)
    assert not is_deep_json("]" * 100_000 + "[" * DEPTH_MAX)


@pytest.mark.parametrize(
    "text",
    [
        "a = " + "[" * 40,
        "a = " + "{a = " * 40,
        "a" + ".a" * 40 + " = 1",
        "[" + "a." * 40 + "a]",
        "[" + "a . " * 40 + "a]",
        "b = { a" + ".'a'" * 40 + " = 1 }",
    ],
)
def test_toml_that_is_deep_or_has_keys_of_many_parts_is_known(text: str) -> None:
    """Which a reader takes a stack, or quadratic time, for."""
    assert is_deep_toml(text)


@pytest.mark.parametrize(
    "text",
    [
        "# " + "[" * 99 + "\na = 1",
        'a = "' + "[" * 99 + "\"\nb = '" + "{" * 99 + "'",
        'a = """' + "[\n" * 99 + '"""\n' + "c = '''" + "{\n" * 99 + "'''",
        "\n".join(f"[table.number{n}]\nvalues = [[1], [2]]" for n in range(99)),
        'version = "1.2.3"\na.b.c = 1.5',
    ],
)
def test_toml_as_people_write_it_is_not(text: str) -> None:
    """Whatever stands in its strings and comments."""
    assert tomllib.loads(text)
    assert not is_deep_toml(text)
