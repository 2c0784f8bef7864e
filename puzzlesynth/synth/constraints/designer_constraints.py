"""The designers' constraints of one program, what preferences cost, and what a puzzle says about both.

Weights are checked when they are grounded: only then it is known what they can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

import clingo

from puzzlesynth.pack.diagnostics.problems import PackError, Problem, error
from puzzlesynth.pack.model import Place
from puzzlesynth.puzzle.model import Puzzle, StatedConstraint
from puzzlesynth.quick_dataclasses import dataclass, field, replace

if TYPE_CHECKING:
    from clingo import ast

    from puzzlesynth.synth.program.ground_program import BestAnswer

    from .vocabulary import Signature

KINDS = ("forbid", "require", "prefer")

WISH = "wish"
"""`wish(Number,Weight,Priority,Terms)`: this much of the preference with this number is not met."""

SWITCH = "counts"
"""`counts(Id)`: the requirement counts. Only where requirements can be switched off."""

MOST = 2**31 - 1
"""The largest weight that the solver can add up, the weight in the tag multiplied in."""


class ConstraintError(PackError):
    """A constraint that cannot be used, with everything that is wrong with it."""


@dataclass(frozen=True)
class DesignerConstraint:
    """A constraint of a designer: its name, its kind, and the sentence that says what it is for."""

    name: str
    kind: str
    """One of `KINDS`."""
    sentence: str
    place: Place = field(compare=False)
    weight: int = 1
    """Of a preference."""


@dataclass
class ConstraintSet:
    """The designers' constraints of one program."""

    statements: list[ast.AST] = field(default_factory=list)
    named: list[DesignerConstraint] = field(default_factory=list)
    """What must hold, in the order of the files."""
    preferences: list[DesignerConstraint] = field(default_factory=list)
    words: set[Signature] = field(default_factory=set)
    """Every predicate that the constraints mention, or that the definitions of their words do."""
    stated: tuple[StatedConstraint, ...] = ()
    """What a puzzle says of them: the constraints, and the preferences without what they cost."""


def with_preference_costs(puzzle: Puzzle, best: BestAnswer) -> Puzzle:
    """The puzzle with what each preference costs in it."""
    hard = [one for one in puzzle.constraints if one.kind != "prefer"]
    soft = [one for one in puzzle.constraints if one.kind == "prefer"]
    priced = [replace(one, cost=cost) for one, cost in zip(soft, best.costs, strict=True)]
    return replace(puzzle, constraints=(*hard, *priced), optimum="best" if best.proven else "best so far")


def weight_problems(control: clingo.Control, preferences: Sequence[DesignerConstraint]) -> list[Problem]:
    """Weights and priorities that are no numbers, or too large ones: the first of each preference."""
    found: dict[int, Problem] = {}
    for number, problem in _problems(control, preferences):
        found.setdefault(number, problem)
    return list(found.values())


def _problems(
    control: clingo.Control, preferences: Sequence[DesignerConstraint]
) -> Iterator[tuple[int, Problem]]:
    for atom in control.symbolic_atoms.by_signature(WISH, 4):
        index, weight, priority, _ = atom.symbol.arguments
        named = preferences[index.number]
        for what, value, factor in (("weight", weight, named.weight), ("priority", priority, 1)):
            if value.type is not clingo.SymbolType.Number:
                message = f"the {what} of this preference can be `{value}`, which is not a whole number"
                hint = "the weight comes first in the brackets, as in `[1, Item]`"
                yield index.number, error("wrong-kind", message, named.place, hint)
            elif abs(value.number) * factor > MOST:
                times = f" times the {factor:,} of its tag" if factor > 1 else ""
                message = f"the {what} of this preference can be {value.number:,}{times}"
                hint = f"use a number from {-MOST:,} to {MOST:,}"
                yield index.number, error("number-too-large", message, named.place, hint)
