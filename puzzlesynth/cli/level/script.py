"""Playing without a terminal: moves in, the final level out."""

from __future__ import annotations

import dataclasses
from typing import TYPE_CHECKING

from puzzlesynth.cli.common.errors import BadInput

from .sources import chosen_levels

if TYPE_CHECKING:
    from puzzlesynth.levels.engine import LevelSession
    from puzzlesynth.levels.model import PuzzleScriptGame


def level_session(game: PuzzleScriptGame, entry: int, seed: str | None) -> LevelSession:
    """A play of one level, which ends when it is won. Chance falls as in a play of the whole game."""
    from puzzlesynth.levels.engine import LevelSession
    from puzzlesynth.levels.engine.runtime import CompiledEngine

    alone = dataclasses.replace(game, levels=(game.levels[entry],))
    return LevelSession(
        alone, 0, seed=seed if seed is not None else f"level {entry}", engine=CompiledEngine(alone)
    )


def run_script(game: PuzzleScriptGame, number: int | None, script: str, seed: str | None) -> None:
    """Make the moves on one level (the first, if none is named) and print what comes of them."""
    from puzzlesynth.levels.show import BadMoves, Glyphs, level_text, read_moves
    from puzzlesynth.levels.show.animation import session_view

    try:
        moves = read_moves(script)
    except BadMoves as error:
        raise BadInput(str(error)) from None
    level, entry, _ = chosen_levels(game, number)[0]
    session = level_session(game, entry, seed)
    made = 0
    while made < len(moves) and not session.levels_won:
        session.press(moves[made])
        made += 1
        if session.message:
            print(f"message: {session.message}")
            session.message = ""
    glyphs = Glyphs(game)
    print(level_text(session_view(session), glyphs))
    for line in glyphs.key():
        print(line)
    for notice in session.notices:
        print(f"note: {notice}")
    outcome = "won" if session.levels_won else "not won"
    left = f", {len(moves) - made} not needed" if made < len(moves) else ""
    print(f"Level {level}: {outcome} after {made} move{'' if made == 1 else 's'}{left}")
