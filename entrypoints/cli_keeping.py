"""Commands that look after a store: `verify`, `backup`, `restore`, `keys`, `doctor`."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import Final

import rich_click as click
from click import argument, get_current_context, option
from click.exceptions import Exit

from ..domain.errors import Refused
from . import render_keeping
from .cli_attach import this_machine
from .options import Place, opened, shared_options, there
from .output import progress, show_json

# What keeps a store loads the ciphers and the journal, which help and completion do without; so
# each command imports it for itself.

EXPORT_PASSPHRASE: Final = "LETHELOG_EXPORT_PASSPHRASE"  # noqa: S105 - a name, no secret
_SOMETHING_TO_DO: Final = 1
_PATH: Final = click.Path(path_type=Path)


@click.command()
@option("--since", metavar="CHECKPOINT", help="Also that the journal still holds this event.")
@shared_options
def verify(*, since: str | None, as_json: bool) -> None:
    """Check that nothing was changed or cut off, and that the forgotten cannot be read.

    Compares every event with the chain, every payload with its digest, the keys with what is
    remembered and forgotten, and every table of the read model with a fresh replay. A checkpoint,
    as `status`, `backup` and `forget` print it, shows also whether the journal was cut or replaced
    by an old copy, if it was kept elsewhere.
    """
    from ..keeping.verify import verify_store, with_tables  # noqa: PLC0415

    place = there()
    with progress("comparing every event"):
        found = verify_store(place.store, since=since, lock_wait_seconds=place.lock_wait_seconds)
    if found.is_sound:  # else it may not even open
        with opened() as memory, progress("replaying the journal"):
            found = with_tables(found, memory.compare_tables())
    if as_json:
        show_json("verify", found)
    else:
        render_keeping.verified(found)
    if not found.is_sound:
        raise found.complaint()


@click.command()
@argument("folder", type=_PATH)
@shared_options
def backup(*, folder: Path, as_json: bool) -> None:
    """Copy the store into an empty folder, and verify the copy; others may go on using it."""
    with opened() as memory, progress("copying"):
        made = memory.backup(folder)
    if as_json:
        show_json("backup", made)
    else:
        render_keeping.backed_up(made)


@click.command()
@argument("folder", type=_PATH)
@option("--yes", is_flag=True, help="Let the present store become what it was.")
@shared_options
def restore(*, folder: Path, yes: bool, as_json: bool) -> None:
    """Bring the store back from a backup; what was forgotten since stays forgotten."""
    from ..keeping.restore import restore as bring_back  # noqa: PLC0415

    place = get_current_context().ensure_object(Place)
    restored = bring_back(
        folder.expanduser(),
        place.store.absolute(),
        confirmed=yes,
        now=time.time_ns() // 1_000,
        lock_wait_seconds=place.lock_wait_seconds,
    )
    with opened() as memory:  # which carries the forgettings that were missed to their end
        memory.status()
    if as_json:
        show_json("restore", restored)
    else:
        render_keeping.restored(restored)


@click.group()
def keys() -> None:
    """Export, import or renew the master key of the store."""


@keys.command("export")
@argument("file", type=_PATH)
@option("--passphrase", "asks", is_flag=True, help="Ask for a passphrase that seals it.")
@shared_options
def export(*, file: Path, asks: bool, as_json: bool) -> None:
    """Write a recovery copy of the master key; keep it apart from the store.

    A passphrase seals it: the one that LETHELOG_EXPORT_PASSPHRASE holds, or that is asked for.
    Every forgetting makes a new master key, and older exports useless.
    """
    from ..keeping.recovery import export_keys  # noqa: PLC0415

    passphrase = os.environ.get(EXPORT_PASSPHRASE, "") or (_asked(confirms=True) if asks else "")
    with opened() as memory:
        assert memory.folder is not None, "a store that was opened has a folder"
        exported = export_keys(
            memory.journal, memory.folder, file, passphrase=passphrase, now=memory.clock()
        )
    if as_json:
        show_json("keys", exported)
    else:
        render_keeping.exported(exported)


@keys.command("import")
@argument("file", type=_PATH)
@shared_options
def import_(*, file: Path, as_json: bool) -> None:
    """Bring the master key back from a recovery copy, where the store looks for it."""
    from ..keeping.recovery import import_keys, read_export  # noqa: PLC0415

    brought = read_export(file)
    passphrase = os.environ.get(EXPORT_PASSPHRASE, "")
    if brought.salt and not passphrase:
        passphrase = _asked(confirms=False)
    where = import_keys(there().store, brought, passphrase=passphrase)
    if as_json:
        show_json("keys", {"epoch": brought.epoch, "place": where})
    else:
        render_keeping.imported(where)


@keys.command("rotate")
@shared_options
def rotate(*, as_json: bool) -> None:
    """Make a new master key; no old copy of the vault, and no old export, opens after that."""
    from ..keeping.rotation import rotate_keys  # noqa: PLC0415

    place = there()
    rotated = rotate_keys(place.store, lock_wait_seconds=place.lock_wait_seconds)
    if as_json:
        show_json("keys", rotated)
    else:
        render_keeping.rotated(rotated)


@click.command()
@shared_options
def doctor(*, as_json: bool) -> None:
    """Examine the store, what it runs on and who is attached; ends with 1 if anything is to do."""
    from ..keeping.doctor import examine  # noqa: PLC0415
    from .attached_clients import findings_of  # noqa: PLC0415

    place = get_current_context().ensure_object(Place)
    findings = (
        *examine(place.store.absolute(), lock_wait_seconds=place.lock_wait_seconds),
        *findings_of(this_machine()),
    )
    is_well = all(finding.state != "to do" for finding in findings)
    if as_json:
        show_json("doctor", {"is_well": is_well, "findings": findings})
    else:
        render_keeping.findings(findings)
    if not is_well:
        raise Exit(_SOMETHING_TO_DO)


def _asked(*, confirms: bool) -> str:
    if not sys.stdin.isatty():
        raise Refused(
            f"a passphrase is needed and there is no terminal to ask on; put it into"
            f" {EXPORT_PASSPHRASE}"
        )
    answer: str = click.prompt(
        "Passphrase", hide_input=True, confirmation_prompt=confirms, err=True
    )
    return answer
