"""Tiny games for the engine's tests, and the recorded plays beside the project."""

from __future__ import annotations

import json
from collections.abc import Callable
from random import Random
from typing import Any

import pytest

from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.engine.native.compiler.loading import native_code, native_obstacle
from puzzlesynth.levels.engine.native.native_engine import NativeEngine
from puzzlesynth.levels.engine.reference.interpreter import Interpreter
from puzzlesynth.levels.engine.runtime import CompiledEngine
from puzzlesynth.levels.engine.session import Input
from puzzlesynth.levels.model import PuzzleScriptGame
from puzzlesynth.levels.search.transitions import SearchProblem
from tests.support.paths import ROOT
from tests.support.puzzlescript_sources import playable, source

KEYS: tuple[Input, ...] = (0, 1, 2, 3, 4, 0, 1, 2, 3, "tick", "undo", "restart")
"""Whatever can be pressed, moves more often than the rest."""

PLAYS = ROOT.parent / "shared" / "data" / "puzzlescript" / "play.json"

OBJECTS = """\
Background
black

Goal
blue

Wall
brown

Player
white

Crate
orange

Gem
green

Mark
red
"""
LEGEND = """\
. = Background
# = Wall
P = Player
C = Crate
G = Gem
M = Mark
O = Goal
Thing = Crate or Gem
"""
LAYERS = """\
Background
Goal
Player, Wall, Crate, Gem
Mark
"""

GLYPHS = {"background": ".", "wall": "#", "player": "P", "crate": "C", "gem": "G", "mark": "M", "goal": "O"}


def tiny_game(
    rules: str, level: str, *, win: str = "", prelude: str = "", sounds: str = "", more: str = ""
) -> PuzzleScriptGame:
    return playable(
        source(
            rules,
            prelude=f"title tiny\n{prelude}\n",
            objects=OBJECTS,
            legend=LEGEND,
            sounds=sounds,
            layers=LAYERS,
            win=win,
            levels=level.strip("\n") + "\n\n" + more,
        )
    )


def picture(session: LevelSession) -> str:
    """The board with one letter a cell: what lies on top."""
    width, height = session.engine.size(session.board)
    cells = session.engine.cells(session.board)
    names = {thing.id: thing.name for thing in session.game.objects}
    lines = []
    for y in range(height):
        line = ""
        for x in range(width):
            cell = cells[x * height + y]
            line += GLYPHS[names[cell.bit_length() - 1]]
        lines.append(line)
    return "\n".join(lines)


def native_engine(game: PuzzleScriptGame) -> NativeEngine:
    """The engine in machine code; a test that wants it is skipped where there is none."""
    code = native_code(wait=None)
    if code is None:
        pytest.skip(native_obstacle())
    return NativeEngine(game, code)


@pytest.fixture(
    params=[Interpreter, CompiledEngine, native_engine], ids=["interpreter", "compiled", "native"]
)
def play(request: pytest.FixtureRequest) -> Callable[..., LevelSession]:
    """Start a session of a tiny game, with each engine in turn."""

    def start(rules: str, level: str, *keys: Any, seed: str | None = None, **more: str) -> LevelSession:
        game = tiny_game(rules, level, **more)
        session = LevelSession(game, 0, seed=seed, engine=request.param(game))
        for key in keys:
            session.press(key)
        return session

    return start


@pytest.fixture(scope="session")
def plays() -> list[dict[str, Any]]:
    if not PLAYS.is_file():
        pytest.skip("the recorded plays are not beside this checkout (../shared/data/puzzlescript)")
    records: list[dict[str, Any]] = json.loads(PLAYS.read_text())
    return records


def assert_same_turns(steps: SearchProblem, session: LevelSession, chance: Random, turns: int) -> int:
    """Plays random moves of a search and of a session; returns how many were compared before the level was won."""
    state = steps.start
    for turn in range(turns):
        key, move = chance.choice(steps.moves)
        state = move(state)
        session.press(key)
        won = state < 0 or steps.won(state)
        assert won == bool(session.levels_won) or steps.starts_won
        if won:
            return turn
        assert steps.code.cells(state) == session.engine.cells(session.board)
    return turns


def press_on_both(one: LevelSession, other: LevelSession, key: Input) -> None:
    """The same cells and sounds must come of it."""
    one.press(key)
    other.press(key)
    assert one.engine.cells(one.board) == other.engine.cells(other.board)
    assert one.sounds == other.sounds


def shorten(patch: pytest.MonkeyPatch) -> None:
    """Rules without end, frequent among random ones, are given up early: in earnest that takes very long."""
    engine = "puzzlesynth.levels.engine"
    for module in (
        "reference.interpreter",
        "runtime.compiled_turn",
        "runtime.turn_jit",
        "native.native_engine",
    ):
        patch.setattr(f"{engine}.{module}.MAX_GROUP_PASSES", 12)
    for module in (
        "reference.interpreter",
        "runtime.compiled_turn",
        "codegen.turn_writer",
        "native.native_engine",
    ):
        patch.setattr(f"{engine}.{module}.MAX_LOOPS", 7)
    patch.setattr(f"{engine}.session.MAX_AGAIN_TURNS", 15)
    patch.setattr("puzzlesynth.levels.search.transitions.MAX_AGAIN", 15)
