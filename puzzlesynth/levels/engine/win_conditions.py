"""Win conditions, cell by cell."""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.model import PuzzleScriptGame, WinCondition


def fits(cell: int, mask: int, is_aggregate: bool) -> bool:
    """Whether a cell's objects fit a name: all of an aggregate's objects, any of another name's."""
    return cell & mask == mask if is_aggregate else bool(cell & mask)


def condition_met(condition: WinCondition, cells: Sequence[int]) -> bool:
    """Whether one line of the win conditions holds."""
    for cell in cells:
        if not fits(cell, condition.subject_mask, condition.subject_is_aggregate):
            continue
        on_target = fits(cell, condition.target_mask, condition.target_is_aggregate)
        if condition.quantifier == "some" and on_target:
            return True
        if condition.quantifier == "no" and on_target:
            return False
        if condition.quantifier == "all" and not on_target:
            return False
    return condition.quantifier != "some"


def all_conditions_met(game: PuzzleScriptGame, cells: Sequence[int]) -> bool:
    """Whether the level is won by its win conditions. A game without any is won by a `win` command alone."""
    if not game.win_conditions:
        return False
    return all(condition_met(condition, cells) for condition in game.win_conditions)
