"""Commands about who may read the shared namespace: `share`, `unshare`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import rich_click as click
from click import argument, get_current_context, option

from ..domain.namespaces import EVERYBODY
from .lines import DIM, line
from .options import Place, shared_options
from .output import show_json

if TYPE_CHECKING:
    from ..doors.visible_to import Readers


@click.command()
@argument("namespaces", metavar="[NAMESPACE]...", nargs=-1)
@option("--with-everybody", is_flag=True, help="Every namespace may read it, also later ones.")
@shared_options
def share(*, namespaces: tuple[str, ...], with_everybody: bool, as_json: bool) -> None:
    """Let namespaces read what is in the namespace `shared`; without a name, list who may.

    `default` is the store itself. It counts from the next question of an agent on.
    """
    from ..doors.visible_to import readers, share  # noqa: PLC0415 - help does without

    store = get_current_context().ensure_object(Place).home
    wanted = (*namespaces, *((EVERYBODY,) if with_everybody else ()))
    found = share(store, wanted) if wanted else readers(store)
    _show("share", found, as_json=as_json, is_order=bool(wanted))


@click.command()
@argument("namespaces", metavar="[NAMESPACE]...", nargs=-1)
@option("--everybody", is_flag=True, help="Only who is named may read it from now on.")
@shared_options
def unshare(*, namespaces: tuple[str, ...], everybody: bool, as_json: bool) -> None:
    """Let namespaces read what is in the namespace `shared` no more.

    What an agent was told before is out of reach.
    """
    from ..doors.visible_to import unshare  # noqa: PLC0415 - as above

    wanted = (*namespaces, *((EVERYBODY,) if everybody else ()))
    if not wanted:
        raise click.UsageError("name the namespaces that may read it no more, or --everybody.")
    store = get_current_context().ensure_object(Place).home
    _show("unshare", unshare(store, wanted), as_json=as_json, is_order=True)


def _show(command: str, found: Readers, *, as_json: bool, is_order: bool) -> None:
    if as_json:
        show_json(command, found)
        return
    if is_order and not found.is_news:
        line(("that is so already", DIM))
    named = ", ".join(found.namespaces)
    if found.everybody:
        line("every namespace may read the shared one", (f"  named: {named}" if named else "", DIM))
    elif named:
        line("the shared namespace may be read by ", (named, "bold"))
    else:
        line("nobody may read the shared namespace yet but whoever is bound to it")
