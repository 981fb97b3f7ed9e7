"""Files that agents keep, for people: a folder, one of them, and what became of it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import rich_click as click
from msgspec.structs import asdict

from ..domain.times import iso
from .lines import DIM, GOOD, ID, MARK, Styled, columns, counted, line, short
from .output import Screen, plain

if TYPE_CHECKING:
    from ..asking.file_versions import FileVersion
    from ..asking.files_listing import FileLine, FileText
    from ..keeping.file_copies import FileCopies
    from ..profiles.file_intake import TakenIn

_ROOT: Final = "/memories"


def document(found: tuple[FileLine, ...], file: FileText | None) -> dict[str, object]:
    """A folder or one file for programs."""
    if file is not None:
        return _named(asdict(file))
    return {"files": [_named(asdict(each)) for each in found]}


def told(version: FileVersion) -> dict[str, object]:
    """One version for programs."""
    fields = asdict(version)
    for inner in ("after", "before", "sameness"):
        del fields[inner]
    for name in ("came_from", "went_to"):
        fields[name] = None if fields[name] is None else _path(fields[name])
    return _named(fields)


def listing(found: tuple[FileLine, ...]) -> None:
    """A line a file, by its path."""
    if not found:
        line("no files yet; `lethelog mcp --profile files` lets an agent keep some")
        return
    columns(
        [
            (_path(each.place), ""),
            (counted(each.bytes, "byte"), ""),
            (_second(each.written_at), DIM),
        ]
        for each in found
    )


def content(found: FileText) -> None:
    """Byte for byte, but for a terminal, which is told nothing that it would obey."""
    if Screen().is_terminal:
        Screen().print(plain(found.text), soft_wrap=True, end="")
    else:
        click.echo(found.text.encode(), nl=False)


def history(found: tuple[FileVersion, ...]) -> None:
    """A line a version, the newest first, and one for each time that there was no file since."""
    rows: list[list[Styled]] = []
    for each in found:
        if each.went == "removed" or (each.went == "renamed" and each is found[0]):
            to = "" if each.went == "removed" else f"to {_path(each.went_to)}"
            gone = (_second(each.went_at or 0), DIM), (each.went, MARK), (f"by {each.went_by}", "")
            rows.append([*gone, ("", ""), ("", ""), (to, "")])
        former = f", from {_path(each.came_from)}" if each.came_from != each.place else ""
        rows.append(
            [
                (_second(each.written_at), DIM),
                (each.came, GOOD if each.came in {"undone", "created"} else ""),
                (f"by {each.origin}", ""),
                (short(each.item), ID),
                (counted(each.bytes, "byte"), ""),
                (f"{_path(each.place)}{former}", ""),
            ]
        )
    columns(rows)


def exported(made: FileCopies) -> None:
    """Where to, and what that means."""
    line(f"wrote {counted(made.files, 'file')} to ", (made.to, "bold"))
    line(("forgetting does not reach these files", DIM))


def taken_in(taken: TakenIn, *, not_taken: int) -> None:
    """A line for each file that is new or changed, and one for all."""
    for path in taken.created:
        line(path, ("  created", GOOD))
    for path in taken.changed:
        line(path, "  changed")
    for path, what in taken.left_out.items():
        line((f"{path}: left out, since it is never kept: {what}", MARK))
    parts = [
        f"{counted(len(taken.created), 'file')} created",
        f"{len(taken.changed)} changed" if taken.changed else "",
        f"{taken.unchanged} unchanged" if taken.unchanged else "",
        f"{not_taken} not taken in" if not_taken else "",
    ]
    line(", ".join(filter(None, parts)))


def _named(fields: dict[str, object]) -> dict[str, object]:
    return {"path": _path(str(fields.pop("place")))} | fields


def _path(place: str | None) -> str:
    return f"{_ROOT}/{place}"


def _second(moment: int) -> str:
    return iso(moment).replace("T", " ").removesuffix("Z")
