"""The policy that somebody means by the name of a preset or of a file."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import Final

from ..domain.errors import InvalidInput
from ..domain.policy import Policy
from ..domain.presets import PRESETS
from ..sources.input_file import read_file
from ..sources.policy_file import POLICY_BYTES_MAX, read_policy, written

_ALL: Final = ", ".join(PRESETS)


def named_policy(given: str | Path) -> Policy:
    """A preset goes before a file of the same name; InvalidInput where there is neither."""
    if given in PRESETS:
        return PRESETS[str(given)]
    path = Path(given)
    if not path.exists() and not path.suffix:
        near = _nearest(str(given))
        raise InvalidInput(f"{str(given)!r} is no preset and no file;{near} the presets are {_ALL}")
    return read_policy(read_file(path, bytes_max=POLICY_BYTES_MAX), str(path), name=path.stem)


def preset_called(name: str) -> Policy:
    """The preset of this name; InvalidInput where there is none."""
    if name not in PRESETS:
        raise InvalidInput(f"{name!r} is no preset;{_nearest(name)} the presets are {_ALL}")
    return PRESETS[name]


def file_of(policy: Policy) -> str:
    """The text of a file that means this policy, and nothing else."""
    return written(policy)


def _nearest(name: str) -> str:
    near = get_close_matches(name, PRESETS, n=1)
    return f" did you mean {near[0]!r}?" if near else ""
