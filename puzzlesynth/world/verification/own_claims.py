"""What a puzzle says about itself although it follows from the rest of it: its names and its numbers.

Programs tell puzzles apart by `id` and `tree` and choose them by `metrics`, without working these out again. So a file in
which they do not fit the content is at fault, even if all that it guarantees is true. What is left empty claims nothing.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.puzzle.identity import identity
from puzzlesynth.puzzle.model import Puzzle, metrics_of

WAY_OUT = "if it was changed by hand, `puzzlesynth migrate` proves it again and writes what is right"


def false_claims(puzzle: Puzzle) -> list[str]:
    """Complaints, each with its position in the puzzle's JSON. The puzzle's parts have to fit together."""
    found = [*_false_names(puzzle), *_false_numbers(puzzle)]
    return [*found[:-1], f"{found[-1]} ({WAY_OUT})"] if found else []


def _false_names(puzzle: Puzzle) -> Iterator[str]:
    if not puzzle.id and not puzzle.tree:
        return
    for key, said, right in zip(("id", "tree"), (puzzle.id, puzzle.tree), identity(puzzle), strict=True):
        if said != right:
            yield f"{key}: {said!r} does not fit the content, which has {right!r}"


def _false_numbers(puzzle: Puzzle) -> Iterator[str]:
    """Numbers that only a later version knows are its own."""
    if not puzzle.metrics:
        return
    right = {"herrings": 0, **metrics_of(puzzle)}
    for key, said in {"herrings": 0, **puzzle.metrics}.items():
        if key in right and said != right[key]:
            yield f"metrics.{key}: {said} does not fit the content, which has {right[key]}"
