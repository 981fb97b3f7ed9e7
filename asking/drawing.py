"""A graph of nodes and arrows, and how Graphviz and Mermaid write it down."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Final, Literal, TypeAlias

import msgspec

NodeKind: TypeAlias = Literal[
    "current", "superseded", "source", "recall", "promotion", "judgement", "nothing", "cut"
]
EdgeKind: TypeAlias = Literal[
    "holds", "makes", "earns", "gives-way", "speaks-for", "speaks-against"
]

LABEL_CHARS_MAX: Final = 50
_JOINERS: Final = "\u200c\u200d"  # they belong to words and emoji
_HEAD: Final = 'rankdir=LR; node [fontname="sans-serif"]; edge [fontname="sans-serif"];'
_DOT_NODES: Final[dict[NodeKind, str]] = {
    "current": 'shape=box, style="rounded,filled", fillcolor="#e2f2e2", color="#3a7d3a"',
    "superseded": 'shape=box, style="rounded,filled,dashed", fillcolor="#eeeeee", color="#888888"',
    "source": 'shape=folder, style=filled, fillcolor="#e3ecf8", color="#3b5f94"',
    "recall": 'shape=ellipse, style=filled, fillcolor="#fdf3d8", color="#a07b1a"',
    "promotion": 'shape=hexagon, style=filled, fillcolor="#efe3f6", color="#6f3f8f"',
    "judgement": 'shape=note, style=filled, fillcolor="#fbe4e1", color="#a5402f"',
    "nothing": 'shape=plaintext, fontcolor="#888888"',
    "cut": 'shape=plaintext, fontcolor="#a5402f"',
}
_DOT_EDGES: Final[dict[EdgeKind, str]] = {
    "holds": "style=dotted, arrowhead=none",
    "makes": "style=solid",
    "earns": 'style=solid, color="#6f3f8f"',
    "gives-way": 'style=dashed, color="#888888"',
    "speaks-for": 'style=bold, color="#3a7d3a"',
    "speaks-against": 'style=bold, color="#a5402f"',
}
_MERMAID_NODES: Final[dict[NodeKind, tuple[str, str]]] = {
    "current": ("(", ")"),
    "superseded": ("(", ")"),
    "source": ("[(", ")]"),
    "recall": ("([", "])"),
    "promotion": ("{{", "}}"),
    "judgement": (">", "]"),
    "nothing": ("[", "]"),
    "cut": ("[", "]"),
}
_MERMAID_STYLES: Final[dict[NodeKind, str]] = {
    "current": "fill:#e2f2e2,stroke:#3a7d3a,color:#000",
    "superseded": "fill:#eeeeee,stroke:#888888,color:#000,stroke-dasharray:4 3",
    "source": "fill:#e3ecf8,stroke:#3b5f94,color:#000",
    "recall": "fill:#fdf3d8,stroke:#a07b1a,color:#000",
    "promotion": "fill:#efe3f6,stroke:#6f3f8f,color:#000",
    "judgement": "fill:#fbe4e1,stroke:#a5402f,color:#000",
    "nothing": "fill:none,stroke:none,color:#888888",
    "cut": "fill:none,stroke:none,color:#a5402f",
}
_MERMAID_EDGES: Final[dict[EdgeKind, str]] = {
    "holds": "---",
    "makes": "-->",
    "earns": "-->",
    "gives-way": "-.->",
    "speaks-for": "==>",
    "speaks-against": "==>",
}
# What is no letter, digit, space or harmless sign, and what Mermaid itself writes an escape with.
_MERMAID_SIGNS: Final = re.compile(
    r"[\u00b6\ufb02_]|(?<!\w)-|\.(?!\d)|(?![\w ,/.-])[\x00-\x7f]", re.UNICODE
)


class Node(msgspec.Struct, frozen=True):
    """A box with some lines of text; `key` tells it from all others of its graph."""

    key: str
    kind: NodeKind
    lines: tuple[str, ...]
    is_asked: bool = False  # it is what the graph is about


class Edge(msgspec.Struct, frozen=True):
    """An arrow between two nodes, by their keys."""

    start: str
    end: str
    kind: EdgeKind
    label: str = ""


class Graph(msgspec.Struct, frozen=True):
    """Nodes and arrows in a fixed order; `is_cut` where there were too many to draw."""

    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    is_cut: bool = False

    def dot(self) -> str:
        """The graph in the language of Graphviz."""
        return "\n".join(_dot(self))

    def mermaid(self) -> str:
        """The graph as a flowchart of Mermaid."""
        return "\n".join(_mermaid(self))


def shortened(text: str, chars_max: int = LABEL_CHARS_MAX) -> str:
    """One line of a text that any viewer can show, with an ellipsis where it is cut."""
    shown = "".join(c if c.isprintable() or c in _JOINERS else " " for c in text)
    line = " ".join(shown.encode("utf-8", "replace").decode().split())
    return line if len(line) <= chars_max else line[: chars_max - 1].rstrip() + "\u2026"


def _names(graph: Graph) -> dict[str, str]:
    return {node.key: f"n{number}" for number, node in enumerate(graph.nodes, start=1)}


def _dot(graph: Graph) -> Iterator[str]:
    names = _names(graph)
    yield "digraph lineage {"
    yield f"  {_HEAD}"
    for node in graph.nodes:
        look = _DOT_NODES[node.kind] + (", penwidth=3" if node.is_asked else "")
        yield f"  {names[node.key]} [label={_dot_text(node.lines)}, {look}];"
    for edge in graph.edges:
        label = f"label={_dot_text([edge.label])}, " if edge.label else ""
        yield f"  {names[edge.start]} -> {names[edge.end]} [{label}{_DOT_EDGES[edge.kind]}];"
    yield "}"


def _dot_text(lines: Iterable[str]) -> str:
    """A quoted string: Graphviz reads escapes and the entities of HTML in it."""
    escaped = (
        line.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;") for line in lines
    )
    return '"' + "\\n".join(escaped) + '"'


def _mermaid(graph: Graph) -> Iterator[str]:
    names = _names(graph)
    yield "flowchart LR"
    for node in graph.nodes:
        left, right = _MERMAID_NODES[node.kind]
        yield f"  {names[node.key]}{left}{_mermaid_text(node.lines)}{right}"
    for edge in graph.edges:
        label = f"|{_mermaid_text([edge.label])}|" if edge.label else ""
        yield f"  {names[edge.start]} {_MERMAID_EDGES[edge.kind]}{label} {names[edge.end]}"
    for kind, style in _MERMAID_STYLES.items():
        if of_kind := [names[node.key] for node in graph.nodes if node.kind == kind]:
            yield f"  classDef {kind} {style}"
            yield f"  class {','.join(of_kind)} {kind}"
    for node in graph.nodes:
        if node.is_asked:
            yield f"  style {names[node.key]} stroke-width:3px"


def _mermaid_text(lines: Iterable[str]) -> str:
    """A quoted string: every sign that Mermaid, Markdown or HTML could mean is a number."""
    escaped = (_MERMAID_SIGNS.sub(lambda sign: f"#{ord(sign[0])};", line) for line in lines)
    return '"' + ("<br/>".join(escaped) or " ") + '"'  # it takes no empty one
