"""A process that writes to a store until it is told to stop: `python writer.py STORE`."""

from __future__ import annotations

import sys
from pathlib import Path

from lethelog.memory import Memory


def main() -> None:
    """Says `ready` after its first write, and ends when its input does."""
    store = Path(sys.argv[1])
    with Memory.open(store) as memory:
        for number in range(1_000_000):
            memory.remember(f"fact {number}", within=f"run/{number % 7}")
            if number == 0:
                sys.stdout.write("ready\n")
                sys.stdout.flush()
            if (store.parent / "stop").exists():
                return


if __name__ == "__main__":
    main()
