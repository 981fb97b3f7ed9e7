"""The vault: one key a source, in a tree like that of the sources, with the master key above.

Each node holds two keys, sealed under its parent's wrap key: a data key, which seals texts and
never changes, and a wrap key, which seals the nodes below. Destroying a node makes all below it
unreadable. So that no old copy helps, every wrap key on the way up is then made anew and seals
again what remains below it, up to a new master key. Outermost sources lie in 32 buckets of 32, so
that even there only a fraction of them is touched.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Sequence
from typing import Final, TypeAlias, TypeVar

import msgspec

from ..domain.errors import KeyMissing
from ..domain.events import Lineage
from ..journal.seals import KeysMoved
from .key_rows import KeyRows
from .master_key import MasterKey
from .node import Pair, new_pairs, opened, sealed_rows
from .sealing import new_key

Branch: TypeAlias = tuple[str, ...]
"""Nodes from the top down to the one that is meant."""

Keys: TypeAlias = dict[Branch, bytes]
T = TypeVar("T")

TOP: Final = ""
_NODES_KEPT: Final = 100_000


class Cut(msgspec.Struct, frozen=True, kw_only=True):
    """What a destruction did; `is_clean` once no old byte is left in the vault's files."""

    destroyed: int
    rewrapped: int
    is_clean: bool


def source_branch(lineage: Lineage) -> Branch:
    """Where the node of a source hangs."""
    return (*_buckets("bucket", lineage[0]), *lineage)


def notice_branch(source: str) -> Branch:
    """Where the key hangs of what is kept about a forgotten source, such as its block record."""
    return (*_buckets("notices", source), f"notice:{source}")


def store_branch(name: str) -> Branch:
    """Where a key hangs that belongs to the store as a whole."""
    return ("store", f"store:{name}")


def _buckets(kind: str, uid: str) -> Branch:
    """The first two letters of an id, each of which is one of 32, give two levels."""
    return (f"{kind}:{uid[:1]}", f"{kind}:{uid[:2]}")


