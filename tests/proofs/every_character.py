"""One number for what the program makes of each character of Unicode, whatever Python knows it."""

from __future__ import annotations

import sys
from hashlib import blake2b
from typing import Final

from lethelog.domain.identity import squeeze
from lethelog.projections.analyser import terms

_TOGETHER: Final = 256
_SURROGATES: Final = range(0xD800, 0xE000)


def digest() -> str:
    """Of all terms and all caseless forms."""
    hashed = blake2b(digest_size=16)
    for start in range(0, sys.maxunicode + 1, _TOGETHER):
        if start not in _SURROGATES:
            codes = range(start, start + _TOGETHER)
            text = " ".join(f"A{chr(code)}b a{chr(code)}" for code in codes)
            hashed.update("\n".join([*terms(text), squeeze(text)]).encode())
    return hashed.hexdigest()


if __name__ == "__main__":
    sys.stdout.write(digest())
