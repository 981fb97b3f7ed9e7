"""Another Python that is here replays the same journals to the same digests.

`make proof-replay PYTHONS="python3.12 python3.13"` sets up those that are named.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from shutil import copytree
from tempfile import TemporaryDirectory
from typing import Final, TypeAlias

import msgspec
import pytest
from hypothesis import Phase, given, settings

from lethelog.tests.golden.life import KEY
from lethelog.tests.golden.told import Told, told
from lethelog.tests.golden.write import copy_store
from lethelog.tests.histories import Step
from lethelog.tests.proofs import every_character
from lethelog.tests.proofs.other_pythons import other_pythons, said_by
from lethelog.tests.proofs.whole_life import WholeLife, whole_histories
from lethelog.tests.test_golden import STORES

Figure: TypeAlias = Callable[[str, int], None]

NO_SHRINKING: Final = (Phase.reuse, Phase.generate)  # processes take too long for it
HISTORIES: Final = max(int(os.environ.get("REPLAYS", "12")) // 20, 2)


@pytest.fixture
def pythons() -> dict[str, Path]:
    """Those that are here besides the one that runs the tests."""
    found = other_pythons()
    if not found:
        pytest.skip(
            "no other Python here has what the program needs; `make proof-replay"
            " PYTHONS=python3.13` sets one up, if that is installed"
        )
    return found


def told_by(python: Path, stores: list[Path], place: Path) -> list[Told]:
    """What the stores tell there; each is a copy of its own, since opening makes files."""
    copies = [str(copytree(store, place / str(n))) for n, store in enumerate(stores)]
    said = said_by(python, ["-m", "lethelog.tests.golden.told", *copies], place)
    answers: list[Told] = msgspec.json.decode(said)
    return answers


def compare(pythons: dict[str, Path], stores: list[Path], place: Path) -> None:
    """Every event, table and answer of each store, as this Python and as the others tell it."""
    said = {version: place / version for version in pythons}
    expected = [told(copytree(store, place / "here" / str(n))) for n, store in enumerate(stores)]
    for version, folder in said.items():
        folder.mkdir()
        assert (version, told_by(pythons[version], stores, folder)) == (version, expected)


def test_golden_journals(
    pythons: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    """What earlier versions wrote."""
    monkeypatch.setenv("LETHELOG_MASTER_KEY", KEY)
    stores = [tmp_path / "golden" / store.name for store in STORES]
    for store, place in zip(STORES, stores, strict=True):
        copy_store(store, place)
    compare(pythons, stores, tmp_path)
    figure("replay: other versions of Python", len(pythons))
    figure("replay: golden journals replayed there", len(stores) * len(pythons))


def test_histories(pythons: dict[str, Path], figure: Figure) -> None:
    """What has just been written here, with all that can happen and be forgotten."""
    replayed = 0

    @settings(max_examples=HISTORIES, phases=NO_SHRINKING)
    @given(whole_histories(unblocking=True))
    def prove(steps: list[Step]) -> None:
        nonlocal replayed
        with TemporaryDirectory() as folder:
            store = Path(folder) / "store"
            with closing(WholeLife(store)) as life:
                for step in steps:
                    life.do(step)
            compare(pythons, [store], Path(folder))
        replayed += len(pythons)

    try:
        prove()
    finally:
        figure("replay: histories replayed there", replayed)


def test_every_character_of_unicode(pythons: dict[str, Path], tmp_path: Path) -> None:
    """Each Python knows another version of it, and all make the same terms and ids of a text."""
    expected = every_character.digest()
    for version, python in pythons.items():
        program = ["-m", "lethelog.tests.proofs.every_character"]
        assert (version, said_by(python, program, tmp_path)) == (version, expected)
