"""Commands whose options are the fields of a dataclass: each is declared once, and read by its name."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Annotated, Any, TypeVar, get_type_hints

import typer

Options = TypeVar("Options")


def option(help: str, default: Any = None, *names: str, panel: str | None = None, **settings: Any) -> Any:
    """A field that is an option of the command line; `settings` are those of `typer.Option`."""
    settings |= {"help": help, "rich_help_panel": panel}
    return dataclasses.field(default=default, metadata={"names": names, "settings": settings})


def command_of(options: type[Options], run: Callable[[Options], int | None]) -> Callable[..., None]:
    """A function for typer. Its parameters are the fields of `options` (keyword only; each has an `option` as its default
    or is annotated as typer has it), its help is their docstring; it ends with the exit status that `run` returns."""

    def command(**values: Any) -> None:
        raise typer.Exit(run(options(**values)) or 0)

    hints = get_type_hints(options, include_extras=True)
    fields = dataclasses.fields(options)  # type: ignore[arg-type]
    hints |= {field.name: _annotated(field, hints[field.name]) for field in fields if field.metadata}
    parameters = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in fields
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = hints
    command.__name__ = options.__name__.removesuffix("Options").lower()
    command.__doc__ = options.__doc__
    return command


def _annotated(field: dataclasses.Field[Any], kind: Any) -> Any:
    """As typer has it. A flag that is off by default has no second name that switches it off."""
    names = field.metadata["names"]
    if not names and field.default is False:
        names = (f"--{field.name.replace('_', '-')}",)
    return Annotated[kind, typer.Option(*names, **field.metadata["settings"])]
