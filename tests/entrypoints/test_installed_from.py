"""Where the program was installed from: an index, a folder, an archive, a repository."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from lethelog.entrypoints.installed_from import requirement
from lethelog.tests.entrypoints.installations import installed

GIT = {"vcs": "git", "commit_id": "3f", "requested_revision": "main"}


@pytest.mark.parametrize(
    ("noted", "place"),
    [
        ({"url": "file:///home/ana/tea", "dir_info": {"editable": True}}, "file:///home/ana/tea"),
        ({"url": "https://a.b/c.whl", "archive_info": {}}, "https://a.b/c.whl"),
        ({"url": "https://a.b/c", "vcs_info": GIT}, "git+https://a.b/c@3f"),
        (
            {"url": "ssh://a/b", "subdirectory": "c", "vcs_info": GIT},
            "git+ssh://a/b@3f#subdirectory=c",
        ),
    ],
)
def test_it_is_fetched_from_where_it_came_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, noted: dict[str, object], place: str
) -> None:
    """No index needs to have it."""
    installed(tmp_path, monkeypatch, noted=noted)
    assert requirement() == f"lethelog[mcp] @ {place}"


def test_it_is_fetched_by_its_name_where_an_index_has_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And where nothing is noted, as of one that runs from its sources."""
    with monkeypatch.context() as patch:
        patch.setattr(sys, "path", [str(tmp_path)])
        assert requirement() == "lethelog[mcp]"
    installed(tmp_path, monkeypatch, noted=None)
    assert requirement() == "lethelog[mcp]"
