"""How far a channel is trusted, and when what came by it is held in quarantine.

What is in quarantine is found, and marked. It is not promoted, it changes nothing that is trusted
more, and no agent is told of it unasked, until a person lets it go or two who are trusted say it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final, get_args

from .events import Origin
from .mind_policy import TrustPolicy

ORIGINS: Final[tuple[Origin, ...]] = get_args(Origin)
_FIELDS: Final[dict[Origin, str]] = {"import": "imports"}  # else the channel's own name


def trust_in(origin: Origin, policy: TrustPolicy) -> float:
    """From 0 to 1."""
    trust: float = getattr(policy, _FIELDS.get(origin, origin))
    return trust


def least_trust(origins: Iterable[Origin], policy: TrustPolicy) -> float:
    """That of what was made from all of these; 1 where it was made from none."""
    return min((trust_in(origin, policy) for origin in origins), default=1.0)


def is_doubted(origin: Origin, policy: TrustPolicy) -> bool:
    """Whether what comes by this channel is held in quarantine."""
    return trust_in(origin, policy) < policy.quarantine_below


def doubted(policy: TrustPolicy) -> tuple[Origin, ...]:
    """All channels for which that is so."""
    return tuple(origin for origin in ORIGINS if is_doubted(origin, policy))


def vouches(origin: Origin, policy: TrustPolicy) -> bool:
    """Whether what came by this channel can speak for what is in quarantine.

    An agent repeats what it has read, so as declared it cannot.
    """
    return not is_doubted(origin, policy) and trust_in(origin, policy) >= policy.vouches_from


def vouching(policy: TrustPolicy) -> tuple[Origin, ...]:
    """All channels for which that is so."""
    return tuple(origin for origin in ORIGINS if vouches(origin, policy))
