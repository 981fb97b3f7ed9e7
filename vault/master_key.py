"""The master key of a store: made anew by each forgetting, and kept outside the store's folder."""

from __future__ import annotations

import hmac
from hashlib import scrypt
from typing import Final, Protocol
from unicodedata import normalize

import msgspec

from ..domain.errors import KeyMissing
from ..domain.nesting import is_deep_json
from .key_places import KeyPlace
from .sealing import KEY_BYTES, new_key

_SCRYPT_N: Final = 2**15  # about 0.1 s and 32 MiB; with r = 8 as in RFC 7914
_SCRYPT_R: Final = 8
_SCRYPT_P: Final = 1


class MasterKey(Protocol):
    """Gives the master key of each epoch; a forgetting begins a new epoch."""

    @property
    def can_be_destroyed(self) -> bool:
        """Whether an old copy of the vault is useless once its epoch is over."""
        ...

    def get(self, epoch: int) -> bytes:
        """The key of an epoch; KeyMissing if it is not here."""
        ...

    def has(self, epoch: int) -> bool:
        """Whether the key of an epoch is here."""
        ...

    def begin(self, epoch: int) -> bytes:
        """The key of a new epoch, which is safely kept when this returns."""
        ...

    def end_before(self, epoch: int) -> None:
        """Destroys the keys of all earlier epochs."""
        ...


class KeyRing(msgspec.Struct, frozen=True):
    """The keys of one store by their epoch, as they are kept and exported."""

    store: str
    epochs: dict[int, bytes]


class KeptKey:
    """Random keys, kept in a place of their own; those of earlier epochs are destroyed."""

    can_be_destroyed = True

    def __init__(self, place: KeyPlace, *, store: str) -> None:
        self._place = place
        self._store = store
        self._known: dict[int, bytes] = {}
        self._asked_for = 0

    @property
    def where(self) -> str:
        """Where they are kept, in words."""
        return self._place.name

    def get(self, epoch: int) -> bytes:
        """The key of an epoch; KeyMissing if the place does not have it."""
        if not self.has(epoch):
            raise KeyMissing(
                f"the master key of this store is not in {self._place.name}, and without it nothing"
                " can be read or written: bring it back, or import the recovery export with"
                " `lethelog keys import`"
            )
        return self._known[epoch]

    def has(self, epoch: int) -> bool:
        """Whether the place has the key of an epoch."""
        if epoch != self._asked_for or epoch not in self._known:
            # A key of a later epoch that we saw may be that of a forgetting which came to nothing.
            self._known, self._asked_for = self.ring().epochs, epoch
        return epoch in self._known

    def begin(self, epoch: int) -> bytes:
        """A random key, written beside the present one."""
        key = new_key()
        self.put(epoch, key)
        return key

    def put(self, epoch: int, key: bytes) -> None:
        """Keeps a key, also one that was brought from elsewhere."""
        self._keep({**self.ring().epochs, epoch: key})

    def end_before(self, epoch: int) -> None:
        """Leaves only the keys from this epoch on.

        Writes them also where none is over: a write that was cut short may have left the others.
        """
        left = {each: key for each, key in self.ring().epochs.items() if each >= epoch}
        if left:
            self._keep(left)

    def ring(self) -> KeyRing:
        """All that the place has for this store."""
        raw = self._place.read()
        if raw is None:
            return KeyRing(self._store, {})
        return read_ring(raw, store=self._store, where=self._place.name)

    def _keep(self, epochs: dict[int, bytes]) -> None:
        self._place.write(msgspec.json.encode(KeyRing(self._store, epochs)))
        self._known = epochs


class SecretKey:
    """Keys made from a secret that the user keeps, such as a passphrase or a variable.

    An old copy of the vault opens with the same secret: no forgetting can destroy that.
    """

    can_be_destroyed = False

    def __init__(self, secret: bytes) -> None:
        self._secret = secret

    @classmethod
    def of_passphrase(cls, passphrase: str, *, salt: bytes) -> SecretKey:
        """Stretches a passphrase with scrypt (RFC 7914), however its letters are composed."""
        stretched = scrypt(
            normalize("NFC", passphrase).encode(),
            salt=salt,
            n=_SCRYPT_N,
            r=_SCRYPT_R,
            p=_SCRYPT_P,
            maxmem=2 * 128 * _SCRYPT_N * _SCRYPT_R,
            dklen=KEY_BYTES,
        )
        return cls(stretched)

    def get(self, epoch: int) -> bytes:
        """The key of an epoch."""
        return hmac.digest(self._secret, f"lethelog master {epoch}".encode(), "sha256")

    def has(self, epoch: int) -> bool:
        """Always: it is made from the secret."""
        return epoch > 0

    def begin(self, epoch: int) -> bytes:
        """The key of an epoch: there is nothing to keep."""
        return self.get(epoch)

    def end_before(self, epoch: int) -> None:
        """Nothing is kept here that could be destroyed."""


def read_ring(raw: bytes, *, store: str, where: str) -> KeyRing:
    """The keys in a file or export; KeyMissing if they are of another store or unreadable."""
    if is_deep_json(raw):
        raise KeyMissing(f"{where} holds no keys, but brackets; bring back what it held")
    try:
        ring = msgspec.json.decode(raw, type=KeyRing)
    except msgspec.MsgspecError as error:
        raise KeyMissing(f"{where} holds no keys ({error}); bring back what it held") from error
    if ring.store != store:
        raise KeyMissing(f"{where} holds the keys of another store; bring those of this one")
    return ring
