"""Files that come with a copy of a store are small, and are refused where they are not."""

from __future__ import annotations

from pathlib import Path

import pytest

from lethelog.domain.errors import InvalidInput, KeyMissing
from lethelog.keeping.backup import MANIFEST, MANIFEST_BYTES_MAX, read_manifest
from lethelog.keeping.recovery import EXPORT_BYTES_MAX, read_export
from lethelog.projections import manifest as views
from lethelog.vault.master_key import read_ring

DEEP = (b"[" * 200_000, b'{"x": ' + b"[" * 200_000, b'{"x": ' + b'{"a": ' * 200_000)
ODD = (b"", b"\xff\xfe", b"\0" * 9, b"null", b"[]", b"{}", b'{"format": 9e999}')


@pytest.mark.parametrize("content", [*DEEP, *ODD, b" " * (MANIFEST_BYTES_MAX + 1)])
def test_a_manifest_of_a_backup_is_read_or_refused(tmp_path: Path, content: bytes) -> None:
    """Whatever somebody has put in its place."""
    (tmp_path / MANIFEST).write_bytes(content)
    with pytest.raises(InvalidInput, match="is not a backup"):
        read_manifest(tmp_path)


@pytest.mark.parametrize("content", [*DEEP, *ODD, b" " * (EXPORT_BYTES_MAX + 1)])
def test_a_recovery_copy_of_a_key_is_read_or_refused(tmp_path: Path, content: bytes) -> None:
    """As a manifest is."""
    (tmp_path / "key.json").write_bytes(content)
    with pytest.raises(InvalidInput, match="is no recovery export"):
        read_export(tmp_path / "key.json")


@pytest.mark.parametrize("content", [*DEEP, *ODD])
def test_a_ring_of_keys_is_read_or_missed(content: bytes) -> None:
    """No traceback tells what stood in it."""
    with pytest.raises(KeyMissing, match="a pocket holds no keys"):
        read_ring(content, store="mine", where="a pocket")


@pytest.mark.parametrize("content", [*DEEP, *ODD])
def test_a_manifest_of_views_that_cannot_be_read_is_none(tmp_path: Path, content: bytes) -> None:
    """The views are made anew."""
    (tmp_path / views.MANIFEST).write_bytes(content)
    assert views.read_manifest(tmp_path, "mine") == views.Manifest()
