"""The address of a server for vectors."""

from __future__ import annotations

from typing import Final

from ..domain.address import Address, Service, address_in

_EMBEDDINGS: Final = Service(
    "embedder", "/embeddings", "LETHELOG_EMBEDDER_KEY", "LETHELOG_EMBEDDER_PLAIN_HTTP"
)


def address_of(url: str, *, plain_http: bool = False) -> Address:
    """The address in a URL; InvalidInput if it is none, or texts would travel there unsealed."""
    return address_in(url, _EMBEDDINGS, plain_http=plain_http)
