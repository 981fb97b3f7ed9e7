"""The libraries that are not always installed: each is imported when it is first needed."""

from __future__ import annotations

import importlib
from types import ModuleType

from ..domain.errors import EmbedderFailed


def library(name: str, *, install: str) -> ModuleType:
    """The module of that name; EmbedderFailed with the line that installs it if it is not here."""
    try:
        return importlib.import_module(name)
    except ImportError as error:
        raise not_here(name, install=install, why=str(error)) from error


def not_here(name: str, *, install: str, why: str) -> EmbedderFailed:
    """What is told when a library is missing, or cannot be loaded."""
    return EmbedderFailed(
        f"this embedder needs the library {name}, which cannot be loaded ({why}); install it with:"
        f" pip install '{install}'"
    )
