"""Texts and keys go where they were meant to go, and never unsealed over a network."""

from __future__ import annotations

import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.embedders.address import address_of


@pytest.mark.parametrize(
    ("url", "asked"),
    [
        ("https://api.example.com/v1", "https://api.example.com/v1/embeddings"),
        ("https://api.example.com/v1/", "https://api.example.com/v1/embeddings"),
        ("https://api.example.com", "https://api.example.com/v1/embeddings"),
        ("https://API.example.com/deep/v2", "https://api.example.com/deep/v2/embeddings"),
        ("https://a.example/v1/embeddings", "https://a.example/v1/embeddings"),
        ("http://localhost:11434", "http://localhost:11434/v1/embeddings"),
        ("http://127.0.0.1:1234/v1", "http://127.0.0.1:1234/v1/embeddings"),
        ("http://[::1]:8000/v1", "http://[::1]:8000/v1/embeddings"),
    ],
)
def test_the_usual_ways_of_writing_an_address_are_understood(url: str, asked: str) -> None:
    """With or without the path of the API."""
    assert address_of(url).endpoint == asked


@pytest.mark.parametrize(
    "host", ["a.example", "10.0.0.7", "localhost.example", "127.0.0.1.a.example"]
)
def test_plain_http_stays_on_this_machine(host: str) -> None:
    """Unless it is told that the network is one's own."""
    with pytest.raises(InvalidInput, match=rf"travel to {host} .* write https, or set LETHELOG_"):
        address_of(f"http://{host}:8000/v1")
    allowed = address_of(f"http://{host}:8000/v1", plain_http=True)
    assert (allowed.shown, allowed.is_here) == (f"http://{host}:8000/v1", False)


@pytest.mark.parametrize(
    "url",
    ["", "a.example/v1", "ftp://a.example", "https://", "https://a.example:port", "https://[::1",
     "https://a b.example", "https://\u00e4.example/v1", "https://a.example:99999"],
)  # fmt: skip
def test_what_is_no_address_is_refused(url: str) -> None:
    """With the two ways in which it is written."""
    with pytest.raises(
        InvalidInput, match=r"is none; write it as https://HOST/v1, or as http://lo"
    ):
        address_of(url)


@pytest.mark.parametrize(
    "url",
    ["https://me:hush@a.example/v1", "https://a.example/v1?key=hush", "https://a.example/v1#hush"],
)
def test_an_address_holds_no_secret(url: str) -> None:
    """It would stand in the id; the sentence does not repeat it."""
    with pytest.raises(InvalidInput, match=r"at a\.example .*LETHELOG_EMBEDDER_KEY") as raised:
        address_of(url)
    assert "hush" not in str(raised.value)
