"""Whatever happens, what came from afar changes nothing that is trusted more."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import given

from lethelog.domain.events import (
    ChunkIngested,
    ConfidenceRevised,
    Contradicted,
    Origin,
    Promoted,
    Released,
    Superseded,
)
from lethelog.domain.identity import ItemId
from lethelog.tests.histories import Step, histories, lived


@given(histories(unblocking=True))
def test_nothing_from_afar_changes_what_is_trusted_more(steps: list[Step]) -> None:
    """In any history: neither places, nor trust, nor confidence, nor a promotion."""
    came_by: dict[ItemId, frozenset[Origin]] = {}
    free: set[ItemId] = set()
    for event in (recorded.event for recorded in lived(steps).history()):
        match event:
            case ChunkIngested():
                came_by[event.item] = frozenset({event.origin})
            case Released():
                free.add(event.item)
            case Promoted():
                inputs = event.derived_from or (event.item,)
                assert not any(_is_from_afar(each, came_by, free) for each in inputs)
                if event.text:
                    came_by[event.item] = frozenset().union(*(came_by[each] for each in inputs))
                    if all(each in free or "web" not in came_by[each] for each in inputs):
                        free.add(event.item)
            case Superseded(by=str(by)) | Contradicted(by=str(by)) | ConfidenceRevised(by=str(by)):
                if _is_from_afar(ItemId(by), came_by, free):
                    assert "web" in came_by[event.item]
            case _:
                pass


def _is_from_afar(
    item: ItemId, came_by: Mapping[ItemId, frozenset[Origin]], free: set[ItemId]
) -> bool:
    return "web" in came_by[item] and item not in free


def test_the_histories_tell_of_things_from_afar() -> None:
    """Some are heard and released, else the law would hold of nothing."""
    steps: list[Step] = [("hear", (0, 0, 0)), ("release", (0, 0, 0)), ("hear", (1, 0, 0))]
    kinds = [type(recorded.event) for recorded in lived(steps).history()]
    assert kinds == [ChunkIngested, Released, ChunkIngested]
