"""Whether a puzzle is in one piece: names known, numbers in range, steps that fit their rules, in an order that works.

Each complaint begins with its position in the puzzle's JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import chain
from typing import Any

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.puzzle.model import Puzzle, Step, area_depths, pack_mismatch
from puzzlesynth.world.rule_semantics import RuleSemantics, is_a, mechanics_of
from puzzlesynth.world.state import open_at_start

from .quick_consistency import (
    chosen_goal_problems,
    opener_problems,
    placing_problems,
    same_properties,
    spoils,
)


def consistency_fault(pack: Pack, puzzle: Puzzle) -> str | None:
    """The first thing that is wrong with how a puzzle is written down, before any of it is played: whether it is
    consistent, its depth, and whether everything that a step needs is open by then."""
    for problem in problems_of(pack, puzzle):
        return problem
    for message, _ in chain(wrong_depths(pack, puzzle), unordered_access(pack, puzzle)):
        return message
    return None


def problems_of(pack: Pack, puzzle: Puzzle) -> list[str]:
    """Everything that is wrong with how the puzzle is written down."""
    checks: tuple[Callable[[Pack, Puzzle], Iterator[str]], ...] = (
        _pack,
        _areas,
        _objects,
        _start,
        _creates,
        step_problems,
        _trees,
        order_problems,
    )
    return [problem for check in checks for problem in check(pack, puzzle)]


def _pack(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    wrong = pack_mismatch(pack, puzzle.pack, puzzle.pack_sha256)
    if wrong is not None:
        yield f"pack.{'name' if puzzle.pack != pack.name else 'sha256'}: {wrong}"
    if puzzle.progress is not None:
        for key in ("open", "solved"):
            for name in getattr(puzzle.progress, key):
                if name not in pack.areas:
                    yield f"progress.{key}: the pack has no area {name!r}"
    opened = open_at_start(pack, puzzle)
    if not opened & pack.areas.keys():
        yield "areas: none is open at the start"


def _repeated(seen: set[str], name: str, where: str) -> Iterator[str]:
    """A fault if the name has been seen; from now on it has."""
    if name in seen:
        yield f"{where}: {name!r} appears twice"
    seen.add(name)


def _areas(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    opened = open_at_start(pack, puzzle)
    steps = {step.id for step in puzzle.steps}
    seen: set[str] = set()
    for index, goal in enumerate(puzzle.areas):
        where = f"areas[{index}]"
        yield from _repeated(seen, goal.name, f"{where}.name")
        yield from chosen_goal_problems(pack, puzzle, index)
        if goal.name not in pack.areas:
            continue
        if goal.solved_by not in steps:
            yield f"{where}.solved_by: there is no step {goal.solved_by!r}"
        if puzzle.progress is not None and goal.name in puzzle.progress.solved:
            yield f"{where}.name: {goal.name!r} is solved already"
        yield from opener_problems(pack, puzzle, where, goal.name, goal.opened_by, opened)
    if puzzle.progress is None:
        for area in pack.to_solve:
            if area.name not in seen:
                yield f"areas: {area.name!r} is missing"
    if not puzzle.areas:
        yield "areas: there is none"


def _objects(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    known = {placed.id: placed for placed in puzzle.objects}
    seen: set[str] = set()
    holders: set[str] = set()
    for index, placed in enumerate(puzzle.objects):
        where = f"objects[{index}]"
        yield from _repeated(seen, placed.id, f"{where}.id")
        item = pack.items.get(placed.item)
        if item is None:
            yield f"{where}.item: the pack has no item {placed.item!r}"
            continue
        if placed.area is not None and placed.area not in pack.areas:
            yield f"{where}.area: the pack has no area {placed.area!r}"
        if placed.inside is not None:
            if placed.inside not in known:
                yield f"{where}.inside: there is no object {placed.inside!r}"
            elif placed.inside in holders:
                yield f"{where}.inside: {placed.inside!r} holds something else already"
            elif _circle(known, placed.id):
                yield f"{where}.inside: {placed.id!r} is inside itself"
            elif placed.placed != known[placed.inside].placed:
                yield f"{where}.placed: {placed.inside!r}, which holds it, says otherwise"
            holders.add(placed.inside)
        elif placed.area is None:
            if puzzle.progress is None:
                yield f"{where}.area: at the start of a game nothing is carried"
            elif not item.carryable:
                yield f"{where}.area: {placed.item} cannot be carried"
        if placed.placed and placed.inside is None:
            yield from placing_problems(where, item, placed.area)


def _circle(known: Mapping[str, Any], name: str) -> bool:
    seen = {name}
    holder = known[name].inside
    while holder in known:
        if holder in seen:
            return True
        seen.add(holder)
        holder = known[holder].inside
    return False


def _start(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    """In a new game everything is as the pack says; a running game is as it is."""
    alive = Counter(placed.item for placed in puzzle.objects)
    for name, count in sorted(alive.items()):
        if name in pack.items and count > pack.items[name].copies:
            yield f"objects: {count} of {name}, but there can be {pack.items[name].copies}"
    if puzzle.progress is not None:
        return
    contents = {placed.inside: placed.item for placed in puzzle.objects if placed.inside is not None}
    for index, placed in enumerate(puzzle.objects):
        item = pack.items.get(placed.item)
        if item is None:
            continue
        if not same_properties(placed.properties, item.properties):
            yield f"objects[{index}].properties: a {item.name} does not start like that"
        if contents.get(placed.id) != item.contains:
            yield f"objects[{index}]: there should be {item.contains or 'nothing'} inside {placed.id}"
    there = Counter((o.area, o.item) for o in puzzle.objects if not o.placed and o.inside is None)
    wanted: Counter[tuple[str | None, str]] = Counter(
        (name, item) for name, area in pack.areas.items() for item in area.contains
    )
    for area, item_name in sorted((there - wanted).keys(), key=str):
        yield f"objects: {area} does not have that many {item_name} of its own"
    for area, item_name in sorted((wanted - there).keys(), key=str):
        yield f"objects: a {item_name} that {area} contains is missing"


def _creates(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    """How many there may be at once is for the replay to see: what is used up makes room for another."""
    seen = {placed.id for placed in puzzle.objects}
    for index, made in enumerate(puzzle.creates):
        yield from _repeated(seen, made.id, f"creates[{index}].id")
        if made.item not in pack.items:
            yield f"creates[{index}].item: the pack has no item {made.item!r}"
    inner = 0
    listed: set[str] = set()
    semantics = mechanics_of(pack).semantics
    for step in puzzle.steps:
        if 1 <= step.rule <= len(semantics):
            slots = semantics[step.rule - 1].slots
            inner += sum(slot.inside for slot in slots)
            listed.update(
                name for slot in slots for name in step.outputs[slot.output :][:1] if not slot.inside
            )
    # What is made inside something is no output of a step. Which step makes it is for the replay to see.
    others = [index for index, made in enumerate(puzzle.creates) if made.id not in listed]
    for index in others[inner:]:
        yield f"creates[{index}]: no step makes {puzzle.creates[index].id!r}"
    if len(others) < inner:
        yield f"creates: steps make {inner} inside others, but only {len(others)} of these are listed"


def step_problems(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    semantics = mechanics_of(pack).semantics
    items = puzzle.items
    start = {placed.id for placed in puzzle.objects}
    steps = {step.id: step for step in puzzle.steps}
    areas = {goal.name for goal in puzzle.areas}
    seen: set[str] = set()
    for index, step in enumerate(puzzle.steps):
        where = f"steps[{index}]"
        yield from _repeated(seen, step.id, f"{where}.id")
        if step.area not in areas:
            yield f"{where}.area: the puzzle has no area {step.area!r}"
        if step.place is not None and step.place not in pack.areas:
            yield f"{where}.place: the pack has no area {step.place!r}"
        if not 1 <= step.rule <= len(semantics):
            yield f"{where}.rule: the pack has no rule {step.rule}"
            continue
        meaning = semantics[step.rule - 1]
        if meaning.rule.fail:
            yield f"{where}.rule: rule {step.rule} ends the game in defeat"
        if step.action != meaning.rule.action:
            yield f"{where}.action: rule {step.rule} is {meaning.rule.action!r}"
        yield from _input_problems(pack, where, step, meaning, items, start, steps)
        yield from _output_problems(pack, where, step, meaning, items)


def _input_problems(
    pack: Pack,
    where: str,
    step: Step,
    meaning: RuleSemantics,
    items: Mapping[str, str],
    start: Collection[str],
    steps: Mapping[str, Step],
) -> Iterator[str]:
    terms = meaning.rule.inputs
    if len(step.inputs) != len(terms):
        yield f"{where}.inputs: {meaning.rule} takes {len(terms)}"
        return
    if len(step.sources) != len(step.inputs):
        yield f"{where}.from: one entry for each input"
        return
    if len(set(step.inputs)) < len(step.inputs):
        yield f"{where}.inputs: an object appears twice"
    for position, (name, source) in enumerate(zip(step.inputs, step.sources, strict=True)):
        at = f"{where}.inputs[{position}]"
        if name not in items:
            yield f"{at}: there is no object {name!r}"
        elif not _has_type(pack, items[name], terms[position].type):
            yield f"{at}: {name} is a {items[name]}, not a {terms[position].type}"
        if source is None:
            if name in items and name not in start:
                yield f"{where}.from[{position}]: {name} is not there at the start"
        elif source not in steps:
            yield f"{where}.from[{position}]: there is no step {source!r}"
        elif name not in steps[source].outputs:
            yield f"{where}.from[{position}]: {source} does not make {name!r}"


def _output_problems(
    pack: Pack, where: str, step: Step, meaning: RuleSemantics, items: Mapping[str, str]
) -> Iterator[str]:
    terms = meaning.rule.outputs
    if len(step.outputs) != len(terms):
        yield f"{where}.outputs: {meaning.rule} leaves {len(terms)}"
        return
    for position, name in enumerate(step.outputs):
        at = f"{where}.outputs[{position}]"
        bound = meaning.bound[position]
        if name not in items:
            yield f"{at}: there is no object {name!r}"
        elif bound is not None and bound < len(step.inputs) and step.inputs[bound] != name:
            yield f"{at}: it is the same object as {step.inputs[bound]!r}"
        elif bound is None and not _has_type(pack, items[name], terms[position].type):
            yield f"{at}: {name} is a {items[name]}, not a {terms[position].type}"


def _has_type(pack: Pack, item: str, type_: str) -> bool:
    """An item that the pack does not have is complained about elsewhere."""
    return item not in pack.items or is_a(pack.items[item], type_)


def _trees(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    """Each step is needed by the step that solves its area, directly or not."""
    steps = {step.id: step for step in puzzle.steps}
    trees = {goal.name: _below(steps, goal.solved_by) for goal in puzzle.areas}
    for index, step in enumerate(puzzle.steps):
        if step.area in trees and step.id not in trees[step.area]:
            yield f"steps[{index}].area: nothing that solves {step.area} needs {step.id}"


def _below(steps: Mapping[str, Step], top: str) -> set[str]:
    found: set[str] = set()
    todo: list[str | None] = [top]
    while todo:
        name = todo.pop()
        if name is not None and name in steps and name not in found:
            found.add(name)
            todo += steps[name].sources
    return found


def order_problems(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    """`after` and `from` are one acyclic order, and the solution keeps to it."""
    known = {step.id for step in puzzle.steps}
    for index, step in enumerate(puzzle.steps):
        for position, name in enumerate(step.after):
            if name not in known:
                yield f"steps[{index}].after[{position}]: there is no step {name!r}"
    for index, name in enumerate(puzzle.solution):
        if name not in known:
            yield f"solution[{index}]: there is no step {name!r}"
    if sorted(puzzle.solution) != sorted(known):
        yield "solution: every step should be there once"
    before = EarlierSteps(puzzle)
    for index, step in enumerate(puzzle.steps):
        if before.comes_before(step.id, step.id):
            yield f"steps[{index}].after: {step.id} would have to come before itself"
            return
    place = {name: index for index, name in enumerate(puzzle.solution)}
    for index, step in enumerate(puzzle.steps):
        for name in sorted(before_directly(step)):
            if place.get(name, -1) > place.get(step.id, len(place)):
                yield f"steps[{index}].after: the solution does {step.id} before {name}"
    yield from _threats(pack, puzzle, before)


def before_directly(step: Step) -> set[str]:
    return {*step.after, *(source for source in step.sources if source is not None)}


class EarlierSteps:
    """For each step all that must come before it, directly or not: a set of bits, so that long chains stay small."""

    def __init__(self, puzzle: Puzzle) -> None:
        self._numbers = {step.id: number for number, step in enumerate(puzzle.steps)}
        direct = [
            [self._numbers[name] for name in before_directly(step) if name in self._numbers]
            for step in puzzle.steps
        ]
        self._masks: list[int] = []
        for below in direct:
            mask, todo = 0, list(below)
            while todo:
                number = todo.pop()
                if not mask >> number & 1:
                    mask |= 1 << number
                    if number < len(self._masks):
                        mask |= self._masks[number]
                    else:
                        todo += direct[number]
            self._masks.append(mask)

    def comes_before(self, earlier: str, step: str) -> bool:
        number = self._numbers.get(earlier)
        return number is not None and bool(self._masks[self._numbers[step]] >> number & 1)


def _threats(pack: Pack, puzzle: Puzzle, before: EarlierSteps) -> Iterator[str]:
    """A step that spoils an object comes after every step that needs it as it was."""
    semantics = mechanics_of(pack).semantics
    users: dict[tuple[str, str | None], list[tuple[int, Step, int]]] = {}
    for index, step in enumerate(puzzle.steps):
        if 1 <= step.rule <= len(semantics) and len(step.inputs) == len(semantics[step.rule - 1].rule.inputs):
            for role, key in enumerate(zip(step.inputs, step.sources, strict=False)):
                users.setdefault(key, []).append((index, step, role))
    for (name, _), uses in users.items():
        for index, step, role in uses:
            meaning = semantics[step.rule - 1]
            for _, other, other_role in uses:
                if other is step or before.comes_before(other.id, step.id):
                    continue
                if spoils(meaning, role, semantics[other.rule - 1], other_role):
                    yield f"steps[{index}].after: {step.id} takes away {name}, which {other.id} needs"


def wrong_depths(pack: Pack, puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Areas whose longest chain is shorter or longer than the pack allows, each with what to say about it."""
    for name, depth in area_depths(puzzle).items():
        area = pack.areas[name]
        if depth < area.min_depth:
            yield f"{name}: the longest chain has {counted(depth, 'step')}, fewer than {area.min_depth}", name
        if area.max_depth is not None and depth > area.max_depth:
            yield f"{name}: the longest chain has {counted(depth, 'step')}, more than {area.max_depth}", name


