"""Games in which the player pushes one kind of thing onto marks, and nothing else happens.

Their rules can be reversed (a push undone is a pull), and what a row of moves does can be told by logic alone.
"""

from __future__ import annotations

from dataclasses import dataclass

from puzzlesynth.levels.analysis.game_analysis import GameAnalysis, analyse
from puzzlesynth.levels.analysis.pushed_objects import find_pushed_objects
from puzzlesynth.levels.model import PuzzleScriptGame


@dataclass(frozen=True, slots=True)
class SokobanGame:
    """The objects of such a game."""

    player: int
    crate: int
    mark: int
    solid: tuple[int, ...]
    """What neither player nor crates can enter."""
    every_crate: bool
    """Whether all crates have to lie on marks; otherwise all marks have to hold crates."""


def sokoban_game(game: PuzzleScriptGame, analysis: GameAnalysis | None = None) -> SokobanGame | None:
    """The objects of a game that is nothing but pushing; None for any other game."""
    analysis = analysis if analysis is not None else analyse(game)
    facts = find_pushed_objects(game)
    players = set(game.player_objects)
    if not facts.pure or len(facts.pushed) != 1 or len(players) != 1 or facts.pushers != players:
        return None
    if len(game.win_conditions) != 1 or game.settings.run_rules_on_level_start:
        return None
    condition = game.win_conditions[0]
    (player,), (crate,) = players, facts.pushed
    sides = {condition.subject_mask, condition.target_mask}
    if condition.quantifier != "all" or not condition.has_target or 1 << crate not in sides:
        return None
    others = sides - {1 << crate}
    if len(others) != 1:
        return None
    mark_mask = others.pop()
    if mark_mask.bit_count() != 1 or game.objects[player].layer != game.objects[crate].layer:
        return None
    mark = mark_mask.bit_length() - 1
    if analysis.objects[mark].types != ("winning",) or game.objects[mark].layer == game.objects[crate].layer:
        return None
    own = game.layers[game.objects[crate].layer].object_ids
    solid = tuple(thing for thing in own if thing not in (player, crate))
    return SokobanGame(player, crate, mark, solid, condition.subject_mask == 1 << crate)
