"""Mistakes in what a constraint file says: words that do not exist, wrong arguments, names that the pack lacks."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cached_property

import clingo
from clingo import SymbolType, ast

from puzzlesynth.pack.diagnostics.problems import Problem, error
from puzzlesynth.pack.model import ANYTHING, Pack, Place
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import NameIndex

from .constraint_file import AstType, ConstraintStatement, ProgramText, place_of
from .vocabulary import (
    Signature,
    Word,
    instead_of,
    internal_predicates,
    signature_of,
    vocabulary,
)


@dataclass(frozen=True)
class PackNames:
    """The names that the arguments of words can have, by their kind."""

    pack: Pack

    @cached_property
    def by_kind(self) -> Mapping[str, NameIndex]:
        pack = self.pack
        goals = [str(goal) for area in pack.areas.values() for goal in area.goals]
        properties = {n for item in pack.items.values() for n in item.properties}
        terms = [t for rule in pack.rules for t in (*rule.inputs, *rule.outputs)]
        properties |= {name for term in terms for name, _ in term.properties}
        return {
            "item": NameIndex(pack.items),
            "type": NameIndex([*sorted(pack.types), ANYTHING]),
            "area": NameIndex(pack.areas),
            "rule name": NameIndex([rule.name for rule in pack.rules if rule.name]),
            "kind": NameIndex([rule.kind for rule in pack.rules if rule.kind]),
            "action": NameIndex([rule.action for rule in pack.rules]),
            "property": NameIndex(sorted(properties)),
            "goal": NameIndex(goals),
        }

    def example(self, parameter: str) -> str:
        """A name that could stand for a parameter of the shelf; the parameter itself where there is none."""
        kind = "rule name" if parameter == "name" else parameter
        known = self.by_kind.get(kind)
        name = next(reversed(known.by_lower.values()), parameter) if known else parameter
        return name if name.isidentifier() else f'"{name}"'

    def knows(self, kind: str, name: str) -> bool:
        return self.by_kind[kind].has(name)


def lint(
    statements: tuple[ConstraintStatement, ...],
    program: ProgramText,
    names: PackNames,
    shelf_place: Place | None = None,
) -> Iterator[Problem]:
    """Everything wrong with a file's statements. `shelf_place`: where the pack names a program of the shelf;
    problems with its arguments are reported there."""
    helpers: set[Signature] = set()
    for statement in statements:
        yield from _head_problems(statement, helpers)
    for statement in statements:
        visitor = _Lint(program, helpers, names, shelf_place)
        visitor(statement.node)
        yield from visitor.problems


def _head_problems(statement: ConstraintStatement, helpers: set[Signature]) -> Iterator[Problem]:
    node = statement.node
    if node.ast_type is AstType.Minimize:
        return
    head = node.head
    if head.ast_type is AstType.Literal and head.atom.ast_type is AstType.BooleanConstant:
        if str(head.atom) == "#true":
            yield error("refused", "a rule with the head `#true` has no effect", statement.place)
        return
    if head.ast_type is not AstType.Literal or head.atom.ast_type is not AstType.SymbolicAtom or head.sign:
        hint = "constraints and definitions have one plain atom before `:-`, or none"
        yield error("refused", "a constraint file cannot contain choices", statement.place, hint)
        return
    if head.atom.symbol.ast_type is not AstType.Function:
        yield error("refused", "a definition has one plain atom before `:-`", statement.place)
        return
    name = signature_of(head.atom)
    if name in vocabulary().words:
        message = f"`{name[0]}/{name[1]}` is a word of the vocabulary; a file cannot redefine it"
        yield error("redefined", message, statement.place)
    else:
        helpers.add(name)


class _Lint(ast.Transformer):
    def __init__(
        self, program: ProgramText, helpers: set[Signature], names: PackNames, shelf_place: Place | None
    ) -> None:
        self.problems: list[Problem] = []
        self._program, self._helpers, self._names, self._shelf = program, helpers, names, shelf_place

    def _place(self, node: ast.AST) -> Place:
        place = place_of(self._program, node)
        # What was put in for a parameter has no place in the file.
        return self._shelf if self._shelf is not None and place.line == 0 else place

    def visit_TheoryAtom(self, node: ast.AST) -> ast.AST:
        self.problems.append(error("refused", "theory atoms are not available", self._place(node)))
        return node

    def visit_Function(self, node: ast.AST) -> ast.AST:
        if node.external:
            message = f"`@{node.name}(…)` calls code; a constraint file is data"
            self.problems.append(error("refused", message, self._place(node)))
        self.visit_children(node)
        return node

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:
        self._atom(node.symbol)
        self.visit_children(node)
        return node

    def _atom(self, symbol: ast.AST) -> None:
        if symbol.ast_type is AstType.UnaryOperation:
            message = "`-` before a word is not available; use `not`"
            self.problems.append(error("refused", message, self._place(symbol)))
        elif symbol.ast_type is AstType.Pool:
            for one in symbol.arguments:
                self._atom(one)
        elif symbol.ast_type is AstType.Function and not symbol.external:
            name = str(symbol.name), len(symbol.arguments)
            word = vocabulary().words.get(name)
            if word is not None:
                self._arguments(word, symbol)
            elif name not in self._helpers:
                self.problems.append(self._unknown(name, symbol))

    def _unknown(self, name: Signature, symbol: ast.AST) -> Problem:
        words = vocabulary().words
        written, place = f"{name[0]}/{name[1]}", self._place(symbol)
        others = [word for word in words.values() if word.name == name[0]]
        if others:
            counts = f"takes {_arguments(len(others[0].arguments))}, not {name[1]}"
            return error("wrong-arity", f"`{name[0]}` {counts}", place, f"`{others[0]}`: {others[0].meaning}")
        if any(helper[0] == name[0] for helper in self._helpers):
            known = next(helper for helper in sorted(self._helpers) if helper[0] == name[0])
            message = f"`{written}` is defined nowhere; this file defines `{known[0]}/{known[1]}`"
            return error("wrong-arity", message, place)
        if name in internal_predicates():
            use = " or ".join(f"`{word.name}/{len(word.arguments)}`" for word in instead_of(name))
            hint = f"; use {use}" if use else ""
            return error("internal", f"`{written}` is internal{hint}", place, "asp/README.md lists the words")
        near = NameIndex([*(w for w, _ in words), *(h for h, _ in sorted(self._helpers))]).did_you_mean(
            name[0]
        )
        return error(
            "unknown-word", f"there is no word `{written}`", place, near or "asp/README.md lists them"
        )

    def _arguments(self, word: Word, symbol: ast.AST) -> None:
        for kind, argument in zip(word.kinds, symbol.arguments, strict=True):
            problem = self._argument(word, kind, argument)
            if problem is not None:
                self.problems.append(problem)

    def _argument(self, word: Word, kind: str, argument: ast.AST) -> Problem | None:
        if argument.ast_type is not AstType.SymbolicTerm or kind == "value":
            return None
        symbol, place = argument.symbol, self._place(argument)
        named = kind in self._names.by_kind
        what = f"{'an' if kind[0] in 'ai' else 'a'} {kind}"
        if symbol.type is SymbolType.String and named:
            if self._names.knows(kind, symbol.string):
                return None
            near = self._names.by_kind[kind].did_you_mean(symbol.string)
            message = f"the pack has no {kind} `{symbol.string}`; `{word}` expects {what} here"
            return error("unknown-name", message, place, near)
        if symbol.type is SymbolType.Function and named:
            message = f"`{symbol}` is not a text; put names in quotes"
            return error("wrong-kind", message, place, f'as in "{str(symbol).capitalize()}"')
        if symbol.type is SymbolType.Number and named:
            return error("wrong-kind", f"`{word}` expects {what} here, not a number", place)
        if symbol.type is SymbolType.String and kind in ("rule", "number"):
            hint = "`rule_name(Rule,Name)` gives a rule's name" if kind == "rule" else None
            return error("wrong-kind", f"`{word}` expects a number here, not a text", place, hint)
        if kind == "step":
            return error("wrong-kind", f"`{word}` expects a step here, which has no name", place)
        return None


def _arguments(count: int) -> str:
    return "one argument" if count == 1 else f"{count} arguments"


_NOTE = re.compile(r"<string>:(\d+):(\d+)(?:-[\d:]+)?: note: '([^'#][^']*)' is unsafe")


def unbound_variables(statements: tuple[ConstraintStatement, ...], program: ProgramText) -> Iterator[Problem]:
    """Grounds the statements with bodies that are false: that takes no time, and safety is checked all the same."""
    messages: list[str] = []
    control = clingo.Control(logger=lambda _, message: messages.append(message))
    false: list[ast.AST] = []
    ast.parse_string(":- #false.", false.append)
    try:
        with ast.ProgramBuilder(control) as builder:
            for statement in statements:
                node = statement.node
                builder.add(node.update(body=[*node.body, *false[-1].body]))
        control.ground([("base", [])])
    except RuntimeError:
        for line, column, name in _NOTE.findall("\n".join(messages)):
            message = f"nothing says what `{name}` can be"
            hint = f"use `{name}` in a word that is not negated, as in `used({name})`"
            yield error("unsafe", message, program.place(int(line), int(column)), hint)
