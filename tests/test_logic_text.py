"""Logic programs of strangers: whatever they say, parsing them opens no file, runs no code and ends no process."""

from __future__ import annotations

import random
from pathlib import Path

import pytest
from clingo import ast

from puzzlesynth.levels.generate.placement.user_program import BadUserProgram, read_program
from puzzlesynth.logic_text import DEEPEST, UnsafeText, parse_text, safe_text
from puzzlesynth.synth.constraints import ConstraintError
from puzzlesynth.synth.constraints.constraint_file import read_file

SECRET = "password_is_swordfish"

HOSTILE = [
    '#include "FILE".',
    'a. #include "FILE".',
    'a.#include"FILE".',
    '#include\n\n"FILE".',
    '#include%* a comment between *%"FILE".',
    "#include<incmode>.",
    '%* a comment *% #include "FILE".',
    '%* %* *% *% #include "FILE".',
    '%* % *%\n*% #include "FILE".',
    '#!x\n#include "FILE".',
    'a("#include \\"FILE\\""). #include "FILE".',
    # What clingo takes for a text begins at another quote than it seems.
    '"\\q" ". #include "FILE" . "',
    'a("\n"). #include "FILE". %"',
    'a("\\\n"). #include "FILE" . b("")',
    '%* never closed "\n. #include "FILE".',
    "a.\0 #include 'FILE'.",
]


@pytest.fixture
def secret(tmp_path: Path) -> Path:
    path = tmp_path / "secret.lp"
    # One statement and one mistake, so that both answers and complaints would have something of it.
    path.write_text(f"{SECRET}(1).\n{SECRET} {SECRET}.\n", encoding="utf-8")
    return path


@pytest.mark.parametrize("text", HOSTILE)
def test_no_file_is_read_for_a_constraint_file(text: str, secret: Path) -> None:
    text = text.replace("FILE", str(secret))
    log: list[str] = []
    with pytest.raises(UnsafeText) as refused:
        parse_text(text, log.append)
    assert min(refused.value.line, refused.value.column) >= 1
    assert not log, "clingo has seen it"
    with pytest.raises(BadUserProgram) as level:
        read_program("mine.lp", text)
    with pytest.raises(ConstraintError) as pack:
        read_file("mine.lp", text)
    for said in (str(refused.value), str(level.value), str(pack.value)):
        assert SECRET not in said


@pytest.mark.parametrize(
    "text", ["#script (python)\nx\n#end.", "a. #script(lua) x #end.", '"\\q" ". #script(lua) " #end. "']
)
def test_no_code_is_run_for_a_constraint_file(text: str) -> None:
    with pytest.raises(UnsafeText):
        safe_text(text)


def test_comments_may_speak_of_anything_and_places_stay() -> None:
    text = '% no #include "x" here\n%* nor\n#script *% :- a("% no comment"), b. % #include\n'
    found = parse_text(text, print)
    (rule,) = [node for node in found if node.ast_type is ast.ASTType.Rule]
    assert (rule.location.begin.line, rule.location.begin.column) == (3, 12)
    assert str(rule) == '#false :- a("% no comment"); b.'


@pytest.mark.seconds
def test_whatever_the_order_of_quotes_and_comments_clingo_opens_nothing() -> None:
    """Texts that pass are parsed; clingo would complain about the file, which does not exist."""
    parts = [
        '"',
        "\\",
        "%",
        "*",
        "%*",
        "*%",
        "\n",
        "#include",
        '"gone.lp"',
        ".",
        " ",
        "a",
        "\\n",
        '\\"',
        "#!",
        "\r",
    ]
    parts += ["#script", "(lua)", "#end", "<incmode>", '#include "gone.lp".']
    draw = random.Random(5)
    parsed = 0
    for _ in range(20_000):
        text = "".join(draw.choice(parts) for _ in range(draw.randint(1, 14)))
        log: list[str] = []
        try:
            statements = parse_text(text, log.append)
        except UnsafeText:
            continue
        except RuntimeError:
            statements = []
        parsed += 1
        assert not any("gone.lp" in message or "opened" in message for message in log), text
        assert not any(node.ast_type is ast.ASTType.Script for node in statements), text
    assert parsed > 1000


@pytest.mark.parametrize("text", ["a(" + "f(" * 90_000 + "1" + ")" * 90_001 + ".", "a(" + "-" * 90_000 + "1).",
                                  "a(" + "1+" * 90_000 + "1).", "a(" + "1.." * 90_000 + "1)."])  # fmt: skip
def test_what_is_nested_too_deeply_is_refused_before_the_stack_is_full(text: str) -> None:
    with pytest.raises(UnsafeText, match=str(DEEPEST)):
        parse_text(text, print)


def test_many_statements_are_no_nesting() -> None:
    text = "".join(f"a({n},-1+{n},(1..2)).\n" for n in range(3000))
    assert len(parse_text(text, print)) == 3001
