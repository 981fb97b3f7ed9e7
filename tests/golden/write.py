"""Writes a golden store into a new folder, and beside it what it tells.

    python tests/golden/write.py FOLDER
    python tests/golden/write.py --expectations-only FOLDER

A store that is kept is never written again; README.md says why.
"""

from __future__ import annotations

import argparse
import os
import shutil
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import msgspec

from lethelog.memory import Memory
from lethelog.tests.golden.life import KEY, clock, later_life
from lethelog.tests.golden.told import Told, told

FILES: Final = ("journal.sqlite", "vault.sqlite")
EXPECTED: Final = "expected.json"
BY_VERSION: Final = ("tables", "searches")
"""What is told by the version of the projection that it was made by."""


def write(folder: Path, place: Path) -> None:
    """The two files of a store; the read models can be made again."""
    folder.mkdir(parents=True)
    with Memory.open(place, clock=clock()) as memory:
        later_life(memory)
    for name in FILES:
        shutil.copyfile(place / name, folder / name)


def expect(folder: Path, place: Path) -> None:
    """Adds what it tells to what it is expected to tell; ends where it tells something else."""
    copy_store(folder, place)
    now, path = told(place), folder / EXPECTED
    before: Told = msgspec.json.decode(path.read_bytes()) if path.exists() else now
    if differing := [key for key in now if key not in BY_VERSION and now[key] != before[key]]:
        sys.exit(f"{folder} does not tell the same {', '.join(differing)} any more")
    for kind in BY_VERSION:
        for made_by, each in now[kind].items():
            if before[kind].setdefault(made_by, each) != each:
                sys.exit(f"{folder}: the {kind} of {made_by} are others; raise its version")
    path.write_bytes(msgspec.json.format(msgspec.json.encode(before, order="sorted")) + b"\n")


def copy_store(folder: Path, place: Path) -> None:
    """The files to where they may be opened, which makes more of them."""
    place.mkdir(parents=True)
    for name in FILES:
        shutil.copyfile(folder / name, place / name)


def main() -> None:
    """As the command line says."""
    parser = argparse.ArgumentParser(description="Write a golden store, and what it tells.")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--expectations-only", action="store_true")
    asked = parser.parse_args()
    with TemporaryDirectory() as place:
        os.environ |= {"LETHELOG_MASTER_KEY": KEY, "LETHELOG_KEYS": place}
        if not asked.expectations_only:
            write(asked.folder, Path(place) / "written")
        expect(asked.folder, Path(place) / "read")


if __name__ == "__main__":
    main()
