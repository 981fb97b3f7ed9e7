"""The face hands names on, all of them, and loads nothing before it is asked."""

from __future__ import annotations

import inspect
import subprocess
import sys

import pytest

import lethelog

_HEAVY = ("duckdb", "eventsourcing", "msgspec", "selectolax", "rich_click")


def loaded_after(statement: str) -> set[str]:
    """Which of the heavy libraries are loaded once a statement has run in a new process."""
    code = f"{statement}\nimport sys\nprint(*(name for name in {_HEAVY!r} if name in sys.modules))"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    return set(done.stdout.split())


def test_the_public_names_are_sorted_and_each_has_a_home() -> None:
    """`__all__` and the table of homes say the same."""
    homes = vars(lethelog)["_HOME"]
    assert lethelog.__all__ == sorted(homes)
    assert set(lethelog.__all__) <= set(dir(lethelog))


@pytest.mark.parametrize("name", lethelog.__all__)
def test_every_public_name_is_there_and_says_what_it_is(name: str) -> None:
    """Each name can be imported from the face, under its own name, with a sentence."""
    value = getattr(lethelog, name)
    assert value.__name__ == name
    assert inspect.getdoc(value)


def test_the_version_is_that_of_the_installed_package() -> None:
    """The version stands in one place, pyproject.toml."""
    assert lethelog.__version__[0].isdigit()


def test_an_unknown_name_is_an_attribute_error() -> None:
    """The face answers as any module does when it has no such name."""
    with pytest.raises(AttributeError, match="has no attribute 'Forgetter'"):
        lethelog.__getattr__("Forgetter")


def test_a_bare_import_loads_no_library() -> None:
    """Importing the package costs nothing until a name is used."""
    assert loaded_after("import lethelog") == set()


def test_what_is_loaded_is_seen() -> None:
    """The check above can fail: an import of msgspec is found."""
    assert loaded_after("import lethelog.domain.events") == {"msgspec"}
