"""Variables that nothing binds. clingo only finds them when it grounds, and then names neither file nor place."""

from __future__ import annotations

import re
from collections.abc import Iterator

import clingo
from clingo import ast

from puzzlesynth.pack.diagnostics.problems import Problem, error

from .constraint_file import ConstraintStatement
from .program_text import ProgramText

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
