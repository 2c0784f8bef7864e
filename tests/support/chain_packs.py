"""Packs whose only puzzle is a chain of steps, as long as one likes, and that puzzle, without the synthesizer."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.identity import identity
from puzzlesynth.puzzle.model import Created, Goal, Object, Puzzle, Step


def chain_text(length: int) -> str:
    """Every thing is made from the one before."""
    items = "".join(f"  T{n}: {{carryable: true, notSpawnable: true}}\n" for n in range(1, length + 1))
    rules = "".join(f"  T{n} ::= Make T{n - 1}\n" for n in range(1, length + 1))
    return (
        f"pack: chain\nitems:\n  T0: {{carryable: true}}\n{items}rules: |\n{rules}"
        f"areas:\n  Hall: {{start: true, goals: [T{length}]}}\n"
    )


def chain_pack(folder: Path, length: int) -> Pack:
    file = folder / "chain.yaml"
    file.write_text(chain_text(length), encoding="utf-8")
    return load_pack(file)


def chain_puzzle(pack: Pack, length: int) -> Puzzle:
    steps = tuple(
        Step(
            f"s{n}",
            "Hall",
            n,
            "Make",
            (f"t{n - 1}",),
            (None if n == 1 else f"s{n - 1}",),
            (f"t{n}",),
            () if n == 1 else (f"s{n - 1}",),
        )
        for n in range(1, length + 1)
    )
    puzzle = Puzzle(
        pack.name,
        pack.sha256,
        (Goal("Hall", f"T{length}", True, None, f"s{length}"),),
        (Object("t0", "T0", "Hall", None, True, {}),),
        steps,
        tuple(Created(f"t{n}", f"T{n}") for n in range(1, length + 1)),
        tuple(step.id for step in steps),
        {"steps": length, "depth": length, "objects": 1},
    )
    whole, tree = identity(puzzle)
    return replace(puzzle, id=whole, tree=tree)
