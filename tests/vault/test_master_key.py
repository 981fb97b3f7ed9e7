"""The master key: random and destroyed with each forgetting, or made from what its user keeps."""

from __future__ import annotations

from hashlib import scrypt
from typing import Final

import msgspec
import pytest

from lethelog.domain.errors import KeyMissing
from lethelog.vault.master_key import KeptKey, KeyRing, MasterKey, SecretKey, read_ring
from lethelog.vault.sealing import KEY_BYTES

SALT: Final = bytes(16)


class Pocket:
    """A place for keys in memory."""

    name = "a pocket"

    def __init__(self) -> None:
        self.content: bytes | None = None

    def read(self) -> bytes | None:
        """What is in it."""
        return self.content

    def write(self, content: bytes) -> None:
        """Something else is in it."""
        self.content = content


@pytest.fixture
def pocket() -> Pocket:
    """An empty place."""
    return Pocket()


def test_a_kept_key_is_random_and_stays_as_long_as_its_epoch(pocket: Pocket) -> None:
    """Also for whoever looks for it later."""
    key = KeptKey(pocket, store="mine")
    assert not key.has(1)
    made = [key.begin(1), key.begin(2)]
    assert len({*made, bytes(KEY_BYTES)}) == 3
    again = KeptKey(pocket, store="mine")
    assert [again.get(1), again.get(2)] == made
    assert again.where == "a pocket"
    assert KeptKey.can_be_destroyed


def test_the_end_of_an_epoch_destroys_its_key(pocket: Pocket) -> None:
    """And those of all before it; the present one stays."""
    key = KeptKey(pocket, store="mine")
    made = {epoch: key.begin(epoch) for epoch in (1, 2, 3)}
    key.end_before(3)
    assert key.ring() == KeyRing("mine", {3: made[3]})
    with pytest.raises(KeyMissing, match=r"not in a pocket.*lethelog keys import"):
        key.get(2)


def test_the_end_of_nothing_writes_no_empty_ring(pocket: Pocket) -> None:
    """Where the keys are missing, nothing is put in their place."""
    KeptKey(pocket, store="mine").end_before(3)
    assert pocket.content is None


def test_a_key_that_another_process_made_is_found(pocket: Pocket) -> None:
    """Of a new epoch, or of one that was begun twice."""
    mine, theirs = KeptKey(pocket, store="mine"), KeptKey(pocket, store="mine")
    mine.begin(1)
    first = theirs.begin(2)
    assert mine.get(1)
    assert mine.get(2) == first
    theirs.begin(3)
    assert mine.get(2) == first
    last = theirs.begin(3)
    assert mine.get(3) == last


@pytest.mark.parametrize("content", [b"", b"{", b"null", bytes(100), b'{"store":"mine"}'])
def test_what_is_no_ring_of_keys_is_told(pocket: Pocket, content: bytes) -> None:
    """The file was overwritten or cut."""
    pocket.content = content
    with pytest.raises(KeyMissing, match="a pocket holds no keys"):
        KeptKey(pocket, store="mine").get(1)


def test_the_keys_of_another_store_are_told(pocket: Pocket) -> None:
    """They open nothing here, and are left as they are."""
    KeptKey(pocket, store="theirs").begin(1)
    before = pocket.content
    mine = KeptKey(pocket, store="mine")
    for use in (mine.get, mine.begin, mine.end_before):
        with pytest.raises(KeyMissing, match="keys of another store"):
            use(1)
    assert pocket.content == before


def test_a_ring_is_json_that_can_be_read_anywhere() -> None:
    """The name of the store, and each key in base64 under its epoch."""
    ring = KeyRing("mine", {7: bytes(3)})
    assert msgspec.json.encode(ring) == b'{"store":"mine","epochs":{"7":"AAAA"}}'
    assert read_ring(msgspec.json.encode(ring), store="mine", where="") == ring


def test_keys_from_a_secret_are_the_same_each_time_and_differ_by_epoch() -> None:
    """There is nothing to keep, so nothing can be destroyed."""
    key: MasterKey = SecretKey(b"secret")
    made = [key.begin(epoch) for epoch in (1, 2)]
    key.end_before(2)
    assert [SecretKey(b"secret").get(epoch) for epoch in (1, 2)] == made
    assert key.has(1)
    assert len({*made, SecretKey(b"other").get(1)}) == 3
    assert not key.can_be_destroyed


def test_a_passphrase_is_stretched_with_scrypt() -> None:
    """So that trying many costs much; the salt makes it another key in another store."""
    key = SecretKey.of_passphrase("café", salt=SALT)
    stretched = scrypt(
        "café".encode(), salt=SALT, n=32_768, r=8, p=1, maxmem=2**26, dklen=KEY_BYTES
    )
    assert key.get(1) == SecretKey(stretched).get(1)
    assert key.get(1) == SecretKey.of_passphrase("cafe\u0301", salt=SALT).get(1)
    assert key.get(1) != SecretKey.of_passphrase("café", salt=bytes(15) + b"x").get(1)
