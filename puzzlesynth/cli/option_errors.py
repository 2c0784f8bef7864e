"""Values of options that cannot be read: what the option takes, in plain words."""

from __future__ import annotations

from typing import Any

import typer


def plain_number_error(mistake: typer.BadParameter) -> typer.BadParameter:
    """The same mistake; where a number was expected, the message says which numbers the option takes."""
    parameter = mistake.param
    takes = None if parameter is None else _numbers(parameter.type)
    if takes is None:
        return mistake
    return _Named(f"{_name(parameter)} must be {takes}", mistake.ctx, parameter)


class _Named(typer.BadParameter):
    """A message that names its option itself."""

    def format_message(self) -> str:
        return str(self.message)


def _name(parameter: Any) -> str:
    """As it is written: the long form of an option where there is one."""
    if parameter.param_type_name == "argument":
        return str(parameter.human_readable_name)
    return str(max(parameter.opts, key=len))


def _numbers(kind: Any) -> str | None:
    """What kind of number is taken; None: it is no number."""
    name = str(getattr(kind, "name", ""))
    if not name.startswith(("int", "float")):
        return None
    what = "a whole number" if name.startswith("int") else "a number"
    least, most = getattr(kind, "min", None), getattr(kind, "max", None)
    above = getattr(kind, "min_open", False)
    if least is not None and most is not None:
        return f"{what} from {least:g} to {most:g}"
    if least is not None:
        return f"{what} above {least:g}" if above else f"{what}, {least:g} or more"
    return what if most is None else f"{what}, {most:g} or less"
