"""The whole way to win from the present, in words."""

from __future__ import annotations

from puzzlesynth.pack.text.wording import capital
from puzzlesynth.play.game import Game
from puzzlesynth.play.hints import next_moves
from puzzlesynth.play.just_in_time.chapters import goes_on
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world import Move, State, Status

from .phrases import ObjectNames, action_phrase


def winning_moves(game: Game) -> list[tuple[State, Move]]:
    """Every move from here to the win, each with the state before it. In a living world: as far as it is made."""
    game.catch_up()
    found: list[tuple[State, Move]] = []
    state, chapter = game.state, game.chapter
    while state.status is Status.PLAYING:
        moves = next_moves(chapter.winnability, chapter.world, state)
        if not moves:
            break
        for move in moves:
            found.append((state, move))
            state = chapter.world.apply(state, move).state
    return found


@dataclass(frozen=True)
class Walkthrough:
    """The way from here, in sentences."""

    steps: tuple[str, ...]
    goes_on: bool
    """Whether there will be more to do at its end, which is not made yet."""


def walkthrough_of(game: Game) -> Walkthrough:
    moves = winning_moves(game)
    steps = tuple(f"{capital(action_phrase(game.pack, ObjectNames(state), move))}." for state, move in moves)
    return Walkthrough(steps, bool(moves) and game.living_world is not None and _goes_on(game, *moves[-1]))


def _goes_on(game: Game, state: State, move: Move) -> bool:
    """Whether a chapter ends with this move, and not the game."""
    end = game.chapter.world.apply(state, move).state
    return goes_on(game.pack, end).status is Status.PLAYING
