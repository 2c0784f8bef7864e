"""Constraint files made ready for a program: parameters filled in, helpers kept apart, preferences counted."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from clingo import Control, ast

from puzzlesynth.logic_text import fill_in
from puzzlesynth.pack.diagnostics.problems import PackError, Problem
from puzzlesynth.pack.model import NOWHERE, Pack, Place
from puzzlesynth.pack.yaml.nodes import read_source
from puzzlesynth.puzzle.model import StatedConstraint

from .constraint_file import AstType, ConstraintFile, ConstraintStatement, is_integrity, read_file
from .designer_constraints import SWITCH, WISH, ConstraintError, ConstraintSet, DesignerConstraint
from .linter import PackNames, lint, unbound_variables
from .shelf import SHELF, Reference, meant, parameters, read_reference, shelf_text
from .vocabulary import Signature, mentioned, vocabulary


def constraint_set(
    pack: Pack, extra: Sequence[str] = (), switchable: bool = False, texts: Mapping[str, str] | None = None
) -> ConstraintSet:
    """The pack's constraints and some more: files, or programs of the shelf as `asp:name(arguments)`.

    `switchable`: the constraint with the number n only counts where `counts(("constraint",n))` holds. `texts`: what files
    say, where that is not to be read from them. Raises `ConstraintError` with everything that is wrong in them.
    """
    listed = [(c.path or c.name, c.place) for c in pack.constraints]
    seen = {name for name, _ in listed}
    listed += [(name, NOWHERE) for name in extra if name not in seen]
    found = ConstraintSet()
    if listed:
        _add_files(found, listed, pack, switchable, texts or {})
    found.stated = tuple(StatedConstraint(one.name, one.kind, one.sentence) for one in found.named) + tuple(
        StatedConstraint(one.name, one.kind, one.sentence, one.weight, 0) for one in found.preferences
    )
    return found


def add_statements(control: Control, constraints: ConstraintSet) -> None:
    """Hands the constraints to clingo."""
    with ast.ProgramBuilder(control) as builder:
        for statement in constraints.statements:
            builder.add(statement)


def _add_files(
    found: ConstraintSet,
    listed: Sequence[tuple[str, Place]],
    pack: Pack,
    switchable: bool,
    texts: Mapping[str, str],
) -> None:
    names = PackNames(pack)
    problems: list[Problem] = []
    wanted: set[Signature] = set()
    for number, (name, place) in enumerate(listed):
        try:
            file, given = _read(name, place, texts)
            values = parameters(file, given, names.example)
        except ConstraintError as mistake:
            problems += mistake.problems
            continue
        statements = tuple(_filled_in(statement, values) for statement in file.statements)
        wrong = list(lint(statements, file.program, names, given.place if given else None))
        wrong = wrong or list(unbound_variables(statements, file.program))
        problems += wrong
        if not wrong:
            wanted |= _add(found, statements, number, name, switchable)
    if problems:
        raise ConstraintError(problems)
    rules, found.words = vocabulary().define(wanted)
    found.statements[:0] = rules


def _read(name: str, place: Place, texts: Mapping[str, str]) -> tuple[ConstraintFile, Reference | None]:
    if name.startswith(SHELF):
        given = read_reference(name, Place("--constraint") if place is NOWHERE else place)
        return read_file(f"asp/{given.name}.lp", shelf_text(given.name)), given
    if name in texts:
        return read_file(name, texts[name]), None
    try:
        return read_file(name, read_source(Path(name)).text), None
    except PackError as mistake:
        problems = mistake.problems
        if not Path(name).exists():
            problems = tuple(replace(problem, hint=meant(name) or problem.hint) for problem in problems)
        raise ConstraintError(problems) from None


def _filled_in(statement: ConstraintStatement, values: dict[str, ast.AST]) -> ConstraintStatement:
    if not values:
        return statement
    named = statement.named
    if named is not None:
        sentence = named.sentence
        for name, value in values.items():
            sentence = sentence.replace("{" + name + "}", str(value).strip('"'))
        named = DesignerConstraint(named.name, named.kind, sentence, named.place, named.weight)
    return ConstraintStatement(fill_in(statement.node, values), statement.place, named)


class _KeepApart(ast.Transformer):
    """Gives a file's own predicates names that no other program has."""

    def __init__(self, number: int) -> None:
        self._number = number

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:
        return node.update(symbol=self._renamed(node.symbol))

    def _renamed(self, symbol: ast.AST) -> ast.AST:
        if symbol.ast_type is AstType.Pool:
            return symbol.update(arguments=[self._renamed(one) for one in symbol.arguments])
        if (str(symbol.name), len(symbol.arguments)) in vocabulary().words:
            return symbol
        return symbol.update(name=f"{symbol.name}_of_file_{self._number}")


def _add(
    found: ConstraintSet,
    statements: Iterable[ConstraintStatement],
    number: int,
    source: str,
    switchable: bool,
) -> set[Signature]:
    """Adds a file's statements; returns the words that it uses."""
    apart = _KeepApart(number)
    wanted: set[Signature] = set()
    for statement in statements:
        wanted |= mentioned(statement.node)
        node = apart(statement.node)
        if node.ast_type is AstType.Minimize:
            found.statements += _wish(node, statement, found.preferences, source)
        elif is_integrity(node):
            found.named.append(statement.named or _unnamed(statement, source, "forbid"))
            if switchable:
                node = node.update(body=[*node.body, _switch(len(found.named) - 1)])
            found.statements.append(node)
        else:
            found.statements.append(node)
    return {word for word in wanted if word in vocabulary().words}


def _unnamed(statement: ConstraintStatement, source: str, kind: str) -> DesignerConstraint:
    name = source.removeprefix(SHELF) if source.startswith(SHELF) else Path(source).stem
    return DesignerConstraint(f"{name}:{statement.place.line}", kind, "", statement.place)


def _parsed_rule(text: str) -> ast.AST:
    nodes: list[ast.AST] = []
    ast.parse_string(text, nodes.append)
    return nodes[-1]


def _switch(number: int) -> ast.AST:
    literal: ast.AST = _parsed_rule(f':- {SWITCH}(("constraint",{number})).').body[0]
    return literal


def _wish(
    node: ast.AST, statement: ConstraintStatement, preferences: list[DesignerConstraint], source: str
) -> tuple[ast.AST, ast.AST]:
    """A weak constraint in two parts, so that what each preference costs can be read off an answer set."""
    number = len(preferences)
    named = statement.named or _unnamed(statement, source, "prefer")
    preferences.append(named)
    rule = _parsed_rule(f"{WISH}({number},0,0,()) :- #true.")
    symbol = rule.head.atom.symbol
    terms = ast.Function(node.location, "", list(node.terms), 0)
    arguments = [symbol.arguments[0], node.weight, node.priority, terms]
    head = rule.head.update(atom=rule.head.atom.update(symbol=symbol.update(arguments=arguments)))
    rule = rule.update(head=head, body=list(node.body))
    cost = _parsed_rule(f":~ {WISH}({number},W,P,T). [W*{named.weight}@P,{number},T]")
    return rule, cost
