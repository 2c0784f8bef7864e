"""Whether a puzzle satisfies a constraint, without solving."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

from puzzlesynth.pack.diagnostics.problems import error
from puzzlesynth.pack.model import Constraint, Pack, Place
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.puzzle.json_shapes import PuzzleError
from puzzlesynth.puzzle.model import pack_mismatch
from puzzlesynth.synth.constraints.designer_constraints import ConstraintError
from puzzlesynth.synth.constraints.rewriter import constraint_set
from puzzlesynth.synth.constraints.satisfaction import constraints_met
from puzzlesynth.synth.constraints.shelf import SHELF

if TYPE_CHECKING:
    from puzzlesynth.puzzle.model import Puzzle

TEXT = "<constraint>"
"""The name of a constraint that is not in a file, for messages."""


def satisfies(pack: Pack, puzzle: Puzzle, constraint: str | os.PathLike[str]) -> bool:
    """Whether a puzzle satisfies a constraint in the words of `asp/README.md`.

    `constraint`: a program of the shelf (`"asp:at_most_steps(8)"`), the text of a constraint (`':- used("Knife").'`), or
    the path of a constraint file as a `Path`. Raises `ConstraintError` for a constraint that is wrong or that states
    only preferences, `PuzzleError` for a puzzle of another pack.
    """
    wrong = pack_mismatch(pack, puzzle.pack, puzzle.pack_sha256)
    if wrong is not None:
        raise PuzzleError(wrong)
    texts = {}
    name = os.fspath(constraint)
    if isinstance(constraint, str) and not name.startswith(SHELF):
        name, texts = TEXT, {TEXT: constraint}
    world = replace(pack_for(pack, puzzle), constraints=(Constraint(name, name, Place(name)),))
    met = constraints_met(world, puzzle, constraint_set(world, switchable=True, texts=texts))
    if not met:
        raise ConstraintError([error("no-constraint", "it states nothing that must hold", Place(name))])
    return all(holds for _, holds in met)
