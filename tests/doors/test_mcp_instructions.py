"""What an agent is told when it connects: whole, and by its first line alone."""

from __future__ import annotations

import pytest

from lethelog.domain.capabilities import Profile
from lethelog.doors.instructions import INSTRUCTIONS


@pytest.mark.parametrize("profile", INSTRUCTIONS)
def test_the_first_line_is_understood_alone(profile: Profile) -> None:
    """Codex shows no more of a server until its tools are looked for."""
    first = INSTRUCTIONS[profile].splitlines()[0]
    assert first.endswith(".")
    assert "outlasts this conversation" in first
