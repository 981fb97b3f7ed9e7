"""Receipts: one JSON object becomes one readable block of `key: value` lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from ..domain.errors import InvalidInput
from . import fields, text
from .document import Document, Passage, as_many_as_allowed
from .naming import name_of, what_is

RECEIPT_BYTES_MAX: Final = 16 * 1024 * 1024  # it is read whole, into many times its bytes
RECEIPT_CHARS_MAX: Final = 16 * 1024 * 1024  # of all that it says, each with the keys above it
_ID: Final = (
    "id",
    "receipt_id",
    "receipt",
    "receipt_number",
    "number",
    "order_id",
    "order_number",
    "order",
    "invoice_id",
    "invoice_number",
    "invoice",
    "transaction_id",
    "uuid",
)
_DATE: Final = (
    "date",
    "purchased_at",
    "purchase_date",
    "time",
    "datetime",
    "timestamp",
    "created_at",
    "issued_at",
    "paid_at",
    "order_date",
    "transaction_date",
)
_MERCHANT: Final = ("merchant", "store", "vendor", "shop")
_NAME: Final = ("name", "title", "description", "item", "product")
_QUANTITY: Final = ("quantity", "qty", "count")
_PRICE: Final = ("price", "amount", "total", "cost")
_CLOCK: Final = re.compile(r"\d{2}:\d{2}(:\d{2})?")
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")

Pair: TypeAlias = tuple[str, str]


def read_receipt(data: bytes, *, location: str = "", name: str | None = None) -> Document:
    """One passage, or as few as its length allows when it is longer than a chunk."""
    what = what_is(location)
    content = text.decode(data, what)
    if len(data) > RECEIPT_BYTES_MAX:
        raise InvalidInput(
            f"{what} has {len(data)} bytes; {RECEIPT_BYTES_MAX} are allowed in one JSON object"
        )
    receipt = _object(content, what)
    rows = [f"{label}: {value}" for label, value in _Telling(what).pairs("", receipt)]
    if not rows:
        raise InvalidInput(f"{what} is a JSON object in which no field has a value")
    found = fields.spelled_alike(receipt)
    itself = fields.text_of(fields.first(found, _ID)) or ""
    given, named_by = name_of("receipt", itself, location=location, name=name)
    title, dated_at = _merchant(found), _dated_at(found, what)
    return Document(
        source_kind="receipt",
        name=given,
        named_by=named_by,
        location=location,
        passages=as_many_as_allowed(
            (
                Passage(text=piece, title=title, dated_at=dated_at)
                for piece in text.chunks(text.blocks(rows))
            ),
            what,
        ),
    )


def _object(content: str, what: str) -> fields.Fields:
    if not content.strip():
        raise InvalidInput(f"{what} is empty; a receipt is a JSON object")
    receipt = fields.read_json(content, what)
    if isinstance(receipt, list):
        raise InvalidInput(f"{what} is a list; split it, so that each file holds one JSON object")
    if not isinstance(receipt, dict):
        raise InvalidInput(f"{what} is JSON, but not an object; write the receipt as one object")
    return receipt


class _Telling:
    """Tells what an object says, which its keys make longer than it is."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._left = RECEIPT_CHARS_MAX

    def pairs(self, label: str, value: fields.Json) -> Iterator[Pair]:
        """Every scalar below a value with the words that lead to it, in the order given."""
        if isinstance(value, dict):
            for key, inner in value.items():
                self._take(label, str(key))
                yield from self.pairs(_under(label, str(key)), inner)
        elif isinstance(value, list):
            for inner in value:
                yield from self._entries(_singular(label), inner)
        elif scalar := fields.text_of(value):
            self._take(label, scalar)
            yield label, scalar

    def _entries(self, label: str, value: fields.Json) -> Iterator[Pair]:
        """One pair for each thing in a list; an object is told on one line."""
        if not isinstance(value, dict):
            yield from self.pairs(label, value)
        elif told := _told(list(self.pairs("", value))):
            self._take(label, told)
            yield label, told

    def _take(self, *words: str) -> None:
        self._left -= sum(map(len, words))
        if self._left < 0:
            raise InvalidInput(
                f"{self._what} says more than {RECEIPT_CHARS_MAX} characters, with the keys above"
                " each value; split it, or shorten its keys"
            )


def _told(pairs: list[Pair]) -> str:
    """Like `2 x Tea, 4.50, sku 17`: what is plain without its label goes without."""
    rest = list(pairs)
    name, quantity = _taken(rest, _NAME), _taken(rest, _QUANTITY)
    prices = [pair for pair in rest if pair[0].casefold() in _PRICE]
    price = _taken(rest, _PRICE) if len(prices) == 1 else ""
    head = f"{quantity} x {name}" if quantity and name else name
    if quantity and not name:
        rest.insert(0, ("quantity", quantity))
    return ", ".join(filter(None, [head, price, *(" ".join(pair) for pair in rest)]))


def _taken(pairs: list[Pair], labels: tuple[str, ...]) -> str:
    """The value under the first of the labels that is there; its pair is taken out."""
    for wanted in labels:
        for pair in pairs:
            if pair[0].casefold() == wanted:
                pairs.remove(pair)
                return pair[1]
    return ""


def _under(label: str, key: str) -> str:
    return text.one_line(f"{label} {key.replace('_', ' ')}")


def _singular(label: str) -> str:
    if label.endswith("ies"):
        return label[:-3] + "y"
    return label[:-1] if label.endswith("s") and not label.endswith("ss") else label


def _merchant(found: fields.Fields) -> str:
    merchant = fields.first(found, _MERCHANT)
    if isinstance(merchant, dict):
        merchant = fields.first(fields.spelled_alike(merchant), _NAME)
    return fields.text_of(merchant) or ""


def _dated_at(found: fields.Fields, what: str) -> int | None:
    date = fields.first(found, _DATE)
    if date is None:
        return None
    day, clock = fields.text_of(date) or "", fields.text_of(found.get("time")) or ""
    is_in_two = _DAY.fullmatch(day) and _CLOCK.fullmatch(clock)
    return fields.moment(f"{day}T{clock}" if is_in_two else date, what)
