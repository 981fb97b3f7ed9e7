"""Recovery exports of the master key: written, read back, and noted with the store."""

from __future__ import annotations

import os
import secrets
from contextlib import closing
from pathlib import Path
from typing import Final

import msgspec

from ..domain.errors import InvalidInput, KeyMissing, NotFound, Refused, StoreDamaged
from ..journal.journal import Journal
from ..vault.key_rows import VAULT, KeyRows
from ..vault.master_key import KeptKey, KeyRing, SecretKey, read_ring
from ..vault.open_vault import master_key
from ..vault.sealing import SealBroken, seal_all, unseal
from ..vault.vault import Vault, store_branch
from .copies import read_small, write_new
from .master_keys import SECRETS, store_of
from .store_files import check_is_readable

EXPORT: Final = "export"
"""The kind of note, one an export."""

FORMAT: Final = 1
EXPORT_BYTES_MAX: Final = 1024 * 1024  # of one key, sealed
_SALT_BYTES: Final = 16
_BOUND_TO: Final = b"lethelog recovery export"


class ExportNote(msgspec.Struct, frozen=True, kw_only=True):
    """When, for which epoch and where to the master key was exported."""

    made_at: int
    position: int
    epoch: int
    to: str


class Export(msgspec.Struct, frozen=True, kw_only=True):
    """The file: `content` is the key ring as JSON, sealed where there is a `salt`."""

    lethelog_export: int
    store: str
    epoch: int
    made_at: int
    content: bytes
    salt: bytes = b""


class Exported(msgspec.Struct, frozen=True, kw_only=True):
    """What was written; `is_sealed` under a passphrase."""

    to: str
    epoch: int
    is_sealed: bool


def export_keys(journal: Journal, store: Path, to: Path, *, passphrase: str, now: int) -> Exported:
    """Writes the master key of the present epoch; an empty passphrase seals nothing.

    Refused where a secret that its user keeps guards the store: then there is nothing to export.
    """
    place = to.expanduser().absolute()
    with closing(KeyRows(store / VAULT.name)) as rows:
        epoch, kept = rows.epoch(), _kept_key(rows)
        ring = KeyRing(rows.store, {epoch: kept.get(epoch)})
    salt = secrets.token_bytes(_SALT_BYTES) if passphrase else b""
    plain = msgspec.json.encode(ring)
    export = Export(
        lethelog_export=FORMAT,
        store=ring.store,
        epoch=epoch,
        made_at=now,
        content=_sealed(passphrase, salt, plain) if salt else plain,
        salt=salt,
    )
    write_new(place, msgspec.json.encode(export))
    note = ExportNote(made_at=now, position=journal.head(), epoch=epoch, to=str(place))
    journal.note(EXPORT, str(now), msgspec.json.encode(note))
    return Exported(to=str(place), epoch=epoch, is_sealed=bool(salt))


def read_export(path: Path) -> Export:
    """The file, still sealed; InvalidInput if it is no export that this version reads."""
    try:
        content = read_small(path.expanduser(), EXPORT_BYTES_MAX)
        export = msgspec.json.decode(content, type=Export)
    except (OSError, msgspec.MsgspecError, UnicodeDecodeError, InvalidInput) as error:
        raise InvalidInput(
            f"{path} is no recovery export ({error}); name the file that `lethelog keys export`"
            " wrote"
        ) from error
    if export.lethelog_export > FORMAT:
        raise InvalidInput(f"a newer lethelog wrote {path}; upgrade to read it")
    return export


def import_keys(store: Path, export: Export, *, passphrase: str) -> str:
    """Puts the key where the store's guard keeps it, once it has opened the vault; says where.

    KeyMissing, and nothing is changed, if it is of another store or of an epoch that is over.
    """
    if not (store / VAULT.name).exists():
        raise NotFound(f"there is no vault in {store}; restore the store, then import its key")
    check_is_readable(store)
    ring = read_ring(_opened(export, passphrase), store=store_of(store), where="the export")
    with closing(KeyRows(store / VAULT.name)) as rows:
        epoch, kept = rows.epoch(), _kept_key(rows)
        if epoch not in ring.epochs:
            raise KeyMissing(
                f"the export is of epoch {export.epoch} and the vault of epoch {epoch}: a"
                " forgetting or `lethelog keys rotate` has made it useless since; bring a later"
                " export"
            )
        _check_opens(rows, ring)
        kept.put(epoch, ring.epochs[epoch])
        return kept.where


def _kept_key(rows: KeyRows) -> KeptKey:
    if rows.guard not in SECRETS:
        found = master_key(rows, os.environ)
        assert isinstance(found, KeptKey), rows.guard
        return found
    raise Refused(
        f"the master key of this store is made from {SECRETS[rows.guard]}, which you keep, so there"
        " is no key to export or import; keep that safe"
    )


def _sealed(passphrase: str, salt: bytes, plain: bytes) -> bytes:
    [sealed] = seal_all([(_stretched(passphrase, salt), plain, _BOUND_TO)])
    return sealed


def _opened(export: Export, passphrase: str) -> bytes:
    if not export.salt:
        return export.content
    try:
        key = _stretched(passphrase, export.salt)
        return unseal(key, export.content, bound_to=_BOUND_TO)
    except SealBroken as error:
        raise Refused("the export does not open with this passphrase; repeat it") from error


def _check_opens(rows: KeyRows, ring: KeyRing) -> None:
    master = KeptKey(_InHand(ring), store=ring.store)
    try:
        Vault(rows, master).existing([store_branch("chain")])
    except StoreDamaged as error:
        raise KeyMissing("the key in the export does not open this vault") from error


def _stretched(passphrase: str, salt: bytes) -> bytes:
    return SecretKey.of_passphrase(passphrase, salt=salt).get(FORMAT)


class _InHand:
    """A key place that holds what was brought, and is never written to."""

    name = "the export"

    def __init__(self, ring: KeyRing) -> None:
        self._content = msgspec.json.encode(ring)

    def read(self) -> bytes | None:
        return self._content

    def write(self, content: bytes) -> None:
        raise AssertionError(content)
