"""Namespaces on disk: each is a store of its own, in a folder beside that of the store itself."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Lock, Thread
from typing import TYPE_CHECKING, Final

from ..domain.errors import MemoryStoreError, Refused
from ..domain.namespaces import (
    DEFAULT,
    SHARED,
    VISIBLE_TO_BYTES_MAX,
    check_namespace,
    is_visible,
)

if TYPE_CHECKING:
    from ..memory import Memory

VISIBLE_TO: Final = "visible-to"
"""The file in the folder of the shared namespace that names who may read it."""

_BESIDE: Final = "-namespaces"


def namespace_folder(store: Path, namespace: str) -> Path:
    """The folder of a namespace; that of the store itself for the default one."""
    if namespace in {"", DEFAULT}:
        return store
    return store.with_name(store.name + _BESIDE) / check_namespace(namespace)


def make_folder_of(folder: Path, namespace: str) -> None:
    """Makes what holds the namespaces, for their owner alone: even their names are theirs.

    What cannot be made is told of by whoever opens the store in it.
    """
    if namespace in {"", DEFAULT}:
        return
    with suppress(OSError):
        folder.parent.mkdir(mode=0o700, parents=True, exist_ok=True)


class OpenedOnce:
    """A memory that is opened by whoever needs it first, and by nobody twice.

    It stays current until it is closed. An opening that failed is tried again by the next one who
    asks.
    """

    def __init__(self, open_: Callable[[], Memory]) -> None:
        self._open = open_
        self._opening = Lock()
        self._memory: Memory | None = None
        self._until_closed = ExitStack()
        self._is_closed = False

    def memory(self) -> Memory:
        """The memory, open."""
        with self._opening:
            if self._is_closed:
                raise Refused("this server is ending; connect to another")
            if self._memory is None:
                with ExitStack() as opening:
                    memory = opening.enter_context(self._open())
                    opening.enter_context(memory.stay_current())
                    self._until_closed = opening.pop_all()
                self._memory = memory
            return self._memory

    def begin(self) -> None:
        """Opens it, and its read model, while others do something else."""
        Thread(target=self._try, daemon=True).start()

    def close(self) -> None:
        """Records what is still waiting and lets the files go."""
        with self._opening:
            self._is_closed = True
            self._until_closed.close()

    def _try(self) -> None:
        try:
            self.memory().sources()
        except MemoryStoreError:
            return  # whoever asks first is told


class SharedNamespace:
    """The shared store as one namespace sees it: looked for at each question, so a word counts.

    It is only read. What is asked of it is recorded nowhere, since others could read that there.
    """

    def __init__(self, store: Path, namespace: str, open_: Callable[[Path], Memory]) -> None:
        self._folder = namespace_folder(store, SHARED)
        self._namespace = namespace
        self._opened = OpenedOnce(lambda: open_(self._folder))

    def memory(self) -> Memory | None:
        """The shared memory; None where there is none or it is not visible."""
        return self._opened.memory() if self._is_visible() else None

    def close(self) -> None:
        """Lets the files go."""
        self._opened.close()

    def _is_visible(self) -> bool:
        if self._namespace == SHARED:
            return False  # it is its own already
        try:
            descriptor = os.open(self._folder / VISIBLE_TO, os.O_RDONLY)
        except OSError:
            return False
        with os.fdopen(descriptor, "rb") as file:
            told = file.read(VISIBLE_TO_BYTES_MAX)
        return is_visible(told.decode("utf-8", "replace"), self._namespace)
