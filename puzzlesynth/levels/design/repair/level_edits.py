"""Single changes to a level, as a designer would make and name them: add, remove or move one object; and which of
them can make an unsolvable level solvable."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal

from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.design.locks import LevelLocks
from puzzlesynth.levels.design.object_roles import ObjectRoles
from puzzlesynth.levels.engine.win_conditions import all_conditions_met
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.sokoban.game import sokoban_game

Kind = Literal["add", "remove", "move"]


@dataclass(frozen=True, slots=True)
class LevelEdit:
    """One object comes to a cell, goes from it, or goes from it to another. Cells are indices."""

    kind: Kind
    thing: int
    index: int
    to: int = -1

    def applied(self, level: Level) -> Level:
        cells = list(level.cells)
        bit = 1 << self.thing
        cells[self.index] ^= bit
        if self.kind == "move":
            cells[self.to] ^= bit
        return Level(level.width, level.height, tuple(cells), 0)

    def words(self, game: PuzzleScriptGame, level: Level) -> str:
        """`move the crate from 3,2 to 4,2`; columns and rows count from 1."""
        name = game.objects[self.thing].display_name
        here = place(level, self.index)
        if self.kind == "add":
            return f"add {name} at {here}"
        if self.kind == "remove":
            return f"remove {name} at {here}"
        return f"move {name} from {here} to {place(level, self.to)}"

    def json(self, game: PuzzleScriptGame, level: Level) -> dict[str, Any]:
        record: dict[str, Any] = {"kind": self.kind, "object": game.objects[self.thing].name}
        x, y = divmod(self.index, level.height)
        record["at"] = [x + 1, y + 1]
        if self.kind == "move":
            x, y = divmod(self.to, level.height)
            record["to"] = [x + 1, y + 1]
        return record


def place(level: Level, index: int) -> str:
    x, y = divmod(index, level.height)
    return f"{x + 1},{y + 1}"


class EditGenerator:
    """Finds all single changes of a level that make sense: of objects that the game's levels are made of and that
    rules, win conditions or other objects take notice of. There is never more than the one player that there was, nor
    fewer; frozen parts stay."""

    def __init__(
        self, game: PuzzleScriptGame, analysis: GameAnalysis, roles: ObjectRoles, frozen: LevelLocks
    ) -> None:
        self._game, self._frozen = game, frozen
        self._everyone = set(game.player_objects)
        self._players = set(roles.players)
        self._things = [thing for thing in roles.placed if analysis.objects[thing].types]
        self._own_layer = {thing: game.layer_mask(thing) for thing in self._things}

    def changes(self, level: Level) -> Iterator[LevelEdit]:
        """Moves first, then what goes, then what comes."""
        full = (1 << len(level.cells)) - 1
        without_player = not any(cell & self._game.player_mask for cell in level.cells)
        adding: list[LevelEdit] = []
        removing: list[LevelEdit] = []
        for thing in self._things:
            frozen, own = self._frozen.plane(thing, full), self._own_layer[thing]
            held = [
                index
                for index, cell in enumerate(level.cells)
                if cell >> thing & 1 and not frozen >> index & 1
            ]
            free = [
                index for index, cell in enumerate(level.cells) if not cell & own and not frozen >> index & 1
            ]
            for index in held:
                for to in free:
                    yield LevelEdit("move", thing, index, to)
            if thing not in self._everyone:
                removing += [LevelEdit("remove", thing, index) for index in held]
            if thing not in self._everyone or (without_player and thing in self._players):
                adding += [LevelEdit("add", thing, index) for index in free]
        yield from removing
        yield from adding


class DominanceTest:
    """Which edits can help at all, in games that are nothing but pushing.

    There, less in the way never hurts. A wall more, or a wall elsewhere, helps no more than no wall; where all marks
    have to hold crates, a mark more only asks for more, and where all crates have to lie on marks, a crate more or a
    mark less does. So a smallest repair needs no such change, with one exception: a level that is won as it is
    counts as no repair, and from there every change has to be tried.
    """

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
        """Whether a smallest repair may need this change of a level that is not won as it is."""
        rules = self._rules
        if rules is None:
            return True
        if change.thing in rules.solid:
            return change.kind == "remove"
        if rules.every_crate:
            return (change.kind, change.thing) not in {("add", rules.crate), ("remove", rules.mark)}
        return (change.kind, change.thing) != ("add", rules.mark)
