"""How properties are searched: repeatably in CI, and anew each time on a developer's machine."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings

# A busy machine makes any example slow, which says nothing about the code.
settings.register_profile("dev", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile(
    "ci", settings.get_profile("dev"), derandomize=True, database=None, print_blob=True
)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "dev"))
