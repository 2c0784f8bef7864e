"""The example games: every level can be solved, and the solutions kept here are shortest ones."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from puzzlesynth.levels import PuzzleScriptGame, compile_source
from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.search import SearchableGame, SearchLimits, solve
from puzzlesynth.levels.search.results import LevelVerdict
from puzzlesynth.levels.show import read_moves
from tests.support.paths import ROOT

EXAMPLES = ROOT / "examples" / "levels"
SOLUTIONS: dict[str, list[str]] = json.loads(Path(__file__).with_name("solutions.json").read_text("utf-8"))
CASES = [
    pytest.param(name, index, moves, id=f"{name}-{index + 1}")
    for name, solutions in SOLUTIONS.items()
    for index, moves in enumerate(solutions)
]


def open_example(name: str) -> PuzzleScriptGame:
    compilation = compile_source((EXAMPLES / f"{name}.txt").read_text("utf-8"))
    assert compilation.messages == ()
    assert compilation.game is not None
    return compilation.game


def test_every_example_has_solutions() -> None:
    assert {path.stem for path in EXAMPLES.glob("*.txt")} == set(SOLUTIONS)


@pytest.mark.parametrize("name", SOLUTIONS)
def test_a_game_has_eight_levels_or_more_and_a_solution_for_each(name: str) -> None:
    assert len(open_example(name).levels) == len(SOLUTIONS[name]) >= 8


@pytest.mark.parametrize("name", SOLUTIONS)
def test_levels_get_longer(name: str) -> None:
    lengths = [len(moves) for moves in SOLUTIONS[name]]
    assert lengths == sorted(set(lengths))


@pytest.mark.seconds
@pytest.mark.parametrize("make_engine", [Interpreter, CompiledEngine])
@pytest.mark.parametrize(("name", "index", "moves"), CASES)
def test_a_solution_wins_with_its_last_move(name: str, index: int, moves: str, make_engine: type) -> None:
    game = open_example(name)
    session = LevelSession(game, index, engine=make_engine(game))
    for move in read_moves(moves)[:-1]:
        session.press(move)
    assert session.levels_won == 0
    session.press(read_moves(moves)[-1])
    assert session.levels_won == 1


@pytest.mark.seconds
@pytest.mark.parametrize("name", SOLUTIONS)
def test_the_solver_finds_nothing_shorter(name: str) -> None:
    search = SearchableGame(open_example(name))
    for index, moves in enumerate(SOLUTIONS[name]):
        report = solve(search, index, solvers=("bfs",), limits=SearchLimits(seconds=None))
        assert report.verdict is LevelVerdict.SOLVED
        assert report.moves is not None
        assert len(report.moves) == len(moves)
