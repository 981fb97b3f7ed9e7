"""What lies in the slots of a store, told without changing any file in them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Final, Literal, TypeAlias

import duckdb
import msgspec

from .database import PROJECTIONS, fingerprint
from .digest import digest_of, table_digests
from .manifest import Manifest, read_manifest
from .projection import rows_of
from .slot_files import generation_file, generations, size_bytes
from .slot_lock import take_lock
from .view import View

Holder: TypeAlias = Literal["this process", "another process", "nobody"]
State: TypeAlias = Literal["current", "older", "damaged"]

_STATE: Final = "SELECT position FROM state WHERE made_by = $made_by AND store = $store"
_TABLES: Final = [table for projection in PROJECTIONS for table in projection.tables]


class Slot(msgspec.Struct, frozen=True, kw_only=True):
    """One slot; what another process has in use is told as it last noted it, without a digest."""

    slot: str
    holder: Holder
    state: State | None  # of the generation in use; None where there is none, or nobody can tell
    generation: int | None
    others: tuple[int, ...]  # generations that are being made, or were left behind
    position: int | None
    behind: int | None  # how many events came since
    differs: tuple[str, ...]  # the projections of an older one, with their versions then and now
    size_bytes: int
    digest: str | None
    made_at: int | None


def slot_lines(
    slots: Iterable[Path], store: str, own: tuple[Path, View] | None, *, head: int
) -> tuple[Slot, ...]:
    """Each slot in which there is anything or that somebody holds; `own` is ours and its view."""
    lines = (_line(slot, store, own, head) for slot in sorted(slots, key=_number))
    return tuple(line for line in lines if line is not None)


def versions() -> dict[str, int]:
    """The version of each projection, by its name."""
    return {projection.name: projection.version for projection in PROJECTIONS}


def _line(slot: Path, store: str, own: tuple[Path, View] | None, head: int) -> Slot | None:
    if own is not None and own[0] == slot:
        view = own[1]
        with view.lock:
            seen = _Seen("this process", "current", view.position, view.digest())
        return _told(slot, read_manifest(slot, store), seen, head)
    if not (slot / "lock").exists():
        return None  # no slot of ours, and none is made of it
    lock = take_lock(slot)
    if lock is None:
        manifest = read_manifest(slot, store)
        return _told(slot, manifest, _as_noted(manifest, "another process"), head)
    with lock:
        if not generations(slot):
            return None
        manifest = read_manifest(slot, store)
        return _told(slot, manifest, _looked_into(slot, manifest, store), head)


class _Seen(msgspec.Struct):
    holder: Holder
    state: State | None
    position: int | None = None
    digest: str | None = None


def _told(slot: Path, manifest: Manifest, seen: _Seen, head: int) -> Slot:
    return Slot(
        slot=slot.name,
        holder=seen.holder,
        state=seen.state,
        generation=manifest.generation or None,
        others=tuple(sorted(generations(slot) - {manifest.generation})),
        position=seen.position,
        behind=None if seen.position is None else max(head - seen.position, 0),
        differs=tuple(_differences(manifest)) if seen.state == "older" else (),
        size_bytes=size_bytes(slot),
        digest=seen.digest,
        made_at=manifest.made_at or None,
    )


def _as_noted(manifest: Manifest, holder: Holder) -> _Seen:
    if not manifest.generation:
        return _Seen(holder, None)
    is_current = manifest.made_by == fingerprint()
    return _Seen(holder, "current" if is_current else "older", manifest.position)


def _looked_into(slot: Path, manifest: Manifest, store: str) -> _Seen:
    """A file that is only read is not changed, not even by what waits in its log."""
    noted = _as_noted(manifest, "nobody")
    if noted.state != "current":
        return noted
    made = {"made_by": fingerprint(), "store": sha256(store.encode()).hexdigest()}
    path = generation_file(slot, manifest.generation)
    try:
        with closing(duckdb.connect(str(path), read_only=True)) as db:
            [(position,)] = rows_of(db, _STATE, made)
            return _Seen("nobody", "current", position, digest_of(table_digests(db, _TABLES)))
    except (duckdb.Error, ValueError):
        return _Seen("nobody", "damaged")


def _differences(manifest: Manifest) -> Iterator[str]:
    now = versions()
    for name in sorted(manifest.versions.keys() | now.keys()):
        before, after = manifest.versions.get(name), now.get(name)
        if before != after:
            yield f"{name} {_or_none(before)} → {_or_none(after)}"


def _or_none(version: int | None) -> str:
    return "none" if version is None else str(version)


def _number(slot: Path) -> tuple[int, str]:
    return (int(slot.name) if slot.name.isdecimal() else 2**31, slot.name)
