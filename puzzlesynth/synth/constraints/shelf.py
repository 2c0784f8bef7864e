"""The designers' shelf: programs in `asp/` that a pack names without writing logic, as `asp:at_most_steps(8)`."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence

import clingo
from clingo import ast

from puzzlesynth.pack.diagnostics.problems import error
from puzzlesynth.pack.model import Place
from puzzlesynth.pack.text.wording import counted, listed
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.resources import SHELF_FOLDER
from puzzlesynth.suggestions import NameIndex, hint_for

from .constraint_file import ConstraintFile
from .designer_constraints import ConstraintError

SHELF = "asp:"

_REFERENCE = re.compile(r"asp:(\w+)\s*(?:\((.*)\))?\s*", re.DOTALL)
_ARGUMENT = re.compile(r'\s*(?:(-?\d+)|"((?:\\.|[^"\\])*)"|([^\W\d]\w*))\s*(?:,|\s|$)')

NOT_ON_THE_SHELF = "vocabulary"
MOST = 10**6
"""The largest number that a program of the shelf is given."""


@dataclass(frozen=True)
class Reference:
    """A program of the shelf and the arguments that it is given."""

    name: str
    arguments: tuple[int | str, ...]
    place: Place


def shelf_names() -> list[str]:
    return sorted(path.stem for path in SHELF_FOLDER.glob("*.lp") if path.stem != NOT_ON_THE_SHELF)


def read_reference(text: str, place: Place) -> Reference:
    match = _REFERENCE.fullmatch(text)
    if match is None:
        hint = "as in `asp:no_backtracking` or `asp:at_most_steps(8)`"
        raise ConstraintError(
            [error("bad-reference", f"`{text[:80]}` names nothing on the shelf", place, hint)]
        )
    if match[1] not in shelf_names():
        near = hint_for(match[1], shelf_names())
        raise ConstraintError([error("unknown-constraint", f"the shelf has no `{match[1]}`", place, near)])
    return Reference(match[1], _arguments(match[2] or "", text, place), place)


def _arguments(text: str, whole: str, place: Place) -> tuple[int | str, ...]:
    found: list[int | str] = []
    at = 0
    while at < len(text) and text[at:].strip():
        match = _ARGUMENT.match(text, at)
        if match is None:
            hint = "arguments are whole numbers and names, with commas or spaces between them"
            raise ConstraintError(
                [error("bad-reference", f"`{whole[:80]}` has invalid arguments", place, hint)]
            )
        if match[1] is not None:
            found.append(int(match[1]))
        else:
            found.append(match[2].replace('\\"', '"') if match[2] is not None else match[3])
        at = match.end()
    return tuple(found)


def shelf_text(name: str) -> str:
    return (SHELF_FOLDER / f"{name}.lp").read_text(encoding="utf-8")


def meant(name: str) -> str | None:
    """`did you mean …?` for what looks like a program of the shelf without its `asp:`."""
    match = _REFERENCE.fullmatch(f"{SHELF}{name}")
    if match is None:
        return None
    near = match[1] if match[1] in shelf_names() else NameIndex(shelf_names()).closest(match[1])
    return f"did you mean `{SHELF}{near}{name[len(match[1]) :]}`?" if near else None


def parameters(
    file: ConstraintFile, given: Reference | None, example: Callable[[str], str] = str
) -> dict[str, ast.AST]:
    """What stands for each constant of a file: what the reference gives, else the file's own value.

    `example`: a name of the pack that could stand for a parameter.
    """
    values = dict(file.constants)
    if given is None:
        return values
    names = list(values)
    call = f"as in `{SHELF}{_call(given.name, values, example)}`"
    if len(given.arguments) > len(names):
        message = f"`{SHELF}{given.name}` takes {_few(names)}, not {len(given.arguments)}"
        raise ConstraintError([error("wrong-arity", message, given.place, call)])
    missing = names[len(given.arguments) :] + [
        n for n, v in zip(names, given.arguments, strict=False) if v == ""
    ]
    if missing:
        message = f"`{SHELF}{given.name}` needs {listed(f'`{name}`' for name in missing)}"
        raise ConstraintError([error("missing-argument", message, given.place, call)])
    for name, value in zip(names, given.arguments, strict=True):
        wants_text = values[name].symbol.type is clingo.SymbolType.String
        if wants_text:
            value = str(value)
        elif isinstance(value, str) or not 0 <= value <= MOST:
            message = (
                f"`{SHELF}{given.name}` expects a whole number from 0 to {MOST:,} as `{name}`, not `{value}`"
            )
            raise ConstraintError([error("wrong-kind", message, given.place, call)])
        symbol = clingo.String(value) if isinstance(value, str) else clingo.Number(value)
        values[name] = ast.SymbolicTerm(_no_place(), symbol)
    return values


def _call(name: str, values: Mapping[str, ast.AST], example: Callable[[str], str]) -> str:
    """How a program is named: with the numbers that its file has, and with names for names."""
    if not values:
        return name
    shown = [example(word) if str(value) == '""' else str(value) for word, value in values.items()]
    return f"{name}({' '.join(shown)})"


def _few(names: Sequence[str]) -> str:
    if not names:
        return "no arguments"
    return f"{counted(len(names), 'argument')} ({', '.join(names)})"


def _no_place() -> ast.Location:
    nowhere = ast.Position("<shelf>", 0, 0)
    return ast.Location(nowhere, nowhere)


def shelf_table() -> str:
    """The programs of the shelf with what their headers say, as a table in Markdown."""
    rows = ["| name | what it does |", "|---|---|"]
    for name in shelf_names():
        head, meaning = header(shelf_text(name))
        rows.append(f"| `asp:{head.replace(', ', ' ')}` | {meaning} |")
    return "\n".join(rows) + "\n"


def header(text: str) -> tuple[str, str]:
    """The first line of a program's `%*! … *%` block, and the rest of it as one line."""
    block = text.partition("%*!")[2].partition("*%")[0].strip()
    first, _, rest = block.partition("\n")
    return first.strip(), " ".join(rest.split())
