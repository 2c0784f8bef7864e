"""What a puzzle says about the designer's constraints and preferences that it was made under."""

from __future__ import annotations

from dataclasses import replace

from puzzlesynth.puzzle.model import Puzzle, Stated
from puzzlesynth.synth.program.ground_program import Best

from .constraints import ConstraintSet


def stated(constraints: ConstraintSet) -> tuple[Stated, ...]:
    """The constraints that hold in every puzzle, and the preferences without what they cost."""
    return tuple(Stated(one.name, one.kind, one.sentence) for one in constraints.named) + tuple(
        Stated(one.name, one.kind, one.sentence, one.weight, 0) for one in constraints.preferences
    )


def preferred(puzzle: Puzzle, best: Best) -> Puzzle:
    """The puzzle with what each preference costs in it."""
    hard = [one for one in puzzle.constraints if one.kind != "prefer"]
    soft = [one for one in puzzle.constraints if one.kind == "prefer"]
    priced = [replace(one, cost=cost) for one, cost in zip(soft, best.costs, strict=True)]
    return replace(puzzle, constraints=(*hard, *priced), optimum="best" if best.proven else "best so far")
