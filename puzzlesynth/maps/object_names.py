"""Short names for the things of a filled map.

While a map is being filled, an object's number stands for the block that it comes from. Whoever plays the puzzle wants
them counted: the only one of an item goes by the item's name, several are numbered from 1.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace

from puzzlesynth.puzzle.model import Puzzle


def with_counted_names(puzzle: Puzzle) -> Puzzle:
    """The same puzzle with its objects named afresh, in the order in which they come up."""
    by_item: dict[str, list[str]] = defaultdict(list)
    things = [(thing.item, thing.id) for thing in puzzle.objects]
    for item, name in (*things, *((thing.item, thing.id) for thing in puzzle.creates)):
        by_item[item].append(name)
    names: dict[str, str] = {}
    used: set[str] = {step.id for step in puzzle.steps}
    for item, ids in by_item.items():
        for number, old in enumerate(dict.fromkeys(ids), 1):
            name = item.lower() if len(ids) == 1 else f"{item.lower()}-{number}"
            while name in used:
                name += "'"
            used.add(name)
            names[old] = name
    steps = tuple(
        replace(
            step,
            inputs=tuple(names[name] for name in step.inputs),
            outputs=tuple(names[name] for name in step.outputs),
        )
        for step in puzzle.steps
    )
    filling = puzzle.map
    if filling is not None:
        filling = replace(filling, blocks={b: names.get(name, name) for b, name in filling.blocks.items()})
    return replace(
        puzzle,
        objects=tuple(
            replace(thing, id=names[thing.id], inside=names.get(thing.inside or ""))
            for thing in puzzle.objects
        ),
        creates=tuple(replace(thing, id=names[thing.id]) for thing in puzzle.creates),
        steps=steps,
        map=filling,
    )
