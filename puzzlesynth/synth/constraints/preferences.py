"""What preferences cost, and what a puzzle says about the constraints and preferences that it was made under.

Weights are checked when they are grounded: only then it is known what they can be.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

import clingo

from puzzlesynth.pack.diagnostics.problems import Problem, error
from puzzlesynth.puzzle.model import Puzzle, StatedConstraint

from .constraint_set import WISH, ConstraintSet
from .tags import DesignerConstraint

if TYPE_CHECKING:
    from puzzlesynth.synth.program.ground_program import BestAnswer

MOST = 2**31 - 1
"""The largest weight that the solver can add up, the weight in the tag multiplied in."""


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
                hint = f"it may go from {-MOST:,} to {MOST:,}"
                yield index.number, error("number-too-large", message, named.place, hint)


def stated_constraints(constraints: ConstraintSet) -> tuple[StatedConstraint, ...]:
    """The constraints that hold in every puzzle, and the preferences without what they cost."""
    return tuple(StatedConstraint(one.name, one.kind, one.sentence) for one in constraints.named) + tuple(
        StatedConstraint(one.name, one.kind, one.sentence, one.weight, 0) for one in constraints.preferences
    )


def with_preference_costs(puzzle: Puzzle, best: BestAnswer) -> Puzzle:
    """The puzzle with what each preference costs in it."""
    hard = [one for one in puzzle.constraints if one.kind != "prefer"]
    soft = [one for one in puzzle.constraints if one.kind == "prefer"]
    priced = [replace(one, cost=cost) for one, cost in zip(soft, best.costs, strict=True)]
    return replace(puzzle, constraints=(*hard, *priced), optimum="best" if best.proven else "best so far")
