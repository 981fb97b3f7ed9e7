"""What an answer must look like, as a JSON schema that leaves no room: for agents and models."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import msgspec

Schema: TypeAlias = dict[str, object]

# A default would make a field optional; a title only repeats the name of a type of ours.
_LEFT_OUT = frozenset({"default", "title"})
# Not every server that keeps to a schema knows these; decoding holds answers to them all the same.
_BOUNDS = frozenset({"minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum"})


def strict_schema(type_: object) -> Schema:
    """The schema of a type with every field required, no other allowed, and no reference.

    That is the strict form in which servers take one; bounds of numbers and texts are left out.
    """
    made = msgspec.json.schema(type_)
    return msgspec.convert(_strict(made, made.get("$defs", {})), Schema)


def fixed(value: object) -> Schema:
    """The schema of what must be repeated as it stands."""
    return {"const": msgspec.to_builtins(value)}


def _strict(node: object, types: Mapping[str, object]) -> object:
    if isinstance(node, list):
        return [_strict(each, types) for each in msgspec.convert(node, list[object])]
    if not isinstance(node, dict):
        return node
    told = msgspec.convert(node, Schema)
    if isinstance(name := told.get("$ref"), str):
        return _strict(types[name.rpartition("/")[2]], types)
    left = _LEFT_OUT | _BOUNDS | {"$defs"}
    if "properties" not in told:
        return {key: _strict(each, types) for key, each in told.items() if key not in left}
    properties = msgspec.convert(told["properties"], Schema)
    kept = {key: told[key] for key in ("type", "description") if key in told}
    return kept | {
        "properties": {name: _strict(each, types) for name, each in properties.items()},
        "required": [*properties],
        "additionalProperties": False,
    }
