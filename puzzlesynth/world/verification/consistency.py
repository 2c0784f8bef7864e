"""Whether a puzzle is in one piece: every name known, every number in range, every list in its order.

Each complaint begins with its place in the puzzle's JSON.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from puzzlesynth.pack.model import Item, Pack, Value
from puzzlesynth.puzzle.game_pack import pack_mismatch
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.instance import WorldError, chosen_goal, open_at_start
from puzzlesynth.world.rule_semantics import same_value

from .step_consistency import order_problems, step_problems


def problems_of(pack: Pack, puzzle: Puzzle) -> list[str]:
    """Everything that is wrong with how the puzzle is written down."""
    checks: tuple[Callable[[Pack, Puzzle], Iterator[str]], ...] = (
        _pack,
        _areas,
        _objects,
        _start,
        _creates,
        step_problems,
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


def _areas(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    opened = open_at_start(pack, puzzle)
    steps = {step.id for step in puzzle.steps}
    seen: set[str] = set()
    for index, goal in enumerate(puzzle.areas):
        where = f"areas[{index}]"
        if goal.name in seen:
            yield f"{where}.name: {goal.name!r} is there twice"
        seen.add(goal.name)
        try:
            chosen_goal(pack, puzzle, index)
        except WorldError as problem:
            yield str(problem)
            if goal.name not in pack.areas:
                continue
        if goal.start != pack.areas[goal.name].start:
            yield f"{where}.start: the pack says otherwise"
        if goal.solved_by not in steps:
            yield f"{where}.solved_by: there is no step {goal.solved_by!r}"
        if puzzle.progress is not None and goal.name in puzzle.progress.solved:
            yield f"{where}.name: {goal.name!r} is solved already"
        yield from _opener(pack, puzzle, where, goal.name, goal.opened_by, opened)
    if puzzle.progress is None:
        for area in pack.to_solve:
            if area.name not in seen:
                yield f"areas: {area.name!r} is missing"
    if not puzzle.areas:
        yield "areas: there is none"


def _opener(
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


def _objects(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    known = {placed.id: placed for placed in puzzle.objects}
    seen: set[str] = set()
    holders: set[str] = set()
    for index, placed in enumerate(puzzle.objects):
        where = f"objects[{index}]"
        if placed.id in seen:
            yield f"{where}.id: {placed.id!r} is there twice"
        seen.add(placed.id)
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
            holders.add(placed.inside)
        elif placed.area is None:
            if puzzle.progress is None:
                yield f"{where}.area: at the start of a game nothing is carried"
            elif not item.carryable:
                yield f"{where}.area: {placed.item} cannot be carried"
        if placed.placed and placed.inside is None:
            yield from _placing(where, item, placed.area)


def _circle(known: Mapping[str, Any], name: str) -> bool:
    seen = {name}
    holder = known[name].inside
    while holder in known:
        if holder in seen:
            return True
        seen.add(holder)
        holder = known[holder].inside
    return False


def _placing(where: str, item: Item, area: str | None) -> Iterator[str]:
    if not item.spawnable:
        yield f"{where}.placed: {item.name} may not be placed"
    if item.areas is not None and area not in item.areas:
        yield f"{where}.area: {item.name} may not be placed in {area}"


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
        if not _same_properties(placed.properties, item.properties):
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


def _same_properties(one: Mapping[str, Value], other: Mapping[str, Value]) -> bool:
    names = one.keys() | other.keys()
    return all(same_value(one.get(name, False), other.get(name, False)) for name in names)


def _creates(pack: Pack, puzzle: Puzzle) -> Iterator[str]:
    """How many there may be at once is for the replay to see: what is used up makes room for another."""
    seen = {placed.id for placed in puzzle.objects}
    for index, made in enumerate(puzzle.creates):
        if made.id in seen:
            yield f"creates[{index}].id: {made.id!r} is there twice"
        seen.add(made.id)
        if made.item not in pack.items:
            yield f"creates[{index}].item: the pack has no item {made.item!r}"
