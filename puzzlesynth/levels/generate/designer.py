"""A designer's own logic programs: read, checked, and every constraint made one that can be let go of."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from clingo.ast import AST


_UNWANTED = {"Program", "External", "ShowSignature", "ShowTerm", "Minimize", "Heuristic", "Edge"}


class BadProgram(ValueError):
    """A logic program that cannot be used; the message says in which file, where and why."""


@dataclass(frozen=True, slots=True)
class DesignerProgram:
    """Statements ready to be added, and the guards of their constraints: guard's name to a place and its text."""

    statements: tuple[AST, ...]
    guards: dict[str, str]


def read_program(name: str, text: str) -> DesignerProgram:
    """Parse a program. Scripts and includes are refused: a level's constraints run no code and read no files."""
    from clingo import ast

    if _includes(text):
        raise BadProgram(f"{name}: #include is not allowed here; give every file by itself")
    complaints: list[str] = []
    statements: list[AST] = []
    try:
        ast.parse_string(text, statements.append, logger=lambda _, message: complaints.append(message))
    except (RuntimeError, MemoryError):
        raise BadProgram(_placed(name, complaints)) from None
    guards: dict[str, str] = {}
    kept: list[AST] = []
    for statement in statements:
        if statement.ast_type == ast.ASTType.Script:
            line = statement.location.begin.line
            raise BadProgram(f"{name}:{line}: #script is not allowed: constraints run no code")
        if statement.ast_type.name in _UNWANTED:
            if not (statement.ast_type == ast.ASTType.Program and statement.name == "base"):
                line = statement.location.begin.line
                raise BadProgram(f"{name}:{line}: `{statement}` has no meaning in a constraint file")
            continue
        if statement.ast_type == ast.ASTType.Rule and _is_constraint(statement):
            guard = f"{name}:{statement.location.begin.line}"
            guards[guard] = str(statement)
            statement = _guarded(statement, guard)
        kept.append(statement)
    return DesignerProgram(tuple(kept), guards)


def _includes(text: str) -> bool:
    return any(line.strip().startswith("#include") for line in text.splitlines())


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
