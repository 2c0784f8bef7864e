"""Whether a puzzle is surely in one piece, decided in a fraction of the time that complaints take.

`consistency` says what is wrong. Most puzzles come from a stream, have nothing wrong, and share nearly all of their
goals, objects and steps with those before them. So what concerns one of these alone is looked at once, and for each
puzzle only how they fit together. Whatever is not seen to be fine at a glance (a running game, steps in another order
than the solution) is left to the complaints: this never says that something is wrong.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from puzzlesynth.pack.model import IdentityMap, Item, Pack, Value, per_pack
from puzzlesynth.puzzle.model import Goal, Object, Puzzle, Step, pack_mismatch
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.world.rule_semantics import ContentEffect, RuleSemantics, is_a, mechanics_of, same_value
from puzzlesynth.world.state import WorldError, chosen_goal, open_at_start

Items = Mapping[str, str]


class CheckedStep(NamedTuple):
    """A step that is fine as far as it alone is concerned, if these objects are of these items."""

    names: tuple[str, ...]
    items: tuple[str | None, ...]


@dataclass
class KnownParts:
    """What has been checked in earlier puzzles of a pack."""

    mismatch: dict[tuple[str, str], bool] = field(default_factory=dict)
    goals: IdentityMap[Goal, bool] = field(default_factory=IdentityMap)
    objects: IdentityMap[Object, bool] = field(default_factory=IdentityMap)
    steps: IdentityMap[Step, CheckedStep] = field(default_factory=IdentityMap)
    spoiling: dict[tuple[int, int, int, int], bool] = field(default_factory=dict)


@per_pack
def _known_parts(pack: Pack) -> KnownParts:
    return KnownParts()


def is_surely_consistent(pack: Pack, puzzle: Puzzle) -> bool:
    """True: `consistency_fault` has nothing to say. False: that may or may not be so."""
    known = _known_parts(pack)
    if puzzle.progress is not None or puzzle.solution != tuple([step.id for step in puzzle.steps]):
        return False
    items = puzzle.items
    if len(items) < len(puzzle.objects) + len(puzzle.creates):
        return False
    numbers = {name: number for number, name in enumerate(puzzle.solution)}
    before = _earlier_steps(puzzle, numbers)
    return (
        before is not None
        and _is_of_pack(known, pack, puzzle)
        and _goals_are_fine(known, pack, puzzle, numbers)
        and _start_is_fine(known, pack, puzzle)
        and all(made.item in pack.items for made in puzzle.creates)
        and _steps_are_fine(known, pack, puzzle, items, numbers)
        and _all_is_made(pack, puzzle)
        and _all_is_needed(puzzle, numbers)
        and _nothing_is_spoilt(known, pack, puzzle, before)
        and _depths_are_fine(pack, puzzle, numbers)
        and _everything_is_open(pack, puzzle, numbers, before)
    )


def _earlier_steps(puzzle: Puzzle, numbers: Mapping[str, int]) -> list[int] | None:
    """For each step, as bits, all that come before it; None: they are not in such an order, or some do not exist."""
    if len(numbers) < len(puzzle.steps):
        return None
    masks: list[int] = []
    for number, step in enumerate(puzzle.steps):
        mask = 0
        for name in (*step.after, *step.sources):
            if name is not None:
                earlier = numbers.get(name, number)
                if earlier >= number:
                    return None
                mask |= masks[earlier] | 1 << earlier
        masks.append(mask)
    return masks


def _is_of_pack(known: KnownParts, pack: Pack, puzzle: Puzzle) -> bool:
    key = (puzzle.pack, puzzle.pack_sha256)
    found = known.mismatch.get(key)
    if found is None:
        found = known.mismatch[key] = pack_mismatch(pack, *key) is not None
    return not found


def _goals_are_fine(known: KnownParts, pack: Pack, puzzle: Puzzle, numbers: Mapping[str, int]) -> bool:
    seen = {goal.name for goal in puzzle.areas}
    if len(seen) < len(puzzle.areas) or not seen:
        return False
    for index, goal in enumerate(puzzle.areas):
        fine = known.goals.get(goal)
        if fine is None:
            fine = known.goals.put(goal, next(goal_problems(pack, puzzle, index), None) is None)
        if not fine or goal.solved_by not in numbers:
            return False
    opened = any(area.start for area in pack.areas.values())
    return opened and all(area.name in seen for area in pack.to_solve)


def _start_is_fine(known: KnownParts, pack: Pack, puzzle: Puzzle) -> bool:
    own: list[tuple[str | None, str]] = []
    held: dict[str, str] = {}
    for placed in puzzle.objects:
        fine = known.objects.get(placed)
        if fine is None:
            fine = known.objects.put(placed, _is_fine_object(pack, placed))
        if not fine:
            return False
        if placed.inside is not None:
            if placed.inside in held:
                return False
            held[placed.inside] = placed.item
        elif not placed.placed:
            own.append((placed.area, placed.item))
    contained = _contained(pack)
    if own != contained and Counter(own) != Counter(contained):
        return False
    return _copies_are_fine(pack, puzzle) and _contents_are_fine(pack, puzzle, held)


@per_pack
def _contained(pack: Pack) -> list[tuple[str | None, str]]:
    """What is there in every puzzle, with its area."""
    return [(name, item) for name, area in pack.areas.items() for item in area.contains]


def _is_fine_object(pack: Pack, placed: Object) -> bool:
    """Whether nothing is wrong with it, whatever else there is."""
    item = pack.items.get(placed.item)
    if item is None or not same_properties(placed.properties, item.properties):
        return False
    if placed.inside is not None:
        return placed.area is None or placed.area in pack.areas
    if placed.area not in pack.areas:
        return False
    return not placed.placed or next(placing_problems("", item, placed.area), None) is None


def _copies_are_fine(pack: Pack, puzzle: Puzzle) -> bool:
    alive = [placed.item for placed in puzzle.objects]
    if len(set(alive)) < len(alive):
        return all(count <= pack.items[name].copies for name, count in Counter(alive).items())
    return _never_there(pack).isdisjoint(alive)


def _contents_are_fine(pack: Pack, puzzle: Puzzle, held: Mapping[str, str]) -> bool:
    """Everything that should hold something does so, and nothing else; nothing is inside itself."""
    contains = _contains(pack)
    if not held:
        return contains.keys().isdisjoint([placed.item for placed in puzzle.objects])
    inside = {placed.id: placed.inside for placed in puzzle.objects}
    added = {placed.id: placed.placed for placed in puzzle.objects}
    for placed in puzzle.objects:
        if placed.inside is not None and added.get(placed.inside) != placed.placed:
            return False
        if held.get(placed.id) != contains.get(placed.item):
            return False
        holder: str | None = placed.inside
        depth = 0
        while holder is not None:
            depth += 1
            if holder not in inside or depth > len(inside):
                return False
            holder = inside[holder]
    return True


@per_pack
def _never_there(pack: Pack) -> frozenset[str]:
    return frozenset(name for name, item in pack.items.items() if item.copies < 1)


@per_pack
def _contains(pack: Pack) -> dict[str, str]:
    """What is inside of what, by items."""
    return {name: item.contains for name, item in pack.items.items() if item.contains is not None}


# --- steps ------------------------------------------------------------------------------------------------


def _steps_are_fine(
    known: KnownParts, pack: Pack, puzzle: Puzzle, items: Items, numbers: Mapping[str, int]
) -> bool:
    areas = {goal.name for goal in puzzle.areas}
    start = {placed.id for placed in puzzle.objects}
    item = items.get
    for step in puzzle.steps:
        checked = known.steps.get(step)
        if checked is None or tuple([item(name) for name in checked.names]) != checked.items:
            new = _checked(pack, step, items)
            if new is None:
                return False
            known.steps.put(step, new)
        if step.area not in areas:
            return False
        for name, source in zip(step.inputs, step.sources, strict=True):
            if name not in start if source is None else name not in puzzle.steps[numbers[source]].outputs:
                return False
    return True


def _checked(pack: Pack, step: Step, items: Items) -> CheckedStep | None:
    """None: something is wrong with the step."""
    semantics = mechanics_of(pack).semantics
    if not 1 <= step.rule <= len(semantics) or (step.place is not None and step.place not in pack.areas):
        return None
    meaning = semantics[step.rule - 1]
    names = (*step.inputs, *step.outputs)
    fine = (
        not meaning.rule.fail
        and step.action == meaning.rule.action
        and len(step.inputs) == len(step.sources) == len(meaning.rule.inputs)
        and len(step.outputs) == len(meaning.rule.outputs)
        and len(set(step.inputs)) == len(step.inputs)
        and all(items.get(name) in pack.items for name in names)
        and _types_are_fine(pack, step, meaning, items)
    )
    return CheckedStep(names, tuple([items.get(name) for name in names])) if fine else None


def _types_are_fine(pack: Pack, step: Step, meaning: RuleSemantics, items: Items) -> bool:
    inputs = zip(step.inputs, meaning.rule.inputs, strict=True)
    outputs = zip(step.outputs, meaning.rule.outputs, meaning.bound, strict=True)
    return all(is_a(pack.items[items[name]], term.type) for name, term in inputs) and all(
        is_a(pack.items[items[name]], term.type) if bound is None else step.inputs[bound] == name
        for name, term, bound in outputs
    )


def _all_is_made(pack: Pack, puzzle: Puzzle) -> bool:
    """Every object that is said to be made is made, by some step."""
    semantics = mechanics_of(pack).semantics
    slots = [semantics[step.rule - 1].slots for step in puzzle.steps]
    if sum(map(len, slots)) != len(puzzle.creates):
        return False
    created = {made.id for made in puzzle.creates}
    outputs = [
        step.outputs[slot.output]
        for step, made in zip(puzzle.steps, slots, strict=True)
        for slot in made
        if not slot.inside
    ]
    return len(set(outputs)) == len(outputs) and created.issuperset(outputs)


def _all_is_needed(puzzle: Puzzle, numbers: Mapping[str, int]) -> bool:
    """Each step is in the tree of its area. Trees are sets of bits, and later steps are looked at first."""
    bits = {goal.name: 1 << index for index, goal in enumerate(puzzle.areas)}
    trees = [0] * len(puzzle.steps)
    for goal in puzzle.areas:
        trees[numbers[goal.solved_by]] |= bits[goal.name]
    for number in range(len(trees) - 1, -1, -1):
        step = puzzle.steps[number]
        if not trees[number] & bits[step.area]:
            return False
        for source in step.sources:
            if source is not None:
                trees[numbers[source]] |= trees[number]
    return True


def _nothing_is_spoilt(known: KnownParts, pack: Pack, puzzle: Puzzle, before: Sequence[int]) -> bool:
    """A step that spoils an object comes after every step that needs it as it was."""
    users: dict[tuple[str, str | None], list[tuple[int, int, int]]] = {}
    for number, step in enumerate(puzzle.steps):
        for role, key in enumerate(zip(step.inputs, step.sources, strict=True)):
            users.setdefault(key, []).append((number, step.rule, role))
    for uses in users.values():
        if len(uses) > 1:
            for number, rule, role in uses:
                for other, other_rule, other_role in uses:
                    if (
                        other != number
                        and not before[number] >> other & 1
                        and _spoils(known, pack, (rule, role, other_rule, other_role))
                    ):
                        return False
    return True


def _spoils(known: KnownParts, pack: Pack, key: tuple[int, int, int, int]) -> bool:
    found = known.spoiling.get(key)
    if found is None:
        semantics = mechanics_of(pack).semantics
        rule, role, other_rule, other_role = key
        found = known.spoiling[key] = spoils(semantics[rule - 1], role, semantics[other_rule - 1], other_role)
    return found


def _depths_are_fine(pack: Pack, puzzle: Puzzle, numbers: Mapping[str, int]) -> bool:
    steps = puzzle.steps
    depths: list[int] = []
    for step in steps:
        deepest = 0
        for source in step.sources:
            if source is not None:
                number = numbers[source]
                if steps[number].area == step.area and depths[number] > deepest:
                    deepest = depths[number]
        depths.append(deepest + 1)
    for goal in puzzle.areas:
        top, area = numbers[goal.solved_by], pack.areas[goal.name]
        depth = depths[top] if steps[top].area == goal.name else 0
        if depth < area.min_depth or (area.max_depth is not None and depth > area.max_depth):
            return False
    return True


def _everything_is_open(
    pack: Pack, puzzle: Puzzle, numbers: Mapping[str, int], before: Sequence[int]
) -> bool:
    """What lies in an area that is closed at first is taken after a step that opens it."""
    goals = {goal.name: goal for goal in puzzle.areas}
    openers: dict[str | None, int] = {}
    for name, area in pack.areas.items():
        if not area.start:
            said = goals[name].opened_by if name in goals else None
            leading = [said] if said else [other for other in goals if name in pack.areas[other].connects]
            openers[name] = 0
            for other in leading:
                if other in goals:
                    openers[name] |= 1 << numbers[goals[other].solved_by]
    closed = {placed.id: openers[placed.area] for placed in puzzle.objects if placed.area in openers}
    for number, step in enumerate(puzzle.steps):
        for name, source in zip(step.inputs, step.sources, strict=True):
            if source is None and name in closed and not before[number] & closed[name]:
                return False
    return True


# --- what is wrong with one part, for the complaints as well ----------------------------------------------


def goal_problems(pack: Pack, puzzle: Puzzle, index: int) -> Iterator[str]:
    """What is wrong with an area's goal, whatever the steps are."""
    goal = puzzle.areas[index]
    yield from chosen_goal_problems(pack, puzzle, index)
    if goal.name in pack.areas:
        opened = open_at_start(pack, puzzle)
        yield from opener_problems(pack, puzzle, f"areas[{index}]", goal.name, goal.opened_by, opened)


