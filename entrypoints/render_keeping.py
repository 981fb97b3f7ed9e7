"""What was verified, copied, brought back and found out about a store, for people."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from ..domain.times import iso
from .lines import DIM, GOOD, MARK, columns, counted, line, warn
from .output import Screen
from .render_views import tables

if TYPE_CHECKING:
    from ..keeping.backup import Backup
    from ..keeping.doctor import Finding
    from ..keeping.recovery import Exported
    from ..keeping.restore import Restored
    from ..keeping.rotation import Rotated
    from ..keeping.verify import Verified

_STYLES: Final = {"ok": GOOD, "note": DIM, "to do": MARK}


def verified(found: Verified) -> None:
    """What was compared, in figures, and each problem with its position."""
    columns(
        [(name, DIM), (value, "")]
        for name, value in (
            ("events", f"{found.events:,} linked"),
            ("payloads", f"{found.payloads:,} as written, {found.erased:,} erased by forgetting"),
            ("sources", f"{found.sources:,} with their keys"),
            ("forgotten", f"{found.forgotten:,} without any"),
            ("blocks", f"{found.blocks:,}, each with a record that opens"),
            ("checkpoints", f"{found.checkpoints:,} compared"),
            ("pending", ", ".join(f"forgetting at {at}" for at in found.pending) or "nothing"),
            ("checkpoint", found.checkpoint or "none: there is no event yet"),
            *((("tables", f"left out: {found.tables_left_out}"),) if found.tables_left_out else ()),
        )
    )
    if found.tables:
        tables(found.tables, found.replayed_to)
    for problem in found.problems:
        where = "" if problem.position is None else f"event {problem.position}: "
        line((f"{where}{problem.what}", MARK))
    if found.is_sound:
        line(("nothing was changed, and nothing is missing", GOOD))


def backed_up(made: Backup) -> None:
    """Where it is, how much it holds, and what to keep."""
    line(f"backed up {counted(made.verified.events, 'event')} to ", (made.to, "bold"))
    line(("the copy is verified", GOOD), (f"; checkpoint {made.checkpoint}", DIM))
    line(
        ("it opens with the master key, which is not in it; a later forgetting applies to it", DIM)
    )


def restored(result: Restored) -> None:
    """What the store is now, and what that means for what was forgotten."""
    line(
        ("restored ", ""),
        (result.store, "bold"),
        f" as it was at position {result.position} on {iso(result.made_at)}",
    )
    if result.forgotten_again:
        again = counted(result.forgotten_again, "source")
        line(f"forgot {again} again that were forgotten since")
    if result.readable_again:
        warn("its secret never changes, so what was forgotten since the backup is readable again")
    if result.unknown_forgettings:
        warn(
            "no present journal could be read: what was forgotten since stays unreadable, but its"
            " texts may be learned again from other sources"
        )


def exported(result: Exported) -> None:
    """Where the copy is, and that it must be kept apart."""
    line(f"wrote the master key of epoch {result.epoch} to ", (result.to, "bold"))
    if not result.is_sealed:
        warn(
            "whoever has this file and the store reads everything: no passphrase seals it; keep it"
            " where only you can reach it, or export with --passphrase"
        )
    line(("after the next forgetting it opens nothing: export again then", DIM))


def imported(where: str) -> None:
    """Where the key is again."""
    line("the master key is back in ", (where, "bold"))


def rotated(result: Rotated) -> None:
    """The new epoch and what is useless now."""
    line(f"the master key is new, of epoch {result.epoch}, in {result.place}")
    if not result.can_be_destroyed:
        warn("it is made from a secret that never changes: old copies of the vault still open")
    elif not result.is_clean:
        warn("another process reads the vault; old bytes stay in its file until that ends")
    else:
        line(("old copies of the vault and old exports open nothing any more", DIM))


def findings(found: Sequence[Finding]) -> None:
    """One line a thing, with what to do below it."""
    for each in found:
        line((f"{each.state:<6}", _STYLES[each.state]), f"{each.about}: {each.found}")
        if each.advice:
            line((f"      → {each.advice}", DIM))


def made_store(folder: str, place: str, *, has_key: bool) -> None:
    """Said once, when a store is made: where its key is."""
    copy = "; `lethelog keys export FILE` makes a recovery copy" if has_key else ""
    screen = Screen(stderr=True)
    line((f"note: {folder} is new; its master key is in {place}{copy}", DIM), screen=screen)
