"""Every error that a caller can meet.

MemoryStoreError
├── InvalidInput        what was given cannot be read: correct it
├── NotFound            no such item or source here: look it up
├── Refused             a rule forbids it: blocked, already superseded, not current
├── Conflict            the journal moved meanwhile: decide again
├── StoreUnwritable     read-only, or the disk is full: make room, then repeat
├── StoreLocked         another process holds it: wait, then repeat
├── EmbedderFailed      what makes vectors gives none, or wrong ones: set it right, then repeat
├── JudgeFailed         who judges gives no verdict, or none that can be used: the question is open
│   └── BudgetSpent     what a run may ask is used up: ask the rest in another
├── KeyMissing          the master key of the store is not here: bring it back
├── StoreTooNew         a newer version wrote it: upgrade
└── StoreDamaged        not a store, or not as it was written: restore or rebuild
"""

from __future__ import annotations


class MemoryStoreError(Exception):
    """Anything that lethelog refuses to do or finds broken; its text says what to do next."""


class InvalidInput(MemoryStoreError):
    """What was given cannot be read as what it should be."""


class NotFound(MemoryStoreError):
    """No such item or source is in this store."""


class Refused(MemoryStoreError):
    """The order is understood and a rule forbids it."""


class Conflict(MemoryStoreError):
    """Something that the decision rested on changed before it was recorded."""


class StoreUnwritable(MemoryStoreError):
    """The store cannot take a write: it is read-only or the disk is full."""


class StoreLocked(MemoryStoreError):
    """Another process holds the store for longer than the wait that was allowed."""


class EmbedderFailed(MemoryStoreError):
    """What turns texts into vectors did not answer, or not with what was asked for."""


class JudgeFailed(MemoryStoreError):
    """Who judges did not answer, or not with what was asked for; nothing was recorded of it."""


class BudgetSpent(JudgeFailed):
    """As much was asked as one run may ask."""


class KeyMissing(MemoryStoreError):
    """The key that opens the vault of the store is not where it should be."""


class StoreTooNew(MemoryStoreError):
    """A newer version made or wrote the files; nothing was changed in them."""


class StoreDamaged(MemoryStoreError):
    """The files are not a store of this kind, or not as they were written."""
