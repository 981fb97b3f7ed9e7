"""Policies that come with the memory, by the names that people call them."""

from __future__ import annotations

from typing import Final

from .policy import DEFAULT, Policy

PRESETS: Final[dict[str, Policy]] = {DEFAULT.name: DEFAULT}
