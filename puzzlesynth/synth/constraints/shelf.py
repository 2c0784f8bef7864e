"""The designers' shelf: programs in `asp/` that a pack names without writing logic, as `asp:at_most_steps(8)`."""

from __future__ import annotations

import re
from dataclasses import dataclass

import clingo
from clingo import ast

from puzzlesynth.pack.model import Place
from puzzlesynth.pack.problems import did_you_mean, error
from puzzlesynth.resources import folder

from .errors import ConstraintError
from .reading import ConstraintFile

SHELF = "asp:"

_REFERENCE = re.compile(r"asp:(\w+)\s*(?:\((.*)\))?\s*", re.DOTALL)
_ARGUMENT = re.compile(r'\s*(?:(-?\d+)|"((?:\\.|[^"\\])*)"|([^\W\d]\w*))\s*(?:,|\s|$)')

NOT_ON_THE_SHELF = "vocabulary"


@dataclass(frozen=True)
class Reference:
    """A program of the shelf and the arguments that it is given."""

    name: str
    arguments: tuple[int | str, ...]
    place: Place


def shelf_names() -> list[str]:
    return sorted(path.stem for path in folder("asp").glob("*.lp") if path.stem != NOT_ON_THE_SHELF)


def read_reference(text: str, place: Place) -> Reference:
    match = _REFERENCE.fullmatch(text)
    if match is None:
        hint = "as in `asp:no_backtracking` or `asp:at_most_steps(8)`"
        raise ConstraintError(
            [error("bad-reference", f"`{text[:80]}` names nothing on the shelf", place, hint)]
        )
    if match[1] not in shelf_names():
        near = did_you_mean(match[1], shelf_names()) or f"there are {', '.join(shelf_names())}"
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
                [error("bad-reference", f"`{whole[:80]}` has arguments that make no sense", place, hint)]
            )
        if match[1] is not None:
            found.append(int(match[1]))
        else:
            found.append(match[2].replace('\\"', '"') if match[2] is not None else match[3])
        at = match.end()
    return tuple(found)


def shelf_text(name: str) -> str:
    return (folder("asp") / f"{name}.lp").read_text(encoding="utf-8")


def parameters(file: ConstraintFile, given: Reference | None) -> dict[str, ast.AST]:
    """What stands for each constant of a file: what the reference gives, else the file's own value."""
    values = dict(file.constants)
    if given is None:
        return values
    names = [name for name, _ in file.constants]
    if len(given.arguments) > len(names):
        takes = f"takes {len(names)} of them ({', '.join(names)})" if names else "takes none"
        message = f"`asp:{given.name}` got {len(given.arguments)} arguments and {takes}"
        raise ConstraintError([error("wrong-arity", message, given.place)])
    for name, value in zip(names, given.arguments, strict=False):
        wants_text = values[name].symbol.type is clingo.SymbolType.String
        if wants_text and not isinstance(value, str):
            value = str(value)
        if wants_text != isinstance(value, str) or abs(value if isinstance(value, int) else 0) > 10**6:
            what = "a name" if wants_text else "a whole number"
            message = f"`asp:{given.name}` expects {what} as `{name}`, not `{value}`"
            raise ConstraintError([error("wrong-kind", message, given.place)])
        symbol = clingo.String(value) if isinstance(value, str) else clingo.Number(value)
        values[name] = ast.SymbolicTerm(_no_place(), symbol)
    missing = [name for name in names if str(values[name]) == '""']
    if missing:
        hint = f"as in `asp:{given.name}({', '.join(names)})`"
        message = f"`asp:{given.name}` has to be told {' and '.join(missing)}"
        raise ConstraintError([error("missing-argument", message, given.place, hint)])
    return values


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
