"""A secret that somebody pastes is in no file of the store, and prose comes in as it was said.

A search that finds nothing proves nothing unless it would find what is there: the same search finds
every secret where they were allowed in, and the words beside them where they were not.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import duckdb
import pytest

from lethelog.domain.secrets import redacted
from lethelog.tests.proofs import prose
from lethelog.tests.proofs.canaries import all_found
from lethelog.tests.proofs.secret_samples import MAKERS, samples
from lethelog.tests.proofs.unsealed import open_unsealed

Figure: TypeAlias = Callable[[str, int], None]
SAMPLES, LINES = 200, 10_000
PLANTED = len(MAKERS) * 3
BESIDE = "canarybesidethesecrets"


@pytest.fixture(autouse=True)
def _nothing_is_compressed(monkeypatch: pytest.MonkeyPatch) -> None:
    """DuckDB stores texts as they are, in every file that is made."""
    connect = duckdb.connect

    # The parameters are those of DuckDB's own function.
    def connect_uncompressed(database: str, **options: Any) -> duckdb.DuckDBPyConnection:  # noqa: ANN401
        connection = connect(database, **options)
        connection.execute("PRAGMA force_compression = 'uncompressed'")
        return connection

    monkeypatch.setattr(duckdb, "connect", connect_uncompressed)


def test_of_200_secrets_at_least_98_in_a_hundred_are_left_out(figure: Figure) -> None:
    """Of twelve kinds and more, in the words that people paste them with."""
    made = list(samples(SAMPLES))
    caught = [each for each in made if each.secret not in redacted(each.text).text]
    figure("secrets pasted", len(made))
    figure("secrets left out", len(caught))
    figure("kinds of secrets", len({each.kind for each in made}))
    assert len({each.kind for each in made}) >= 12
    assert len(caught) >= 0.98 * SAMPLES


def test_of_10000_lines_of_prose_at_most_one_in_a_thousand_is_touched(figure: Figure) -> None:
    """Though they speak of passwords, keys and secrets all the time."""
    touched = [line for line in prose.lines(LINES) if redacted(line).kinds]
    figure("lines of prose", LINES)
    figure("lines of prose touched", len(touched))
    assert len(touched) <= 0.001 * LINES


def filled(folder: Path, *, allow_secrets: bool) -> frozenset[str]:
    """The secrets that were pasted into a store that is not sealed, and searched for there."""
    made = list(samples(PLANTED, seed=3))
    with open_unsealed(folder) as memory:
        for each in made:
            memory.remember(f"{BESIDE}\n{each.text}", allow_secrets=allow_secrets)
        memory.ingest(
            "\n".join(each.text for each in made).encode(),
            name="notes",
            source_kind="fact",
            allow_secrets=allow_secrets,
        )
        for each in made:
            memory.search(each.text)
        memory.flush()
        memory.search("tea", record=False)
    return frozenset(each.secret for each in made)


def test_no_secret_is_in_any_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    """Neither in the journal nor in a read model, though the word beside each is."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    secrets = filled(tmp_path / "store", allow_secrets=False)
    left = all_found(tmp_path / "store", secrets | {BESIDE})
    figure("secrets planted", len(secrets))
    figure("secrets found in the store", len(left - {BESIDE}))
    assert left == {BESIDE}


def test_the_same_search_finds_each_one_that_was_allowed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, figure: Figure
) -> None:
    """So it is the door that keeps them out, and not luck."""
    monkeypatch.setenv("LETHELOG_KEYS", str(tmp_path / "keys"))
    secrets = filled(tmp_path / "store", allow_secrets=True)
    left = all_found(tmp_path / "store", secrets)
    figure("secrets found where they were allowed", len(left))
    assert left == secrets
