"""From a text to its terms: the one tokeniser for what is stored and for what is asked."""

from __future__ import annotations

import re
import threading
import unicodedata
from functools import lru_cache
from typing import Final

import snowballstemmer

ANALYSER: Final = "words-snowball-en-1"
"""Name and version of the analyser; a read model made with another is rebuilt."""

_CJK: Final = "\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uac00-\ud7af"
_EMOJI: Final = "\u2600-\u27bf\U0001f300-\U0001faff"
_TOKEN: Final = re.compile(
    rf"[a-z0-9]+(?:'[a-z]+)?|[{_CJK}]+|[{_EMOJI}]|[^\W_{_CJK}{_EMOJI}]+", re.UNICODE
)
_IS_CJK: Final = re.compile(rf"[{_CJK}]")
_VOICING_MARKS: Final = "\u3099\u309a"  # they tell Japanese syllables apart
_TERM_CHARS_MAX: Final = 64  # longer runs are no words; the start still finds them
_STEMMED_WORDS_KEPT: Final = 100_000

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

_stemmer = snowballstemmer.stemmer("english")
_stemmer_lock = threading.Lock()  # the stemmer keeps its word in itself


def terms(text: str) -> list[str]:
    """The terms of a text in order, with repetitions and without stop words.

    Case and accents do not count; English words are stemmed; runs of Chinese, Japanese and Korean
    become pairs of characters; each emoji is a term.
    """
    found: list[str] = []
    for token in _TOKEN.findall(_folded(text)):
        if _IS_CJK.match(token):
            found += [token[i : i + 2] for i in range(max(len(token) - 1, 1))]
        elif token not in _STOP_WORDS:
            found.append(_stem(token[:_TERM_CHARS_MAX]))
    return found


def _folded(text: str) -> str:
    folded = text.casefold().replace("\u2019", "'")
    if folded.isascii():
        return folded
    decomposed = unicodedata.normalize("NFKD", folded)
    bare = "".join(c for c in decomposed if not unicodedata.combining(c) or c in _VOICING_MARKS)
    return unicodedata.normalize("NFC", bare)


@lru_cache(maxsize=_STEMMED_WORDS_KEPT)
def _stem(word: str) -> str:
    if not word.isascii():
        return word
    with _stemmer_lock:
        stem: str = _stemmer.stemWord(word)
        return stem
