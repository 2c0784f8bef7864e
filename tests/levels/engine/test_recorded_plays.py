"""Recorded plays of whole games: both engines give the level and the sounds that the original gave."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.recording import replay
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.engine.turn import Engine
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search.transitions import SearchableGame, one_level_game
from tests.support.engine_games import KEYS, PLAYS, assert_same_turns, native_engine, press_on_both
from tests.support.puzzlescript_sources import playable, source

ENGINES = (Interpreter, CompiledEngine, native_engine)
COUNT = len(json.loads(PLAYS.read_text())) if PLAYS.is_file() else 1


def game_of(record: dict[str, Any]) -> PuzzleScriptGame:
    game = compile_source(record["source"]).game
    assert game is not None
    return game


def check(record: dict[str, Any]) -> None:
    game = game_of(record)
    for make_engine in ENGINES:
        level, sounds = replay(game, record, make_engine)
        assert level == record["expected"], make_engine.__name__
        if record["sounds"] is not None:
            assert [str(seed) for seed in sounds] == record["sounds"], make_engine.__name__


def small(record: dict[str, Any]) -> bool:
    return len(record["source"]) < 6000 and len(record["inputs"]) <= 60


@pytest.mark.seconds
def test_a_share_of_the_recorded_plays_ends_as_it_did(plays: list[dict[str, Any]]) -> None:
    share = [record for record in plays if small(record)][::10]
    assert share
    for record in share:
        check(record)


@pytest.mark.thorough
@pytest.mark.conformance
@pytest.mark.parametrize("number", range(COUNT))
def test_every_recorded_play_ends_as_it_did(plays: list[dict[str, Any]], number: int) -> None:
    check(plays[number])


@pytest.mark.parametrize("make_engine", ENGINES)
def test_a_recording_begins_after_the_first_level_is_loaded(make_engine: type[Engine]) -> None:
    """Rules that run when the level starts are heard there and at later levels, not in the recording."""
    rules = "[ > Player | Crate ] -> [ > Player | > Crate ]\n[ Wall ] -> [ Crate ]\nlate [ Target Player ] -> win\n"
    text = source(
        rules,
        prelude="title Test\nrun_rules_on_level_start\n",
        sounds="Crate create 1\nPlayer move 2\n",
        levels="#PO\n\n#PO\n",
    )
    game = playable(text)
    assert LevelSession(game).sounds == [1]
    assert replay(game, {"level": 0, "inputs": []}, make_engine)[1] == []
    assert replay(game, {"level": 0, "inputs": [3]}, make_engine)[1] == [2, 1]


def levels_of(game: PuzzleScriptGame) -> list[int]:
    return [index for index, level in enumerate(game.levels) if isinstance(level, Level)]


def small_games(plays: list[dict[str, Any]], first: int) -> list[PuzzleScriptGame]:
    records = [record for record in plays if small(record)][first::9]
    return [game for game in map(game_of, records) if levels_of(game)]


def test_both_engines_agree_on_random_plays(plays: list[dict[str, Any]]) -> None:
    for number, game in enumerate(small_games(plays, 2)):
        chance = random.Random(number)
        level = chance.choice(levels_of(game))
        one = LevelSession(game, level, seed="x")
        other = LevelSession(game, level, seed="x", engine=CompiledEngine(game))
        for _ in range(12):
            press_on_both(one, other, chance.choice(KEYS))


@pytest.mark.seconds
def test_the_turns_of_a_search_are_the_turns_of_the_interpreter(plays: list[dict[str, Any]]) -> None:
    played = 0
    for number, game in enumerate(small_games(plays, 4)):
        search = SearchableGame(game)
        if search.refusals or search.is_random:
            continue
        chance = random.Random(number)
        level = game.levels[chance.choice(levels_of(game))]
        assert isinstance(level, Level)
        session = LevelSession(one_level_game(game, level), 0)
        played += assert_same_turns(search.load(level), session, chance, 12)
    assert played > 100
