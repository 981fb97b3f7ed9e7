"""Lines of prose that speak of keys, passwords and secrets and hold none."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

_THINGS: Final = (
    *("password", "secret", "key", "token", "pass", "passport", "passphrase", "bearer", "keyboard"),
    *("credential", "certificate", "authorisation", "session", "account", "kettle", "garden"),
    *("recipe", "train", "meeting", "api", "server", "basket", "login", "access key", "map"),
)
_PEOPLE: Final = ("Ann", "Ben", "my mother", "the librarian", "Mr. Okafor", "Zoë", "the new hire")
_ACTS: Final = (
    *("forgot", "changed", "lost", "found", "asked about", "explained", "shared", "wrote down"),
    *("was proud of", "laughed at", "reset", "complained about", "kept quiet about", "liked"),
)
_WAYS: Final = (
    *("is safe with me", "is harder to find than I thought", "was on the table all along"),
    *("should be at least 12 characters long", "is case-sensitive", "expires in 30 days"),
    *("is the same as last year", "is a matter of taste", "is on page 42", "was never the problem"),
    *("is something I would not share", "is well-known by now", "is, as ever, patience"),
)
_TIMES: Final = (
    *("yesterday", "on 2026-03-14", "at 18:30", "last week", "in 1998", "every other Friday"),
    *("before the move", "around 7 p.m.", "on the 3rd of May", "twice", "at dawn"),
)
_ASIDES: Final = (
    *("see https://example.org/tea/2026?page=2", "order 4711-0815", "call +44 20 7946 0018"),
    *("room B12", "flight LH441", "commit 9fceb02d", "ISBN 978-3-16-148410-0", "v2.10.3"),
    *("write to ann@example.org", "the file is /home/ann/notes.txt", "it cost £12.50", "page 3/4"),
    *("id 550e8400-e29b-41d4-a716-446655440000", "at http://localhost:8080/login", "#teatime"),
    "sha 356a192b7913b04c54574d18c28d46e6395428ab",
)
_FORMS: Final = (
    "{who} {act} the {thing} {when}.",
    "The {thing} {way}, said {who}.",
    "My {thing} {way}.",
    "The secret of {thing}s is that nobody {act} one {when}.",
    "{when}, {who} {act} the {thing} for the {thing2}; {aside}.",
    "What about the {thing}? It {way}.",
    "{who}: the {thing} {way}, {aside}",
    "Note on the {thing}: {who} {act} it {when}",
    "{thing}: {who} {act} it {when}, and the {thing2} {way}",
    "A {thing} to the {thing2} {way}; {who} {act} it.",
    "I {act} my {thing} again, and the {thing2} of {who} too ({aside}).",
    "“Is the {thing} with {who}?” — “No, {who} {act} it {when}.”",
    "Passing the {thing} to {who} {when} was the key to the {thing2}.",
    "Dear {who}, the {thing} {way}. {aside}. Yours, the keeper of the {thing2}",
)


def lines(count: int, seed: int = 11) -> Iterator[str]:
    """So many lines, each put together anew."""
    random = Random(seed)
    for _ in range(count):
        yield random.choice(_FORMS).format(
            who=random.choice(_PEOPLE),
            act=random.choice(_ACTS),
            way=random.choice(_WAYS),
            when=random.choice(_TIMES),
            aside=random.choice(_ASIDES),
            thing=random.choice(_THINGS),
            thing2=random.choice(_THINGS),
        )
