"""Walks the journal from its first event and compares each with the chain and with its payload."""

from __future__ import annotations

from typing import Final

import msgspec

from ..domain.errors import StoreDamaged
from ..domain.events import Lineage, Roots, SourceForgotten, SourceUnblocked, tag_of
from ..domain.identity import SourceUid
from ..journal.chain import START, Link, digest_of, linked
from ..journal.sqlite_recorder import SqliteRecorder

FORGOTTEN: Final = tag_of(SourceForgotten)
UNBLOCKED: Final = tag_of(SourceUnblocked)


class Problem(msgspec.Struct, frozen=True):
    """Something that is not as it was written; `position` where it belongs to an event."""

    what: str
    position: int | None = None


class Notice(msgspec.Struct, frozen=True):
    """A forgetting, where it stands in the journal, and whether it was allowed again since."""

    position: int
    lineage: Lineage
    is_unblocked: bool = False

    @property
    def source(self) -> SourceUid:
        """What was forgotten."""
        return self.lineage[-1]


class _Envelope(msgspec.Struct):
    roots: Roots = ()
    source: SourceUid = SourceUid("")


class Walk:
    """What a walk has seen so far; it can be taken further when there is more."""

    def __init__(self, recorder: SqliteRecorder, chain_key: bytes) -> None:
        self._recorder = recorder
        self._key = chain_key
        self._link = START
        self._decoder = msgspec.msgpack.Decoder(_Envelope)
        self._kept_links: dict[int, bytes] = {}
        self.position = 0
        self.is_cut_short = False  # then nothing can be told of what comes later
        self.events = 0
        self.payloads = 0
        self.problems: list[Problem] = []
        self.readable: dict[Lineage, int] = {}  # the first event of each that has its payload
        self.erased: list[tuple[int, Roots]] = []
        self.unrooted = 0  # payloads of events that came from no source
        self.notices: dict[SourceUid, Notice] = {}
        self.notices_erased: list[tuple[int, SourceUid]] = []

    def keep_links_at(self, positions: set[int]) -> None:
        """The links at these positions can be asked for after the walk."""
        self._kept_links = dict.fromkeys(positions, b"")

    def link_at(self, position: int) -> bytes | None:
        """The link of an event whose position was told before; None if there is no such event."""
        return self._kept_links.get(position) or None

    @property
    def link(self) -> bytes:
        """The link of the last event."""
        return self._link

    def to_the_end(self) -> None:
        """Goes on to the newest event, or to where the file cannot be read."""
        try:
            self._go_on()
        except StoreDamaged as error:
            self.is_cut_short = True
            self._say(f"what comes after it cannot be read: {error}", self.position)

    def _go_on(self) -> None:
        for link, written, payload in self._recorder.links(after=self.position):
            self._check(link, written, payload)
            self.position, self._link = link.position, written
            self.events += 1
            if link.position in self._kept_links:
                self._kept_links[link.position] = written
            self._remember(link, payload)

    def _check(self, link: Link, written: bytes, payload: bytes | None) -> None:
        if link.position != self.position + 1:
            self._say(f"the event before is {self.position}: some are missing", link.position)
        elif _expected(self._key, self._link, link) != written:
            self._say("the event is not the one that was written here", link.position)
        if payload is not None:
            self.payloads += 1
            if _digest(payload) != link.digest:
                self._say("its payload is not the one that was written", link.position)

    def _remember(self, link: Link, payload: bytes | None) -> None:
        try:
            envelope = self._decoder.decode(link.envelope)
        except (msgspec.MsgspecError, TypeError):
            self._say("its envelope cannot be read", link.position)
            return
        if link.type in (FORGOTTEN, UNBLOCKED):
            self._notice(link, envelope, payload)
            return
        if payload is None:
            self.erased.append((link.position, envelope.roots))
            return
        self.unrooted += not envelope.roots
        for lineage in envelope.roots:
            self.readable.setdefault(lineage, link.position)

    def _notice(self, link: Link, envelope: _Envelope, payload: bytes | None) -> None:
        if payload is None:
            self.notices_erased.append((link.position, envelope.source))
        if link.type == FORGOTTEN and envelope.roots:
            self.notices[envelope.source] = Notice(link.position, envelope.roots[0])
        elif known := self.notices.get(envelope.source):
            self.notices[envelope.source] = msgspec.structs.replace(known, is_unblocked=True)

    def _say(self, what: str, position: int) -> None:
        self.problems.append(Problem(what, position))


def _expected(key: bytes, previous: bytes, link: Link) -> bytes:
    """The link that an event should have; none where its row holds something impossible."""
    try:
        return linked(key, previous, link)
    except (TypeError, msgspec.MsgspecError, OverflowError):
        return b""


def _digest(payload: bytes) -> bytes:
    """Empty where the row holds no bytes at all."""
    try:
        return digest_of(payload)
    except TypeError:
        return b""
