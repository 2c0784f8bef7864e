"""A designer's own logic programs: read, checked, and every constraint made one that can be let go of."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from puzzlesynth.bad_input import BadInput

if TYPE_CHECKING:
    from clingo.ast import AST


class BadUserProgram(BadInput):
    """A logic program that cannot be used; the message says in which file, where and why."""


@dataclass(frozen=True, slots=True)
class UserProgram:
    """Statements ready to be added, and the guards of their constraints: guard's name to a place and its text."""

    statements: tuple[AST, ...]
    guards: dict[str, str]


def read_program(name: str, text: str) -> UserProgram:
    """Parse a program. It states things: nothing in it reads files, runs code, or reaches into other programs."""
    guards: dict[str, str] = {}
    kept: list[AST] = []
    constants: dict[str, AST] = {}
    for statement in _parsed(name, text):
        kind = statement.ast_type.name
        if kind == "Comment" or (kind == "Program" and statement.name == "base"):
            continue
        if kind == "Definition":
            constants[statement.name] = _filled(statement.value, constants)
            continue
        place = f"{name}:{statement.location.begin.line}"
        if kind != "Rule":
            raise BadUserProgram(f"{place}: `{_short(statement)}` has no meaning in a constraint file")
        _refuse_calls(statement, place)
        if _is_constraint(statement):
            guards[place] = str(statement)
            statement = _guarded(statement, place)
        kept.append(statement)
    return UserProgram(tuple(_filled(statement, constants) for statement in kept), guards)


def _parsed(name: str, text: str) -> list[AST]:
    from puzzlesynth.logic_text import UnsafeText, parse_text

    complaints: list[str] = []
    try:
        return parse_text(text, complaints.append)
    except UnsafeText as unsafe:
        raise BadUserProgram(f"{name}:{unsafe.line}:{unsafe.column}: {unsafe}") from None
    except (RuntimeError, MemoryError):
        raise BadUserProgram(_placed(name, complaints)) from None


def _filled(node: AST, constants: Mapping[str, AST]) -> AST:
    from puzzlesynth.logic_text import fill_in

    return fill_in(node, constants)


def _short(statement: AST) -> str:
    text = str(statement)
    return text if len(text) <= 60 else text[:59] + "…"


def _refuse_calls(statement: AST, place: str) -> None:
    """`@f(...)` is a call of code."""
    from clingo import ast

    class Calls(ast.Transformer):
        def visit_Function(self, node: AST) -> AST:
            if node.external:
                raise BadUserProgram(f"{place}: `@{node.name}(…)` calls code; a constraint file is data")
            self.visit_children(node)
            return node

    Calls()(statement)


def _is_constraint(statement: AST) -> bool:
    head = statement.head
    if head.ast_type.name != "Literal":
        return False
    return bool(head.atom.ast_type.name == "BooleanConstant" and not head.atom.value)


def _guarded(statement: AST, guard: str) -> AST:
    """The constraint with `on("file:line")` in its body."""
    from clingo import String, ast

    place = statement.location
    term = ast.SymbolicTerm(place, String(guard))
    atom = ast.SymbolicAtom(ast.Function(place, "on", [term], False))
    literal = ast.Literal(place, ast.Sign.NoSign, atom)
    return statement.update(body=[*statement.body, literal])


def _placed(name: str, complaints: list[str]) -> str:
    """clingo's words, with the file's name where it says <string>."""
    first = next((text for text in complaints if "error" in text), "it cannot be read")
    return first.strip().replace("<string>", name).replace("\n", " ")
