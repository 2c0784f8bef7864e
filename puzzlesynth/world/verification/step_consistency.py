"""Whether the steps of a puzzle fit their rules, and whether they are in an order that works."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from puzzlesynth.pack.model import Pack, Value
from puzzlesynth.puzzle.model import Puzzle, Step
from puzzlesynth.world.mechanics import is_a, mechanics_of
from puzzlesynth.world.rule_semantics import ContentEffect, RuleSemantics, same_value


def items_of(puzzle: Puzzle) -> dict[str, str]:
    """The item of every object of the puzzle."""
    found = {made.id: made.item for made in puzzle.creates}
    return found | {placed.id: placed.item for placed in puzzle.objects}


def step_problems(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    semantics = mechanics_of(pack).semantics
    items = items_of(puzzle)
    steps = {step.id: step for step in puzzle.steps}
    areas = {goal.name for goal in puzzle.areas}
    seen: set[str] = set()
    for index, step in enumerate(puzzle.steps):
        where = f"steps[{index}]"
        if step.id in seen:
            yield f"{where}.id: {step.id!r} is there twice"
        seen.add(step.id)
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
        yield from _input_problems(pack, puzzle, where, step, meaning, items, steps)
        yield from _output_problems(pack, where, step, meaning, items)


def _input_problems(
    pack: Pack,
    puzzle: Puzzle,
    where: str,
    step: Step,
    meaning: RuleSemantics,
    items: Mapping[str, str],
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
        yield f"{where}.inputs: an object is there twice"
    start = {placed.id for placed in puzzle.objects}
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
    """Whoever spoils an object comes after everyone who needs it as it was."""
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
                if _spoils(meaning, role, semantics[other.rule - 1], other_role):
                    yield f"steps[{index}].after: {step.id} takes away {name}, which {other.id} needs"


def _spoils(meaning: RuleSemantics, role: int, other: RuleSemantics, other_role: int) -> bool:
    """Whether an object that was this input of one rule can no longer be that input of another."""
    if role not in meaning.bound:
        return True
    output = meaning.bound.index(role)
    if (
        meaning.filling[output] is not ContentEffect.UNTOUCHED
        and other.rule.inputs[other_role].contains is not None
    ):
        return True
    return _contradict(meaning.rule.outputs[output].properties, other.rule.inputs[other_role].properties)


def _contradict(after: Sequence[tuple[str, Value]], wanted: Sequence[tuple[str, Value]]) -> bool:
    values = dict(after)
    return any(name in values and not same_value(values[name], value) for name, value in wanted)
