"""The whole way to win from the present, in words."""

from __future__ import annotations

from puzzlesynth.play.game import Game
from puzzlesynth.play.hints import next_moves
from puzzlesynth.play.names import Names, capital
from puzzlesynth.play.texts import action_phrase
from puzzlesynth.world import Move, State, Status


def winning_moves(game: Game) -> list[tuple[State, Move]]:
    """Every move from here to the win, each with the state before it. In a living world: as far as it is made."""
    game.catch_up()
    found: list[tuple[State, Move]] = []
    state, chapter = game.state, game.chapter
    while state.status is Status.PLAYING:
        moves = next_moves(chapter.outlook, chapter.world, state)
        if not moves:
            break
        for move in moves:
            found.append((state, move))
            state = chapter.world.apply(state, move).state
    return found


def way_to_win(game: Game) -> list[str]:
    """The same as sentences."""
    return [
        f"{capital(action_phrase(game.pack, Names(state), move))}." for state, move in winning_moves(game)
    ]
