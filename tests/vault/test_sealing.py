"""The ciphers: what is sealed opens whole, in its place and under its key, or not at all."""

from __future__ import annotations

from itertools import permutations
from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.vault.sealing import (
    KEY_BYTES,
    NONCE_BYTES,
    TAG_BYTES,
    SealBroken,
    drawn,
    joint_key,
    new_key,
    seal_all,
    unseal,
)

KEY: Final = new_key()
keys = st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES)


def seal(key: bytes, plain: bytes, *, bound_to: bytes) -> bytes:
    """One text, sealed for itself."""
    [sealed] = seal_all([(key, plain, bound_to)])
    return sealed


@given(keys, st.binary(max_size=200), st.binary(max_size=50))
def test_what_was_sealed_opens_again(key: bytes, plain: bytes, bound_to: bytes) -> None:
    """It grows by the nonce and the tag, and shows nothing."""
    sealed = seal(key, plain, bound_to=bound_to)
    assert len(sealed) == NONCE_BYTES + len(plain) + TAG_BYTES
    assert unseal(key, sealed, bound_to=bound_to) == plain
    assert len(plain) < 4 or plain not in sealed


def test_every_flipped_bit_is_refused() -> None:
    """In the nonce, in what was written, and in the tag."""
    sealed = seal(KEY, b"a text", bound_to=b"its place")
    for bit in range(8 * len(sealed)):
        changed = bytearray(sealed)
        changed[bit // 8] ^= 1 << bit % 8
        with pytest.raises(SealBroken):
            unseal(KEY, bytes(changed), bound_to=b"its place")


def test_what_is_cut_or_longer_is_refused() -> None:
    """At every length, down to nothing."""
    sealed = seal(KEY, b"a text", bound_to=b"its place")
    for broken in (*(sealed[:end] for end in range(len(sealed))), sealed + b"\0"):
        with pytest.raises(SealBroken):
            unseal(KEY, broken, bound_to=b"its place")


@given(st.binary(max_size=30), st.binary(max_size=30))
def test_what_is_bound_to_one_place_opens_in_no_other(here: bytes, there: bytes) -> None:
    """Moved to another event it is of no use."""
    sealed = seal(KEY, b"a text", bound_to=here)
    if here == there:
        assert unseal(KEY, sealed, bound_to=there) == b"a text"
        return
    with pytest.raises(SealBroken):
        unseal(KEY, sealed, bound_to=there)


@pytest.mark.parametrize(
    "key",
    [new_key(), b"", KEY[:-1], KEY[:16], KEY + b"\0"],
    ids=["another", "none", "cut", "half", "longer"],
)
def test_another_key_opens_nothing(key: bytes) -> None:
    """Also one that is no key at all."""
    with pytest.raises(SealBroken):
        unseal(key, seal(KEY, b"a text", bound_to=b""), bound_to=b"")


def test_one_text_is_never_sealed_twice_to_the_same_bytes() -> None:
    """Nobody sees that two payloads are equal, alone or in one batch."""
    together = seal_all([(KEY, b"yes", b"")] * 100)
    assert len({*together, seal(KEY, b"yes", bound_to=b"")}) == 101
    assert len(set(drawn(100, KEY_BYTES))) == 100


def test_a_joint_key_needs_every_key() -> None:
    """Any other set of keys, and any other order, gives another one."""
    parts = [new_key() for _ in range(3)]
    whole = joint_key(parts)
    assert len(whole) == KEY_BYTES
    others = [joint_key(list(each)) for n in (1, 2) for each in permutations(parts, n)]
    others += [joint_key(list(each)) for each in permutations(parts) if list(each) != parts]
    assert whole not in others
    assert len(set(others)) == len(others)


def test_the_joint_key_of_one_is_that_one() -> None:
    """Most texts have one source, and cost no more than they must."""
    assert joint_key([KEY]) == KEY
