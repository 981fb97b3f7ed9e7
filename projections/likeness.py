"""How near each item is in meaning to a question, as a search is told it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt


class Likeness(msgspec.Struct, frozen=True):
    """One number from 0, the least, to 1, the most, for each item by its `d`, which only grows.

    `least` and `most` are the cosines that these stand for.
    """

    d: npt.NDArray[np.int64]
    value: npt.NDArray[np.float64]
    least: float = 0.0
    most: float = 1.0


class Meant(msgspec.Struct, frozen=True):
    """What a question means to a memory; no likeness where that cannot be told, and why not."""

    likeness: Likeness | None = None
    warning: str = ""
