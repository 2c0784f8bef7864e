"""From a constraint file's text to its statements: only what states something, nothing that runs code."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property

from clingo import ast

from puzzlesynth.logic_text import UnsafeText, parse_text
from puzzlesynth.pack.diagnostics.problems import Problem, error
from puzzlesynth.pack.model import Place
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.suggestions import choice_of, did_you_mean

from .designer_constraints import KINDS, ConstraintError, DesignerConstraint


@dataclass(frozen=True)
class ProgramText:
    """A program under the name that problems give it."""

    file: str
    text: str

    @cached_property
    def _lines(self) -> list[str]:
        return self.text.split("\n")

    def place(self, line: int, column: int) -> Place:
        """A place as clingo gives it."""
        if not 1 <= line <= len(self._lines):
            return Place(self.file, line, column)
        before = self._lines[line - 1][:column].encode()[: column - 1]
        return Place(self.file, line, len(before.decode(errors="ignore")) + 1)


AstType = ast.ASTType

REFUSED = {
    AstType.Script: "`#script` runs code; a constraint file is data",
    AstType.External: "`#external` would leave open what holds",
    AstType.ShowSignature: "`#show` is reserved: puzzlesynth reads puzzles from what is shown",
    AstType.ShowTerm: "`#show` is reserved: puzzlesynth reads puzzles from what is shown",
    AstType.ProjectAtom: "`#project` would change which puzzles count as different",
    AstType.ProjectSignature: "`#project` would change which puzzles count as different",
    AstType.Program: "`#program` parts are never used here",
    AstType.Heuristic: "`#heuristic` steers the solver, not the puzzle",
    AstType.Edge: "`#edge` would change the order of steps",
    AstType.TheoryDefinition: "theories are not available",
    AstType.Defined: "`#defined` would hide a misspelt word",
}
_MESSAGE = re.compile(r"<string>:(\d+):(\d+)(?:-[\d:]+)?: (?:error|info|warning): (.*)", re.DOTALL)

LARGEST = 1_000_000


@dataclass(frozen=True)
class ConstraintStatement:
    """A rule or a weak constraint, with the tag above it."""

    node: ast.AST
    place: Place
    named: DesignerConstraint | None = None


@dataclass(frozen=True)
class ConstraintFile:
    program: ProgramText
    statements: tuple[ConstraintStatement, ...]
    constants: tuple[tuple[str, ast.AST], ...]
    """`#const` definitions in their order: the parameters of the file."""


def read_file(source: str, text: str) -> ConstraintFile:
    """The statements of a file; `ConstraintError` tells everything that does not belong there."""
    if len(text) > LARGEST:
        raise ConstraintError([error("too-large", f"more than {LARGEST:,} characters", Place(source))])
    problems: list[Problem] = []
    program = ProgramText(source, text)
    nodes = _parsed(program)
    comments = [
        (node.location.begin.line, str(node.value)) for node in nodes if node.ast_type is AstType.Comment
    ]
    tags = _tags(source, comments, problems)
    statements: list[ConstraintStatement] = []
    constants: list[tuple[str, ast.AST]] = []
    for node in nodes:
        place = place_of(program, node)
        if node.ast_type is AstType.Definition:
            constants.append((str(node.name), node.value))
        elif node.ast_type in (AstType.Rule, AstType.Minimize):
            named = _tag_above(tags, node)
            problems += _misplaced(node, named, place)
            statements.append(ConstraintStatement(node, place, named))
        elif node.ast_type is not AstType.Comment and not _is_base(node):
            reason = REFUSED.get(node.ast_type, "this kind of statement has no place in a constraint file")
            problems.append(error("refused", reason, place))
    for tag in tags.values():
        what = f"`@{tag.kind}({tag.name})` is not above a rule"
        problems.append(error("bad-tag", what, tag.place, "a tag describes the rule right below it"))
    if problems:
        raise ConstraintError(problems)
    return ConstraintFile(program, tuple(statements), tuple(constants))


def place_of(program: ProgramText, node: ast.AST) -> Place:
    begin = node.location.begin
    return program.place(begin.line, begin.column)


def _is_base(node: ast.AST) -> bool:
    """The parser begins every text with `#program base.`"""
    begin = node.location.begin
    return (
        node.ast_type is AstType.Program and str(node.name) == "base" and (begin.line, begin.column) == (1, 1)
    )


def _parsed(program: ProgramText) -> list[ast.AST]:
    messages: list[str] = []
    try:
        return parse_text(program.text, messages.append)
    except UnsafeText as unsafe:
        place = Place(program.file, unsafe.line, unsafe.column)
        raise ConstraintError([error("refused", str(unsafe), place)]) from None
    except RuntimeError as problem:
        messages = messages or [str(problem)]
        raise ConstraintError([_syntax_error(program, message) for message in messages]) from None


def _syntax_error(program: ProgramText, message: str) -> Problem:
    match = _MESSAGE.match(message)
    if match is None:
        return error("syntax", message.strip(), Place(program.file))
    words = " ".join(match[3].split())
    return error("syntax", words, program.place(int(match[1]), int(match[2])))


def _tags(
    source: str, comments: list[tuple[int, str]], problems: list[Problem]
) -> dict[int, DesignerConstraint]:
    """Tags by the last line of their comment."""
    found: dict[int, DesignerConstraint] = {}
    for line, text in joined_comments(comments):
        tag = read_tag(text, Place(source, line, 1))
        if isinstance(tag, Problem):
            problems.append(tag)
        elif tag is not None:
            found[line + text.count("\n")] = tag
    return found


def _tag_above(tags: dict[int, DesignerConstraint], node: ast.AST) -> DesignerConstraint | None:
    """The tag right above a statement, or in the lines above it that are empty; it is then used up."""
    above = [line for line in tags if line < node.location.begin.line]
    return tags.pop(max(above)) if above else None


def _misplaced(node: ast.AST, named: DesignerConstraint | None, place: Place) -> Iterator[Problem]:
    if named is None:
        return
    soft = node.ast_type is AstType.Minimize
    if soft and named.kind != "prefer":
        hint = f"a weak constraint is a preference: `@prefer({named.name}, 1)`"
        yield error("bad-tag", f"`@{named.kind}` is above a weak constraint", place, hint)
    elif not soft and named.kind == "prefer":
        hint = "write it as `:~ … . [1, …]`"
        yield error("bad-tag", "`@prefer` is above a rule that is not a weak constraint", place, hint)
    elif not soft and not is_integrity(node):
        hint = "define what you need first, then tag the `:- …` that uses it"
        yield error("bad-tag", f"`@{named.kind}` is above a definition, not a constraint", place, hint)


def is_integrity(node: ast.AST) -> bool:
    """Whether a rule is `:- …`, something that must not be."""
    head = node.head
    return head.ast_type is AstType.Literal and head.atom.ast_type is AstType.BooleanConstant


# --- tags: what a constraint is called and what it says, in the comments above a rule ---------------------

_TAG = re.compile(r"@(\w+)\s*\(([^)]*)\)\s*(.*)", re.DOTALL)


def read_tag(text: str, place: Place) -> DesignerConstraint | Problem | None:
    """The tag that a comment begins with; None: it has none."""
    body = " ".join(line.lstrip("% \t") for line in text.splitlines()).strip()
    match = _TAG.match(body)
    if match is None:
        if re.match(r"@(forbid|require|prefer)\b", body):
            return error("bad-tag", "a tag has a name in parentheses", place, "as in `% @forbid(name) Why.`")
        return None
    kind, inside, sentence = match.groups()
    if kind not in KINDS:
        known = did_you_mean(kind, KINDS) or choice_of(f"@{name}" for name in KINDS)
        return error("bad-tag", f"there is no tag `@{kind}`", place, known)
    parts = [part.strip() for part in inside.split(",")]
    if not re.fullmatch(r"\w[\w -]*", parts[0]):
        return error("bad-tag", f"`@{kind}` needs a name made of letters, digits, `_` and `-`", place)
    weight = _weight(kind, parts[1:])
    if weight is None:
        example = "`@prefer(name, weight)`" if kind == "prefer" else f"`@{kind}(name)`"
        return error("bad-tag", f"`@{kind}({inside})` is not {example} with a whole number as weight", place)
    return DesignerConstraint(parts[0], kind, sentence.strip(), place, weight)


def _weight(kind: str, rest: list[str]) -> int | None:
    if not rest:
        return 1
    if kind == "prefer" and len(rest) == 1 and re.fullmatch(r"[1-9]\d{0,5}", rest[0]):
        return int(rest[0])
    return None


def joined_comments(comments: list[tuple[int, str]]) -> Iterator[tuple[int, str]]:
    """Comments, with those on the lines right below a tag counted as the rest of its sentence."""
    block: list[str] = []
    first = last = -1
    for line, text in comments:
        starts_tag = text.lstrip("% \t").startswith("@")
        if block and line == last + 1 and not starts_tag:
            block.append(text)
        else:
            if block:
                yield first, "\n".join(block)
            block, first = [text], line
        last = line
    if block:
        yield first, "\n".join(block)
