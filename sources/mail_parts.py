"""The parts of an e-mail, held to their limits while they are parsed: later is too late."""

from __future__ import annotations

import re
from email.message import Message
from email.parser import BytesParser
from email.policy import Compat32
from typing import Final, TypeAlias

from ..domain.errors import InvalidInput
from ..domain.nesting import DEPTH_MAX

Mail: TypeAlias = "Message[str, str]"

PARTS_MAX: Final = 10_000
HEADERS_MAX: Final = 1_000  # of one part; each is looked for by its name, one after the other

_NOT_PRINTED: Final = re.compile(r"[^ -~]+")
_SPLIT_VALUE: Final = re.compile(r";\s*(?!boundary\*\d)[\w-]+\*[^;]*", re.IGNORECASE)  # RFC 2231


class _Plainly(Compat32):
    """Headers as they stand in the file, those about structure without what the library trips on.

    What it makes of a header that is broken, encoded or split in several may raise anything.
    """

    def header_fetch_parse(self, name: str, value: str) -> str:
        if not name.casefold().startswith("content-"):
            return value
        return _SPLIT_VALUE.sub("", _NOT_PRINTED.sub(" ", value))


_POLICY: Final = _Plainly()


def parsed(data: bytes, what: str) -> Mail:
    """The whole of an e-mail; InvalidInput at the first part or header too many."""
    return BytesParser(_Limits(what).part, policy=_POLICY).parsebytes(data)


class _Limits:
    """Counts the parts of one e-mail."""

    def __init__(self, what: str) -> None:
        self.what = what
        self.parts = 0

    def part(self, policy: Compat32 = _POLICY) -> Mail:
        """A new part, as the parser asks for each."""
        return _Part(policy, self)


class _Part(Message):
    """A part that knows how deep it lies, and refuses what is too much."""

    def __init__(self, policy: Compat32, limits: _Limits) -> None:
        super().__init__(policy)
        self._limits = limits
        self._depth = 1
        self._headers_left = HEADERS_MAX

    def attach(self, payload: Mail | str) -> None:
        """Takes a part into itself, before that one is read."""
        what = self._limits.what
        self._limits.parts += 1
        if self._limits.parts >= PARTS_MAX:
            raise InvalidInput(f"{what} has more than {PARTS_MAX} parts; split it into several")
        if isinstance(payload, _Part):
            payload._depth = self._depth + 1  # noqa: SLF001 - of its own class
            if payload._depth > DEPTH_MAX:  # noqa: SLF001 - as above
                raise InvalidInput(
                    f"{what} has parts nested deeper than {DEPTH_MAX}; save these apart"
                )
        super().attach(payload)

    def set_raw(self, name: str, value: str) -> None:
        """Keeps a header as it stands."""
        self._headers_left -= 1
        if self._headers_left < 0:
            raise InvalidInput(
                f"{self._limits.what} has more than {HEADERS_MAX} headers in one part; remove some"
            )
        super().set_raw(name, value)
