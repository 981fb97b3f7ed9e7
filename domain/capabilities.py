"""What a connection may do, fixed when it starts: its namespace, its verbs and its channel."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias, get_args

import msgspec

from .events import Origin
from .namespaces import DEFAULT

Verb: TypeAlias = Literal["read", "write", "promote", "plan-forget", "export"]

Profile: TypeAlias = Literal["memory", "graph", "files"]
"""In which shape a memory is served: its own, or one that agents know from elsewhere."""

VERBS: Final[tuple[Verb, ...]] = get_args(Verb)
VERBS_DEFAULT: Final[frozenset[Verb]] = frozenset({"read", "write", "plan-forget"})
"""What is decided for good, or leaves the store, is not an agent's to take unless that is told."""


class Grant(msgspec.Struct, frozen=True, kw_only=True):
    """The rights of one connection; nothing that is asked later can widen them."""

    namespace: str
    verbs: frozenset[Verb] = VERBS_DEFAULT
    channel: Origin = "agent"  # by which all that it teaches came in

    @property
    def options(self) -> str:
        """How the command line is told of the same namespace."""
        return "" if self.namespace == DEFAULT else f"--namespace {self.namespace}"

    def allows(self, verb: Verb) -> bool:
        """Whether it may."""
        return verb in self.verbs
