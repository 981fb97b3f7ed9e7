"""The second half of the demo: a conversation is forgotten, and the rest is built anew."""

from __future__ import annotations

from pathlib import Path

import duckdb
from rich.text import Text

from ..domain.errors import NotFound, Refused
from ..domain.identity import ItemId
from ..memory import Memory
from .life import FORGOTTEN, Life
from .stage import HITS, Stage, excerpt, one_line


def forget(stage: Stage, memory: Memory) -> tuple[ItemId, ...]:
    """Shows the plan, applies it, and hands back what is gone."""
    stage.heading(f"Forget {FORGOTTEN}, and all that came from it")
    plan = memory.plan_forget(FORGOTTEN)
    gone = tuple(line.item for line in plan.gone)
    promoted = [fact for fact in memory.facts() if fact.item in gone]
    stage.say(f"the plan, made at position {plan.position}:")
    stage.say(("  goes   ", "red"), f"{len(gone)} texts, {len(promoted)} of them promoted:")
    for fact in promoted:
        stage.say("         ", excerpt(fact.text))
    for line in plan.kept:
        stage.say(("  stays  ", "green"), excerpt(line.text), (f"  {line.source}", "blue"))
    stage.say(
        ("  else   ", "dim"),
        f"{len(plan.rederivable)} can be made again, {len(plan.revived)} come back,"
        f" {len(plan.promotions_undone)} promotions lose their ground",
    )
    stage.prove("something promoted goes, and something stays", holds=bool(promoted and plan.kept))
    forgotten = memory.forget(FORGOTTEN)
    stage.prove("what the plan names is what goes", holds=set(forgotten.items) == set(gone))
    return gone


def look_for_what_is_gone(
    stage: Stage, memory: Memory, life: Life, gone: tuple[ItemId, ...]
) -> None:
    """Asks for it in every way that there is."""
    found = [
        (question.needle, one_line(each.text).casefold())
        for question in life.lost
        for each in memory.search(question.question, limit=len(gone)).found
    ]
    stage.prove_aloud(
        f"no search finds {' or '.join(q.answer_contains for q in life.lost)} any more",
        holds=not any(needle in text for needle, text in found),
    )
    stage.prove_aloud(
        "what was promoted from it is gone, and no id of it is known",
        holds=not any(fact.item in gone for fact in memory.facts())
        and not any(_is_known(memory, item) for item in gone),
    )
    best = memory.search(life.kept.question, limit=HITS).found[0]
    stage.prove_aloud(
        f"{life.kept.answer_contains} is still known, from {best.source}",
        holds=life.kept.answer_contains in one_line(best.text),
    )
    refusal = _refusal(memory, life.forgotten_file)
    stage.prove_aloud(f"{life.forgotten_file.name} cannot be learned again:", holds=bool(refusal))
    stage.show(Text(f"  {refusal}", "red"))


def rebuild(stage: Stage, memory: Memory) -> None:
    """Replays the journal from its first event and compares."""
    stage.heading("Replay: the journal alone gives the same memory again")
    rebuilt = memory.rebuild()
    stage.say(f"as it was   {rebuilt.digest_before}")
    stage.say(f"rebuilt     {rebuilt.digest_after}")
    stage.prove_aloud("the two are equal", holds=rebuilt.is_equal)


def cells_with(folder: Path, *needles: str) -> tuple[int, int]:
    """How many cells of all tables hold one of the texts, and how many there are.

    Reads the files of the read models of a closed store, as anyone could.
    """
    having = everything = 0
    for file in sorted(folder.glob("views/*/*.duckdb")):
        with duckdb.connect(str(file), read_only=True) as db:
            names = db.execute("SELECT table_name FROM duckdb_tables() ORDER BY ALL").fetchall()
            for (name,) in names:
                cells = [str(cell).casefold() for row in db.table(name).fetchall() for cell in row]
                everything += len(cells)
                having += sum(any(needle in cell for needle in needles) for cell in cells)
    return having, everything


def _is_known(memory: Memory, item: ItemId) -> bool:
    try:
        memory.why(item)
    except NotFound:
        return False
    return True


def _refusal(memory: Memory, file: Path) -> str:
    try:
        memory.ingest(file)
    except Refused as refused:
        return str(refused)
    return ""
