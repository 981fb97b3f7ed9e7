"""An append-only memory for AI agents: it replays everything, explains anything, and forgets."""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .asking.several import search_several as search_several
    from .domain.errors import BudgetSpent as BudgetSpent
    from .domain.errors import Conflict as Conflict
    from .domain.errors import EmbedderFailed as EmbedderFailed
    from .domain.errors import InvalidInput as InvalidInput
    from .domain.errors import JudgeFailed as JudgeFailed
    from .domain.errors import MemoryStoreError as MemoryStoreError
    from .domain.errors import NotFound as NotFound
    from .domain.errors import Refused as Refused
    from .domain.errors import StoreDamaged as StoreDamaged
    from .domain.errors import StoreLocked as StoreLocked
    from .domain.errors import StoreTooNew as StoreTooNew
    from .domain.errors import StoreUnwritable as StoreUnwritable
    from .domain.events import ChunkIngested as ChunkIngested
    from .domain.events import Contradicted as Contradicted
    from .domain.events import Promoted as Promoted
    from .domain.events import Recalled as Recalled
    from .domain.events import SourceForgotten as SourceForgotten
    from .domain.events import SourceUnblocked as SourceUnblocked
    from .domain.events import Superseded as Superseded
    from .domain.policy import Policy as Policy
    from .memory import Memory as Memory

    __version__: str

# Where each public name lives. It is looked up at its first use, so that a bare import costs
# nothing and the parts of this package never import the package itself.
_HOME = {
    "BudgetSpent": ".domain.errors",
    "ChunkIngested": ".domain.events",
    "Conflict": ".domain.errors",
    "Contradicted": ".domain.events",
    "EmbedderFailed": ".domain.errors",
    "InvalidInput": ".domain.errors",
    "JudgeFailed": ".domain.errors",
    "Memory": ".memory",
    "MemoryStoreError": ".domain.errors",
    "NotFound": ".domain.errors",
    "Policy": ".domain.policy",
    "Promoted": ".domain.events",
    "Recalled": ".domain.events",
    "Refused": ".domain.errors",
    "SourceForgotten": ".domain.events",
    "SourceUnblocked": ".domain.events",
    "StoreDamaged": ".domain.errors",
    "StoreLocked": ".domain.errors",
    "StoreTooNew": ".domain.errors",
    "StoreUnwritable": ".domain.errors",
    "Superseded": ".domain.events",
    "search_several": ".asking.several",
}

__all__ = [
    "BudgetSpent",
    "ChunkIngested",
    "Conflict",
    "Contradicted",
    "EmbedderFailed",
    "InvalidInput",
    "JudgeFailed",
    "Memory",
    "MemoryStoreError",
    "NotFound",
    "Policy",
    "Promoted",
    "Recalled",
    "Refused",
    "SourceForgotten",
    "SourceUnblocked",
    "StoreDamaged",
    "StoreLocked",
    "StoreTooNew",
    "StoreUnwritable",
    "Superseded",
    "search_several",
]


def __getattr__(name: str) -> object:
    if name == "__version__":
        return import_module("importlib.metadata").version(__name__)
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_HOME[name], __name__), name)


def __dir__() -> list[str]:
    return [*__all__, "__version__"]
