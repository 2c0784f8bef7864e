"""A solution as a series of pictures: the level before the first move, and after every turn."""

from __future__ import annotations

import dataclasses
from collections.abc import Sequence

from puzzlesynth.levels.engine import LevelSession
from puzzlesynth.levels.model import Level, PuzzleScriptGame

from .scene import Scene, level_scene
from .tiles import Painter
from .viewport import Viewport, screen_of

FIRST_PAUSE = 1000
MOVE_PAUSE = 250
AGAIN_PAUSE = 120
LAST_PAUSE = 2000

MOST_AGAIN_FRAMES = 100
"""Turns without input that are shown after a move; what follows is left out."""


def session_view(session: LevelSession) -> Viewport:
    """The whole board of a session."""
    width, height = session.engine.size(session.board)
    return Viewport(width, height, tuple(session.engine.cells(session.board)))


def solution_frames(
    game: PuzzleScriptGame, level: Level, moves: Sequence[int], seed: str | None = None
) -> list[tuple[Scene, int]]:
    """Scenes with the milliseconds for which each stays, as the player would see them."""
    painter = Painter(game)
    session = LevelSession(dataclasses.replace(game, levels=(level,)), 0, seed=seed)

    def scene() -> Scene:
        return level_scene(game, screen_of(game, session_view(session)), painter)

    frames = [(scene(), FIRST_PAUSE)]
    for move in moves:
        session.press_unsettled(move)
        frames.append((scene(), MOVE_PAUSE))
        for _ in range(MOST_AGAIN_FRAMES):
            if not session.again_pending:
                break
            session.step_again()
            frames.append((scene(), AGAIN_PAUSE))
        session.settle()
    return [*frames[:-1], (frames[-1][0], LAST_PAUSE)]
