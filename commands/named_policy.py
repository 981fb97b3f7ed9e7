"""The policy that somebody means by the name of a preset or of a file."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path

from ..domain.errors import InvalidInput
from ..domain.policy import Policy
from ..domain.presets import PRESETS
from ..sources.input_file import read_file
from ..sources.policy_file import POLICY_BYTES_MAX, read_policy, written


def named_policy(given: str | Path) -> Policy:
    """A preset goes before a file of the same name; InvalidInput where there is neither."""
    if given in PRESETS:
        return PRESETS[str(given)]
    path = Path(given)
    if not path.exists() and not path.suffix:
        near = get_close_matches(str(given), PRESETS, n=1)
        raise InvalidInput(
            f"{str(given)!r} is no preset and no file;"
            + (f" did you mean {near[0]!r}?" if near else "")
            + f" the presets are {', '.join(PRESETS)}"
        )
    return read_policy(read_file(path, bytes_max=POLICY_BYTES_MAX), str(path), name=path.stem)


def file_of(policy: Policy) -> str:
    """The text of a file that means this policy, and nothing else."""
    return written(policy)
