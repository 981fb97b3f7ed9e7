"""What a text says to the eye: characters that only hide, steer or imitate stay outside.

Left out are the control characters but for tab and line end, the marks that turn the direction of
writing (U+061C, U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069), everything of no width, and
the tag characters, with which a text can hold words that nobody sees.

Two of no width stay where they shape what is seen: the joiner and the non-joiner (U+200D, U+200C)
between two characters above U+0600, because families of emoji, Persian, and the scripts of India
cannot be written without them; between letters of Latin, Greek or Cyrillic they only hide a word
from whoever looks for it. Tags stay in the flag of a region, which is made of them. One selector of
a variant stays behind a character; a second one, and any that follows nothing, can only carry what
nobody sees. The marks of direction are not needed: the algorithm of Unicode (UAX 9) gives each
script its own direction without them.
"""

from __future__ import annotations

import re
from typing import Final

_LINE_END: Final = re.compile("\r\n|[\r\v\f\x85\u2028\u2029]")
_ANY_LINE_END: Final = re.compile(f"{_LINE_END.pattern}|\n")
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_JOINED: Final = "[^\x00-\u05ff\u2000-\u206f\\s]"
_FLAG: Final = "\U0001f3f4[\U000e0030-\U000e007a]{3,6}\U000e007f"  # the flag of Scotland, say
_VARIANT: Final = "\ufe00-\ufe0f\U000e0100-\U000e01ef"
_HIDDEN: Final = re.compile(
    f"({_FLAG}|(?<={_JOINED})[\u200c\u200d](?={_JOINED}))"
    "|[\x00-\x08\x0e-\x1f\x7f-\x9f\xad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]"
    f"|(?:^|(?<=[\\s{_VARIANT}]))[{_VARIANT}]"
)


def visible(text: str, *, gap: str = "") -> str:
    """The text with its lines ended alike and nothing hidden; a `gap` stands where something was.

    A second time it changes nothing.
    """
    if text.isascii() and text.isprintable():
        return text  # as are most: this is ten times as fast
    text = _LINE_END.sub("\n", without_surrogates(text))
    while (shown := _HIDDEN.sub(lambda found: found[1] or gap, text)) != text:
        text = shown
    return text


def line_ends(text: str) -> list[str]:
    """Each end of a line as it stands; `visible` has as many, all of them alike."""
    return [found[0] for found in _ANY_LINE_END.finditer(text)]


def without_surrogates(text: str) -> str:
    """With U+FFFD for each half of a character that no encoding can write."""
    return _SURROGATE.sub("\ufffd", text)
