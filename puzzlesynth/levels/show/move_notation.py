"""Moves as people write them: arrows, letters, words."""

from __future__ import annotations

from collections.abc import Iterable

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.engine.session import Input
from puzzlesynth.levels.engine.turn import NO_INPUT

ARROWS = "↑←↓→"
LETTERS = "uldrx"
ACTION_SIGN = "x"
WAITING_SIGN = "."

_WORDS: dict[str, Input] = {
    "up": 0,
    "left": 1,
    "down": 2,
    "right": 3,
    "action": 4,
    "undo": "undo",
    "restart": "restart",
    "tick": "tick",
}
_SIGNS: dict[str, Input] = {
    **{arrow: number for number, arrow in enumerate(ARROWS)},
    **{letter: number for number, letter in enumerate(LETTERS)},
    **{str(number): number for number in range(5)},
    "z": "undo",
    WAITING_SIGN: "tick",
}

HOW_MOVES_ARE_WRITTEN = (
    "moves are u l d r, arrows, x for the action, z to undo, . to wait, or words: up, left, down, right, "
    "action, undo, restart, tick"
)


class BadMoves(BadInput):
    """An unknown move; the message says which and where."""


def arrows(moves: Iterable[int]) -> str:
    """`→ → ↑ x`; waiting for a tick is `.`"""
    return " ".join(_arrow(move) for move in moves)


def letters(moves: Iterable[int]) -> str:
    """`rrux`, as `read_moves` takes it."""
    return "".join(LETTERS[move] if move != NO_INPUT else WAITING_SIGN for move in moves)


def _arrow(move: int) -> str:
    if move == NO_INPUT:
        return WAITING_SIGN
    return ARROWS[move] if move < len(ARROWS) else ACTION_SIGN


def read_moves(text: str) -> tuple[Input, ...]:
    """Moves separated by blanks or commas or, if they are single signs, by nothing."""
    moves: list[Input] = []
    for word in text.replace(",", " ").split():
        if word.lower() in _WORDS:
            moves.append(_WORDS[word.lower()])
            continue
        for sign in word:
            if sign.lower() not in _SIGNS:
                raise BadMoves(f"move {len(moves) + 1}: `{sign}` in `{word[:20]}`: {HOW_MOVES_ARE_WRITTEN}")
            moves.append(_SIGNS[sign.lower()])
    return tuple(moves)
