"""The sheet that a lineage is drawn on: so many boxes and no more."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final

from ..domain.identity import ItemId
from ..domain.times import day
from .drawing import Edge, EdgeKind, Graph, Node, shortened
from .listing import ItemLine, items_where

if TYPE_CHECKING:
    from ..projections.view import View  # it loads DuckDB

NODES_MAX: Final = 100  # more are no picture any more
EDGES_MAX: Final = 400  # Mermaid takes 500
_ID_CHARS: Final = 8
_THESE: Final = "item.item IN (SELECT unnest($items::VARCHAR[]))"


class Sheet:
    """What is drawn so far; what comes when it is full is left out, with the arrows to it."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.items: list[ItemId] = []
        self.is_cut = False
        self._nodes: dict[str, Node] = {}
        self._edges: dict[tuple[str, str, EdgeKind], Edge] = {}

    def put(self, node: Node) -> None:
        """Draws a box if there is room; one that is there stays as it is."""
        if len(self._nodes) < NODES_MAX:
            self._nodes.setdefault(node.key, node)
        elif node.key not in self._nodes:
            self.is_cut = True

    def put_items(self, items: Iterable[ItemId], *, is_asked: bool = False) -> None:
        """Draws items with the beginning of their texts, in the order of the journal."""
        fresh = {"items": [each for each in dict.fromkeys(items) if each not in self._nodes]}
        gone = self.view.rows(
            f"SELECT item FROM item JOIN supersession USING (d) WHERE {_THESE}", fresh
        )
        for line in items_where(self.view, _THESE, fresh):
            is_current = (line.item,) not in gone
            self.put(_item_node(line, is_current=is_current, is_asked=is_asked))
            if line.item in self._nodes:
                self.items.append(line.item)

    def link(self, start: str, end: str, kind: EdgeKind, label: str = "") -> None:
        """Draws an arrow, once."""
        self._edges.setdefault((start, end, kind), Edge(start, end, kind, label))

    def rows(self, sql: str, parameters: dict[str, Any]) -> list[tuple[Any, ...]]:
        """As many rows of a query as there could be boxes for; it is told `$most`."""
        rows = self.view.rows(sql, parameters | {"most": NODES_MAX + 1})
        self.is_cut |= len(rows) > NODES_MAX
        return rows[:NODES_MAX]

    def graph(self) -> Graph:
        """All that found room, and a note where that is not all."""
        nodes = list(self._nodes.values())
        edges = [e for e in self._edges.values() if {e.start, e.end} <= self._nodes.keys()]
        is_cut = self.is_cut or len(edges) > EDGES_MAX
        if is_cut:
            said = f"not all is drawn: {NODES_MAX} boxes and {EDGES_MAX} arrows at most"
            nodes.append(Node("cut", "cut", (said,)))
        return Graph(tuple(nodes), tuple(edges[:EDGES_MAX]), is_cut)


def _item_node(line: ItemLine, *, is_current: bool, is_asked: bool) -> Node:
    parts = (
        f"{line.item[:_ID_CHARS]} {line.kind}",
        "" if line.dated_at is None else day(line.dated_at),
        "" if is_current else "superseded",
    )
    lines = (", ".join(filter(None, parts)), shortened(line.text))
    return Node(line.item, "current" if is_current else "superseded", lines, is_asked)
