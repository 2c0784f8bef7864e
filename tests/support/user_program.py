"""A program as a user writes it, with every public name. `mypy --strict` accepts it, and it runs."""

from __future__ import annotations

import sys
from itertools import islice
from pathlib import Path

import puzzlesynth
from puzzlesynth import (
    Explanation,
    ExportError,
    Game,
    OutOfTime,
    Pack,
    PackError,
    Puzzle,
    PuzzleError,
    Regenerator,
    Steering,
    asp,
    check,
    explain,
    export_puzzle,
    load_pack,
    make_puzzles,
    parse_pack,
    puzzle_to_json,
    read_puzzle,
    solve,
    verify,
)

ATTIC = """\
pack: attic
items:
  Chest: {locked: true}
  Key:   {carryable: true}
rules: |
  Chest[locked: False] Key ::= Unlock Chest[locked: True] Key
areas:
  Attic: {start: true, goals: ["Chest[locked: False]"]}
"""


def packs(examples: Path) -> tuple[Pack, Pack]:
    """From a file, and from a text."""
    heist: Pack = load_pack(examples / "heist")
    attic = parse_pack(ATTIC)
    assert not [problem.message for problem in check(heist) if problem.is_error]
    same = parse_pack(
        {
            "pack": "attic",
            "items": {"Chest": {"locked": True}, "Key": {"carryable": True}},
            "rules": ["Chest[locked: False] Key ::= Unlock Chest[locked: True] Key"],
            "areas": {"Attic": {"start": True, "goals": ["Chest[locked: False]"]}},
        }
    )
    assert same.sha256 == attic.sha256
    try:
        parse_pack(ATTIC.replace("::=", ":="))
    except PackError as error:
        print(error.problems[0].place)
    return heist, attic


def made(pack: Pack) -> Puzzle:
    """A puzzle, written and read again, proven, solved and exported."""
    puzzles: list[Puzzle] = list(islice(make_puzzles(pack, seed=7, steps="1..9", time_limit=60.0), 2))
    puzzle = read_puzzle(puzzle_to_json(puzzles[0]))
    report = verify(pack, puzzle)
    print(report.ok, [fault.message for fault in report.faults])
    solutions = solve(pack, puzzle)
    print(len(solutions.found), solutions.complete)
    page = export_puzzle(pack, puzzle, "html")
    print(len(page) > 1000)
    try:
        export_puzzle(pack, puzzle, "htlm")
        read_puzzle("{}")
    except (ExportError, PuzzleError) as error:
        print(error)
    return puzzle


def regenerated(pack: Pack) -> None:
    """Another puzzle around what is kept."""
    regenerator = Regenerator(pack)
    model = regenerator.regenerate(seed=1)
    if model is not None:
        other: Puzzle | None = regenerator.regenerate(Steering(model, steps=frozenset({"s1"})), seed=2)
        print(other is not None)


def explained(pack: Pack) -> None:
    """Why there is no long puzzle."""
    explanation: Explanation | None = explain(pack, depth="9..")
    if explanation is not None:
        print(explanation.reason.requirements[0].text)
        print([repair.ways for repair in explanation.repairs])
    try:
        next(make_puzzles(pack, constraints=["asp:at_most_steps(9)"], time_limit=60))
    except OutOfTime:
        print("out of time")


def played(pack: Pack, puzzle: Puzzle) -> None:
    """The game until it is won."""
    with Game(pack, puzzle) as game:
        while moves := game.hint(3).moves:
            for move in moves:
                game.apply(move)
        print(game.status.value)


def counted(pack: Pack) -> None:
    """Facts, by their types."""
    for fact in asp.facts(pack).query(asp.Carryable).order_by(asp.Carryable.item).all():
        print(fact.item)
    step = asp.Step(("Gold", 1, 0), 1)
    node: asp.Node = step.node
    print(node.item, step.rule + 1)


if __name__ == "__main__":
    heist, attic = packs(Path(sys.argv[1]))
    counted(heist)
    regenerated(heist)
    explained(attic)
    played(heist, made(heist))
    print(puzzlesynth.__version__)
