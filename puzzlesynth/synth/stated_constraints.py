"""What a puzzle says about the designer's constraints and preferences that it was made under."""

from __future__ import annotations

from dataclasses import replace

from puzzlesynth.puzzle.model import Puzzle, StatedConstraint
from puzzlesynth.synth.program.ground_program import BestAnswer

from .constraints import ConstraintSet


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
