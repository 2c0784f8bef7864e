"""Options as filters: with an option, the synthesizer makes just those puzzles that it makes without, if they fit.

Each filter looks at finished puzzles alone, so it knows nothing of how the option is asked for.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from random import Random

from puzzlesynth.pack import Pack
from puzzlesynth.puzzle import Puzzle
from puzzlesynth.synth.cubes import NOT, features_of
from puzzlesynth.synth.options import SynthesisOptions, read_targets
from puzzlesynth.synth.steering import read_steering


@dataclass(frozen=True)
class OptionFilter:
    name: str
    """As a user would write the option."""
    options: SynthesisOptions
    keeps: Callable[[Puzzle], bool]


def draw_filters(pack: Pack, puzzles: Sequence[Puzzle], random: Random) -> Iterator[OptionFilter]:
    """One of each sort, about something that at least one of the puzzles has."""
    puzzle = random.choice(puzzles)
    for kind, measure in MEASURES.items():
        yield _target(pack, puzzle, kind, measure, random)
    yield _cube(pack, puzzle, random)
    yield _never_item(pack, puzzle, random)
    yield _never_rule(pack, puzzle, random)
    yield _constraint(puzzle, random)


def _target(
    pack: Pack, puzzle: Puzzle, kind: str, measure: Callable[[Puzzle, str], int], random: Random
) -> OptionFilter:
    area = random.choice(puzzle.areas).name
    number = measure(puzzle, area)
    least, most = random.choice(((number, number), (number + 1, None), (None, max(number - 1, 0))))
    text = f"{area}:{least if least == most else f'{_written(least)}..{_written(most)}'}"

    def keeps(one: Puzzle) -> bool:
        found = measure(one, area)
        return (least is None or found >= least) and (most is None or found <= most)

    return OptionFilter(
        f"--{kind} {text}", SynthesisOptions(targets=read_targets(pack, {kind: [text]})), keeps
    )


def _written(number: int | None) -> str:
    return "" if number is None else str(number)


def _steps(puzzle: Puzzle, area: str) -> int:
    return sum(step.area == area for step in puzzle.steps)


def _depth(puzzle: Puzzle, area: str) -> int:
    steps = {step.id: step for step in puzzle.steps if step.area == area}

    def chain(name: str | None) -> int:
        if name not in steps:
            return 0
        return 1 + max(map(chain, steps[name].sources), default=0)

    return max(chain(goal.solved_by) for goal in puzzle.areas if goal.name == area)


def _width(puzzle: Puzzle, area: str) -> int:
    steps = {step.id: step for step in puzzle.steps if step.area == area}
    return sum(not any(source in steps for source in step.sources) for step in steps.values())


MEASURES = {"steps": _steps, "depth": _depth, "width": _width}


def _cube(pack: Pack, puzzle: Puzzle, random: Random) -> OptionFilter:
    feature = random.choice(sorted(features_of(puzzle, pack)))
    has = random.random() < 0.5
    literal = feature if has else NOT + feature
    return OptionFilter(
        f"cube {literal}",
        SynthesisOptions(cube=(literal,)),
        lambda one: (feature in features_of(one, pack)) is has,
    )


def _never_item(pack: Pack, puzzle: Puzzle, random: Random) -> OptionFilter:
    item = random.choice(sorted(_items_of_steps(puzzle)))
    return OptionFilter(
        f"--never {item}",
        SynthesisOptions(steering=read_steering(pack, None, [], [item])),
        lambda one: item not in _items_of_steps(one),
    )


def _never_rule(pack: Pack, puzzle: Puzzle, random: Random) -> OptionFilter:
    number = random.choice(puzzle.steps).rule
    return OptionFilter(
        f"--never {number}",
        SynthesisOptions(steering=read_steering(pack, None, [], [str(number)])),
        lambda one: all(step.rule != number for step in one.steps),
    )


def _constraint(puzzle: Puzzle, random: Random) -> OptionFilter:
    item = random.choice(sorted(_taken_items(puzzle)))
    wanted = random.random() < 0.5
    text = f'asp:{"must_use_item" if wanted else "must_not_use_item"}("{item}")'
    return OptionFilter(
        f"--constraint {text}",
        SynthesisOptions(constraints=[text]),
        lambda one: (item in _taken_items(one)) is wanted,
    )


def _taken_items(puzzle: Puzzle) -> set[str]:
    return {puzzle.items[name] for step in puzzle.steps for name in step.inputs}


def _items_of_steps(puzzle: Puzzle) -> set[str]:
    return {puzzle.items[name] for step in puzzle.steps for name in (*step.inputs, *step.outputs)}
