"""Reads and writes a graph as JSON lines, in the form that the reference server keeps it in."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from ..domain.errors import InvalidInput
from ..domain.nesting import DEPTH_MAX, is_deep_json
from ..sources import text
from ..sources.input_file import read_file
from .graph_model import Entity, Graph, Relation

LINES_MAX: Final = 100_000
"""As many as one order can bring in, for a file is taken whole or not at all."""


class _EntityLine(Entity, frozen=True, kw_only=True, tag="entity", tag_field="type"):
    """An entity, which says so."""


class _RelationLine(Relation, frozen=True, kw_only=True, tag="relation", tag_field="type"):
    """A relation, which says so."""


_DECODER: Final = msgspec.json.Decoder(_EntityLine | _RelationLine)


def read_graph_file(given: Path | bytes) -> Graph:
    """The graph in a file; InvalidInput names the line that is no entity and no relation."""
    raw = given if isinstance(given, bytes) else read_file(given)
    what = "the input" if isinstance(given, bytes) else str(given)
    entities: list[Entity] = []
    relations: list[Relation] = []
    for each in _lines(raw, what):
        if isinstance(each, _EntityLine):
            entities.append(Entity(**msgspec.structs.asdict(each)))
        else:
            relations.append(Relation(**msgspec.structs.asdict(each)))
    return Graph(tuple(entities), tuple(relations))


def graph_file(graph: Graph) -> bytes:
    """All entities, then all relations, each as one line."""
    encoder = msgspec.json.Encoder()
    lines = [
        *(_EntityLine(**msgspec.structs.asdict(each)) for each in graph.entities),
        *(_RelationLine(**msgspec.structs.asdict(each)) for each in graph.relations),
    ]
    return encoder.encode_lines(lines)


def _lines(raw: bytes, what: str) -> Iterator[_EntityLine | _RelationLine]:
    numbered = [
        (number, line)
        for number, line in enumerate(text.lines(text.decode(raw, what)), start=1)
        if line.strip()
    ]
    if len(numbered) > LINES_MAX:
        raise InvalidInput(f"{what} has {len(numbered)} lines; {LINES_MAX} are allowed: split it")
    for number, line in numbered:
        if is_deep_json(line):
            raise InvalidInput(
                f"line {number} of {what} is nested deeper than {DEPTH_MAX}; nothing was learned"
            )
        try:
            yield _DECODER.decode(line)
        except msgspec.MsgspecError as error:
            raise InvalidInput(
                f"line {number} of {what} is no entity and no relation of a knowledge graph:"
                f" {error}; nothing was learned"
            ) from error
