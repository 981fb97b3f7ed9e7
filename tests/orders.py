"""Orders for stories: each is a step that names its items by their texts."""

from __future__ import annotations

from typing import Final

import msgspec

from lethelog.domain.events import Judge
from lethelog.domain.times import Moment
from lethelog.sources.document import Document, NamedBy, Passage
from lethelog.tests.story import TODAY, Act, Story

EVER: Final = 2**62  # a plan that saw everything


def mail(name: str, *paragraphs: str, location: str = "", named_by: NamedBy = "itself") -> Act:
    """A complete document without smaller sources came in."""
    document = Document(
        source_kind="email",
        name=name,
        passages=tuple(Passage(text=each, dated_at=TODAY) for each in paragraphs),
        named_by=named_by,
        location=location,
    )
    return learn(document)


def conversation(name: str, *turns: str) -> Act:
    """A conversation came in whose turns have only numbers."""
    return learn(_conversation(name, {str(n): text for n, text in enumerate(turns, start=1)}))


def named_turns(name: str, **turns: str) -> Act:
    """A conversation came in whose turns have ids."""
    document = _conversation(name, turns)
    return learn(msgspec.structs.replace(document, numbered=False))


def learn(*documents: Document) -> Act:
    """Documents came in together, under their own names."""
    return lambda story: story.desk.learn([(each.path, each) for each in documents], "import")


def remember(
    text: str, *, within: str | None = None, since: Moment = None, until: Moment = None
) -> Act:
    """Somebody taught a fact, and between which moments it is true."""
    return lambda story: story.desk.remember(
        text, within=within, valid_from=since, valid_until=until
    )


def promote(*items: str, text: str = "", judge: Judge = "rule") -> Act:
    """Make an item evergreen, or a new fact from several."""
    return lambda story: story.desk.promote(*map(story.item, items), text=text, judge=judge)


def contradict(item: str, *, by: str | None = None, strength: float = 1.0) -> Act:
    """Something speaks against an item."""
    return lambda story: story.desk.contradict(
        story.item(item), by=story.item(by) if by else None, strength=strength
    )


def supersede(item: str, *, by: str, since: Moment = None) -> Act:
    """One item takes the place of another."""
    return lambda story: story.desk.supersede(story.item(item), by=story.item(by), since=since)


def correct(item: str, text: str, *, since: Moment = None) -> Act:
    """A new text takes the place of an item."""
    return lambda story: story.desk.correct(story.item(item), text, since=since)


def forget(path: str, *, planned_at: int = EVER, block: bool = True) -> Act:
    """A source goes, as planned at a position."""
    return lambda story: story.desk.forget_planned(path, planned_at=planned_at, block=block)


def unblock(path: str) -> Act:
    """A forgotten source may be learned again."""
    return lambda story: story.desk.unblock(path)


def twice(act: Act) -> Act:
    """The same order given two times in one step."""

    def both(story: Story) -> None:
        act(story)
        act(story)

    return both


def _conversation(name: str, turns: dict[str, str]) -> Document:
    return Document(
        source_kind="conversation",
        name=name,
        passages=tuple(
            Passage(text=text, child=child, dated_at=TODAY) for child, text in turns.items()
        ),
        numbered=True,
        complete=False,
    )
