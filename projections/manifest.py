"""What a slot says of itself in one small file: which generation is in use, and how clean it is."""

from __future__ import annotations

import os
import shutil
from hashlib import blake2b, sha256
from hmac import compare_digest
from pathlib import Path
from typing import Final

import msgspec

from ..domain.errors import StoreUnwritable
from ..domain.nesting import is_deep_json
from .slot_files import sync_folder

MANIFEST: Final = "manifest.json"
FORMAT: Final = 1


class Manifest(msgspec.Struct, frozen=True, kw_only=True):
    """All of it is zero in a slot without a generation; `made_by` and `versions` tell by what."""

    format: int = FORMAT
    generation: int = 0
    position: int = 0  # when it was last noted: what is in use tells of no less
    clean_up_to: int = 0  # no file in the slot holds what was forgotten up to there
    made_by: str = ""
    versions: dict[str, int] = {}  # of each projection; msgspec copies it
    made_at: int = 0


class _Checked(msgspec.Struct):
    manifest: msgspec.Raw
    check: str


def read_manifest(slot: Path, store: str) -> Manifest:
    """What was written there for this store; one with nothing in it if that is not certain."""
    try:
        content = (slot / MANIFEST).read_bytes()
        if is_deep_json(content):
            return Manifest()
        checked = msgspec.json.decode(content, type=_Checked)
        manifest = msgspec.json.decode(checked.manifest, type=Manifest)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError):
        return Manifest()
    is_ours = compare_digest(checked.check.encode(), _check(bytes(checked.manifest), store))
    return manifest if is_ours and manifest.format == FORMAT else Manifest()


def write_manifest(slot: Path, manifest: Manifest, store: str) -> None:
    """After a crash at any moment there is the whole old one or the whole new one."""
    content = msgspec.json.encode(manifest)
    checked = _Checked(msgspec.Raw(content), _check(content, store).decode())
    new = slot / f"{MANIFEST}.new"
    try:
        for path in (new, slot / MANIFEST):
            if path.is_dir():
                shutil.rmtree(path)  # somebody's, in the way
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "wb") as file:
            file.write(msgspec.json.encode(checked))
            file.flush()
            os.fsync(file.fileno())
        new.replace(slot / MANIFEST)
        sync_folder(slot)
    except OSError as error:
        raise StoreUnwritable(
            f"{slot / MANIFEST} cannot be written ({error.strerror}); check its disk and"
            " permissions"
        ) from error


def _check(content: bytes, store: str) -> bytes:
    """Nobody without the secret of the store can make one, and no flipped bit has the same."""
    key = sha256(store.encode()).digest()
    return blake2b(content, key=key, digest_size=16).hexdigest().encode()
