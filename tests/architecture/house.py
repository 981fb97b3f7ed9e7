"""Reads the house from its files: its rooms, its modules and which of them import which."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = "lethelog"
ROOMS = frozenset(
    {
        "asking",
        "commands",
        "demo",
        "domain",
        "doors",
        "dreaming",
        "embedders",
        "entrypoints",
        "hindsight",
        "journal",
        "judges",
        "keeping",
        "profiles",
        "projections",
        "replay",
        "sources",
        "vault",
    }
)


@dataclass(frozen=True)
class Module:
    """One file of the package; its name leaves `lethelog` out, and the face is called ``."""

    name: str
    path: Path
    tree: ast.Module

    @property
    def room(self) -> str:
        """The room that it lies in; a file in the root is a room of its own."""
        return self.name.partition(".")[0]


@dataclass(frozen=True)
class Import:
    """One import as it is written: how many dots, and the module that it names."""

    level: int
    target: str
    line: int


def rooms_on_disk(root: Path) -> set[str]:
    """Every folder in the root that is a package."""
    return {path.parent.name for path in root.glob("*/__init__.py")}


def modules(root: Path) -> list[Module]:
    """All that is shipped: the files in the root and in its rooms, in the order of their names."""
    rooms = sorted(rooms_on_disk(root))
    paths = [*root.glob("*.py"), *(path for room in rooms for path in (root / room).rglob("*.py"))]
    return [_module(root, path) for path in sorted(paths)]


def imports_of(module: Module) -> list[Import]:
    """Every import anywhere in a file, also those inside functions or for types only."""
    found: list[Import] = []
    for node in ast.walk(module.tree):
        if isinstance(node, ast.Import):
            found += [Import(0, alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = _base(module, node)
            found += [
                Import(node.level, ".".join(filter(None, [base, alias.name])), node.lineno)
                for alias in node.names
            ]
    return found


def inner_edges(module: Module, known: set[str]) -> set[str]:
    """The modules of this house that a module imports by dots.

    `from .. import x` means the module `x` where there is one, else the face.
    """
    return {_owner(each.target, known) for each in imports_of(module) if each.level}


def _module(root: Path, path: Path) -> Module:
    parts = path.relative_to(root).with_suffix("").parts
    name = ".".join(part for part in parts if part != "__init__")
    return Module(name, path, ast.parse(path.read_text(encoding="utf-8"), str(path)))


def _base(module: Module, node: ast.ImportFrom) -> str:
    """What the dots and the words before `import` name, counted from the root."""
    if not node.level:
        return node.module or ""
    parts = module.name.split(".") if module.name else []
    up = node.level - (module.path.name == "__init__.py")
    return ".".join([*parts[: len(parts) - up], *filter(None, [node.module])])


def _owner(target: str, known: set[str]) -> str:
    """The longest module that a dotted name starts with; the face where there is none."""
    while target and target not in known:
        target = target.rpartition(".")[0]
    return target
