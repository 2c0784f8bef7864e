"""Which part of a level is to blame that it cannot be solved.

When the whole space of an unsolvable level has been seen, only the cells that something ever happened in, and those
that rules could look at from there, are to blame: whatever lies elsewhere is never noticed. That holds for rules that
look at a bounded stretch of cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.analysis.source_rules import SourceRule
from puzzlesynth.levels.engine.win_conditions import condition_met
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.transitions import SearchableGame

from .state_space import StateSpace, explore


def reach_of_rules(rules: Sequence[SourceRule]) -> int | None:
    """How many cells away a rule can look; None if there is no such bound."""
    reach = 1
    for rule in rules:
        for part in rule.rules:
            if len(part.rows) > 1 or part.has_ellipses:
                return None
            reach = max(reach, len(part.rows[0].cells) - 1)
    return reach


def blamed_cells(search: SearchableGame, level: Level, reach: int, most_states: int) -> set[int] | None:
    """The cells that make a level unsolvable, whatever lies elsewhere; None if all of it may, or if it is too large to
    tell."""
    space = explore(search.load(level), most_states)
    if not space.complete:
        return None
    near = _noticed(search, level, space, reach)
    return near if _fails_inside(search.game, search, level, space, near) else None


def noticed_cells(search: SearchableGame, level: Level, reach: int, most_states: int) -> set[int] | None:
    """The cells that rules ever look at, however the level is played; None if it is too large to tell."""
    space = explore(search.load(level), most_states)
    return _noticed(search, level, space, reach) if space.complete else None


def _noticed(search: SearchableGame, level: Level, space: StateSpace, reach: int) -> set[int]:
    steps = search.load(level)
    touched = 0
    for state in space.states:
        touched |= state ^ steps.start
    count = steps.code.board.count
    plane = 0
    while touched:
        plane |= touched & steps.code.board.full
        touched >>= count
    players = [index for index, cell in enumerate(level.cells) if cell & search.game.player_mask]
    cells = {index for index in range(count) if plane >> index & 1} | set(players)
    return _around(cells, reach, level)


def _fails_inside(
    game: PuzzleScriptGame, search: SearchableGame, level: Level, space: StateSpace, near: set[int]
) -> bool:
    """Whether in every state some condition fails because of what lies in these cells."""
    code = search.load(level).code
    alone = len(game.win_conditions) == 1
    telling = [c for c in game.win_conditions if c.quantifier != "some" or alone]
    inside = sorted(near)
    for state in space.states:
        cells = code.cells(state)
        held = [cells[index] for index in inside]
        if all(condition_met(condition, held) for condition in telling):
            return False
    return True


def _around(cells: set[int], reach: int, level: Level) -> set[int]:
    """All cells at most this many steps away."""
    found, edge = set(cells), set(cells)
    for _ in range(reach):
        grown = set()
        for index in edge:
            x, y = divmod(index, level.height)
            for a, b in ((x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)):
                if 0 <= a < level.width and 0 <= b < level.height:
                    grown.add(a * level.height + b)
        edge = grown - found
        found |= grown
    return found
