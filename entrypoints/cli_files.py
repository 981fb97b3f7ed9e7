"""The command `files`: what agents keep as files, with its history, and ways in and out."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Final

import rich_click as click
from click import argument
from click.exceptions import Exit

from . import render_files
from .day_options import as_of_option, day_or_position
from .files_group import SHOW, FilesGroup
from .options import opened, shared_options
from .output import complain, progress, show_json

if TYPE_CHECKING:
    from ..domain.events import Origin
    from ..profiles.files import MemoryFiles

# What reads and writes files loads the journal, which help and completion do without; so each
# command imports it for itself.

_ROOT: Final = "/memories"


@click.group(cls=FilesGroup)
def files() -> None:
    """List what agents keep as files, or show one; see what became of it, and undo that.

    `lethelog files [PATH]` lists a folder or prints a file, with --as-of as it was on a day. A file
    is the source `file/NAME`, which `lethelog forget` takes for good. One that is called as a verb
    is named with its folder: `/memories/history`.
    """


@files.command(SHOW, hidden=True)
@argument("path", required=False, default=_ROOT)
@as_of_option
@shared_options
def show(*, path: str, as_of: str | None, as_json: bool) -> None:
    """List a folder with all below it, or print a file byte for byte."""
    named, known = _path(path), _known(as_of)
    with _opened() as kept:
        file = kept.file(named, as_of=known)
        found = () if file else kept.files(named, as_of=known)
    if as_json:
        show_json("files", render_files.document(found, file))
    elif file is None:
        render_files.listing(found)
    else:
        render_files.content(file)


@files.command()
@argument("path")
@as_of_option
@shared_options
def history(*, path: str, as_of: str | None, as_json: bool) -> None:
    """List all versions of a file, also under the names that it had before; the newest first."""
    with _opened() as kept:
        found = kept.history(_path(path), as_of=_known(as_of))
    if as_json:
        show_json("files history", {"versions": [render_files.told(each) for each in found]})
    else:
        render_files.history(found)


@files.command()
@argument("path")
@shared_options
def undo(*, path: str, as_json: bool) -> None:
    """Take back the last change of a file, or bring back what was deleted or renamed.

    The version before becomes the newest one, and nothing is lost: again it goes one further back.
    Of a folder that is gone, all that went with it returns.
    """
    with _opened() as kept:
        answer = kept.undo(_path(path))
    if as_json:
        show_json("files undo", {"answer": answer})
    else:
        click.echo(answer)


@files.command()
@argument("folder", type=click.Path(path_type=Path))
@as_of_option
@shared_options
def export(*, folder: Path, as_of: str | None, as_json: bool) -> None:
    """Write all files into a new folder, for their owner alone.

    Forgetting does not reach them there; a plan of forgetting names the folder.
    """
    from ..keeping.file_copies import export_files  # noqa: PLC0415

    with _opened() as kept, progress("writing files"):
        texts, memory = kept.texts(as_of=_known(as_of)), kept.memory
        made = export_files(memory.journal, memory.folder, folder, texts, now=memory.clock())
    if as_json:
        show_json("files export", made)
    else:
        render_files.exported(made)


@files.command("import")
@argument("folder", type=click.Path(path_type=Path))
@shared_options
def import_(*, folder: Path, as_json: bool) -> None:
    """Take in the files of a folder, as a memory tool left them on disk.

    Name the folder that stands for /memories. All of them come in or none; the same again changes
    nothing, and a changed one is a new version. No link is followed. What is no text is left out
    and told; the exit code is then 1.
    """
    from ..profiles.file_folder import read_folder  # noqa: PLC0415
    from ..profiles.file_intake import take_in  # noqa: PLC0415

    read = read_folder(folder)
    with _opened(make=True, origin="import") as kept, progress("learning files"):
        taken = take_in(kept, read.texts)
    for each in read.not_taken:
        complain(f"{each.file}: {each.why}")
    if as_json:
        show_json("files import", {"taken_in": taken, "not_taken": read.not_taken})
    else:
        render_files.taken_in(taken, not_taken=len(read.not_taken))
    if read.not_taken:
        raise Exit(1)


@contextmanager
def _opened(*, make: bool = False, origin: Origin = "person") -> Iterator[MemoryFiles]:
    from ..profiles.files import MemoryFiles  # noqa: PLC0415

    with opened(make=make) as memory:
        yield MemoryFiles(memory, origin)


def _path(said: str) -> str:
    """As an agent names it, or as it is called in the folder of all files."""
    return said if said.startswith("/") else f"{_ROOT}/{said}"


def _known(as_of: str | None) -> str | int | None:
    return None if as_of is None else day_or_position(as_of)
