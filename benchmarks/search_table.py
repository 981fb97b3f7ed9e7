"""The figures of the bench on search as tables, with what each peer's are against ours."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any, Final

import msgspec

from lethelog.benchmarks.recall_scores import percentile
from lethelog.benchmarks.search_corpus import KINDS, SENTENCE

OURS: Final = "lethelog"
_BYTES_A_MEGABYTE: Final = 1_000_000


class Spread(msgspec.Struct, frozen=True):
    """The median and the 95th percentile."""

    p50: float
    p95: float

    def __str__(self) -> str:
        return f"{_number(self.p50)} / {_number(self.p95)}"


class Row(msgspec.Struct, frozen=True, kw_only=True):
    """One way to search: what it takes to fill it, to add one item, to ask it and to hold it."""

    name: str
    build_seconds: float
    update_ms: Spread
    search_ms: dict[str, Spread]
    search_cpu_ms: dict[str, Spread]
    found: dict[str, float]  # answers to a question, in the mean
    disk_mb: float
    resident_mb: float

    def measures(self) -> dict[str, float]:
        """One number a column; less is better in all of them."""
        return {
            "build s": self.build_seconds,
            "one item ms": self.update_ms.p50,
            **{f"{kind} ms": spread.p50 for kind, spread in self.search_ms.items()},
            "disk MB": self.disk_mb,
            "resident MB": self.resident_mb,
        }


def rows_of(
    name: str, asked: Mapping[str, Any], *, build_seconds: float, disk_bytes: int
) -> list[Row]:
    """A row for each way of searching that one process measured."""
    return [
        Row(
            name=name if len(asked["searches"]) == 1 else f"{name}, {way}",
            build_seconds=build_seconds,
            update_ms=spread(asked["update_ms"]),
            search_ms={kind: spread(took["ms"]) for kind, took in kinds.items()},
            search_cpu_ms={kind: spread(took["cpu_ms"]) for kind, took in kinds.items()},
            found={kind: round(fmean(took["found"]), 2) for kind, took in kinds.items()},
            disk_mb=round(disk_bytes / _BYTES_A_MEGABYTE, 1),
            resident_mb=round(asked["resident_bytes"] / _BYTES_A_MEGABYTE, 1),
        )
        for way, kinds in asked["searches"].items()
    ]


def spread(values: Sequence[float]) -> Spread:
    """Of some measurements."""
    return Spread(round(percentile(values, 0.5), 3), round(percentile(values, 0.95), 3))


def ratios(ours: Row, peer: Row) -> dict[str, float]:
    """Ours by the peer's: below 1 ours is better, above 1 the peer's."""
    theirs = peer.measures()
    return {
        measure: round(mine / theirs[measure], 4) if theirs[measure] else 0.0
        for measure, mine in ours.measures().items()
    }


def table(items: int, rows: Sequence[Row], missing: Mapping[str, str]) -> str:
    """All figures of one size, then the ratios, then what that means in words."""
    ours, *peers = rows
    return "\n\n".join(
        [
            _figures(items, rows, missing),
            _ratios(ours, peers),
            *(["\n".join(_said(ours, peers))] if peers else []),
        ]
    )


def _figures(items: int, rows: Sequence[Row], missing: Mapping[str, str]) -> str:
    heads = ["build s", "items/s", "one item ms", *(f"{kind} ms" for kind in KINDS)]
    heads += [f"CPU ms, {SENTENCE}", "disk MB", "resident MB"]
    lines = [_line(f"{items:,} items; p50 / p95", heads), _line("---", ["---"] * len(heads))]
    for row in rows:
        cells = [_number(row.build_seconds), f"{items / row.build_seconds:,.0f}"]
        cells += [str(row.update_ms), *(str(row.search_ms[kind]) for kind in KINDS)]
        cells += [_number(row.search_cpu_ms[SENTENCE].p50)]
        lines.append(_line(row.name, [*cells, _number(row.disk_mb), _number(row.resident_mb)]))
    lines += [
        _line(name, [f"missing: {why}", *[""] * (len(heads) - 1)]) for name, why in missing.items()
    ]
    return "\n".join(lines)


def _ratios(ours: Row, peers: Sequence[Row]) -> str:
    heads = list(ours.measures())
    lines = [_line("ours / theirs, p50", heads), _line("---", ["---"] * len(heads))]
    lines += [
        _line(peer.name, [_number(each) for each in ratios(ours, peer).values()]) for peer in peers
    ]
    return "\n".join(lines)


def _said(ours: Row, peers: Sequence[Row]) -> list[str]:
    mine = ours.measures()
    said: list[str] = []
    for peer in peers:
        theirs = peer.measures()
        better = [
            f"{measure} ({_number(theirs[measure])} against {_number(mine[measure])})"
            for measure in mine
            if theirs[measure] < mine[measure]
        ]
        said.append(f"{peer.name} is better at: {', '.join(better) or 'nothing'}.")
    return said


def _line(first: str, cells: Sequence[str]) -> str:
    return f"| {' | '.join([first, *cells])} |"


def _number(value: float) -> str:
    """Three digits that say something, without an exponent."""
    if value >= 100:  # noqa: PLR2004 - from here on three digits are whole
        return f"{value:,.0f}"
    return f"{value:.3g}"
