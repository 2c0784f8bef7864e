"""The features of the language, and how to tell that a game uses one."""

from __future__ import annotations

from collections.abc import Callable

from puzzlesynth.levels.model import LevelMessage, PuzzleScriptGame, PuzzleScriptRule


def _some_rule(test: Callable[[PuzzleScriptRule], object]) -> Callable[[str, PuzzleScriptGame], bool]:
    return lambda text, game: any(test(rule) for rule in game.all_rules)


def _command(name: str) -> Callable[[str, PuzzleScriptGame], bool]:
    return _some_rule(lambda rule: any(command.name == name for command in rule.commands))


def _words(*words: str) -> Callable[[str, PuzzleScriptGame], bool]:
    """The rules use all of these words."""

    def test(text: str, game: PuzzleScriptGame) -> bool:
        rules = text.split("RULES\n=======")[1].split("=======")[0].split()
        return all(word in rules for word in words)

    return test


def _condition(quantifier: str, has_target: bool) -> Callable[[str, PuzzleScriptGame], bool]:
    return lambda text, game: any(
        one.quantifier == quantifier and one.has_target == has_target for one in game.win_conditions
    )


FEATURES: dict[str, Callable[[str, PuzzleScriptGame], bool]] = {
    "relative": lambda text, game: any(_words(sign)(text, game) for sign in "<>^v"),
    "direction": lambda text, game: any(_words(word)(text, game) for word in ("up", "down", "left", "right")),
    "orientation": _words("horizontal", "vertical"),
    "orientation words": _words("orthogonal", "horizontal", "vertical"),
    "perpendicular": _words("perpendicular"),
    "parallel": _words("parallel"),
    "moving": _words("moving"),
    "stationary": _words("stationary"),
    "action": _words("action"),
    "no": _words("no"),
    "property": lambda text, game: any(_words(word)(text, game) for word in ("Thing", "Solid", "Bead")),
    "synonym": lambda text, game: "Box = Crate" in text and "Crate" in text,
    "empty cell": lambda text, game: "| ]" in text,
    "late": lambda text, game: any(group.rules for group in game.late_rules.groups),
    "rigid": _some_rule(lambda rule: rule.rigid),
    "random rule": lambda text, game: any(group.random for group in game.rules.groups),
    "random object": _words("random", "Thing"),
    "randomdir": _words("randomdir"),
    "rule group": _words("+"),
    "loop": _words("startloop", "endloop"),
    "several brackets": _some_rule(lambda rule: len(rule.rows) > 1),
    "ellipsis": _some_rule(lambda rule: rule.has_ellipses),
    "two ellipses": _some_rule(lambda rule: any(row.cells.count(None) == 2 for row in rule.rows)),
    **{
        feature: _command(name)
        for feature, name in (
            ("again", "again"),
            ("cancel", "cancel"),
            ("restart command", "restart"),
            ("win command", "win"),
            ("checkpoint", "checkpoint"),
            ("message command", "message"),
        )
    },
    "sfx command": _command("sfx0"),
    "object sounds": lambda text, game: bool(game.sounds.creation and game.sounds.destruction),
    "event sounds": lambda text, game: "EndLevel 15" in text,
    "all on": _condition("all", True),
    "no on": _condition("no", True),
    "no condition": _condition("no", False),
    "some condition": _condition("some", False),
    "aggregate condition": lambda text, game: any(one.subject_is_aggregate for one in game.win_conditions),
    "message": lambda text, game: any(isinstance(entry, LevelMessage) for entry in game.levels),
    "several levels": lambda text, game: len(game.maps) > 1,
    "more than 256 cells": lambda text, game: any(len(level.cells) > 256 for level in game.maps),
    "more than 64 objects": lambda text, game: game.object_count > 64,
    "aggregate player": lambda text, game: game.player_is_aggregate,
    "several players": lambda text, game: any(
        sum(1 for cell in level.cells if cell & game.player_mask) > 1 for level in game.maps
    ),
    "player property": lambda text, game: len(game.players) > 1 and not game.player_is_aggregate,
    "background property": lambda text, game: "Background = Light or Dark" in text,
    "flickscreen": lambda text, game: game.settings.flickscreen is not None,
    "zoomscreen": lambda text, game: game.settings.zoomscreen is not None,
    "noaction": lambda text, game: game.settings.noaction,
    "no repeat": lambda text, game: "norepeat_action" in text,
    "noundo": lambda text, game: game.settings.noundo,
    "norestart": lambda text, game: game.settings.norestart,
    "require_player_movement": lambda text, game: game.settings.require_player_movement,
    "run_rules_on_level_start": lambda text, game: game.settings.run_rules_on_level_start,
    "real time": lambda text, game: bool(game.settings.realtime_interval),
}
"""Whether a game, given its text and what was compiled, uses a feature of the language."""
