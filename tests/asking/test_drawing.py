"""Graphs as Graphviz and Mermaid read them, whatever the texts in them say."""

from __future__ import annotations

import re
from html import unescape
from typing import Final, get_args

from hypothesis import given as for_all
from hypothesis import strategies as st

from lethelog.asking.drawing import (
    LABEL_CHARS_MAX,
    Edge,
    EdgeKind,
    Graph,
    Node,
    NodeKind,
    shortened,
)

# All that the two languages could take for something else.
NASTY: Final = st.sampled_from(
    [
        *('"', "\\", "\n", "\r", "[", "]", "(", ")", "{", "}", "<b>", "&lt;", "#quot;", "#", ";"),
        *("%%{init: {}}%%", "`x`", "1. a", "- b", "|", "-->", "end", "subgraph", "style x: y#z;"),
        *("\u202e\u05d0\u05d1", "\u0627\u0644", "\u65e5\u672c", "\U0001f469\u200d\U0001f469"),
        *(
            "\u00b6\u00df",
            "\ufb02\u00b0\u00b01\u00b6\u00df",
            "\x00",
            "\ud800",
            "\\N",
            "__a__",
            "**",
        ),
    ]
)
TEXTS: Final = st.lists(NASTY | st.text(max_size=4), max_size=8).map("".join)

# The part of each language that is written.
_DOT_LABEL: Final = r'"((?:[^"\\\n]|\\.)*)"'
_DOT_NODE: Final = re.compile(rf"  (n\d+) \[label={_DOT_LABEL}, shape=\w+[^\n]*\];")
_DOT_EDGE: Final = re.compile(rf"  (n\d+) -> (n\d+) \[(?:label={_DOT_LABEL}, )?style=\w+[^\n]*\];")
_MERMAID_LABEL: Final = r'"((?:[\w ,/.-]|[^\x00-\x7f]|#\d+;|<br/>)+)"'
_MERMAID_NODE: Final = re.compile(
    rf"  (n\d+)(?:\({_MERMAID_LABEL}\)|\[\({_MERMAID_LABEL}\)\]|\(\[{_MERMAID_LABEL}\]\)"
    rf"|\{{\{{{_MERMAID_LABEL}\}}\}}|>{_MERMAID_LABEL}\]|\[{_MERMAID_LABEL}\])"
)
_MERMAID_EDGE: Final = re.compile(
    rf"  (n\d+) (?:---|-->|-\.->|==>)(?:\|{_MERMAID_LABEL}\|)? (n\d+)"
)
_MERMAID_STYLE: Final = re.compile(
    r"  (?:classDef [\w-]+ \S.*|class n[\dn,]+ [\w-]+|style n\d+ .+)"
)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    """Some nodes of every kind, and arrows between them, with any texts."""
    lines = st.lists(TEXTS.map(shortened), min_size=1, max_size=3).map(tuple)
    count = draw(st.integers(1, 6))
    keys = [f"key {number}" for number in range(count)]
    nodes = [
        Node(key, draw(st.sampled_from(get_args(NodeKind))), draw(lines), is_asked=key == keys[0])
        for key in keys
    ]
    ends = st.sampled_from(keys)
    kinds = st.sampled_from(get_args(EdgeKind))
    edges = draw(st.lists(st.builds(Edge, ends, ends, kinds, TEXTS.map(shortened)), max_size=6))
    return Graph(tuple(nodes), tuple(edges))


@for_all(graphs())
def test_graphviz_reads_any_text_as_it_is(graph: Graph) -> None:
    """Each line is a node or an arrow between nodes, and its label says what it should."""
    head, _, *body, foot = graph.dot().split("\n")
    assert (head, foot) == ("digraph lineage {", "}")
    nodes = [_DOT_NODE.fullmatch(line) for line in body[: len(graph.nodes)]]
    names = {found[1]: found[2] for found in nodes if found}
    assert [_read_by_dot(label) for label in names.values()] == [n.lines for n in graph.nodes]
    for line, edge in zip(body[len(graph.nodes) :], graph.edges, strict=True):
        found = _DOT_EDGE.fullmatch(line)
        assert found is not None, line
        assert {found[1], found[2]} <= set(names)
        assert _read_by_dot(found[3] or "") == (edge.label,)


@for_all(graphs())
def test_mermaid_reads_any_text_as_it_is(graph: Graph) -> None:
    """Nothing in a label can be a sign of the language, of Markdown or of HTML."""
    head, *body = graph.mermaid().split("\n")
    assert head == "flowchart LR"
    count = len(graph.nodes)
    nodes = [_MERMAID_NODE.fullmatch(line) for line in body[:count]]
    labels = [next(each for each in found.groups()[1:] if each) for found in nodes if found]
    assert [_read_by_mermaid(label) for label in labels] == [n.lines for n in graph.nodes]
    for line, edge in zip(body[count:], graph.edges, strict=False):
        found = _MERMAID_EDGE.fullmatch(line)
        assert found is not None, line
        assert _read_by_mermaid(found[2] or " ") == (edge.label,)
    styles = body[count + len(graph.edges) :]
    assert [line for line in styles if not _MERMAID_STYLE.fullmatch(line)] == []


@for_all(TEXTS)
def test_a_text_becomes_one_line_that_any_viewer_can_show(text: str) -> None:
    """Of bounded length, without what turns the direction of writing or is half a sign."""
    line = shortened(text)
    assert len(line) <= LABEL_CHARS_MAX
    assert line.encode().decode() == line
    assert all(c.isprintable() or c in "\u200c\u200d" for c in line)


def _read_by_dot(label: str) -> tuple[str, ...]:
    """The lines of a label: escapes are read first, then the entities of HTML."""
    return tuple(unescape(re.sub(r"\\(.)", r"\1", line)) for line in _split(label))


def _split(label: str) -> list[str]:
    pieces = re.findall(r"\\n|\\.|[^\\]", label)
    lines = [""]
    for piece in pieces:
        if piece == "\\n":
            lines.append("")
        else:
            lines[-1] += piece
    return lines


def _read_by_mermaid(label: str) -> tuple[str, ...]:
    lines = label.split("<br/>") if label != " " else [""]
    return tuple(re.sub(r"#(\d+);", lambda found: chr(int(found[1])), line) for line in lines)
