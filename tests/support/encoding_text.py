"""Reading encodings: their headers, and the predicates that their rules use."""

from __future__ import annotations

import re
from pathlib import Path

import clingo
from clingo import ast

from puzzlesynth.resources import ENCODINGS

Signature = tuple[str, int]


def header(name: str) -> tuple[str, str]:
    """What a file's header calls it, and what it says."""
    found = re.match(r"%\*! (\w+)\n(.*?)\n\*%\n", (ENCODINGS / name).read_text("utf-8"), re.DOTALL)
    assert found, f"{name} does not begin with a header `%*! name … *%`"
    return found[1], found[2]


def meanings(name: str) -> dict[Signature, tuple[str, str]]:
    """For each predicate that a header explains: how it writes its arguments, and what it says. Predicates that
    share a line share what is said; those without a meaning of their own are left out."""
    part = header(name)[1].partition("Takes:")[2] or header(name)[1].partition("Defines:")[2]
    part = part.partition("From other files:")[0].replace("Defines:", "        ")
    found: dict[Signature, tuple[str, str]] = {}
    heads: list[tuple[str, str]] = []
    for line in part.splitlines():
        match = re.match(r"\s{,10}((?:[a-z_]+(?:\([\w,]+\)|/0)(?:, (?=[a-z_]+[(/]))?)+)(?:\s+|$)(.*)", line)
        if match:
            heads = re.findall(r"([a-z_]+)(\([\w,]+\)|/0)", match[1])
        for word, arguments in heads:
            signature = word, arguments.count(",") + 1 if arguments != "/0" else 0
            said = match[2] if match else f"{found.get(signature, ('', ''))[1]} {line.strip()}"
            found[signature] = arguments, said.strip()
    return {signature: said for signature, said in found.items() if said[1]}


def documented(text: str) -> set[Signature]:
    """The predicates that a header names, as `word(A,B)` or as `word/2`."""
    found = {(name, int(arity)) for name, arity in re.findall(r"\b([a-z_]+)/(\d)", text)}
    found |= {(name, inside.count(",") + 1) for name, inside in re.findall(r"\b([a-z_]+)\(([\w,]+)\)", text)}
    return found


def statements(name: str) -> list[ast.AST]:
    """The statements of one file, without those that it includes."""
    found: list[ast.AST] = []
    path = str(ENCODINGS / name)

    def keep(statement: ast.AST) -> None:
        if statement.location.begin.filename == path:
            found.append(statement)

    ast.parse_files([path], keep)
    return found


class _Atoms(ast.Transformer):
    def __init__(self) -> None:
        self.found: set[Signature] = set()

    def visit_SymbolicAtom(self, atom: ast.AST) -> ast.AST:
        symbol = atom.symbol
        self.found.add((symbol.name, len(symbol.arguments)))
        return atom


def used(statement: ast.AST) -> set[Signature]:
    """Every predicate of a statement."""
    atoms = _Atoms()
    atoms(statement)
    return atoms.found


def defined(statement: ast.AST) -> set[Signature]:
    """The predicates that a rule's head can make true."""
    if statement.ast_type is not ast.ASTType.Rule:
        return set()
    head = statement.head
    literals = [head]
    if head.ast_type in (ast.ASTType.Aggregate, ast.ASTType.Disjunction):
        literals = [element.literal for element in head.elements]
    elif head.ast_type is ast.ASTType.HeadAggregate:
        literals = [element.condition.literal for element in head.elements]
    return {one for literal in literals for one in used(literal)}


RULES = (ast.ASTType.Rule, ast.ASTType.Edge)


def rules(name: str) -> list[ast.AST]:
    """The statements that say something; `#show`, `#project` and the like only say what is shown."""
    return [one for one in statements(name) if one.ast_type in RULES]


def said_to_be_absent(name: str) -> set[Signature]:
    """What a file declares with `#defined`."""
    return {(one.name, one.arity) for one in statements(name) if one.ast_type is ast.ASTType.Defined}


def shown(name: str) -> set[Signature]:
    """What a file shows."""
    found = {(one.name, one.arity) for one in statements(name) if one.ast_type is ast.ASTType.ShowSignature}
    for one in statements(name):
        if one.ast_type is ast.ASTType.ShowTerm:
            found.add((one.term.name, len(one.term.arguments)))
    return found


def variables(name: str) -> set[str]:
    """The names of the variables of a file."""
    found: set[str] = set()

    class Variables(ast.Transformer):
        def visit_Variable(self, node: ast.AST) -> ast.AST:
            found.add(node.name)
            return node

    for statement in statements(name):
        Variables()(statement)
    return found - {"_"}


def included(name: str) -> list[str]:
    """The files that a file includes, in their order."""
    folder = Path(name).parent
    found = re.findall(r'^#include "(\w+\.lp)"\.', (ENCODINGS / name).read_text("utf-8"), re.MULTILINE)
    return [str(folder / one) for one in found]


def ground_messages(path: Path) -> list[str] | None:
    """What clingo says about the whole program on a pack; None: it has no areas of its own, they come with a map."""
    from puzzlesynth.pack import load_pack
    from puzzlesynth.synth.initial_state import fresh_start
    from puzzlesynth.synth.program.facts import facts_of
    from puzzlesynth.synth.relevance import PackAnalysis

    pack = load_pack(path)
    if not pack.areas:
        return None
    messages: list[str] = []
    control = clingo.Control(logger=lambda code, message: messages.append(message))
    with control.backend() as backend:
        for fact in facts_of(PackAnalysis(pack, fresh_start(pack))):
            backend.add_rule([backend.add_atom(fact.symbol)])
    control.load(str(ENCODINGS / "puzzle.lp"))
    control.ground([("base", [])])
    return messages
