"""Every feature of the language on every engine: small games that use them, played at random, run alike everywhere."""

from __future__ import annotations

from functools import cache
from random import Random

import pytest

from puzzlesynth.levels.analysis import collect_source_rules
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.engine.session import Input
from puzzlesynth.levels.engine.turn import NO_INPUT
from puzzlesynth.levels.generate.fitness.rule_trace import RuleTracer
from puzzlesynth.levels.search.transitions import SearchableGame, one_level_game
from tests.support.engine_games import KEYS, assert_same_turns, native_engine
from tests.support.feature_games import GAMES, FeatureGame
from tests.support.language_features import FEATURES

EACH = pytest.mark.parametrize("one", GAMES, ids=lambda one: one.name)
TURNS = 25
MOST_PLAYS = 60
SEED = "9"

Play = tuple[int, tuple[Input, ...]]
"""The place of a level in the game's list, and what is pressed."""


@cache
def telling_plays(one: FeatureGame) -> tuple[tuple[Play, ...], frozenset[int]]:
    """Plays in which rules match that have not matched before, and the lines of rules that never do."""
    game, chance = one.game(), Random(one.name)
    tracer = RuleTracer(game, SEED)
    waiting = {rule.line for rule in collect_source_rules(game)}
    plays: list[Play] = []
    for _ in range(MOST_PLAYS):
        entry = game.levels.index(chance.choice(game.maps))
        keys = [chance.choice((0, 1, 2, 3, 0, 1, 2, 3, 4, NO_INPUT)) for _ in range(TURNS)]
        level = game.levels[entry]
        assert level in game.maps
        trace = tracer.applied(level, keys)
        applied = trace.lines | trace.idle
        if applied & waiting:
            plays.append((entry, tuple(keys)))
            waiting -= applied
        if not waiting:
            break
    return tuple(plays), frozenset(waiting)


def test_there_are_many_games_and_each_feature_is_used() -> None:
    assert len(GAMES) >= 30
    assert len({one.name for one in GAMES}) == len(GAMES)
    assert {feature for one in GAMES for feature in one.features} == set(FEATURES)


@EACH
def test_a_game_uses_the_features_that_it_is_there_for(one: FeatureGame) -> None:
    game = one.game()
    assert not [feature for feature in one.features if not FEATURES[feature](one.text, game)]


@EACH
def test_every_rule_matches_in_one_of_the_plays(one: FeatureGame) -> None:
    """Otherwise playing alike would prove little."""
    plays, never = telling_plays(one)
    assert plays
    assert not never


@EACH
def test_all_engines_play_alike(one: FeatureGame) -> None:
    """The telling plays, and one from each entry with undo and restart."""
    game, chance = one.game(), Random(f"{one.name} freely")
    freely = [(entry, tuple(chance.choice(KEYS) for _ in range(TURNS))) for entry in range(len(game.levels))]
    engines = (Interpreter(game), CompiledEngine(game), native_engine(game))
    for entry, keys in (*telling_plays(one)[0], *freely):
        sessions = [LevelSession(game, entry, seed=SEED, engine=engine) for engine in engines]
        for key in keys:
            for session in sessions:
                if session.showing is not None:
                    session.dismiss()
                session.press(key)
            first, *others = [seen(session) for session in sessions]
            assert all(other == first for other in others)


def seen(session: LevelSession) -> tuple[object, ...]:
    """Everything that a player can notice, and the numbers drawn."""
    return (
        session.engine.cells(session.board),
        session.sounds,
        session.level_index,
        session.message,
        session.showing,
        session.finished,
        session.notices,
        session.numbers_drawn,
    )


@EACH
def test_searches_make_the_moves_of_a_play(one: FeatureGame) -> None:
    game, chance = one.game(), Random(one.name)
    search = SearchableGame(game)
    for level in game.maps:
        session = LevelSession(one_level_game(game, level), 0, seed=SEED)
        assert_same_turns(search.load(level, SEED), session, chance, TURNS)
