"""The commands of a knowledge graph: `graph import`, `graph export` and `graph show`."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Final

import rich_click as click
from click import argument

from ..domain.errors import NotFound
from . import render_graph
from .cli_learning import STDIN, STDIN_BYTES_MAX
from .day_options import as_of_option, state_of
from .options import opened, shared_options, store_option
from .output import progress, show_json

# What reads a graph loads the readers of all sources, which help and completion do without; so
# each command imports it for itself.

_FILE: Final = click.Path()


@click.group()
def graph() -> None:
    """Bring in, write out or show what `lethelog mcp --profile graph` serves."""


@graph.command("import")
@argument("file", metavar="FILE|-", type=_FILE)
@shared_options
def import_(*, file: str, as_json: bool) -> None:
    """Bring in the file of the reference server for memory, such as memory.jsonl.

    `-` reads standard input. What is known stays as it is, so the same file again changes nothing;
    what was forgotten here stays out. The file is taken whole or not at all.
    """
    from ..profiles.graph import KnowledgeGraph  # noqa: PLC0415
    from ..profiles.graph_file import read_graph_file  # noqa: PLC0415

    read = read_graph_file(sys.stdin.buffer.read(STDIN_BYTES_MAX) if file == STDIN else Path(file))
    with opened(make=True) as memory, progress("learning"):
        merged = KnowledgeGraph(memory, "import").merge(read)
    if as_json:
        show_json("graph", merged)
    else:
        render_graph.merged(merged)


@graph.command()
@as_of_option
@store_option()
def export(*, as_of: str | None) -> None:
    """Print the graph as JSON lines, in the form that the reference server reads.

    Forgetting does not reach what was exported before it.
    """
    from ..profiles.graph_file import graph_file  # noqa: PLC0415
    from ..profiles.graph_reading import read_graph  # noqa: PLC0415

    with opened() as memory:
        found = read_graph(state_of(memory, as_of))
    click.echo(graph_file(found), nl=False)


@graph.command()
@argument("names", metavar="[NAME]...", nargs=-1)
@as_of_option
@shared_options
def show(*, names: tuple[str, ...], as_of: str | None, as_json: bool) -> None:
    """List entities with what is observed of them and how they are related; all unless named."""
    from ..profiles.graph_reading import read_graph  # noqa: PLC0415

    with opened() as memory:
        found = read_graph(state_of(memory, as_of))
    if names:
        found = found.named(names)
        missing = set(names).difference(each.name for each in found.entities)
        if missing:
            raise NotFound(
                f"there is no entity {min(missing)!r}; `lethelog graph show` lists them all"
            )
    if as_json:
        show_json("graph", found)
    else:
        render_graph.shown(found)
