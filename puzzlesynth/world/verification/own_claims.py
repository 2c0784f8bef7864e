"""What a puzzle says about itself although it follows from the rest of it: names, numbers, blocks, rules, guarantees.

A block that does not exist, rules or guarantees of another puzzle are faults, even if the puzzle is as good as any.
Programs also tell puzzles apart by `id` and `tree` and choose them by `metrics`, without working these out again. A
change by hand leaves them behind, so they are reported, but are no fault. What is left empty claims nothing.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.identity import identity
from puzzlesynth.puzzle.model import Puzzle, metrics_of

from .safe_rules import only_the_tree

WAY_OUT = "if it was changed by hand, `puzzlesynth migrate` proves it again and writes what is right"


def false_claims(pack: Pack, puzzle: Puzzle, disproven: Collection[str]) -> list[str]:
    """Complaints, each with its position in the puzzle's JSON. The puzzle's parts have to fit together.

    `disproven`: of `shortcuts` and `dead_ends` those of which it is proven that there are none."""
    found = [*_false_blocks(puzzle), *_false_rules(pack, puzzle), *_false_guarantees(puzzle, disproven)]
    return _with_way_out(found)


def stale_names(puzzle: Puzzle) -> list[str]:
    """Where `id`, `tree` or `metrics` are those of another puzzle. The puzzle's parts have to fit together."""
    return _with_way_out([*_stale_hashes(puzzle), *_stale_numbers(puzzle)])


def _with_way_out(found: list[str]) -> list[str]:
    return [*found[:-1], f"{found[-1]} ({WAY_OUT})"] if found else []


def _stale_hashes(puzzle: Puzzle) -> Iterator[str]:
    if not puzzle.id and not puzzle.tree:
        return
    for key, said, right in zip(("id", "tree"), (puzzle.id, puzzle.tree), identity(puzzle), strict=True):
        if said != right:
            yield f"{key}: {said!r} does not fit the content, which has {right!r}"


def _stale_numbers(puzzle: Puzzle) -> Iterator[str]:
    """Numbers that only a later version knows are its own."""
    if not puzzle.metrics:
        return
    right = {"herrings": 0, **metrics_of(puzzle)}
    for key, said in {"herrings": 0, **puzzle.metrics}.items():
        if key in right and said != right[key]:
            yield f"metrics.{key}: {said} does not fit the content, which has {right[key]}"


def _false_blocks(puzzle: Puzzle) -> Iterator[str]:
    known = {*puzzle.items, *(step.id for step in puzzle.steps)}
    for block, name in puzzle.map.blocks.items() if puzzle.map is not None else ():
        if name not in known:
            yield f"map.blocks.{block}: there is no step and no object {name!r}"


def _false_rules(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    if puzzle.rules != "tree":
        return
    off = {one.rule for one in puzzle.rules_off}
    on = [one.rule for one in only_the_tree(pack, puzzle) if one.rule not in off]
    if on:
        yield f"rules: 'tree', but rule {on[0]}, which no step uses, is not off"


def _false_guarantees(puzzle: Puzzle, disproven: Collection[str]) -> Iterator[str]:
    for key in sorted(disproven):
        said = puzzle.guarantees.get(key, "none")
        if said != "none" and not said.startswith("not "):
            yield f"guarantees.{key}: {said!r}, but there are none"
    solvable = puzzle.guarantees.get("solvable", "verified")
    if solvable != "verified":
        yield f"guarantees.solvable: {solvable!r} is not 'verified'"