def chosen_goal_problems(pack: Pack, puzzle: Puzzle, index: int) -> Iterator[str]:
    goal = puzzle.areas[index]
    try:
        chosen_goal(pack, puzzle, index)
    except WorldError as problem:
        yield str(problem)
    if goal.name in pack.areas and goal.start != pack.areas[goal.name].start:
        yield f"areas[{index}].start: the pack says otherwise"


def opener_problems(
    pack: Pack, puzzle: Puzzle, where: str, name: str, opener: str | None, opened: frozenset[str]
) -> Iterator[str]:
    if opener is None:
        if name not in opened:
            yield f"{where}.opened_by: {name!r} is not open at the start, so something must open it"
    elif opener not in pack.areas:
        yield f"{where}.opened_by: the pack has no area {opener!r}"
    elif name not in pack.areas[opener].connects:
        yield f"{where}.opened_by: {opener!r} does not lead to {name!r}"
    elif name in opened:
        yield f"{where}.opened_by: {name!r} is open from the start"


def placing_problems(where: str, item: Item, area: str | None) -> Iterator[str]:
    if not item.spawnable:
        yield f"{where}.placed: {item.name} may not be placed"
    if item.areas is not None and area not in item.areas:
        yield f"{where}.area: {item.name} may not be placed in {area}"


def same_properties(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    if one is other:
        return True
    names = one.keys() | other.keys()
    return all(same_value(one.get(name, False), other.get(name, False)) for name in names)


def spoils(meaning: RuleSemantics, role: int, other: RuleSemantics, other_role: int) -> bool:
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
