"""What a tool or a page says cannot become what the memory stands for."""

from __future__ import annotations

import os
from typing import Final

import pytest

from lethelog.domain.policy import DEFAULT, Policy
from lethelog.tests.policies import with_constant
from lethelog.tests.proofs.poisoned_sessions import ATTACKS, succeeds

SESSIONS: Final = int(os.environ.get("SESSIONS", "10"))
"""In all; `make proof-poisoning` has 200 of them."""

_GATE_OFF: Final = with_constant(DEFAULT, "trust.quarantine_below", 0.0)
_EACH: Final = SESSIONS // len(ATTACKS)


def _won(what: str, policy: Policy, sessions: range) -> list[int]:
    return [number for number in sessions if succeeds(what, number, policy)]


@pytest.mark.parametrize("what", ATTACKS)
def test_no_poisoned_session_gets_what_it_wants(what: str) -> None:
    """None of them, whatever it tries through the tools of an agent."""
    assert _won(what, DEFAULT, range(_EACH)) == []


@pytest.mark.parametrize("what", ATTACKS)
def test_the_attacks_are_real(what: str) -> None:
    """With the gate off each kind succeeds every time, so that it is the gate that stops it."""
    sessions = range(max(_EACH // 4, 1))
    assert _won(what, _GATE_OFF, sessions) == list(sessions)
