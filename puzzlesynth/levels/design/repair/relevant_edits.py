"""Which edits of an unsolvable level can make a difference at all, in any game whose rules look at a bounded stretch.

What lies outside the cells that rules ever look at (see `blame`) is never noticed, so a change out there changes nothing,
unless it is about the player or about winning, or sets something in motion by itself. A repair of several changes can be
made in an order in which each of them is relevant to the level before it: otherwise that level would stay as unsolvable
as it is.
"""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.generate.fitness.blame import acts_by_itself, noticed_cells, reach_of_rules
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.transitions import SearchableGame

from .level_edits import LevelEdit

MOST_STATES = 2000
"""Spaces up to this size are looked at for what is noticed."""
_FAR_REACHING = frozenset(("again", "win"))
"""Commands by which something far away can decide a level."""


class RelevantEdits:
    """Tells relevant edits of levels of one game from others."""

    def __init__(self, search: SearchableGame, analysis: GameAnalysis) -> None:
        self._search = search
        game = search.game
        commands = {command.name for rule in game.all_rules for command in rule.commands}
        # Where numbers are drawn, whatever lies anywhere can change all that come after.
        bounded = not commands & _FAR_REACHING and not search.is_random
        self._reach = reach_of_rules(analysis.rules) if bounded else None
        self._always = _always_relevant(game, analysis)

    @property
    def knows(self) -> bool:
        """Whether anything can be told about this game."""
        return self._reach is not None

    def test(self, level: Level) -> Callable[[LevelEdit], bool] | None:
        """A test for edits of an unsolvable level; None if every edit may be relevant."""
        if self._reach is None:
            return None
        cells = noticed_cells(self._search, level, self._reach, MOST_STATES)
        if cells is None:
            return None
        noticed, always = cells, self._always
        return lambda edit: edit.thing in always or edit.index in noticed or edit.to in noticed


def _always_relevant(game: PuzzleScriptGame, analysis: GameAnalysis) -> set[int]:
    """Players, what winning is about, and what rules act on without anything moving."""
    found = {facts.id for facts in analysis.objects if {"player", "winning"} & set(facts.types)}
    found |= set(game.player_objects)
    for rule in analysis.rules:
        if any(acts_by_itself(part) for part in rule.rules):
            found |= set(rule.presences)
    return found
