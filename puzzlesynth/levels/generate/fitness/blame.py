"""Which part of a level is to blame that it cannot be solved.

When the whole space of an unsolvable level has been seen, only the cells that something ever happened in, and those
that rules could look at from there, are to blame: whatever lies elsewhere is never noticed. Something happens where
anything is ever about to move, even if it is held back in the end: a row of crates that push each other notices the
wall behind the last of them. That holds for rules that look at a bounded stretch of cells.
"""

from __future__ import annotations

from collections.abc import Sequence

from puzzlesynth.levels.analysis.source_rules import CREATE, MOVE, TELEPORT, SourceRule
from puzzlesynth.levels.engine.win_conditions import condition_met
from puzzlesynth.levels.model import Level, PuzzleScriptGame, PuzzleScriptRule
from puzzlesynth.levels.search.transitions import SearchableGame
from puzzlesynth.quick_dataclasses import dataclass

from .state_space import StateSpace, explore


@dataclass(frozen=True)
class RuleReach:
    """How far a movement is noticed, and by what."""

    cells: int
    """How many cells away from a movement a rule can look."""
    movable: int
    """What rules can set in motion, as bits."""


def reach_of_rules(rules: Sequence[SourceRule]) -> RuleReach | None:
    """None if there is no bound: a movement may be noticed anywhere, or come up anywhere."""
    cells, movable, appearing = 1, set[int](), set[int]()
    for rule in rules:
        sets_in_motion = False
        for part in rule.rules:
            if len(part.rows) > 1 or part.has_ellipses or "again" in {one.name for one in part.commands}:
                return None
            sets_in_motion = sets_in_motion or _sets_in_motion(part)
            if _sets_in_motion(part) and acts_by_itself(part):
                return None
            cells = max(cells, len(part.rows[0].cells) - 1)
        for thing, presence in rule.presences.items():
            appears = bool(presence.behaviours & {CREATE, TELEPORT})
            if MOVE in presence.behaviours or (appears and sets_in_motion):
                movable.add(thing)
            if appears and not rule.late:
                appearing.add(thing)
    if movable & appearing:
        return None  # It may appear during a turn, pass a movement on, and be gone when the turn is over.
    return RuleReach(cells, sum(1 << thing for thing in movable))


def acts_by_itself(rule: PuzzleScriptRule) -> bool:
    """Whether a rule can match where nothing moves."""
    return not any(cell.movements_present for cell in rule.cells)


def _sets_in_motion(rule: PuzzleScriptRule) -> bool:
    changes = (cell.replacement for cell in rule.cells)
    return any(
        change is not None and bool(change.movements_set | change.random_dir_mask) for change in changes
    )


def blamed_cells(search: SearchableGame, level: Level, reach: RuleReach, most_states: int) -> set[int] | None:
    """The cells that make a level unsolvable, whatever lies elsewhere; None if all of it may, or if it is too large to
    tell."""
    space = explore(search.load(level), most_states)
    if not space.complete:
        return None
    near = _noticed(search, level, space, reach)
    return near if _fails_inside(search.game, search, level, space, near) else None


def noticed_cells(
    search: SearchableGame, level: Level, reach: RuleReach, most_states: int
) -> set[int] | None:
    """The cells that rules ever look at, however the level is played; None if it is too large to tell."""
    space = explore(search.load(level), most_states)
    return _noticed(search, level, space, reach) if space.complete else None


def _noticed(search: SearchableGame, level: Level, space: StateSpace, reach: RuleReach) -> set[int]:
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
    moving = {index for index in range(count) if plane >> index & 1} | set(players)
    # What has never changed holds what it held at the start, and may have been about to move.
    still = {index for index, cell in enumerate(level.cells) if cell & reach.movable} - moving
    while pushed := _around(moving, reach.cells, level) & still:
        moving |= pushed
        still -= pushed
    return _around(moving, reach.cells, level)


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
