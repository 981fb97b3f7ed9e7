"""From a text to its terms: the one tokeniser for what is stored and for what is asked."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator
from typing import Final

import snowballstemmer

from ..domain.later import LATER
from .irregular import IRREGULAR

ANALYSER: Final = "words-snowball-en-2"
"""Name and version of the analyser; a read model made with another is rebuilt."""

_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_EMOJI: Final = "\u2600-\u27bf\U0001f300-\U0001faff"
_TOKEN: Final = re.compile(
    rf"[a-z0-9]+(?:'[a-z]+)?|[{_CJK}]+|[{_EMOJI}]|[^\W_{_CJK}{_EMOJI}]+", re.UNICODE
)
_IS_CJK: Final = re.compile(rf"[{_CJK}]")
_VOICING_MARKS: Final = "\u3099\u309a"  # they tell Japanese syllables apart
_TERM_CHARS_MAX: Final = 64  # longer runs are no words; the start still finds them
_PIECES_KEPT: Final = 100_000
_PIECE_CHARS_KEPT_MAX: Final = _TERM_CHARS_MAX
_WITHIN_WORDS: Final = "abcdefghijklmnopqrstuvwxyz0123456789'"
_GAPS: Final = {code: " " for code in range(128) if chr(code) not in _WITHIN_WORDS}

# English words that say nothing about what a text is about.
_STOP_WORDS: Final = frozenset(
    """
    a about above after again against all am an and any are as at be because been before being
    below between both but by can could did do does doing down during each few for from further
    had has have having he her here hers herself him himself his how i if in into is it its itself
    just me more most my myself no nor not now of off on once only or other our ours ourselves out
    over own same she should so some such than that the their theirs them themselves then there
    these they this those through to too under until up us very was we were what when where which
    while who whom why will with would you your yours yourself yourselves
    """.split()
)


def terms(text: str) -> list[str]:
    """The terms of a text in order, with repetitions and without stop words.

    Case and accents do not count; English words are stemmed, bent ones by what they are a form of;
    runs of Chinese, Japanese and Korean become pairs of characters; each emoji is a term.
    """
    return joined_terms(text).split()


def joined_terms(text: str) -> str:
    """The same with a space between them, which no term holds."""
    folded = _folded(text)
    # Cut where no token goes on, for a third of what the expression costs.
    pieces = folded.translate(_GAPS).split() if folded.isascii() else _TOKEN.findall(folded)
    return " ".join(filter(None, map(_known.__getitem__, pieces)))


def is_stop_word(word: str) -> bool:
    """Whether a word says nothing about what a text is about."""
    return word.casefold() in _STOP_WORDS


class _Pieces(dict[str, str]):
    """The terms of each piece of a text that was met lately, with a space between them."""

    def __missing__(self, piece: str) -> str:
        found = " ".join(_terms_of(piece))
        if len(piece) <= _PIECE_CHARS_KEPT_MAX:
            if len(self) >= _PIECES_KEPT:
                self.clear()
            self[piece] = found
        return found


_known: Final = _Pieces()
_stemmer: Final = snowballstemmer.stemmer("english")
_stemmer_lock: Final = threading.Lock()  # the stemmer keeps its word in itself


def _terms_of(folded: str) -> Iterator[str]:
    for token in _TOKEN.findall(folded):
        if _IS_CJK.match(token):
            yield from (token[i : i + 2] for i in range(max(len(token) - 1, 1)))
        elif token not in _STOP_WORDS:
            yield _stem(token[:_TERM_CHARS_MAX])


def _folded(text: str) -> str:
    if not text.isascii():
        text = LATER.sub(" ", text)  # in no word, whichever Python reads it
    folded = text.casefold().replace("\u2019", "'")
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    bare = "".join(c for c in decomposed if not unicodedata.combining(c) or c in _VOICING_MARKS)
    return unicodedata.normalize("NFC", bare)


def _stem(word: str) -> str:
    if not word.isascii():
        return word
    with _stemmer_lock:
        stem: str = _stemmer.stemWord(IRREGULAR.get(word, word))
        return stem
