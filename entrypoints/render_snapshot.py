"""A snapshot explained, for people: what was told, whether it comes out again, and what moved."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..domain.times import iso
from .lines import DIM, ID, columns, counted, line, one_line, share, short, warn, wrapped
from .render_causes import cause_words, held_to_the_record

if TYPE_CHECKING:
    from ..hindsight.snapshot_explanation import SnapshotExplanation, Spot, SpotMoved, Taken


def explanation(told: SnapshotExplanation) -> None:
    """The room it had, each item that it told, and where each stands in a snapshot of today."""
    query = f"  “{one_line(told.query, 200)}”" if told.query else ""
    line((f"snapshot {told.position}", "bold"), query)
    asked_from = f", for {told.asked_from}" if told.asked_from else ""
    snapshot, room = told.then.snapshot, told.then.room
    wrapped(
        f"taken {iso(snapshot.made_at)}{asked_from}; at most {room.tokens_max:,} tokens and"
        f" {counted(room.items_max, 'item')}, recent is what is of the last"
        f" {room.recent_hours:g} hours",
        indent=0,
        style=DIM,
    )
    line()
    line(("then", "bold"), (f"  {_state(told.then)}", DIM))
    _told(told)
    held_to_the_record(told.comparison)
    line()
    line(("now", "bold"), (f"  {_state(told.now)}", DIM))
    _moves(told)
    if told.now.snapshot.warning:
        warn(told.now.snapshot.warning)


def _state(taken: Taken) -> str:
    snapshot = taken.snapshot
    return (
        f"position {snapshot.position}, {iso(snapshot.made_at)}, policy {taken.policy.name},"
        f" {counted(snapshot.tokens, 'token')}"
    )


def _told(told: SnapshotExplanation) -> None:
    """What was recorded; what is forgotten since is not here."""
    known = {each.item: each for each in told.moved}
    if not told.recorded:
        line("nothing was told")
        return
    columns(
        [
            (f"{hit.rank:>2}", "bold"),
            (_part(known[hit.item].then), DIM),
            (short(hit.item), ID),
            ("" if hit.counts else "unasked", DIM),
            (one_line(known[hit.item].text), ""),
        ]
        for hit in told.recorded
    )


def _part(spot: Spot | None) -> str:
    return "" if spot is None or spot.part is None else spot.part


def _moves(told: SnapshotExplanation) -> None:
    changed = [each for each in told.moved if each.causes]
    for each in changed:
        _move(each)
    same = len(told.moved) - len(changed)
    if not told.moved:
        line("there is nothing to tell, then or now")
    elif not changed:
        line("every item is told where it was told, with the same score")
    elif same:
        line((f"{counted(same, 'other')} as before, with the same score", DIM))


def _move(each: SpotMoved) -> None:
    line(
        (short(each.item), ID),
        "  ",
        (" → ".join(dict.fromkeys((_where(each.then), _where(each.now)))), "bold"),
        f"  {one_line(each.text)}",
    )
    scores = [share(spot.score) for spot in (each.then, each.now) if spot is not None]
    wrapped(f"score {' → '.join(dict.fromkeys(scores))}", indent=10, style=DIM)
    for cause in each.causes:
        wrapped(cause_words(cause), indent=10)


def _where(spot: Spot | None) -> str:
    if spot is None:
        return "not told"
    return f"{spot.rank} {spot.part}" if spot.part else f"{spot.rank}"
