"""The small life that the demo plays with: its files, and the questions that go with them."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import msgspec

from ..domain.errors import NotFound

FOLDER: Final = Path(__file__).parent.parent / "examples" / "life"
FORGOTTEN: Final = "conversation/trip"
_QUESTIONS: Final = "questions.json"  # drives the demo and is no part of the life


class Correction(msgspec.Struct, frozen=True):
    """What is no longer true, what is true instead, and the file that says so."""

    old: str
    new: str
    because: str


class Question(msgspec.Struct, frozen=True, kw_only=True):
    """A question, the words that its answer must hold, and other ways to ask it."""

    question: str
    answer_contains: str
    source: str
    file: str
    turn: str = ""
    also_in: tuple[str, ...] = ()
    repeat: tuple[str, ...] = ()
    correction: Correction | None = None

    @property
    def is_lost_with_the_forgotten(self) -> bool:
        """Whether nothing but the source that gets forgotten answers it."""
        return self.source == FORGOTTEN and not self.also_in

    @property
    def needle(self) -> str:
        """The start of the last word of the answer, which its stem in an index has as well."""
        return self.answer_contains.split()[-1].casefold()[:-2]


class Life(msgspec.Struct, frozen=True):
    """The files to learn, in their order, and the questions to ask."""

    files: tuple[Path, ...]
    questions: tuple[Question, ...]

    @property
    def lasting(self) -> Question:
        """The one that is asked often enough for a promotion and outlives the forgetting."""
        return next(q for q in self.questions if q.repeat and q.source != FORGOTTEN)

    @property
    def corrected(self) -> tuple[Question, Correction]:
        """The one whose answer turns out to be old."""
        return next((q, q.correction) for q in self.questions if q.correction)

    @property
    def lost(self) -> tuple[Question, ...]:
        """Those that nothing can answer after the forgetting."""
        return tuple(q for q in self.questions if q.is_lost_with_the_forgotten)

    @property
    def kept(self) -> Question:
        """The one that the forgotten source answered, and that another one still does."""
        return next(q for q in self.questions if q.source == FORGOTTEN and q.also_in)

    @property
    def forgotten_file(self) -> Path:
        """The file that the forgotten source was read from."""
        return next(file for file in self.files if file.name == self.kept.file)


def read_life(folder: Path = FOLDER) -> Life:
    """NotFound where the examples were not installed with the package."""
    if not (folder / _QUESTIONS).is_file():
        raise NotFound(f"the demo has no examples in {folder}; install lethelog anew")
    questions = msgspec.json.decode((folder / _QUESTIONS).read_bytes(), type=tuple[Question, ...])
    files = sorted(file for file in folder.iterdir() if file.name != _QUESTIONS)
    return Life(tuple(files), questions)
