"""What came of an order, and lists, for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..domain.times import DAY, day, iso
from . import render_vectors
from .lines import (
    DIM,
    GOOD,
    ID,
    MARK,
    columns,
    counted,
    day_or_never,
    factors,
    line,
    one_line,
    share,
    short,
    warn,
    wrapped,
)

if TYPE_CHECKING:
    from ..asking.listing import SourceLine
    from ..asking.status import Status
    from ..commands.outcome import Changed, Ingested
    from ..domain.expressions import Window
    from ..projections.answer import Answer, Found
    from ..replay.rebuild import Rebuilt

_TEXT_CHARS_MAX: Final = 480
_WINDOWS_SHOWN_MAX: Final = 3
_KIB: Final = 1024


def learned(files: Sequence[tuple[str, Ingested]], *, refused: int) -> None:
    """A line for each file that brought something, and one for all."""
    news = [(file, each) for file, each in files if each.items or each.superseded]
    for file, each in news:
        where = f"  {each.sources[0]}" if len(each.sources) == 1 else ""
        line(file, "  ", (_tally([each]), GOOD), (where, DIM))
    unchanged, all_of_it = len(files) - len(news), [each for _, each in files]
    parts = [
        f"{counted(len(news), 'file')} learned",
        f"{unchanged} unchanged" if unchanged else "",
        f"{refused} refused" if refused else "",
    ]
    line(f"{', '.join(filter(None, parts))}: {_tally(all_of_it)}")
    left_out([kind for each in all_of_it for kind in each.redacted])


def remembered(ingested: Ingested) -> None:
    """The ids by which the text can be spoken of."""
    left_out(ingested.redacted)
    if not ingested.items:
        line("known already; nothing changed")
        return
    ids = " ".join(short(item) for item in ingested.items)
    line("remembered ", (ids, ID), (f"  {ingested.sources[0]}", DIM))
    for item in ingested.superseded:
        line("in place of " if item not in ingested.items else "gave way: ", (short(item), ID))
    for item in ingested.contradicted:
        if item not in ingested.items:
            line(("contradicts ", MARK), (short(item), ID), "  at the same time")


def changed(result: Changed, done: str, known: str) -> None:
    """What was done, with ids in the braces; or that it was so before."""
    if result.is_news:
        line(done.format(*(short(item) for item in result.items)))
    else:
        line(f"{known}; nothing changed")


def answer(found: Answer) -> None:
    """Each answer with its rank, its place in time and source, and every part of its score."""
    if not found.found:
        line("nothing here answers that; try other words, or fewer filters")
    for rank, each in enumerate(found.found, start=1):
        hit_line(rank, each)
    if found.suppressed:
        ids = ", ".join(short(item) for item in found.suppressed)
        line((f"kept out for saying the same: {ids}", DIM))
    if found.warning:
        warn(found.warning)


def windows(found: Sequence[Window]) -> None:
    """One line for each time that the question speaks of, with the options that narrow it down."""
    for each in found[:_WINDOWS_SHOWN_MAX]:
        span, options = _narrowed_to(each)
        line((f"“{one_line(each.expression)}” could mean {span}: narrow down with {options}", DIM))
    if len(found) > _WINDOWS_SHOWN_MAX:
        more = counted(len(found) - _WINDOWS_SHOWN_MAX, "more time")
        line((f"and {more} of which the question speaks, in --json", DIM))


def sources(found: Sequence[SourceLine]) -> None:
    """One line a source, with the days that it speaks of."""
    if not found:
        line("no sources yet; `lethelog ingest` and `lethelog remember` bring some")
        return
    columns(
        [(one_line(each.source, 1_000), ""), (counted(each.items, "item"), ""), (_days(each), DIM)]
        for each in found
    )


def status(found: Status) -> None:
    """One line a figure."""
    last = found.last_learned_at
    columns(
        [(name, DIM), (value, "")]
        for name, value in (
            ("store", found.store),
            ("events", f"{found.position:,}"),
            ("items", f"{found.items:,}"),
            ("evergreen", f"{found.evergreen:,}"),
            ("superseded", f"{found.superseded:,}"),
            ("contradicted", f"{found.contradicted:,}"),
            ("sources", f"{found.sources:,}"),
            ("recalls", f"{found.recalls:,}"),
            ("promotions", f"{found.promotions:,}"),
            ("forgotten", f"{found.forgotten:,}"),
            ("blocked", f"{found.blocked:,}"),
            ("last learned", "never" if last is None else iso(last)),
            ("journal", f"{found.journal_bytes / _KIB:,.0f} KiB"),
            ("digest", found.digest),
            ("checkpoint", found.checkpoint or "none"),
            *(("vectors", render_vectors.kept(each)) for each in found.vectors),
        )
    )


def rebuilt(result: Rebuilt) -> None:
    """Both digests, and whether they are one."""
    line(f"replayed {counted(result.position, 'event')}")
    line("before  ", (result.digest_before, DIM))
    line("after   ", (result.digest_after, DIM))
    line(("equal", GOOD) if result.is_equal else ("different", MARK))


def left_out(kinds: Sequence[str]) -> None:
    """How many secrets stayed outside, and of what kinds; nothing where there were none."""
    if kinds:
        counts = Counter(kinds)
        told = ", ".join(f"{each} x {kind}" if each > 1 else kind for kind, each in counts.items())
        line((f"{counted(len(kinds), 'secret')} left out: {told}", MARK))


def _tally(all_of_it: Sequence[Ingested]) -> str:
    parts = [
        counted(sum(len(each.items) for each in all_of_it), "new item"),
        f"{gone} superseded" if (gone := sum(len(each.superseded) for each in all_of_it)) else "",
        f"{blocked} blocked" if (blocked := sum(each.blocked for each in all_of_it)) else "",
    ]
    return ", ".join(filter(None, parts))


def hit_line(rank: int, hit: Found, *, store: str = "") -> None:
    """One answer; with the name of its store, where several were asked."""
    line(
        (f"{rank:>2}  {share(hit.score)}  ", "bold"),
        (short(hit.item), ID),
        f"  {day_or_never(hit.dated_at)}  ",
        ("evergreen  " if hit.is_evergreen and hit.dated_at is not None else "", GOOD),
        ("superseded  " if hit.is_superseded else "", MARK),
        (f"quarantined: came by {hit.origin or 'others'}  " if hit.is_quarantined else "", MARK),
        (hit.source or "several sources", DIM),
        (f"  confidence {hit.confidence:.2f}" if hit.confidence < 1.0 else "", DIM),
        (f"  in {store}" if store else "", GOOD),
    )
    before = ": ".join(filter(None, (hit.author, hit.title)))
    wrapped(one_line(f"{before}: {hit.text}" if before else hit.text, _TEXT_CHARS_MAX), indent=4)
    wrapped(factors(hit), indent=4, style=DIM)


def _narrowed_to(window: Window) -> tuple[str, str]:
    """Its days in words, the last one included, and as options, which leave that out."""
    from ..domain.expressions import BEGINNING  # noqa: PLC0415 - help does without its words

    first, last = day(window.after), day(window.before - DAY)
    before = f"--before {day(window.before)}"
    if window.after == BEGINNING:
        return f"all up to {last}", before
    return first if first == last else f"{first} to {last}", f"--after {first} {before}"


def _days(source: SourceLine) -> str:
    first, last = source.first_dated_at, source.last_dated_at
    if first is None or last is None:
        return "evergreen"
    return day(first) if day(first) == day(last) else f"{day(first)} to {day(last)}"
