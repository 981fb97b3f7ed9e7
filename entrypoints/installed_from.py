"""Where the program was installed from, as whoever fetches it anew must be told."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, distribution

import msgspec

from ..doors.clients import SERVER


class _Vcs(msgspec.Struct, frozen=True):
    vcs: str
    commit_id: str


class _Origin(msgspec.Struct, frozen=True):
    """What an installer noted of a place that is no index, as PEP 610 has it."""

    url: str
    vcs_info: _Vcs | None = None
    subdirectory: str = ""


def requirement() -> str:
    """This program with what a server needs: by its name, or from the place that it came from."""
    name = f"{SERVER}[mcp]"
    noted = _noted()
    if noted is None:
        return name
    origin = msgspec.json.decode(noted, type=_Origin)
    vcs = origin.vcs_info
    place = f"{vcs.vcs}+{origin.url}@{vcs.commit_id}" if vcs else origin.url
    part = f"#subdirectory={origin.subdirectory}" if origin.subdirectory else ""
    return f"{name} @ {place}{part}"


def _noted() -> str | None:
    try:
        found = distribution(SERVER)
    except PackageNotFoundError:
        return None  # it runs from its sources
    return found.read_text("direct_url.json")
