"""The ciphers: sealing under one key, and making one key out of several."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Final, TypeAlias

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

KEY_BYTES: Final = 32
NONCE_BYTES: Final = 12  # random: a key here seals far fewer than the 2**32 texts that allows
TAG_BYTES: Final = 16

Text: TypeAlias = tuple[bytes, bytes, bytes]
"""A key, what is sealed under it, and what that is bound to."""


class SealBroken(Exception):
    """The key is another, or what was sealed is not as it was written."""


def new_key() -> bytes:
    """A random key."""
    return secrets.token_bytes(KEY_BYTES)


def drawn(count: int, size: int) -> list[bytes]:
    """Random bytes, many times: asking the system for each costs more than sealing with it."""
    together = secrets.token_bytes(count * size)
    return [together[at : at + size] for at in range(0, len(together), size)]


def seal_all(texts: Sequence[Text]) -> list[bytes]:
    """AES-256-GCM: nonce, ciphertext and tag; each opens only together with what it is bound to."""
    return [
        nonce + AESGCM(key).encrypt(nonce, plain, bound_to)
        for nonce, (key, plain, bound_to) in zip(drawn(len(texts), NONCE_BYTES), texts, strict=True)
    ]


def unseal(key: bytes, sealed: bytes, *, bound_to: bytes) -> bytes:
    """What was sealed; SealBroken if anything about it differs."""
    try:
        return AESGCM(key).decrypt(sealed[:NONCE_BYTES], sealed[NONCE_BYTES:], bound_to)
    except (InvalidTag, ValueError) as error:
        raise SealBroken from error


def joint_key(keys: Sequence[bytes]) -> bytes:
    """One key that needs all of these, in their order; of one alone it is that one.

    HKDF with SHA-256 (RFC 5869) over the keys one after the other.
    """
    if len(keys) == 1:
        return keys[0]
    return HKDF(SHA256(), KEY_BYTES, salt=None, info=b"lethelog joint key").derive(b"".join(keys))
