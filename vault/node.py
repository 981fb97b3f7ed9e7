"""One node of the tree: two keys, sealed together under the wrap key of the node above."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import msgspec

from ..domain.errors import StoreDamaged
from .sealing import KEY_BYTES, SealBroken, drawn, seal_all, unseal


class Pair(msgspec.Struct, frozen=True, gc=False):
    """The two keys of a node."""

    data: bytes
    wrap: bytes


Hung: TypeAlias = tuple[bytes, str, str, Pair]
"""The key above a node, its parent, its uid and its keys."""


def new_pairs(count: int) -> list[Pair]:
    """Random keys for many nodes."""
    return [_pair(each) for each in drawn(count, 2 * KEY_BYTES)]


def sealed_rows(nodes: Sequence[Hung]) -> list[tuple[str, str, bytes]]:
    """The nodes as (parent, uid, sealed pair)."""
    texts = [(key, pair.data + pair.wrap, _bound(parent, uid)) for key, parent, uid, pair in nodes]
    return [
        (parent, uid, sealed)
        for (_, parent, uid, _), sealed in zip(nodes, seal_all(texts), strict=True)
    ]


def opened(key: bytes, parent: str, uid: str, sealed: bytes) -> Pair:
    """The keys of a node; StoreDamaged if they do not open under the key above."""
    try:
        return _pair(unseal(key, sealed, bound_to=_bound(parent, uid)))
    except SealBroken as error:
        raise StoreDamaged(
            f"the key of {uid!r} does not open under the one above it: the vault, or the master"
            " key, is not the one of this store; bring the one that belongs to it"
        ) from error


def _pair(plain: bytes) -> Pair:
    return Pair(plain[:KEY_BYTES], plain[KEY_BYTES:])


def _bound(parent: str, uid: str) -> bytes:
    """A node cannot be hung elsewhere."""
    return f"{parent}\0{uid}".encode()
