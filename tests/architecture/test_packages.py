"""What is shipped is what is there: every room, and every file in it that is not Python."""

from __future__ import annotations

import ast
import tomllib
from fnmatch import fnmatch
from pathlib import Path

import msgspec

from lethelog.tests.architecture.house import PACKAGE, ROOMS, ROOT, modules, rooms_on_disk


class Setuptools(msgspec.Struct, rename="kebab"):
    """The part of pyproject.toml that says what is shipped."""

    packages: list[str]
    package_data: dict[str, list[str]]


def shipped() -> Setuptools:
    """What pyproject.toml ships."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text)["tool"]["setuptools"], Setuptools)


def files_left_out(root: Path, package_data: dict[str, list[str]]) -> list[str]:
    """Every file in a room that is not Python and that no pattern ships."""
    return [
        f"{room}/{path.relative_to(root / room)}"
        for room in sorted(rooms_on_disk(root))
        for path in sorted((root / room).rglob("*"))
        if path.is_file()
        and path.suffix not in {".py", ".pyc"}
        and not any(
            fnmatch(str(path.relative_to(root / room)), pattern)
            for pattern in package_data.get(f"{PACKAGE}.{room}", [])
        )
    ]


def test_every_room_is_shipped() -> None:
    """`packages` names the rooms that are there, in order, and nothing else."""
    assert rooms_on_disk(ROOT) == ROOMS
    assert shipped().packages == [PACKAGE, *(f"{PACKAGE}.{room}" for room in sorted(ROOMS))]


def test_rooms_are_flat() -> None:
    """No room holds a folder: it would need its own line in `packages`."""
    folders = [path for room in ROOMS for path in (ROOT / room).iterdir() if path.is_dir()]
    assert [path for path in folders if path.name != "__pycache__"] == []


def test_the_root_holds_only_the_face_and_the_memory() -> None:
    """Any other Python file in the root would be shipped as a part of the package."""
    assert {path.name for path in ROOT.glob("*.py")} <= {"__init__.py", "memory.py"}


def test_a_room_opens_with_its_sentence_and_nothing_else() -> None:
    """A name is imported from the file that owns it, never from a room."""
    for module in modules(ROOT):
        if module.path.name == "__init__.py" and module.name:
            assert ast.get_docstring(module.tree), module.name
            assert len(module.tree.body) == 1, module.name


def test_every_file_that_is_not_python_is_shipped() -> None:
    """SQL and pages reach those who install the package."""
    assert files_left_out(ROOT, shipped().package_data) == []


def test_the_types_and_the_life_of_the_demo_are_shipped() -> None:
    """Each pattern for the package itself matches a file."""
    for pattern in shipped().package_data[PACKAGE]:
        assert any(path.is_file() for path in ROOT.glob(pattern)), pattern


def test_a_file_that_is_left_out_is_seen(tmp_path: Path) -> None:
    """A page beside its module is found when no pattern ships it."""
    room = tmp_path / "entrypoints"
    room.mkdir()
    (room / "__init__.py").touch()
    (room / "page.html").touch()
    assert files_left_out(tmp_path, {}) == ["entrypoints/page.html"]
    assert files_left_out(tmp_path, {f"{PACKAGE}.entrypoints": ["*.html"]}) == []
