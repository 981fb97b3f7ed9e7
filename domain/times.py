"""Moments as whole microseconds since 1970 in UTC; the one place that reads and writes dates."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Final, TypeAlias

from .errors import InvalidInput

Moment: TypeAlias = str | datetime | None

SECOND: Final = 1_000_000
DAY: Final = 86_400 * SECOND
_EPOCH: Final = datetime(1970, 1, 1, tzinfo=UTC)
_LARGEST_SECONDS: Final = 253_402_300_799  # the last second of the year 9999


def days_between(earlier: int, later: int) -> float:
    """Days from `earlier` to `later`; negative when they are the other way round."""
    return (later - earlier) / DAY


def from_datetime(moment: datetime) -> int:
    """A moment without a zone is taken as UTC."""
    aware = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
    return (aware - _EPOCH) // timedelta(microseconds=1)


def to_datetime(micros: int) -> datetime:
    """The same moment in UTC, with its zone."""
    return _EPOCH + timedelta(microseconds=micros)


def parse(text: str | float) -> int:
    """ISO 8601, or seconds since 1970; a day alone is its first moment; no zone means UTC."""
    try:
        if isinstance(text, (int, float)):
            return _from_seconds(text)
        return from_datetime(datetime.fromisoformat(text.strip()))
    except (ValueError, OverflowError):
        raise InvalidInput(
            f"{text!r} is not a date; give one like 2026-03-01 or 2026-03-01T18:30:00+01:00"
        ) from None


def moment(said: Moment) -> int | None:
    """A moment as a caller says it; None stays None."""
    if said is None:
        return None
    return parse(said) if isinstance(said, str) else from_datetime(said)


def day(micros: int) -> str:
    """The day in UTC, like 2026-03-01."""
    return to_datetime(micros).date().isoformat()


def iso(micros: int) -> str:
    """The moment in UTC to the second, like 2026-03-01T18:30:00Z."""
    return to_datetime(micros).replace(microsecond=0, tzinfo=None).isoformat() + "Z"


def _from_seconds(seconds: float) -> int:
    if not -_LARGEST_SECONDS <= seconds <= _LARGEST_SECONDS:
        raise ValueError(seconds)
    return round(seconds * SECOND)
