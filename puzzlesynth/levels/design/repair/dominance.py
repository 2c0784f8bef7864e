"""Changes that can help at all, in games that are nothing but pushing.

There, less in the way never hurts. A wall more, or a wall elsewhere, helps no more than no wall; where all marks have to
hold crates, a mark more only asks for more, and where all crates have to lie on marks, a crate more or a mark less does.
So a smallest repair needs no such change, with one exception: a level that is won as it stands counts as no repair, and
from there every change has to be tried.
"""

from __future__ import annotations

from puzzlesynth.levels.engine.win_conditions import all_conditions_met
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.sokoban.game import sokoban_game

from .level_edits import LevelEdit


class DominanceTest:
    """Tells which changes a smallest repair can do without."""

    def __init__(self, game: PuzzleScriptGame, level: Level) -> None:
        # Two players go together, and a wall that holds one of them back can be what is needed.
        several = sum(1 for cell in level.cells if cell & game.player_mask) > 1
        self._game, self._rules = game, None if several else sokoban_game(game)

    @property
    def knows(self) -> bool:
        """Whether anything can be told about this game."""
        return self._rules is not None

    def expects_all(self, level: Level) -> bool:
        """Whether all changes of a level have to be tried."""
        return self._rules is None or all_conditions_met(self._game, level.cells)

    def may_help(self, change: LevelEdit) -> bool:
        """Whether a smallest repair may need this change of a level that is not won as it stands."""
        rules = self._rules
        if rules is None:
            return True
        if change.thing in rules.solid:
            return change.kind == "remove"
        if rules.every_crate:
            return (change.kind, change.thing) not in {("add", rules.crate), ("remove", rules.mark)}
        return (change.kind, change.thing) != ("add", rules.mark)
