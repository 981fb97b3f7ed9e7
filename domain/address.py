"""The address of a server that is asked over the wire, and whether texts may be sent there."""

from __future__ import annotations

import ipaddress
from typing import NamedTuple
from urllib.parse import SplitResult, urlsplit

from .errors import InvalidInput


class Service(NamedTuple):
    """What is asked there: what it is called, where in the API it lies, and its two settings."""

    noun: str
    ending: str
    key: str
    plain_http: str


class Address(NamedTuple):
    """A server's API; it holds no secret, so it may be shown anywhere."""

    scheme: str
    place: str
    path: str
    is_here: bool
    ending: str

    @property
    def shown(self) -> str:
        """The base of the API, as a person would write it."""
        return f"{self.scheme}://{self.place}{self.path}"

    @property
    def endpoint(self) -> str:
        """Where the service is asked."""
        return f"{self.shown}{self.ending}"


def address_in(url: str, service: Service, *, plain_http: bool = False) -> Address:
    """The address in a URL; InvalidInput if it is none, or texts would travel there unsealed.

    `plain_http` allows http to another machine. Without a path, the usual `/v1` is meant.
    """
    parts = _split(url)
    host, is_here = parts.hostname or "", _is_this_machine(parts.hostname or "")
    if parts.scheme not in {"http", "https"} or not host:
        raise InvalidInput(
            f"the address of the {service.noun} is none; write it as https://HOST/v1, or as"
            " http://localhost:PORT/v1 for a server on this machine"
        )
    if parts.username is not None or parts.password is not None or parts.query or parts.fragment:
        raise InvalidInput(
            f"the address of the {service.noun} at {host} holds more than host, port and path;"
            f" give the key in {service.key}, and leave the rest out"
        )
    if parts.scheme == "http" and not (is_here or plain_http):
        raise InvalidInput(
            f"texts would travel to {host} for all to read; write https, or set"
            f" {service.plain_http}=1 if that network is yours"
        )
    path = parts.path.rstrip("/").removesuffix(service.ending).rstrip("/") or "/v1"
    return Address(parts.scheme, parts.netloc.lower(), path, is_here, service.ending)


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url.strip())
        _ = parts.port
    except ValueError:
        return SplitResult("", "", "", "", "")
    if not (parts.netloc + parts.path).isascii() or " " in parts.netloc + parts.path:
        return SplitResult("", "", "", "", "")
    return parts


def _is_this_machine(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"
