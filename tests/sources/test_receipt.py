"""A receipt becomes one block that reads like a receipt."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from lethelog.domain import times
from lethelog.domain.errors import InvalidInput
from lethelog.domain.nesting import DEPTH_MAX
from lethelog.sources.receipt import read_receipt
from lethelog.sources.text import CHUNK_CHARS_MAX

LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
JSON = st.recursive(LEAVES, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner))


def block(receipt: str) -> str:
    """The one passage of a short receipt."""
    document = read_receipt(receipt.encode(), name="r")
    assert len(document.passages) == 1
    return document.passages[0].text


def test_fields_are_lines_in_the_order_given() -> None:
    """Numbers stay as they are written, and what is inside another object says so."""
    receipt = """{"receipt_id": 17, "store": {"name": "Tea & Co", "tax_number": "X1"},
        "total": 4.50, "paid": true, "note": null, "tip": 0.0, "comment": ""}"""

    assert block(receipt) == (
        "receipt id: 17\nstore name: Tea & Co\nstore tax number: X1\n"
        "total: 4.50\npaid: true\ntip: 0.0"
    )


def test_a_list_gives_one_line_for_each_thing() -> None:
    """An article reads as on paper; what else is known about it follows."""
    receipt = """{"items": [{"name": "Tea", "qty": 2, "price": 4.50}, {"description": "Cup"},
        {"name": "Pot", "unit_price": 9, "total": 18, "quantity": 2, "size": {"ml": 900}},
        {"quantity": 3, "sku": 7}, "Bag"], "categories": ["a", "b"], "addresses": []}"""

    assert block(receipt) == (
        "item: 2 x Tea, 4.50\nitem: Cup\nitem: 2 x Pot, 18, unit price 9, size ml 900\n"
        "item: quantity 3, sku 7\nitem: Bag\ncategory: a\ncategory: b"
    )


@pytest.mark.parametrize(
    ("fields", "moment"),
    [
        ({"date": "2026-03-01"}, "2026-03-01"),
        ({"date": "2026-03-01", "time": "18:30"}, "2026-03-01T18:30"),
        ({"purchasedAt": "2026-03-01T18:30:00+01:00"}, "2026-03-01T17:30"),
        ({"timestamp": 1772389800}, "2026-03-01T18:30"),
        ({"created_at": 1772389800000}, "2026-03-01T18:30"),
        ({"Created-At": "1772389800"}, "2026-03-01T18:30"),
    ],
)
def test_the_time_is_read_in_any_usual_form(fields: dict[str, Any], moment: str) -> None:
    """ISO 8601, seconds, milliseconds, or a day and a time apart."""
    document = read_receipt(json.dumps(fields).encode(), name="r")

    assert document.passages[0].dated_at == times.parse(moment)


@pytest.mark.parametrize(
    "date",
    ['"01/03/2026"', '"0000-01-01"', "1e300", "-1e300", "NaN", "true", "{}", '"18:30"', "9" * 5000],
)
def test_a_date_that_cannot_be_read_is_refused(date: str) -> None:
    """A wrong time would rank it wrong for ever."""
    with pytest.raises(InvalidInput, match=r"has the time .* cannot be read; give one like"):
        read_receipt(f'{{"id": 1, "date": {date}}}'.encode())


def test_a_receipt_without_a_date_has_none() -> None:
    """Nothing is made up."""
    assert read_receipt(b'{"id": 1}').passages[0].dated_at is None


@pytest.mark.parametrize(
    ("receipt", "title"),
    [
        ('{"merchant": "Tea & Co"}', "Tea & Co"),
        ('{"shop": {"name": "Tea & Co", "id": 1}}', "Tea & Co"),
        ('{"vendor": ["Tea & Co"]}', ""),
        ('{"total": 1}', ""),
    ],
)
def test_the_title_is_the_merchant(receipt: str, title: str) -> None:
    """Told as a string, or as an object with a name."""
    assert read_receipt(receipt.encode(), name="r").passages[0].title == title


def test_the_name_is_its_number_or_that_of_the_file() -> None:
    """What the caller says goes first."""
    receipt = b'{"order_id": "A/7", "total": 1}'

    assert read_receipt(receipt).path == "receipt/A%2F7"
    assert read_receipt(receipt, name="mine").named_by == "caller"
    assert read_receipt(b'{"id": [1], "x": 1}', location="/r/tea.json").path == "receipt/tea"
    with pytest.raises(InvalidInput, match="--name"):
        read_receipt(b'{"total": 1}')


def test_a_long_receipt_loses_no_line() -> None:
    """It is cut between lines into as few passages as fit."""
    items = [{"name": f"Tea number {number}", "price": number} for number in range(200)]
    document = read_receipt(json.dumps({"id": 1, "items": items}).encode())
    lines = "\n".join(passage.text for passage in document.passages).split("\n")

    assert lines == ["id: 1"] + [f"item: Tea number {n}, {n}" for n in range(200)]
    assert all(len(passage.text) <= CHUNK_CHARS_MAX for passage in document.passages)
    assert {passage.child for passage in document.passages} == {""}


@pytest.mark.parametrize(
    ("receipt", "said"),
    [
        ("", "is empty"),
        ('{"total": 4.5', r"is not JSON: expecting ',' delimiter \(column 14\)"),
        ('{"total": 4.5,\n "x', r"unterminated string starting at \(line 2, column 2\)"),
        ('[{"id": 1}, {"id": 2}]', "is a list; split it"),
        ("17", "is JSON, but not an object"),
        ("{}", "no field has a value"),
        ('{"a": null, "b": [{}]}', "no field has a value"),
        ('{"total": 1, "total": 2}', "has the key 'total' twice"),
        ('{"a":' * 100_000, f"nested deeper than {DEPTH_MAX}"),
        ("[" * 100_000, f"nested deeper than {DEPTH_MAX}"),
        ('{"a":' * 40 + "1" + "}" * 40, f"nested deeper than {DEPTH_MAX}"),
        ('{"a":' + "[" * 40 + "1" + "]" * 40 + "}", f"nested deeper than {DEPTH_MAX}"),
    ],
)
def test_what_is_not_a_receipt_is_refused_with_the_place(receipt: str, said: str) -> None:
    """The error says where the reading stopped, or what was found instead."""
    with pytest.raises(InvalidInput, match=said):
        read_receipt(receipt.encode(), name="r")


def test_half_a_character_is_replaced() -> None:
    """JSON can spell what UTF-8 cannot."""
    assert block(r'{"na\ud800me": "te\udfffa"}') == "na\ufffdme: te\ufffda"


@given(JSON)
def test_any_json_is_read_or_refused(value: object) -> None:
    """Nothing else can come out, and all that is read can be stored."""
    try:
        document = read_receipt(json.dumps({"x": value}).encode(), name="r")
    except InvalidInput as error:
        assert str(error).encode()  # noqa: PT017 - either outcome is right
    else:
        for passage in document.passages:
            assert passage.text.encode()
            assert len(passage.text) <= CHUNK_CHARS_MAX
