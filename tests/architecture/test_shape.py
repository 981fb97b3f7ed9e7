"""The numbers of the house: short files, short functions, one sentence each, a pure core."""

from __future__ import annotations

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final, TypeAlias

import pytest

from lethelog.tests.architecture.house import ROOT, Module, imports_of, modules

FILE_LINES_MAX: Final = 250
FUNCTION_LINES_MAX: Final = 50

# These rooms get the time, the randomness and the bytes from above.
PURE_ROOMS: Final = frozenset({"domain", "sources", "commands", "replay"})
READS_FILES: Final = "sources.input_file"  # the one that opens what a person names
IMPURE_MODULES: Final = frozenset({"random", "secrets", "time", "uuid"})
IMPURE_CALLS: Final = frozenset(
    {
        "open",
        "date.today",
        "datetime.now",
        "datetime.today",
        "datetime.utcnow",
        "os.urandom",
        "Path.cwd",
        "Path.home",
    }
)
FILE_METHODS: Final = frozenset({"read_bytes", "read_text", "write_bytes", "write_text"})

Function: TypeAlias = ast.FunctionDef | ast.AsyncFunctionDef


def long_files(root: Path) -> list[str]:
    """Every file of Python in the repository that is over the limit."""
    folders = ("", "tests/**/", "benchmarks/**/", *(f"{m.room}/" for m in modules(root) if m.room))
    paths = {path for folder in folders for path in root.glob(f"{folder}*.py")}
    lengths = {path: len(path.read_text(encoding="utf-8").splitlines()) for path in paths}
    return sorted(
        str(path.relative_to(root)) for path, lines in lengths.items() if lines > FILE_LINES_MAX
    )


def long_functions(module: Module) -> list[str]:
    """Every function of a module that is over the limit, from its first line to its last."""
    return [
        f"{module.name}.{node.name}"
        for node in ast.walk(module.tree)
        if isinstance(node, Function)
        and (node.end_lineno or node.lineno) - node.lineno >= FUNCTION_LINES_MAX
    ]


def without_sentence(module: Module) -> list[str]:
    """The file, and each public thing in it, whose docstring does not open with a sentence."""
    public = [
        (module.name, module.tree),
        *((f"{module.name}.{n.name}", n) for n in _public(module)),
    ]
    return [
        name
        for name, node in public
        if not (ast.get_docstring(node) or "").partition("\n")[0].endswith(".")
    ]


def impurities(module: Module) -> list[str]:
    """Where a module reads a clock, randomness or a file by itself."""
    imported = [each.target.partition(".")[0] for each in imports_of(module) if not each.level]
    calls = (node.func for node in ast.walk(module.tree) if isinstance(node, ast.Call))
    return [name for name in imported if name in IMPURE_MODULES] + [
        ast.unparse(called)
        for called in calls
        if ast.unparse(called).removeprefix("datetime.") in IMPURE_CALLS
        or ast.unparse(called) in IMPURE_CALLS
        or (isinstance(called, ast.Attribute) and called.attr in FILE_METHODS)
    ]


def foreign_imports(module: Module) -> list[str]:
    """Libraries that a module imports besides Python's own and msgspec."""
    allowed = sys.stdlib_module_names | {"msgspec"}
    tops = [each.target.partition(".")[0] for each in imports_of(module) if not each.level]
    return [top for top in tops if top not in allowed]


def module_of(text: str, room: str = "domain") -> Module:
    """A module that stands in no file, for showing that a check can fail."""
    return Module(f"{room}.sample", ROOT / room / "sample.py", ast.parse(text))


def _public(module: Module) -> Iterator[Function | ast.ClassDef]:
    for node in module.tree.body:
        if isinstance(node, Function | ast.ClassDef) and not node.name.startswith("_"):
            yield node


MODULES = modules(ROOT)


def test_no_file_is_long() -> None:
    """A file is read in a minute: at most 250 lines."""
    assert long_files(ROOT) == []


def test_no_function_is_long() -> None:
    """A function is at most 50 lines."""
    assert [name for module in MODULES for name in long_functions(module)] == []


def test_every_file_and_public_name_has_its_sentence() -> None:
    """The first line of each docstring is a sentence that ends with a full stop."""
    assert [name for module in MODULES for name in without_sentence(module)] == []


def test_nothing_below_the_memory_reads_a_clock_randomness_or_a_file() -> None:
    """Only journal, vault and read models do their own storage; all else is handed in."""
    pure = [m for m in MODULES if m.room in PURE_ROOMS and m.name != READS_FILES]
    found = {m.name: impurities(m) for m in pure}
    assert {name: calls for name, calls in found.items() if calls} == {}


def test_the_domain_needs_python_and_msgspec_alone() -> None:
    """The core can be read and run without any store."""
    assert [top for m in MODULES if m.room == "domain" for top in foreign_imports(m)] == []


@pytest.mark.parametrize(
    "text",
    [
        "import random",
        "from time import monotonic",
        "from uuid import uuid4",
        "from datetime import datetime\nnow = datetime.now(UTC)",
        "import datetime\nnow = datetime.datetime.now()",
        "file = open('x')",
        "text = path.read_text()",
    ],
)
def test_an_impurity_is_seen(text: str) -> None:
    """Each way of reaching outside is found, once."""
    assert len(impurities(module_of(text))) == 1


def test_a_time_that_was_handed_in_is_no_impurity() -> None:
    """The word `time` in `datetime` is not the clock."""
    assert impurities(module_of("from datetime import datetime, time\nx = time(1, 2)")) == []


def test_a_long_file_and_a_long_function_are_seen(tmp_path: Path) -> None:
    """One line over the limit is found, the limit itself is not."""
    at_limit, over = tmp_path / "at_limit.py", tmp_path / "over.py"
    at_limit.write_text("x = 1\n" * FILE_LINES_MAX, encoding="utf-8")
    over.write_text("x = 1\n" * (FILE_LINES_MAX + 1), encoding="utf-8")
    assert long_files(tmp_path) == [over.name]
    body = "    x = 1\n" * (FUNCTION_LINES_MAX - 1)
    assert long_functions(module_of(f"def f():\n{body}")) == []
    assert long_functions(module_of(f"def f():\n{body}    x = 2\n")) == ["domain.sample.f"]


@pytest.mark.parametrize("docstring", ["", '"""No full stop"""', '"""Two\nlines."""'])
def test_a_missing_sentence_is_seen(docstring: str) -> None:
    """A file, a function and a class are each found without their sentence."""
    text = (
        f"{docstring}\ndef f():\n    {docstring or 'pass'}\n\nclass C:\n    {docstring or 'pass'}"
    )
    names = ["domain.sample", "domain.sample.f", "domain.sample.C"]
    assert without_sentence(module_of(text)) == names


def test_a_foreign_library_in_the_domain_is_seen() -> None:
    """DuckDB has no place in the core."""
    assert foreign_imports(module_of("import duckdb, msgspec, json")) == ["duckdb"]