class Vault:
    """Hands out data keys and destroys them; what one process destroys no other can use again."""

    def __init__(self, rows: KeyRows, master: MasterKey) -> None:
        self._rows = rows
        self._master = master
        self._epoch = rows.epoch()
        self._pairs: dict[str, Pair] = {}
        self._lock = threading.RLock()  # whoever reads keys must not see them cleared
        if rows.is_empty():
            with rows.writing():  # two processes may make one store: the first makes the key
                if rows.is_empty() and not master.has(self._epoch):
                    master.begin(self._epoch)
        self._look(self._check_master)

    def existing(self, branches: Iterable[Branch]) -> Keys:
        """The data keys that there are; none for a node that was destroyed or never made."""
        wanted = list(branches)

        def found() -> Keys:
            self._load(wanted)
            return {b: self._pairs[b[-1]].data for b in wanted if b[-1] in self._pairs}

        return self._look(found)

    def make(self, branches: Iterable[Branch], *, epoch: int | None = None) -> Keys:
        """The data keys, made where there are none; they have reached the disk on return.

        KeysMoved, and none is made, if the epoch that was named is over.
        """
        wanted = list(dict.fromkeys(branches))
        with self._lock:
            self._refresh()
            missing = [branch for branch in wanted if branch[-1] not in self._pairs]
            if missing:
                try:
                    with self._rows.writing():
                        self._make(missing, epoch)
                except BaseException:
                    self._pairs.clear()  # among them may be keys that never reached the disk
                    raise
            return {branch: self._pairs[branch[-1]].data for branch in wanted}

    def _make(self, missing: Sequence[Branch], epoch: int | None) -> None:
        self._refresh()
        if epoch is not None and epoch != self._epoch:
            raise KeysMoved
        self._load(missing)
        self._add(missing)

    def epoch(self) -> int:
        """Grows with every destruction, by whichever process."""
        return self._rows.epoch()

    def destroy(self, branch: Branch, *, unless: Callable[[], bool] = lambda: False) -> Cut:
        """Cuts off a node with all below it and renews every key above; twice is once.

        Nothing where `unless` holds, which is asked while no other process can make a key.
        """
        parent, uid = branch[-2:]
        with self._lock, self._rows.writing():
            self._refresh()
            self._load([branch[:-1]])
            destroyed = 0 if unless() else self._rows.remove(parent, uid)
            rewrapped = self._renew(branch[:-1]) if destroyed else 0
        return Cut(destroyed=destroyed, rewrapped=rewrapped, is_clean=self.clean())

    def rotate(self) -> Cut:
        """A new master key takes the place of the present one, and old vaults are of no use."""
        with self._lock, self._rows.writing():
            self._refresh()
            rewrapped = self._renew(())
        return Cut(destroyed=0, rewrapped=rewrapped, is_clean=self.clean())

    def clean(self) -> bool:
        """Leaves nothing of what was destroyed in any file; False while another process reads."""
        with self._lock:
            self._pairs.clear()
        is_clean = self._rows.checkpoint()
        with self._rows.writing():  # nobody may begin an epoch meanwhile
            self._master.end_before(self._rows.epoch())
        return is_clean

    def close(self) -> None:
        """Closes the file and lets go of all keys."""
        with self._lock:
            self._pairs.clear()
            self._rows.close()

    def _look(self, at: Callable[[], T]) -> T:
        """Looks at one moment; again if the master key of that was destroyed meanwhile."""
        while True:
            try:
                with self._lock, self._rows.reading():
                    self._refresh()
                    return at()
            except KeyMissing:
                if self._rows.epoch() == self._epoch:
                    raise

    def _check_master(self) -> None:
        """StoreDamaged unless the master key opens what hangs below it."""
        key = self._master.get(self._epoch)
        for uid, sealed in self._rows.below(TOP)[:1]:
            opened(key, TOP, uid, sealed)

    def _refresh(self) -> None:
        """Another process may have destroyed something: then no key that we keep counts."""
        epoch = self._rows.epoch()
        if epoch != self._epoch or len(self._pairs) > _NODES_KEPT:
            self._pairs.clear()
            self._epoch = epoch

    def _load(self, branches: Iterable[Branch]) -> None:
        """Opens all nodes on these branches that are there, from the top down."""
        parents = self._unknown(branches)
        if not parents:
            return
        sealed = self._rows.nodes(parents)
        for uid, parent in parents.items():
            if uid in sealed and (not parent or parent in self._pairs):
                self._pairs[uid] = opened(self._wrap_key(parent), parent, uid, sealed[uid])

    def _add(self, branches: Iterable[Branch]) -> None:
        """Makes all nodes on these branches that are not there."""
        parents = self._unknown(branches)
        self._pairs.update(zip(parents, new_pairs(len(parents)), strict=True))
        self._rows.put(
            sealed_rows(
                [
                    (self._wrap_key(above), above, uid, self._pairs[uid])
                    for uid, above in parents.items()
                ]
            )
        )

    def _unknown(self, branches: Iterable[Branch]) -> dict[str, str]:
        """The nodes on these branches whose keys we do not have, with the parent of each."""
        return {
            uid: parent
            for branch in branches
            if branch and branch[-1] not in self._pairs
            for parent, uid in zip((TOP, *branch), branch, strict=False)
            if uid not in self._pairs
        }

    def _renew(self, above: Branch) -> int:
        """New wrap keys from the bottom of the branch up, and a new master key at last."""
        fresh: dict[str, Pair] = {}
        count = 0
        for uid in reversed(above):
            old = self._pairs[uid]
            fresh[uid] = Pair(old.data, new_key())
            count += self._rewrap(uid, old.wrap, fresh[uid].wrap, fresh)
        epoch = self._epoch + 1
        count += self._rewrap(TOP, self._master.get(self._epoch), self._master.begin(epoch), fresh)
        self._rows.begin_epoch(epoch)
        return count

    def _rewrap(self, parent: str, old: bytes, new: bytes, fresh: dict[str, Pair]) -> int:
        """Seals the nodes right below a parent under its new key instead of its old one."""
        below = self._rows.below(parent)
        self._rows.put(
            sealed_rows(
                [
                    (new, parent, uid, fresh.get(uid) or opened(old, parent, uid, was))
                    for uid, was in below
                ]
            )
        )
        return len(below)

    def _wrap_key(self, uid: str) -> bytes:
        return self._master.get(self._epoch) if uid == TOP else self._pairs[uid].wrap
