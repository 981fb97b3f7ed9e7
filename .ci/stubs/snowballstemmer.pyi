# The part of snowballstemmer that is used here; the library brings no types.

from typing import Protocol

class Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...

def stemmer(lang: str) -> Stemmer: ...
