"""What the README shows is run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_twenty_lines_run_and_say_what_they_should(tmp_path: Path) -> None:
    """A reader who copies the example gets the answers that it promises."""
    [example] = re.findall(
        r"<!-- run by tests/test_readme.py -->\n```python\n(.*?)```",
        (ROOT / "README.md").read_text(encoding="utf-8"),
        re.DOTALL,
    )
    done = subprocess.run(
        [sys.executable, "-c", example],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    tiles, carpenter, gone, equal = done.stdout.splitlines()
    assert tiles.startswith("We take the green tiles. conversation/kitchen/1 ")
    assert carpenter == "The carpenter is Ingrid, phone 555 0178."
    assert gone == "2 gone; ()"
    assert equal == "True"


def test_every_file_that_the_readme_links_to_is_there() -> None:
    """No link leads nowhere."""
    links = re.findall(r"\]\(([^)#]+)\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []
