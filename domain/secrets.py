"""Keys, tokens and passwords in a text are left out, and what they were stays in their place.

The rest of the text stays as it is. It is a door and no wall: a secret of a new kind, or one that
is paraphrased, comes through. Whoever finds one forgets its source.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from itertools import accumulate, islice, takewhile
from typing import Final, NamedTuple

from .secret_names import is_named_secret, named
from .secret_places import placed
from .secret_shapes import shaped
from .secret_tables import tabled
from .secret_tokens import Span

_ROUNDS_MAX: Final = 4  # what is left out may have hidden another from the first look
_BEGINNING: Final = "[redacted: "


class Redacted(NamedTuple):
    """A text without its secrets, and the kind of each that was left out, in their order."""

    text: str
    kinds: tuple[str, ...] = ()


def redacted(text: str) -> Redacted:
    """The text with `[redacted: github token]`, say, in the place of each secret."""
    [left], kinds = redacted_pieces([text], [])
    return Redacted(left, kinds)


def redacted_value(name: str, value: str) -> Redacted:
    """A value without its secrets; all of it is one if its name says so, as `api_key` does."""
    if value and is_named_secret(name) and not value.startswith(_BEGINNING):
        kind = "password" if "pass" in name.lower() else "secret"
        return Redacted(f"{_BEGINNING}{kind}]", (kind,))
    return redacted(value)


def redacted_pieces(
    pieces: Sequence[str], gaps: Sequence[str]
) -> tuple[list[str], tuple[str, ...]]:
    """The pieces of one text, which these gaps part, without the secrets in it.

    Of one that reaches over several pieces the first says what it was, and the others lose their
    part of it; one that was nothing else is empty.
    """
    left = list(pieces)
    kinds: tuple[str, ...] = ()
    for _ in range(_ROUNDS_MAX):
        spans = find("".join(part for pair in zip(left, [*gaps, ""], strict=True) for part in pair))
        if not spans:
            break
        kinds += tuple(span.kind for span in spans)
        ends = accumulate(len(p) + len(gap) for p, gap in zip(left, [*gaps, ""], strict=True))
        starts = [0, *ends][: len(left)]
        left = [_without(piece, start, spans) for piece, start in zip(left, starts, strict=True)]
    return left, kinds


def find(text: str) -> list[Span]:
    """All secrets in their order; those that overlap are one, of the kind that was found first."""
    found = [*shaped(text), *named(text), *placed(text), *tabled(text)]
    by_place = sorted(enumerate(found), key=lambda each: (each[1].start, each[0]))
    apart: list[tuple[int, Span]] = []
    for rank, span in by_place:
        if apart and span.start < apart[-1][1].end:
            before_rank, before = apart.pop()
            kind = before.kind if before_rank < rank else span.kind
            one = Span(before.start, max(before.end, span.end), kind)
            apart.append((min(before_rank, rank), one))
        else:
            apart.append((rank, span))
    return [span for _, span in apart]


def _without(piece: str, start: int, spans: Sequence[Span]) -> str:
    """A piece that begins at a place of the whole text, without its part of each span."""
    end = start + len(piece)
    first = bisect_right(spans, start, key=lambda span: span.end)
    parts: list[str] = []
    at = start
    for span in takewhile(lambda span: span.start < end, islice(spans, first, None)):
        parts.append(piece[at - start : max(span.start, start) - start])
        parts.append(f"{_BEGINNING}{span.kind}]" if span.start >= start else "")
        at = min(span.end, end)
    return "".join([*parts, piece[at - start :]]) if parts else piece
