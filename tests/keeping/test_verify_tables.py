"""Verifying an open memory: its live tables are what a replay of its journal gives."""

from __future__ import annotations

from pathlib import Path

from lethelog.keeping.verify import verify_store
from lethelog.memory import Memory
from lethelog.tests.keeping.stores import tamper


def _tables(memory: Memory) -> dict[str, tuple[int, int, bool]]:
    found = memory.verify()
    return {each.table: (each.rows, each.rows_replayed, each.is_equal) for each in found.tables}


def test_the_live_tables_are_compared_with_a_replay(store: Path) -> None:
    """Table by table, as of one position, and nothing of the replay is left."""
    with Memory.open(store) as memory:
        found = memory.verify()
        assert found.is_sound
        assert (found.replayed_to, found.tables_left_out) == (4, "")
        assert _tables(memory)["item"] == (2, 2, True)
    assert [path.parent.name for path in store.glob("views/*/*.duckdb")] == ["0"]


def test_a_table_that_differs_is_a_problem_that_a_rebuild_ends(store: Path) -> None:
    """The journal is sound, so no backup is needed."""
    with Memory.open(store) as memory:
        memory.ask(lambda view: view.rows("DELETE FROM hit WHERE rank = 1"))
        found = memory.verify()
        assert [problem.what for problem in found.problems] == [
            "the table `hit` is not that of a replay: 0 rows, 2 in the replay"
        ]
        assert "`lethelog rebuild` makes it anew" in str(found.complaint())
        assert not memory.rebuild().is_equal
        assert memory.verify().is_sound


def test_where_the_journal_is_damaged_no_table_is_compared(store: Path) -> None:
    """Nothing could be told of them; the same where only the files are looked at."""
    assert verify_store(store).tables_left_out == "only the files were compared"
    with Memory.open(store) as memory:
        tamper(
            store / "journal.sqlite", "UPDATE payload SET data = zeroblob(99) WHERE position = 3"
        )
        found = memory.verify()
    assert (found.tables, found.problems[0].position) == ((), 3)
    assert found.tables_left_out == "what they are built from is damaged"
    assert "restore it from a backup" in str(found.complaint())
