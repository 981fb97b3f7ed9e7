"""Receipts: one JSON object becomes one readable block of `key: value` lines."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Final, TypeAlias

from ..domain.errors import InvalidInput
from . import fields, text
from .document import Document, Passage
from .naming import name_of, what_is

DEPTH_MAX: Final = 32
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
    receipt = _object(text.decode(data, what), what)
    rows = [f"{label}: {value}" for label, value in _pairs("", receipt, what)]
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
        passages=tuple(
            Passage(text=piece, title=title, dated_at=dated_at)
            for piece in text.chunks(text.blocks(rows))
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


def _pairs(label: str, value: fields.Json, what: str, depth: int = 1) -> Iterator[Pair]:
    """Every scalar below a value with the words that lead to it, in the order given."""
    if depth > DEPTH_MAX:
        raise InvalidInput(f"{what} is nested deeper than {DEPTH_MAX} levels; flatten it")
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _pairs(_under(label, str(key)), inner, what, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _entries(_singular(label), inner, what, depth + 1)
    elif scalar := fields.text_of(value):
        yield label, scalar


def _entries(label: str, value: fields.Json, what: str, depth: int) -> Iterator[Pair]:
    """One pair for each thing in a list; an object is told on one line."""
    if not isinstance(value, dict):
        yield from _pairs(label, value, what, depth)
    elif told := _told(list(_pairs("", value, what, depth))):
        yield label, told


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
