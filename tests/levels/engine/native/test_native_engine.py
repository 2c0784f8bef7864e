"""The native engine for plays: boards it goes on from, goes back to and gives out, and rules that wait."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from puzzlesynth.levels.engine.native.compiler.loading import native_code, native_obstacle
from puzzlesynth.levels.engine.native.native_engine import NativeEngine
from puzzlesynth.levels.engine.recording import level_string
from puzzlesynth.levels.engine.session import Input, LevelSession
from puzzlesynth.levels.model import PuzzleScriptGame
from tests.support.engine_games import tiny_game
from tests.support.puzzlescript_sources import playable, source
from tests.support.search_games import PUSH


def played(game: PuzzleScriptGame, inputs: list[Input], engine: Any = None) -> list[tuple[int, ...]]:
    session = LevelSession(game, 0, engine=engine)
    boards = []
    for key in inputs:
        session.press(key)
        boards.append(session.engine.cells(session.board))
    return boards


def native(game: PuzzleScriptGame) -> NativeEngine:
    code = native_code(wait=None)
    if code is None:
        pytest.skip(native_obstacle())
    return NativeEngine(game, code)


def test_a_play_that_goes_back_is_as_in_the_interpreter() -> None:
    """Boards come from the last turn, from further back, and from the start."""
    game = tiny_game(PUSH, "PC...\n.....\nC...O", win="All Crate on Goal")
    choice = Random(4)
    inputs: list[Input] = [choice.choice([0, 1, 2, 3, "undo", "restart", "tick"]) for _ in range(120)]
    assert played(game, inputs, native(game)) == played(game, inputs)


def test_a_rule_that_waits_for_an_object_wakes_when_it_comes() -> None:
    """Action makes a crate of every goal and back: rules about crates sleep while there is none."""
    rules = "\n".join(
        [
            "[ action Player ] [ Crate ] -> [ Player ] [ Goal ]",
            "[ action Player ] [ Goal ] -> [ Player ] [ Crate ]",
            PUSH,
        ]
    )
    game = tiny_game(rules, "P.O..\n..O..\n.....", win="Some Wall")
    choice = Random(7)
    inputs: list[Input] = [choice.choice([0, 1, 2, 3, 4, 4]) for _ in range(150)]
    boards = played(game, inputs, native(game))
    assert boards == played(game, inputs)
    assert len(set(boards)) > 10


def test_cells_are_given_out_for_any_number_of_objects() -> None:
    names = [f"thing{number}" for number in range(70)]
    objects = "".join(f"{name}\nred\n\n" for name in ["Background", "Player", *names])
    layers = "".join(f"{name}\n" for name in ["Background", "Player", *names])
    legend = "P = Player\n. = Background\nx = thing3 and thing65\ny = thing69\n"
    game = playable(
        source("", objects=objects, layers=layers, legend=legend, win="Some thing0", levels="P.x\ny.x\n")
    )
    engine = native(game)
    assert engine.cells(engine.start(game.maps[0])) == game.maps[0].cells
    assert engine.start(game.maps[0]) is engine.start(game.maps[0])


def test_a_dry_turn_is_not_run_again() -> None:
    """An `again` turn is tried before it is made; where nothing is drawn, it comes out the same."""
    rules = "late right [ Crate | no Crate no Wall no Player ] -> [ | Crate ] again"
    game = tiny_game(rules, "PC......", win="Some Goal")
    engine = native(game)
    turns = []
    run = engine.turn
    engine.turn = lambda *given: turns.append(given[1]) or run(*given)  # type: ignore[method-assign, func-returns-value]
    boards = played(game, [1], engine)
    assert boards == played(game, [1])
    # Six steps to the right, the last of them with nothing left to do, and none of them twice.
    assert len(turns) <= 8


def test_levels_are_written_in_rows_of_the_width_whatever_the_height() -> None:
    game = tiny_game(PUSH, "PC\n..", win="Some Goal")
    one, two = game.maps[0].cells[0], game.maps[0].cells[1]
    assert level_string(game, (one, two, one), 2).count("\n") == 1
    assert level_string(game, (one, two, one, two), 2).endswith("0,1,\n")
    assert level_string(game, (), 0) == ""
