"""What came of an order, and lists, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..domain.times import DAY, day, iso
from . import render_vectors
from .lines import (
    DIM,
    GOOD,
    ID,
    MARK,
    asked,
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
    from ..asking.listing import Fact, SourceLine
    from ..asking.status import Status
    from ..commands.outcome import Changed, Dream, Ingested
    from ..commands.promote import Assessment
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


def remembered(ingested: Ingested) -> None:
    """The ids by which the text can be spoken of."""
    if not ingested.items:
        line("known already; nothing changed")
        return
    ids = " ".join(short(item) for item in ingested.items)
    line("remembered ", (ids, ID), (f"  {ingested.sources[0]}", DIM))
    for item in ingested.superseded:
        line("in place of ", (short(item), ID))


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


def facts(found: Sequence[Fact]) -> None:
    """One line a fact, the newest last."""
    if not found:
        line("no facts yet; `lethelog remember` teaches one, `lethelog dream` promotes")
        return
    columns(
        [
            (short(fact.item), ID),
            (day(fact.learned_at), ""),
            (fact.learned, GOOD),
            (one_line(fact.text, 1_200), ""),
        ]
        for fact in found
    )


def true_facts(found: Sequence[Fact]) -> None:
    """One line a fact that was true on a day, with the days between which it is."""
    if not found:
        line("nothing that is known for good was true then")
        return
    columns(
        [(short(fact.item), ID), (_span(fact), GOOD), (one_line(fact.text, 1_200), "")]
        for fact in found
    )


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


def dreamt(dream: Dream) -> None:
    """Each promotion with its numbers; in a dry run also what is still missing for others."""
    verb = "would be promoted" if dream.is_dry_run else "promoted"
    for each in dream.promoted:
        line((short(each.item), ID), "  ", (verb, GOOD), f"  score {each.score.total:.3f}")
        wrapped(one_line(each.text, _TEXT_CHARS_MAX), indent=10)
        wrapped(_parts(each), indent=10, style=DIM)
    for each in dream.passed_over:
        missing = ", ".join(each.missing)
        line((short(each.item), ID), "  ", ("not yet", MARK), f"  {missing}")
        wrapped(one_line(each.text), indent=10, style=DIM)
    others = f", {len(dream.passed_over)} not yet" if dream.passed_over else ""
    line(f"{counted(len(dream.promoted), 'item')} {verb}{others}")


def rebuilt(result: Rebuilt) -> None:
    """Both digests, and whether they are one."""
    line(f"replayed {counted(result.position, 'event')}")
    line("before  ", (result.digest_before, DIM))
    line("after   ", (result.digest_after, DIM))
    line(("equal", GOOD) if result.is_equal else ("different", MARK))


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
        (hit.source or "several sources", DIM),
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


def _span(fact: Fact) -> str:
    """In days; whoever needs the moments has them in JSON."""
    start, end = fact.true_from_at, fact.true_until_at
    if start is not None and end is not None:
        return f"{day(start)} to {day(end)}"
    if start is not None:
        return f"since {day(start)}"
    return "always" if end is None else f"until {day(end)}"


def _days(source: SourceLine) -> str:
    first, last = source.first_dated_at, source.last_dated_at
    if first is None or last is None:
        return "evergreen"
    return day(first) if day(first) == day(last) else f"{day(first)} to {day(last)}"


def _parts(assessment: Assessment) -> str:
    score = assessment.score
    return (
        f"{counted(score.recalls, 'recall')}, {asked(score.queries)};"
        f" frequency {score.frequency:.3f}, relevance {score.relevance:.3f},"
        f" diversity {score.diversity:.3f}, recency {score.recency:.3f}"
    )
