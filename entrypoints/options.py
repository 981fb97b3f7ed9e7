"""What every command shares: the store that it opens, and its options."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, TypeVar, get_args

import rich_click as click
from click import get_current_context, option
from platformdirs import user_data_path

from ..domain.errors import NotFound
from ..domain.kinds import Kind
from ..doors.stores import make_folder_of, namespace_folder
from .render_keeping import made_store

if TYPE_CHECKING:
    from ..domain.embedder import Embedder
    from ..memory import Memory

_JOURNAL: Final = "journal.sqlite"  # what makes a folder a store
_COMPLETION_LOCK_WAIT_SECONDS: Final = 0.2
_LOCK_WAIT_SECONDS: Final = 10.0
_LOCK_WAIT_SECONDS_MAX: Final = 3600.0

KINDS: Final[tuple[str, ...]] = get_args(Kind)
Command = TypeVar("Command", bound=Callable[..., Any])


@dataclass
class Place:
    """The store that this run is about; only a search may be about several."""

    folders: tuple[Path, ...] = ()
    namespace: str = ""  # empty for the store itself
    lock_wait_seconds: float = _LOCK_WAIT_SECONDS
    embedder: str = ""  # as it is named

    @property
    def store(self) -> Path:
        """The folder that was asked for, else the one for data of this platform."""
        if len(self.folders) > 1:
            raise click.UsageError(
                f"{len(self.folders)} stores were named with --store, and this takes one;"
                " only `lethelog search` can ask several."
            )
        return next(iter(self.stores))

    @property
    def home(self) -> Path:
        """The folder of the store itself, whichever of its namespaces is meant."""
        return Place(self.folders).store

    @property
    def stores(self) -> tuple[Path, ...]:
        """All of them, of which there is one at least; of each the namespace that is told."""
        folders = self.folders or (user_data_path("lethelog", appauthor=False),)
        return tuple(namespace_folder(each.expanduser(), self.namespace) for each in folders)


class StorePath(click.Path):
    """A folder; in an environment variable too it is one, whatever its name holds."""

    def split_envvar_value(self, rv: str) -> list[str]:
        """Never split."""
        return [rv]


class Number(click.FloatRange):
    """A number within bounds; neither infinite nor `nan`, which no bound holds."""

    def convert(
        self,
        value: Any,  # noqa: ANN401 - as click has it
        param: click.Parameter | None,
        ctx: click.Context | None,
    ) -> float:
        """The number, or a complaint about how it was given."""
        number = float(super().convert(value, param, ctx))
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number.", param, ctx)
        return number


def store_option(envvar: str | None = None) -> Callable[[Command], Command]:
    """`--store`, the same for the program and for each command; those after the verb count."""
    return option(
        "--store",
        metavar="PATH",
        type=StorePath(path_type=Path),
        multiple=True,
        envvar=envvar,
        show_envvar=True,
        expose_value=False,
        callback=_keep_store,
        help="Folder of the store; a search takes several.",
    )


def lock_wait_option() -> Callable[[Command], Command]:
    """`--lock-wait`, for the program alone."""
    return option(
        "--lock-wait",
        metavar="SECONDS",
        type=Number(0, _LOCK_WAIT_SECONDS_MAX),
        default=_LOCK_WAIT_SECONDS,
        show_default=True,
        envvar="LETHELOG_LOCK_WAIT_SECONDS",
        show_envvar=True,
        expose_value=False,
        callback=_keep_lock_wait,
        help="How long to wait for another process that holds the store.",
    )


def embedder_option() -> Callable[[Command], Command]:
    """`--embedder`, for the program alone."""
    return option(
        "--embedder",
        metavar="NAME",
        envvar="LETHELOG_EMBEDDER",
        show_envvar=True,
        expose_value=False,
        callback=_keep_embedder,
        help="Search by meaning too, with the vectors of `local`, `openai:MODEL@URL` or another.",
    )


def named_embedder(name: str) -> Embedder | None:
    """The embedder of that name, none for an empty one; nothing of it is loaded yet."""
    if not name:
        return None
    # Most runs have no embedder.
    from ..embedders.named import embedder_named  # noqa: PLC0415

    return embedder_named(name, os.environ)


def shared_options(command: Command) -> Command:
    """`--store` and `--json`, which every command that opens a store has."""
    as_json = option(
        "--json", "as_json", is_flag=True, help="Print one JSON document and nothing else."
    )
    return store_option()(as_json(command))


def there() -> Place:
    """The store that this run is about; NotFound where there is none."""
    place = _place()
    check_is_there(place.store)
    return place


def check_is_there(store: Path) -> None:
    """NotFound where there is no store in the folder."""
    if _is_missing(store):
        raise NotFound(
            f"there is no store in {store} yet; `lethelog ingest` or `lethelog remember` makes one"
        )


@contextmanager
def opened(*, make: bool = False) -> Iterator[Memory]:
    """The store, closed afterwards; only an order to learn may make one that is not there."""
    with open_store(_place() if make else there(), make=make) as memory:
        yield memory


def open_store(place: Place, *, make: bool = False) -> Memory:
    """The store, open, for whoever closes it."""
    is_new = make and _is_missing(place.store)
    # Loads DuckDB, which help and completion do without.
    from ..memory import Memory  # noqa: PLC0415

    if make:
        make_folder_of(place.store, place.namespace)
    memory = Memory.open(
        place.store,
        lock_wait_seconds=place.lock_wait_seconds,
        embedder=named_embedder(place.embedder),
    )
    if is_new:
        _tell_of_key(place.store)
    return memory


def complete_source(
    ctx: click.Context,
    param: click.Parameter,  # noqa: ARG001 - click calls it so
    incomplete: str,
) -> list[str]:
    """Paths of sources that start so; none where the store cannot be asked at once."""
    ctx.ensure_object(Place).lock_wait_seconds = _COMPLETION_LOCK_WAIT_SECONDS
    with suppress(Exception), ctx, opened() as memory:
        paths = (line.source for line in memory.sources())
        return [path for path in paths if path.startswith(incomplete)]
    return []


def _tell_of_key(store: Path) -> None:
    """Said once in the life of a store: without its key all is lost."""
    from ..keeping.master_keys import key_state  # noqa: PLC0415 - it loads the ciphers

    state = key_state(store)
    made_store(str(store), state.place, has_key=state.can_be_destroyed)


def _place() -> Place:
    return get_current_context().ensure_object(Place)


def _keep_store(ctx: click.Context, _: click.Parameter, value: tuple[Path, ...]) -> None:
    if value:
        ctx.ensure_object(Place).folders = value


def _keep_lock_wait(ctx: click.Context, _: click.Parameter, value: float) -> None:
    ctx.ensure_object(Place).lock_wait_seconds = value


def _keep_embedder(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    ctx.ensure_object(Place).embedder = (value or "").strip()


def _is_missing(store: Path) -> bool:
    try:
        (store / _JOURNAL).lstat()
    except FileNotFoundError:
        return not store.is_file()
    except OSError:
        return False  # something is there, and opening it will say what is wrong with it
    return False
