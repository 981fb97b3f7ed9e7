"""Configurations of other programs: what is too large or too deep is left as it is, and told."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.domain.errors import InvalidInput
from lethelog.doors import config_file
from lethelog.doors.attaching import attaching
from lethelog.doors.clients import CLIENTS, Client
from lethelog.doors.toml_config import TOML_CHARS_MAX

ENTRY = {"command": "lethelog", "args": ["mcp"]}
BOMBS = {
    "json": ('{"a":' * 100_000, '{"a":' + "[" * 100_000, "[" * 100_000, '{"a": ' + "9" * 5_000),
    "toml": (
        "a = " + "[" * 100_000,
        "a = " + "{a = " * 50_000,
        "a" + ".a" * 100_000 + " = 1",
        "[" + "a." * 100_000 + "a]",
        "a = " + "9" * 5_000,
        "a = 1\n" + "#" * TOML_CHARS_MAX,
    ),
}


@pytest.mark.parametrize("client", CLIENTS, ids=lambda client: client.name)
def test_a_bomb_is_left_as_it_is(client: Client, tmp_path: Path) -> None:
    """With what to paste, and no traceback."""
    file = tmp_path / "config"
    for bomb in BOMBS["toml" if client.is_toml else "json"]:
        file.write_text(bomb, encoding="utf-8")
        with pytest.raises(InvalidInput, match="is left as it is"):
            attaching(client, file, ENTRY)
        assert file.read_text(encoding="utf-8") == bomb


def test_a_file_that_is_too_large_is_not_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nor one that grows while it is read."""
    monkeypatch.setattr(config_file, "FILE_BYTES_MAX", 10)
    file = tmp_path / "config"
    file.write_bytes(b"x" * 10)
    assert config_file.read(file) == "x" * 10
    file.write_bytes(b"x" * 11)
    with pytest.raises(InvalidInput, match="larger than 10 bytes"):
        config_file.read(file)
