"""What is known of the steps of earlier puzzles changes no verdict."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

import pytest

from puzzlesynth.pack import Pack, load_pack
from puzzlesynth.pipeline.generate import make_puzzles
from puzzlesynth.puzzle.model import Created, Puzzle, Step
from puzzlesynth.quick_dataclasses import replace
from puzzlesynth.world import replay
from puzzlesynth.world.ground_task import ground_task
from puzzlesynth.world.state import WorldError
from puzzlesynth.world.verification import rehearsal
from puzzlesynth.world.verification.quick_consistency import is_surely_consistent
from puzzlesynth.world.verification.replay import wrong_sources
from tests.support import tiny_packs
from tests.support.paths import ROOT


def _damaged(puzzle: Puzzle, random: Random) -> Iterator[Puzzle]:
    """The puzzle with something wrong, most likely."""
    steps, n = list(puzzle.steps), random.randrange(len(puzzle.steps))
    step, other = steps[n], random.choice(steps)

    def with_step(new: Step) -> Puzzle:
        return replace(puzzle, steps=(*steps[:n], new, *steps[n + 1 :]))

    shuffled = list(puzzle.solution)
    random.shuffle(shuffled)
    yield replace(puzzle, solution=tuple(shuffled))
    yield replace(puzzle, solution=tuple(name for name in puzzle.solution if name != step.id))
    yield with_step(replace(step, sources=(other.id, *step.sources[1:])))
    yield with_step(replace(step, inputs=step.inputs[::-1]))
    yield with_step(replace(step, outputs=other.outputs))
    yield with_step(replace(step, rule=other.rule))
    yield with_step(replace(step, place=random.choice(puzzle.areas).name))
    made = [Created(one.id, random.choice(puzzle.objects).item) for one in puzzle.creates]
    yield replace(puzzle, creates=tuple(made))
    yield replace(puzzle, creates=puzzle.creates[1:])
    objects = list(puzzle.objects)
    at = random.randrange(len(objects))
    objects[at] = replace(objects[at], area=random.choice(puzzle.areas).name)
    yield replace(puzzle, objects=tuple(objects))


def _verdicts(pack: Pack, puzzles: list[Puzzle], forgetful: bool) -> list[bool | None]:
    found: list[bool | None] = []
    for puzzle in puzzles:
        if forgetful:
            rehearsal._moves.clear()
        try:
            found.append(rehearsal.solution_surely_wins(ground_task(pack, puzzle)))
        except (WorldError, KeyError):
            found.append(None)
    return found


@pytest.mark.seconds
@pytest.mark.parametrize("name", ["meadow", "heist"])
def test_what_is_remembered_changes_no_verdict(name: str) -> None:
    pack = load_pack(ROOT / "examples" / name)
    random = Random(1)
    some = [puzzle for puzzle, _ in zip(make_puzzles(pack, seed=1), range(20), strict=False)]
    puzzles = [one for puzzle in some for one in (puzzle, *_damaged(puzzle, random))]
    rehearsal._moves.clear()
    remembering = _verdicts(pack, puzzles, forgetful=False)
    assert remembering == _verdicts(pack, puzzles, forgetful=True)
    assert remembering.count(True) >= len(some)
    assert remembering.count(False) > len(some)
    for puzzle, wins in zip(puzzles, remembering, strict=True):
        if wins and is_surely_consistent(pack, puzzle):
            played = replay(pack, puzzle)
            assert played.ok, played.problem
            assert [*wrong_sources(puzzle, played)] == []


def test_the_steps_of_a_stream_are_remembered(monkeypatch: pytest.MonkeyPatch) -> None:
    pack = load_pack(ROOT / "examples" / "meadow")
    puzzle = next(make_puzzles(pack, seed=1))
    task = ground_task(pack, puzzle)
    assert rehearsal.solution_surely_wins(task)
    monkeypatch.setattr(rehearsal._Rehearsal, "_rename", None)
    assert rehearsal.solution_surely_wins(task)


def test_what_is_remembered_of_a_box_counts_only_for_the_same_thing_inside() -> None:
    """The step gets `gem` out of the box; in the other puzzle something else is in it, of the same kind."""
    made = tiny_packs.pack(
        "Box[contains: Gem] Gem[copies: 2]",
        ["Gem Box ::= Open Box[contains: Gem]"],
        {"Hut": {"start": True, "goals": ["Gem"]}},
    )
    steps = ["s1 Hut 1: box -> gem box"]
    right = tiny_packs.puzzle(made, ["box Box", "gem Gem in box"], steps)
    wrong = tiny_packs.puzzle(made, ["box Box", "gem_2 Gem in box"], steps)
    for _ in range(2):
        assert rehearsal.solution_surely_wins(ground_task(made, right))
        assert not rehearsal.solution_surely_wins(ground_task(made, wrong))
