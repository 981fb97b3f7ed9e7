"""The law of the house: imports run down only, by dots, and never in a circle."""

from __future__ import annotations

from graphlib import CycleError, TopologicalSorter
from pathlib import Path
from typing import Final

import pytest

from lethelog.tests.architecture.house import (
    PACKAGE,
    ROOMS,
    ROOT,
    imports_of,
    inner_edges,
    modules,
)

BELOW: Final = ROOMS - {"entrypoints", "demo", "doors", "profiles"}

# Which rooms a room may import besides itself; the face, "", names others for types only.
LAW: Final[dict[str, frozenset[str]]] = {
    "": BELOW | {"memory"},
    # What Memory answers with is defined in these; a way in names it in annotations only,
    # which tests/entrypoints/test_start.py holds it to.
    "entrypoints": frozenset(
        {
            *("demo", "doors", "profiles", "memory", "domain"),
            *("asking", "commands", "embedders", "hindsight", "judges", "keeping"),
            *("projections", "replay"),
        }
    ),
    "demo": frozenset({"memory", "domain"}),
    # As a way in, it names what Memory answers with; what it asks of a read model is in `asking`.
    "doors": frozenset(
        {
            *("profiles", "memory", "domain", "asking", "commands", "dreaming"),
            *("hindsight", "projections", "replay"),
        }
    ),
    # Another shape of the same memory: it gives orders, and asks what `asking` can tell.
    "profiles": frozenset({"memory", "domain", "asking", "commands", "sources"}),
    "memory": BELOW,
    "replay": frozenset({"journal", "hindsight", "asking", "projections", "embedders", "domain"}),
    "hindsight": frozenset({"asking", "projections", "domain"}),
    "dreaming": frozenset({"asking", "projections", "domain"}),
    "asking": frozenset({"projections", "domain"}),
    "commands": frozenset({"journal", "sources", "domain"}),
    "projections": frozenset({"domain"}),
    "keeping": frozenset({"vault", "journal", "domain"}),
    # It implements the seal that the journal asks for, so it lies above it.
    "vault": frozenset({"journal", "domain"}),
    "journal": frozenset({"domain"}),
    "sources": frozenset({"domain"}),
    "embedders": frozenset({"domain"}),
    "judges": frozenset({"domain"}),
    "domain": frozenset(),
}


def forbidden_arrows(root: Path) -> list[str]:
    """Every import that the law does not allow."""
    house = modules(root)
    known = {module.name for module in house}
    return [
        f"{module.name} imports {target or 'the face'}"
        for module in house
        for target in sorted(inner_edges(module, known))
        if target.partition(".")[0] not in LAW.get(module.room, frozenset()) | {module.room}
    ]


def absolute_imports_of_own(root: Path) -> list[str]:
    """Every import that names a room or the package from the outside."""
    own = ROOMS | {"memory", PACKAGE}
    return [
        f"{module.name}:{found.line} imports {found.target}"
        for module in modules(root)
        for found in imports_of(module)
        if not found.level and found.target.partition(".")[0] in own
    ]


def circle(root: Path) -> list[str]:
    """The modules of one circle of imports, in its order; empty when there is none."""
    house = modules(root)
    known = {module.name for module in house}
    graph = {module.name: inner_edges(module, known) - {module.name} for module in house}
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as error:
        return [str(name) for name in error.args[1]]
    return []


def build(root: Path, **files: str) -> Path:
    """A small house: each keyword is a file, with `__` between its room and its name."""
    (root / "__init__.py").write_text("", encoding="utf-8")
    for room in ROOMS:
        (root / room).mkdir()
        (root / room / "__init__.py").write_text("", encoding="utf-8")
    for name, text in files.items():
        (root / f"{name.replace('__', '/')}.py").write_text(text, encoding="utf-8")
    return root


def test_imports_run_down_only() -> None:
    """No room imports one that the law does not give it."""
    assert forbidden_arrows(ROOT) == []


def test_every_room_stands_in_the_law() -> None:
    """A new room needs a line in the law before it may import anything."""
    assert {module.room for module in modules(ROOT)} <= set(LAW)
    assert set(LAW) == ROOMS | {"", "memory"}


def test_rooms_are_imported_by_dots_only() -> None:
    """An absolute import of an own room would load a second copy of its classes."""
    assert absolute_imports_of_own(ROOT) == []


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Any two modules can be told apart as the lower and the higher one."""
    assert circle(ROOT) == []


@pytest.mark.parametrize(
    ("where", "text", "said"),
    [
        ("commands__ingest", "from ..projections.facts import Facts", "projections.facts"),
        ("commands__ingest", "from ..projections import facts", "projections.facts"),
        ("commands__ingest", "from .. import projections", "projections"),
        ("domain__decay", "from ..memory import Memory", "memory"),
        ("domain__decay", "from .. import __version__", "the face"),
        ("domain__decay", "def later():\n    from ..journal import codec", "journal"),
        (
            "replay__why",
            "import typing\nif typing.TYPE_CHECKING:\n    from ..commands import forget",
            "commands",
        ),
        ("entrypoints__cli", "from ..sources import email", "sources"),
        ("sources__email", "from ..sources_new import x", "the face"),
    ],
)
def test_a_forbidden_arrow_is_seen(tmp_path: Path, where: str, text: str, said: str) -> None:
    """The law is held to: each way of writing a forbidden import is found, once."""
    root = build(tmp_path, memory="", projections__facts="", **{where: text})
    assert forbidden_arrows(root) == [f"{where.replace('__', '.')} imports {said}"]


def test_an_allowed_arrow_is_left_alone(tmp_path: Path) -> None:
    """Imports downwards, and inside a room, are no offence."""
    root = build(
        tmp_path,
        domain__events="",
        domain__lineage="from .events import Event",
        replay__why="from ..domain.lineage import live\nfrom ..journal import codec",
        memory="from .asking.why import why",
    )
    assert forbidden_arrows(root) == []
    assert circle(root) == []


@pytest.mark.parametrize(
    "text",
    ["import domain", "from domain.decay import x", "import lethelog", "from lethelog.x import y"],
)
def test_an_absolute_import_is_seen(tmp_path: Path, text: str) -> None:
    """Neither a room nor the package may be named from the outside."""
    root = build(tmp_path, journal__codec=text)
    (found,) = absolute_imports_of_own(root)
    assert found.startswith("journal.codec:1 imports")


def test_a_circle_is_seen(tmp_path: Path) -> None:
    """Two modules that need each other are found, though each arrow is allowed."""
    root = build(
        tmp_path, domain__events="from .policy import P", domain__policy="from .events import E"
    )
    assert set(circle(root)) == {"domain.events", "domain.policy"}