def unordered_access(pack: Pack, puzzle: Puzzle) -> Iterator[tuple[str, str]]:
    """Leaves in areas that nothing before the step opens, in the puzzle's own order of steps."""
    openers = _openers(pack, puzzle)
    where = {placed.id: placed.area for placed in puzzle.objects}
    before = EarlierSteps(puzzle)
    for step in puzzle.steps:
        for position, (name, source) in enumerate(zip(step.inputs, step.sources, strict=True)):
            area = where.get(name) if source is None else None
            opening = openers.get(area) if area is not None else None
            if opening is not None and not any(before.comes_before(one, step.id) for one in opening):
                which = " or ".join(sorted(opening)) or "no step"
                message = f"input {position + 1} of {step.id}, {name}, lies in {area}; nothing says that"
                yield f"{message} {which}, which opens it, comes before", step.id


def _openers(pack: Pack, puzzle: Puzzle) -> dict[str, set[str]]:
    """For each area that is closed at the start the steps of which one has to come first. An area with nothing to solve
    does not say what opens it: any area that leads there will do."""
    opened = open_at_start(pack, puzzle)
    goals = {goal.name: goal for goal in puzzle.areas}
    found: dict[str, set[str]] = {}
    for name in pack.areas.keys() - opened:
        said = goals[name].opened_by if name in goals else None
        leading = [said] if said else [other for other in goals if name in pack.areas[other].connects]
        found[name] = {goals[other].solved_by for other in leading if other in goals}
    return found
