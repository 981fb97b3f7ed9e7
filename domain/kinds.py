"""What sorts of items there are."""

from __future__ import annotations

from typing import Literal, TypeAlias

Kind: TypeAlias = Literal["event", "fact", "belief", "preference", "decision", "summary", "schema"]
Tier: TypeAlias = Literal["episodic", "semantic"]
"""What fades, and what never does."""
