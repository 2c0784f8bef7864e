"""The vocabulary: the words of `asp/vocabulary.lp`, with what their documentation says and how they are defined."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import lru_cache

from clingo import ast

from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.resources import ENCODINGS, SHELF_FOLDER

Signature = tuple[str, int]

_HEAD = re.compile(r"(\w+)\(([\w,]*)\)")


@dataclass(frozen=True)
class Word:
    """A predicate that constraint files may use."""

    name: str
    arguments: tuple[str, ...]
    kinds: tuple[str, ...]
    meaning: str
    example: str
    stands_for: tuple[str, ...]
    """The internal predicates, as `name/arity`, that it is to be used instead of."""

    @property
    def signature(self) -> Signature:
        return self.name, len(self.arguments)

    def __str__(self) -> str:
        return f"{self.name}({','.join(self.arguments)})"


@dataclass(frozen=True)
class ConstraintVocabulary:
    words: Mapping[Signature, Word]
    definitions: Mapping[Signature, tuple[ast.AST, ...]]

    def define(self, wanted: Iterable[Signature]) -> tuple[list[ast.AST], set[Signature]]:
        """The rules that define some words, and every predicate that they mention."""
        rules: list[ast.AST] = []
        seen: set[Signature] = set()
        todo = sorted(wanted)
        while todo:
            word = todo.pop()
            if word not in seen:
                seen.add(word)
                for rule in self.definitions.get(word, ()):
                    rules.append(rule)
                    todo.extend(sorted(mentioned(rule)))
        return rules, seen


@lru_cache(maxsize=1)
def vocabulary() -> ConstraintVocabulary:
    text = (SHELF_FOLDER / "vocabulary.lp").read_text(encoding="utf-8")
    words: dict[Signature, Word] = {}
    definitions: dict[Signature, list[ast.AST]] = {}

    def note(node: ast.AST) -> None:
        if node.ast_type is ast.ASTType.Comment and (word := _word(str(node.value))):
            words[word.signature] = word
        elif node.ast_type is ast.ASTType.Rule:
            definitions.setdefault(signature_of(node.head.atom), []).append(node)

    ast.parse_string(text, note)
    return ConstraintVocabulary(words, {name: tuple(rules) for name, rules in definitions.items()})


def _word(comment: str) -> Word | None:
    lines = comment.removeprefix("%*!").removesuffix("*%").strip().splitlines()
    match = _HEAD.fullmatch(lines[0].strip()) if lines and comment.startswith("%*!") else None
    if match is None:
        return None
    fields = {"Kinds": "", "Example": "", "Internal": ""}
    meaning = []
    for line in lines[1:]:
        key, colon, rest = line.partition(":")
        if colon and key in fields:
            fields[key] = rest.strip()
        else:
            meaning.append(line.strip())
    return Word(
        name=match[1],
        arguments=tuple(match[2].split(",")),
        kinds=tuple(kind.strip() for kind in fields["Kinds"].split(",")),
        meaning=" ".join(meaning),
        example=fields["Example"],
        stands_for=tuple(name.strip() for name in fields["Internal"].split(",") if name.strip()),
    )


def signature_of(atom: ast.AST) -> Signature:
    """Of a symbolic atom."""
    symbol = atom.symbol
    return str(symbol.name), len(symbol.arguments)


class _Mentions(ast.Transformer):
    def __init__(self) -> None:
        self.found: set[Signature] = set()

    def visit_SymbolicAtom(self, node: ast.AST) -> ast.AST:
        if node.symbol.ast_type is ast.ASTType.Function:
            self.found.add(signature_of(node))
        return node


def mentioned(node: ast.AST) -> set[Signature]:
    """Every predicate that a statement mentions."""
    visitor = _Mentions()
    visitor(node)
    return visitor.found


@lru_cache(maxsize=1)
def internal_predicates() -> frozenset[Signature]:
    """The predicates of the encodings, which constraint files may not use."""
    found: set[Signature] = set()
    files = ("puzzle.lp", "maps/map.lp", "maps/pattern.lp")
    ast.parse_files([str(ENCODINGS / name) for name in files], lambda node: found.update(mentioned(node)))
    return frozenset(found)


def instead_of(predicate: Signature) -> list[Word]:
    """The words to use instead of an internal predicate."""
    written = f"{predicate[0]}/{predicate[1]}"
    return [word for word in vocabulary().words.values() if written in word.stands_for]


def reference_table() -> str:
    """The vocabulary as a table in Markdown."""
    rows = ["| word | meaning | arguments | example |", "|---|---|---|---|"]
    for word in vocabulary().words.values():
        kinds = ", ".join(f"{a}: {k}" for a, k in zip(word.arguments, word.kinds, strict=True))
        rows.append(f"| `{word}` | {word.meaning} | {kinds} | `{word.example}` |")
    return "\n".join(rows) + "\n"
