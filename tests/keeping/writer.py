"""A process that writes to a store until it is told to stop: `python writer.py STORE`."""

from __future__ import annotations

import sys
from pathlib import Path

from lethelog.memory import Memory


def main() -> None:
    """Says where each write stands; it writes once more when it is told to stop, and then ends."""
    store = Path(sys.argv[1])
    with Memory.open(store) as memory:
        for number in range(1_000_000):
            is_last = (store.parent / "stop").exists()
            done = memory.remember(f"fact {number}", within=f"run/{number % 7}")
            sys.stdout.write(f"{done.position}\n")
            sys.stdout.flush()
            if is_last:
                return


if __name__ == "__main__":
    main()
