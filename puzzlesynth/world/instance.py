"""A pack and a puzzle together: goals, what is open at the start, what abstract outputs turn into.

Whatever is wrong with a puzzle that keeps it from being run at all is a `WorldError` that names the place.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from itertools import product

from puzzlesynth.pack.model import Item, Pack, Term
from puzzlesynth.puzzle.model import Puzzle, Step

from .mechanics import Mechanics, is_a, mechanics_of


class WorldError(ValueError):
    """The puzzle cannot be run with this pack; the message names the place."""


@dataclass(frozen=True, eq=False)
class PuzzleInstance:
    """What stays the same while a puzzle is played."""

    pack: Pack
    puzzle: Puzzle
    mechanics: Mechanics
    goals: dict[str, Term]
    """The chosen goal of every area of the puzzle."""
    open: frozenset[str]
    solved: frozenset[str]
    choices: Mapping[int, tuple[tuple[Item, ...], ...]]
    """For each rule (by position) the ways to make what it makes: an item for each slot."""


def puzzle_instance(pack: Pack, puzzle: Puzzle) -> PuzzleInstance:
    mechanics = mechanics_of(pack)
    goals = {}
    for index, goal in enumerate(puzzle.areas):
        if goal.name in goals:
            raise WorldError(f"areas[{index}].name: {goal.name!r} is there twice")
        goals[goal.name] = chosen_goal(pack, puzzle, index)
    opened = open_at_start(pack, puzzle)
    solved = frozenset(puzzle.progress.solved if puzzle.progress else ())
    for key, names in (("open", opened), ("solved", solved)):
        for name in sorted(names - pack.areas.keys()):
            raise WorldError(f"progress.{key}: the pack has no area {name!r}")
    if not opened:
        raise WorldError("areas: none is open at the start")
    choices = _choices(mechanics, puzzle)
    if puzzle.rules_off:
        choices = dict(choices)
    for index, off in enumerate(puzzle.rules_off):
        if not 1 <= off.rule <= len(mechanics.semantics):
            raise WorldError(f"rules_off[{index}].rule: the pack has no rule {off.rule}")
        choices[off.rule - 1] = ()
    return PuzzleInstance(pack, puzzle, mechanics, goals, opened, solved, choices)


def open_at_start(pack: Pack, puzzle: Puzzle) -> frozenset[str]:
    if puzzle.progress is not None:
        return frozenset(puzzle.progress.open)
    return frozenset(name for name, area in pack.areas.items() if area.start)


def chosen_goal(pack: Pack, puzzle: Puzzle, index: int) -> Term:
    """The area's goal that the puzzle names, as a term."""
    goal = puzzle.areas[index]
    area = pack.areas.get(goal.name)
    if area is None:
        raise WorldError(f"areas[{index}].name: the pack has no area {goal.name!r}")
    for term, text in zip(area.goals, area.goal_texts, strict=True):
        if text == goal.goal:
            return term
    raise WorldError(f"areas[{index}].goal: {goal.goal!r} is not a goal of {goal.name!r} in the pack")


def _choices(mechanics: Mechanics, puzzle: Puzzle) -> dict[int, tuple[tuple[Item, ...], ...]]:
    if not mechanics.open_rules:
        return mechanics.settled_choices
    decided = _decided(mechanics, puzzle)
    found = dict(mechanics.settled_choices)
    for number in mechanics.open_rules:
        options: list[tuple[Item, ...]] = []
        for index, slot in enumerate(mechanics.semantics[number].slots):
            known = mechanics.only_item(slot.type)
            if known is not None:
                options.append((known,))
                continue
            chosen = decided.get((number, index), frozenset())
            members = mechanics.members.get(slot.type, ())
            options.append(tuple(item for item in members if item.name in chosen))
        found[number] = tuple(product(*options))
    return found


def _decided(mechanics: Mechanics, puzzle: Puzzle) -> dict[tuple[int, int], frozenset[str]]:
    """What the puzzle's steps make where a rule leaves it open.

    A thing that is made inside another has no place among the outputs of the step that makes it; it is one of
    the objects that the puzzle creates and that are no new output of any step.
    """
    if not mechanics.open_rules:
        return {}
    items = {made.id: made.item for made in puzzle.creates}
    listed = {name for step in puzzle.steps for name in _new_outputs(mechanics, step)}
    hidden = [item for name, item in items.items() if name not in listed]
    decided: dict[tuple[int, int], set[str]] = {}
    for step in puzzle.steps:
        number = step.rule - 1
        if not 0 <= number < len(mechanics.semantics):
            continue
        for index, slot in enumerate(mechanics.semantics[number].slots):
            if slot.inside:
                names = [name for name in hidden if name in mechanics.items]
            else:
                names = [items[o] for o in step.outputs[slot.output : slot.output + 1] if o in items]
            fitting = {n for n in names if n in mechanics.items and is_a(mechanics.items[n], slot.type)}
            decided.setdefault((number, index), set()).update(fitting)
    return {key: frozenset(names) for key, names in decided.items()}


def _new_outputs(mechanics: Mechanics, step: Step) -> list[str]:
    """The names at those outputs of a step that are made by it."""
    if not 1 <= step.rule <= len(mechanics.semantics):
        return []
    made = mechanics.semantics[step.rule - 1].made
    return [name for name, slot in zip(step.outputs, made, strict=False) if slot is not None]
