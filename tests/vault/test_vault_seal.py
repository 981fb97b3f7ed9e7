"""A payload is sealed under all its sources: it opens in any order of them, and without none."""

from __future__ import annotations

from typing import Final

import msgspec
import pytest

from lethelog.domain.events import Lineage, Roots
from lethelog.domain.identity import SourceUid
from lethelog.journal.seals import KeysMoved, Letter, NotAsSealed
from lethelog.tests.seals import IDENTITY
from lethelog.vault.open_vault import vault_in_memory
from lethelog.vault.vault_seal import VaultSeal

TEA, MILK, TURN = map(IDENTITY.lineage, ("fact/tea", "fact/milk", "conversation/c/1"))
TALK: Final = TURN[:1]
SOURCE: Final = SourceUid("forgotten")


@pytest.fixture
def seal() -> VaultSeal:
    """The seal of an empty store."""
    return VaultSeal(vault_in_memory())


def letter(*roots: Lineage, notice_of: SourceUid | None = None) -> Letter:
    """A payload made from some sources."""
    return Letter(b"a text", b"its envelope", roots, notice_of)


def sealed(seal: VaultSeal, plain: Letter) -> Letter:
    """The payload as it would come back from disk."""
    [content] = seal.seal([plain], epoch=seal.epoch())
    assert plain.content not in content
    return msgspec.structs.replace(plain, content=content)


@pytest.mark.parametrize("roots", [(), (TEA,), (TEA, MILK), (TEA, MILK, TURN), (TURN, TALK)])
def test_a_payload_opens_whatever_the_order_of_its_roots(seal: VaultSeal, roots: Roots) -> None:
    """They are a set, also those of which one holds the other."""
    written = sealed(seal, letter(*roots))
    for order in (roots, tuple(reversed(roots))):
        assert seal.open([msgspec.structs.replace(written, roots=order)]) == [b"a text"]


def test_fewer_roots_do_not_open_it(seal: VaultSeal) -> None:
    """Each has its share of the key."""
    written = sealed(seal, letter(TEA, MILK))
    for root in (TEA, MILK):
        with pytest.raises(NotAsSealed):
            seal.open([msgspec.structs.replace(written, roots=(root,))])


@pytest.mark.parametrize("gone", [TEA, MILK, TURN, TALK])
def test_it_dies_with_any_one_of_its_roots(seal: VaultSeal, gone: Lineage) -> None:
    """Or with what holds one; what needed only the others stays."""
    everything = sealed(seal, letter(TEA, MILK, TURN))
    alone = [sealed(seal, letter(root)) for root in (TEA, MILK, TURN)]
    destroyed, _, is_clean = seal.destroy_source(gone)
    assert (destroyed, is_clean) == (1 + (gone == TALK), True)
    assert seal.open([everything]) == [None]
    lost = [root[: len(gone)] == gone for root in (TEA, MILK, TURN)]
    assert seal.open(alone) == [None if is_lost else b"a text" for is_lost in lost]


def test_a_source_that_is_learned_again_does_not_open_what_was_before(seal: VaultSeal) -> None:
    """It has another key then."""
    old = sealed(seal, letter(TEA))
    seal.destroy_source(TEA)
    sealed(seal, letter(TEA))
    with pytest.raises(NotAsSealed):
        seal.open([old])


def test_the_first_that_was_changed_is_named_by_its_place(seal: VaultSeal) -> None:
    """Others around it may be whole, erased or destroyed."""
    good, gone, bad = (sealed(seal, letter(root)) for root in (TEA, MILK, TURN))
    seal.destroy_source(MILK)
    erased = msgspec.structs.replace(good, content=b"")
    assert seal.open([good, gone, erased]) == [b"a text", None, None]
    moved = msgspec.structs.replace(bad, bound_to=b"the envelope of another")
    with pytest.raises(NotAsSealed) as broken:
        seal.open([good, gone, moved, moved])
    assert broken.value.place == 2


def test_what_tells_of_a_forgotten_source_outlives_it(seal: VaultSeal) -> None:
    """Until that is purged as well; whatever the roots, it needs no key of a source."""
    notice = sealed(seal, letter(TEA, notice_of=SOURCE))
    seal.destroy_source(TEA)
    assert seal.open([notice]) == [b"a text"]
    seal.purge_notice(SOURCE)
    assert seal.open([notice]) == [None]
    assert seal.open([sealed(seal, letter(TEA, notice_of=SOURCE)), notice]) == [b"a text", None]


def test_keys_of_the_store_are_made_once_and_differ_by_name(seal: VaultSeal) -> None:
    """No forgetting changes them."""
    keys = [seal.key(name) for name in ("identity", "chain", "view")]
    assert len(set(keys)) == 3
    sealed(seal, letter(TEA))
    seal.destroy_source(TEA)
    assert [seal.key(name) for name in ("identity", "chain", "view")] == keys


def test_who_has_not_seen_a_destruction_makes_no_key(seal: VaultSeal) -> None:
    """Not even for another source: it has to look again at what may be written."""
    before = seal.epoch()
    sealed(seal, letter(TEA))
    seal.destroy_source(TEA)
    for root in (TEA, MILK):
        with pytest.raises(KeysMoved):
            seal.seal([letter(root)], epoch=before)
    seal.destroy_source(MILK)
    assert seal.epoch() == before + 1
