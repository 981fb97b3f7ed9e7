"""The smallest journal that has a read model worth comparing."""

from __future__ import annotations

from lethelog.domain.events import Event
from lethelog.projections.view import View
from lethelog.tests.story import asked, said

EVENTS: tuple[Event, ...] = (said("tea"), asked("drinks", "tea"), said("milk"))


def texts(view: View) -> list[str]:
    """All that the items say."""
    return [text for (text,) in view.rows("SELECT text FROM item ORDER BY d")]
