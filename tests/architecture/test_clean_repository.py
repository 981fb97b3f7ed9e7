"""The repository speaks of the project alone: no registry, no machine."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path
from typing import Final

import pytest

from lethelog.tests.architecture.house import ROOT

# Written so that no pattern matches its own line.
FORBIDDEN: Final = re.compile(
    r"""
    pypi[.]org | pythonhosted[.]org | npmjs[.](?:org|com) | yarnpkg[.]com
    | --(?:extra-)?index[-]url | --find[-]links
    | (?<![\w.:/-]) / (?:work|root|tmp/lab) (?![\w-])
    """,
    re.VERBOSE,
)
LOCKS: Final = frozenset({"uv.lock", "pylock.toml", "package-lock.json"})
MADE: Final = frozenset(
    {".cache", ".git", ".hypothesis", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".venv"}
) | {"__pycache__", "build", "dist", "lethelog.egg-info"}


def files_of(root: Path) -> list[Path]:
    """What git tracks or would track; without git, all that no tool has made."""
    git = shutil.which("git")
    if git is not None and (root / ".git").exists():
        command = [git, "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
        listed = subprocess.run(command, cwd=root, capture_output=True, text=True, check=True)
        paths = [root / name for name in listed.stdout.split("\0") if name]
    else:
        paths = [p for p in root.rglob("*") if not MADE & set(p.relative_to(root).parts)]
    return sorted(path for path in paths if path.is_file())


def traces(paths: list[Path]) -> list[str]:
    """Every line that names a registry or a place on one machine."""
    return [
        f"{path.name}:{number}: {line.strip()}"
        for path in paths
        for number, line in enumerate(path.read_text("utf-8", "replace").splitlines(), start=1)
        if FORBIDDEN.search(line)
    ]


def test_no_line_names_a_registry_or_a_machine() -> None:
    """What is committed holds on every machine, with whatever registry it uses."""
    assert traces(files_of(ROOT)) == []


def test_no_lock_file_is_kept() -> None:
    """Lock files record where packages came from; the pinned requirements do not."""
    assert [path.name for path in files_of(ROOT) if path.name in LOCKS] == []


@pytest.mark.parametrize(
    "line",
    [
        "https://" + "pypi" + ".org/simple",
        "--index" + "-url somewhere",
        "--extra-index" + "-url somewhere",
        "--find" + "-links /somewhere",
        "open('/" + "work/main')",
        "/" + "root",
        "PATH=/" + "tmp/lab/bin",
    ],
)
def test_a_trace_is_seen(tmp_path: Path, line: str) -> None:
    """Each kind of trace is found."""
    (tmp_path / "notes.md").write_text(f"# Notes\n{line}\n", encoding="utf-8")
    assert traces(files_of(tmp_path)) == [f"notes.md:2: {line}"]


@pytest.mark.parametrize("line", ["homework/rooted", "fact/" + "work/17", "a.example/" + "work/x"])
def test_an_ordinary_path_is_no_trace(tmp_path: Path, line: str) -> None:
    """The name of a source or of a page may hold the same words."""
    (tmp_path / "notes.md").write_text(line, encoding="utf-8")
    assert traces(files_of(tmp_path)) == []
