"""Commands whose options are the fields of a dataclass: each is declared once, and read by its name."""

from __future__ import annotations

import dataclasses
import inspect
from collections.abc import Callable
from typing import Any, TypeVar, get_type_hints

import typer

Options = TypeVar("Options")


def command_of(options: type[Options], run: Callable[[Options], int | None]) -> Callable[..., None]:
    """A function for typer. Its parameters are the fields of `options` (annotated, keyword only), its help is their
    docstring; it ends with the exit status that `run` returns."""

    def command(**values: Any) -> None:
        raise typer.Exit(run(options(**values)) or 0)

    hints = get_type_hints(options, include_extras=True)
    parameters = [
        inspect.Parameter(
            field.name,
            inspect.Parameter.KEYWORD_ONLY,
            default=inspect.Parameter.empty if field.default is dataclasses.MISSING else field.default,
            annotation=hints[field.name],
        )
        for field in dataclasses.fields(options)  # type: ignore[arg-type]
    ]
    command.__signature__ = inspect.Signature(parameters)  # type: ignore[attr-defined]
    command.__annotations__ = hints
    command.__name__ = options.__name__.removesuffix("Options").lower()
    command.__doc__ = options.__doc__
    return command
