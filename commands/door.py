"""The door that all words pass before an event is made of them: nothing hidden, no secrets."""

from __future__ import annotations

from itertools import pairwise
from typing import Final, TypeVar

import msgspec
from msgspec.structs import replace

from ..domain.hygiene import visible
from ..domain.secrets import redacted, redacted_pieces, redacted_value
from ..sources.document import Document, Passage
from ..sources.text import is_cut_in_a_word

Order = TypeVar("Order", bound=msgspec.Struct)

# What somebody writes beside a text and a value; ids, kinds and times are ours.
_WORDS: Final = (
    *("child", "title", "author", "session", "subject", "attribute", "scope", "reasoning"),
    *("reason", "note"),
)
_WORD_CHARS_MAX: Final = 15  # no secret is known by one word that short
_VALUE_CHARS_MIN: Final = 4  # a shorter one stands in other words too


class Door:
    """Lets in a document or an order, and tells what it left out.

    What has passed passes again as it is. Where secrets are allowed, only what hides stays outside.
    """

    def __init__(self, *, allow_secrets: bool = False) -> None:
        self._allow_secrets = allow_secrets
        self._kinds: list[str] = []
        self._known: dict[str, str] = {}  # a title stands in every passage, and counts once

    @property
    def left_out(self) -> tuple[str, ...]:
        """The kind of each secret so far, with repetitions."""
        return tuple(self._kinds)

    def words(self, said: str, *, gap: str = "") -> str:
        """One text on its own; a `gap` stands where something was hidden."""
        if said.isalnum() and said.isascii() and len(said) <= _WORD_CHARS_MAX:
            return said
        shown = visible(said, gap=gap)
        if self._allow_secrets:
            return shown
        if shown not in self._known:
            self._known[shown], kinds = redacted(shown)
            self._kinds += kinds
        return self._known[shown]

    def order(self, order: Order) -> Order:
        """An order with all words that somebody wrote into it."""
        return self._let_in(order, (*_WORDS, "text"))

    def document(self, document: Document) -> Document:
        """A document; a secret may reach over several of its passages, which are its pieces.

        A passage that was nothing but the rest of one is left out.
        """
        texts = [visible(each.text) for each in document.passages]
        if not self._allow_secrets:
            gaps = [_gap(*pair) for pair in pairwise(document.passages)]
            texts, kinds = redacted_pieces(texts, gaps)
            self._kinds += kinds
        passages = (
            self._let_in(_saying(passage, text), _WORDS)
            for passage, text in zip(document.passages, texts, strict=True)
            if text.strip()
        )
        location = self.words(document.location)
        return replace(document, location=location, passages=tuple(passages))

    def _let_in(self, order: Order, names: tuple[str, ...]) -> Order:
        given = {name: said for name in names if (said := getattr(order, name, ""))}
        let_in = {name: self.words(said) for name, said in given.items()}
        if value := getattr(order, "value", ""):
            given["value"], let_in["value"] = value, self._value(let_in.get("attribute", ""), value)
            if let_in["value"] != value and len(value) >= _VALUE_CHARS_MIN:
                given["text"] = getattr(order, "text", "")
                text = let_in.get("text", given["text"])
                let_in["text"] = text.replace(value, let_in["value"])  # it says so in words too
        changed = {name: said for name, said in let_in.items() if said != given[name]}
        return replace(order, **changed) if changed else order

    def _value(self, attribute: str, value: str) -> str:
        """A value, which its attribute may call a secret."""
        shown = visible(value)
        if self._allow_secrets:
            return shown
        left, kinds = redacted_value(attribute, shown)
        self._kinds += kinds
        return left


def _saying(passage: Passage, text: str) -> Passage:
    return passage if text == passage.text else replace(passage, text=text.strip())


def _gap(before: Passage, after: Passage) -> str:
    """What stood between two pieces; nothing where a long word was cut for want of a space."""
    is_one = before.child == after.child and is_cut_in_a_word(before.text)
    return "" if is_one else "\n"
