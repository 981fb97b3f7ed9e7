"""One entry in JSON: what is around it stays as it was, to the byte."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain.errors import InvalidInput
from lethelog.doors.json_config import JsonConfig
from lethelog.doors.json_text import parse

ENTRY: dict[str, Any] = {"command": "/bin/lethelog", "args": ["mcp", "--store", "/tea ☕"]}
PLAIN = JsonConfig(("mcpServers", "lethelog"), comments=False)
FREE = JsonConfig(("mcp", "servers", "lethelog"), comments=True)

SCALARS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text()
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=12,
)
SERVERS = st.dictionaries(st.text().filter(lambda name: name != "lethelog"), ANYTHING, max_size=3)


def joined(others: dict[str, Any], servers: dict[str, Any] | None) -> dict[str, Any]:
    """A configuration, with servers or without."""
    return others if servers is None else others | {"mcpServers": servers}


OBJECTS = st.builds(
    joined,
    st.dictionaries(st.text().filter(lambda name: name != "mcpServers"), ANYTHING, max_size=3),
    st.none() | SERVERS,
)
LAYOUTS = st.sampled_from([None, 0, 1, 2, 4, "\t"])


@given(OBJECTS, LAYOUTS, st.sampled_from(["\n", "\r\n"]))
def test_putting_in_and_taking_out_leaves_any_object_as_it_was(
    value: dict[str, Any], indent: int | str | None, newline: str
) -> None:
    """In any layout; what is put in is what is read."""
    text = json.dumps(value, indent=indent, ensure_ascii=False).replace("\n", newline)
    attached = PLAIN.with_entry(text, ENTRY)
    assert PLAIN.entry(text) is None
    assert PLAIN.entry(attached) == ENTRY
    assert ("\n" in attached.replace("\r\n", "")) <= (newline == "\n" or "\n" not in text)
    others = json.loads(attached)
    del others["mcpServers"]["lethelog"]
    assert others == value | {"mcpServers": value.get("mcpServers", {})}
    assert json.loads(PLAIN.without_entry(attached, text)) == value


@given(ANYTHING, LAYOUTS)
def test_any_json_is_read_as_python_reads_it(value: object, indent: int | str | None) -> None:
    """The reader that keeps places gives the same values."""
    text = json.dumps(value, indent=indent)
    assert parse(text).value == json.loads(text)


COMMENTED = """// of the house
{
  // the model
  agents: { defaults: { model: 'tea/green', }, },
  "mcp": { // servers
    "servers": {
      /* searches */
      "search": { "command": "npx", "args": ["-y", "search",], "retries": 0x10, "wait": .5 }, // my
    },
  },
}
"""


def test_comments_and_commas_at_the_end_are_kept() -> None:
    """Not one line of the file is touched, only new ones come."""
    attached = FREE.with_entry(COMMENTED, ENTRY)
    kept = iter(attached.splitlines())
    assert all(line in kept for line in COMMENTED.splitlines())
    assert FREE.entry(attached) == ENTRY
    assert FREE.without_entry(attached, COMMENTED) == COMMENTED


@pytest.mark.parametrize(
    "text",
    [
        "{}",
        "{\n}\n",
        "{ }",
        "{ // nothing yet\n}",
        "{ /* nothing\n yet */ }",
        '{ // of mine\n "mcp": {} }',
        '{"mcp": {"servers": {}}}',
        '{"mcp": {"servers": {"a": {"command": "b"}}}}',
        '{ "mcp": { // here\n"servers": {"a": 1} } }',
        '\ufeff{\r\n\t"mcp": {\r\n\t}\r\n}\r\n',
        '{"a": 1, // one\n}',
        "{'mcp': {servers: {'a': 'it\\'s \\x41 \\u00e9 \\\n more'}}}",
        '{"a": Infinity, "b": -NaN, "c": +1, "d": 5., "e": 1e3, "f": null, "g": true}',
    ],
)
def test_every_layout_takes_the_entry_and_gives_it_back(text: str) -> None:
    """The values around it are the same before, with it and after."""
    attached = FREE.with_entry(text, ENTRY)
    assert FREE.entry(attached) == ENTRY
    assert repr(parse(FREE.without_entry(attached, text)).value) == repr(parse(text).value)


@pytest.mark.parametrize(
    "text",
    [
        '{"mcp": {"servers": {"lethelog": {"command": "a"}, // mine\n"b": 1}}}',
        '{"mcp": {"servers": { // mine\n"lethelog": {"command": "a"}, "b": 1}}}',
        '{"mcp": {"servers": { // mine\n"lethelog": {"command": "a"} /* x */, "b": 1}}}',
        '{"mcp": {"servers": {"b": 1, // mine\n"lethelog": {"command": "a"}}}}',
        '{"mcp": {"servers": {"b": 1, // mine\n"lethelog": {"command": "a"},}}}',
        '{"mcp": {"servers": {"b": 1,\n  "lethelog": {"command": "a"}, // ours\n}}}',
        '{"mcp": {"servers": {"a": 0, "lethelog": {"command": "a"}, "b": 1}}}',
    ],
)
def test_an_entry_is_taken_out_wherever_a_client_has_moved_it(text: str) -> None:
    """First, last or in the middle, with comments beside it."""
    wanted = parse(text).value
    assert isinstance(wanted, dict)
    servers = wanted["mcp"]["servers"]  # type: ignore[index,call-overload]
    del servers["lethelog"]  # type: ignore[union-attr,arg-type]
    assert parse(FREE.without_entry(text, None)).value == wanted


def test_objects_that_came_with_the_entry_go_with_it() -> None:
    """Those that were there before stay, though they are empty."""
    attached = FREE.with_entry('{"a": 1}', ENTRY).replace('"a": 1', '"a": 2')
    assert FREE.without_entry(attached, '{"a": 1}') == '{"a": 2}'
    had = '{"a": 1, "mcp": {}}'
    attached = FREE.with_entry(had, ENTRY).replace('"a": 1', '"a": 2')
    assert FREE.without_entry(attached, had) == '{"a": 2, "mcp": {}}'


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[]", "no JSON object"),
        ("{", "its end in line 1"),
        ('{"a" 1}', "in line 1, column 6"),
        ('{"a": 1 "b": 2}', "in line 1, column 9"),
        ('{"a": [1 2]}', "in line 1, column 10"),
        ('{"a": tea}', "'t' in line 1"),
        ("{} {}", "'{' in line 1, column 4"),
        ('{"mcp": 3}', "'mcp' is no object"),
        ('{"mcp": {}, "mcp": {}}', "more than once"),
        ("[" * 1000, "nested deeper"),
    ],
)
def test_what_is_not_understood_is_told(text: str, said: str) -> None:
    """With the place, so that it can be looked at."""
    with pytest.raises(InvalidInput, match=said):
        FREE.with_entry(text, ENTRY)


@pytest.mark.parametrize("text", ['{"a": 1,}', "{} // mine", "{'a': 1}", "[" * 100_000])
def test_a_client_that_reads_plain_json_gets_no_other(text: str) -> None:
    """It would not read its own file."""
    with pytest.raises(InvalidInput, match="plain JSON"):
        PLAIN.with_entry(text, ENTRY)
