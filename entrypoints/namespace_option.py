"""`--namespace`: which of the stores beside each other a run is about."""

from __future__ import annotations

from collections.abc import Callable

import rich_click as click
from click import option

from ..domain.errors import InvalidInput
from ..domain.namespaces import DEFAULT, check_namespace
from .options import Command, Place


def namespace_option(envvar: str | None = None) -> Callable[[Command], Command]:
    """The same for the program and for whatever binds an agent to one; the latter counts."""
    return option(
        "--namespace",
        metavar="NAME",
        envvar=envvar,
        show_envvar=True,
        expose_value=False,
        callback=_keep_namespace,
        help="The namespace of the store, which is a store of its own beside it.",
    )


def _keep_namespace(ctx: click.Context, _: click.Parameter, value: str | None) -> None:
    if value is None:
        return
    try:
        name = check_namespace(value) if value else ""
    except InvalidInput as error:
        raise click.BadParameter(f"{error}.") from None
    ctx.ensure_object(Place).namespace = "" if name == DEFAULT else name
