"""The clock of a story, which stands still until it is set."""

from __future__ import annotations

from lethelog.tests.story import TODAY


class Clock:
    """At the beginning of the stories, until `now` is set."""

    def __init__(self) -> None:
        self.now = TODAY

    def __call__(self) -> int:
        """Microseconds since 1970."""
        return self.now
