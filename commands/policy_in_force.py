"""The constants that are in force now, whichever process adopted them."""

from __future__ import annotations

from ..domain.events import PolicyAdopted
from ..domain.policy import DEFAULT, Policy, check
from ..journal.journal import Journal, Selection


class PolicyInForce:
    """Looks into the journal for what was adopted since it last looked."""

    def __init__(self, journal: Journal, given: Policy | None) -> None:
        """What was `given` stays in force, whatever is adopted; InvalidInput if it cannot be."""
        if given is not None:
            check(given)
        self.given = given
        self._journal = journal
        self._adopted: Policy | None = None
        self._seen = 0

    def now(self) -> Policy:
        """The given one, else the one that was adopted last, else the default."""
        if self.given is not None:
            return self.given
        news, self._seen = self._journal.select([Selection((PolicyAdopted,))], after=self._seen)
        for recorded in news:
            if isinstance(recorded.event, PolicyAdopted):
                self._adopted = recorded.event.policy
        return self._adopted or DEFAULT
