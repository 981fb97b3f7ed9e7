"""Seals each payload under the keys of all sources that it came from, as the vault has them."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..domain.events import Lineage
from ..domain.identity import SourceUid
from ..journal.seals import Letter, NotAsSealed
from .sealing import SealBroken, joint_key, seal_all, unseal
from .vault import Branch, Keys, Vault, notice_branch, source_branch, store_branch

_QUESTIONS = store_branch("questions")  # what was asked from no source in particular


class VaultSeal:
    """The seal of a store; it can do no more than its vault has keys for."""

    def __init__(self, vault: Vault) -> None:
        self._vault = vault

    def epoch(self) -> int:
        """Grows whenever a key is destroyed, by whichever process."""
        return self._vault.epoch()

    def seal(self, letters: Sequence[Letter], *, epoch: int) -> list[bytes]:
        """What is written instead; KeysMoved, and no key is made, if the epoch is over."""
        branches = [_branches(letter) for letter in letters]
        keys = self._vault.make((each for of in branches for each in of), epoch=epoch)
        return seal_all(
            [
                (joint_key([keys[each] for each in of]), letter.content, letter.bound_to)
                for letter, of in zip(letters, branches, strict=True)
            ]
        )

    def open(self, letters: Sequence[Letter]) -> list[bytes | None]:
        """The payloads again; None where one is erased or one of its keys was destroyed."""
        branches = [_branches(letter) for letter in letters]
        keys = self._vault.existing({each for of in branches for each in of})
        return [
            _opened(place, letter, of, keys)
            for place, (letter, of) in enumerate(zip(letters, branches, strict=True))
        ]

    def destroy_source(
        self, lineage: Lineage, *, unless: Callable[[], bool] = lambda: False
    ) -> tuple[int, int, bool]:
        """Keys destroyed, keys made anew, and whether no old byte of them is left.

        Nothing is destroyed where `unless` holds, at a moment when nobody can make a key.
        """
        cut = self._vault.destroy(source_branch(lineage), unless=unless)
        return cut.destroyed, cut.rewrapped, cut.is_clean

    def purge_notice(self, source: SourceUid) -> None:
        """Destroys the key of what is kept about a forgotten source."""
        self._vault.destroy(notice_branch(source))

    def key(self, name: str) -> bytes:
        """A random key that belongs to the store as a whole, made on its first use."""
        branch = store_branch(name)
        return self._vault.make([branch])[branch]

    def close(self) -> None:
        """Lets all keys go."""
        self._vault.close()


def _branches(letter: Letter) -> list[Branch]:
    if letter.notice_of is not None:
        return [notice_branch(letter.notice_of)]
    if not letter.roots:
        return [_QUESTIONS]
    return [source_branch(lineage) for lineage in sorted(letter.roots)]


def _opened(place: int, letter: Letter, branches: Sequence[Branch], keys: Keys) -> bytes | None:
    found = [keys[branch] for branch in branches if branch in keys]
    if not letter.content or len(found) < len(branches):
        return None
    try:
        return unseal(joint_key(found), letter.content, bound_to=letter.bound_to)
    except SealBroken as error:
        if letter.notice_of is not None:
            return None  # its key was purged, and a later forgetting made another
        raise NotAsSealed(place) from error
