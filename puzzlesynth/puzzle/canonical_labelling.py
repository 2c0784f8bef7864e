"""Names for the objects of a puzzle that do not depend on the names they were given.

Objects of the same item are told apart by what is done with them. Most often one look is enough; if not, what is
known about an object is refined by what is known about its neighbours until nothing new comes out, and where
even that leaves objects alike, each of them is singled out in turn.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from .model import Puzzle

MOST_NUMBERINGS = 720
"""Where more would have to be tried, objects that look alike share a name. That is the same for equal puzzles."""

Labelling = dict[str, str]


def item_names(puzzle: Puzzle) -> Labelling | None:
    """Objects named by their item and, where there are several, by how steps use them, if that is enough."""
    items = {thing.id: thing.item for thing in puzzle.objects}
    for made in puzzle.creates:
        items[made.id] = made.item
    counts = Counter(items.values())
    if len(counts) == len(items):
        return items
    uses: dict[str, list[tuple[Any, ...]]] = {name: [] for name, item in items.items() if counts[item] > 1}
    for step in puzzle.steps:
        for side, names in ((0, step.inputs), (1, step.outputs)):
            for position, name in enumerate(names):
                if name in uses:
                    uses[name].append((step.rule, side, position))
    held = {thing.inside for thing in puzzle.objects} | {t.id for t in puzzle.objects if t.inside is not None}
    start = {thing.id: _values(thing.properties) for thing in puzzle.objects}
    groups: dict[tuple[Any, ...], list[str]] = {}
    for name, found in uses.items():
        key = (items[name], name in start, start.get(name, ""), sorted(found))
        groups.setdefault((*key[:3], tuple(key[3])), []).append(name)
    for key, alike in groups.items():
        if len(alike) > 1 and (key[3] or any(name in held for name in alike)):
            return None
    for rank, key in enumerate(sorted(groups)):
        for name in groups[key]:
            items[name] = f"{key[0]}.{rank}"
    return items


def _values(properties: Any) -> str:
    return repr(sorted((k, type(v).__name__, v) for k, v in properties.items() if v is not False))


def labellings(puzzle: Puzzle, places: bool) -> Iterator[Labelling]:
    """All namings that are worth comparing: the same set, but for the names given, for equal puzzles."""
    graph = _Graph(puzzle, places)
    found: list[list[int]] = []
    first = graph.refined(graph.start())
    if graph.leaves(first, found):
        for colours in found:
            yield graph.named(colours)
    else:
        yield graph.named(first)


class _Graph:
    """Objects and steps with what connects them. Objects come first, then steps; all are numbered."""

    def __init__(self, puzzle: Puzzle, places: bool) -> None:
        self.names = [thing.id for thing in puzzle.objects] + [made.id for made in puzzle.creates]
        self.items = [thing.item for thing in puzzle.objects] + [made.item for made in puzzle.creates]
        self.objects = len(self.names)
        index = {name: number for number, name in enumerate(self.names)}
        step_index = {step.id: self.objects + number for number, step in enumerate(puzzle.steps)}
        self.links: list[list[tuple[str, int]]] = [[] for _ in range(self.objects + len(puzzle.steps))]
        self.own: list[tuple[Any, ...]] = []
        for thing in puzzle.objects:
            where = (thing.area or "", thing.placed) if places else ()
            self.own.append((thing.item, "start", _values(thing.properties), *where))
        self.own += [(made.item, "made") for made in puzzle.creates]
        solves: dict[str, list[str]] = {}
        for goal in puzzle.areas:
            solves.setdefault(goal.solved_by, []).append(goal.name)
        for step in puzzle.steps:
            me = step_index[step.id]
            at = (step.place or "",) if places else ()
            self.own.append((str(step.rule), repr(sorted(solves.get(step.id, ()))), *at))
            for label, names in (("i", step.inputs), ("o", step.outputs)):
                for position, name in enumerate(names):
                    self._link(f"{label}{position}", me, index.get(name))
            for position, source in enumerate(step.sources):
                self._link(f"f{position}", me, step_index.get(source or ""))
            for name in step.after if places else ():
                self._link("a", me, step_index.get(name))
        for number, thing in enumerate(puzzle.objects):
            if thing.inside is not None:
                self._link("in", number, index.get(thing.inside))

    def _link(self, label: str, one: int, other: int | None) -> None:
        if other is not None:
            self.links[one].append((f"{label}>", other))
            self.links[other].append((f"{label}<", one))

    def start(self) -> list[int]:
        kinds = [(number >= self.objects, *own) for number, own in enumerate(self.own)]
        return _ranks([tuple(map(str, kind)) for kind in kinds])

    def refined(self, colours: list[int]) -> list[int]:
        """Tells apart whatever differs in its neighbours, until nothing new comes out."""
        classes = len(set(colours))
        while True:
            keys = [
                (colours[number], tuple(sorted((label, colours[other]) for label, other in links)))
                for number, links in enumerate(self.links)
            ]
            colours = _ranks(keys)
            new = len(set(colours))
            if new == classes:
                return colours
            classes = new

    def leaves(self, colours: list[int], found: list[list[int]]) -> bool:
        """All ways to single out objects until none that matter are alike. False: too many.

        Without recursion: as many objects as one likes may be alike."""
        todo: list[tuple[list[int], int | None]] = [(colours, None)]
        """Colours, and which object is still to be singled out in them."""
        while todo:
            colours, number = todo.pop()
            if number is not None:
                singled = [2 * colour + 1 for colour in colours]
                singled[number] -= 1
                colours = self.refined(_ranks(singled))
            cell = self._alike(colours)
            if cell is None:
                found.append(colours)
                if len(found) > MOST_NUMBERINGS:
                    return False
            else:
                todo += [(colours, other) for other in reversed(cell)]
        return True

    def _alike(self, colours: list[int]) -> list[int] | None:
        """The first objects that matter and look alike."""
        cells: dict[int, list[int]] = {}
        for number in range(self.objects):
            if self.links[number]:
                cells.setdefault(colours[number], []).append(number)
        return next((cells[colour] for colour in sorted(cells) if len(cells[colour]) > 1), None)

    def named(self, colours: list[int]) -> Labelling:
        pairs = zip(self.names, self.items, colours, strict=False)
        return {name: f"{item}.{colour}" for name, item, colour in pairs}


def _ranks(keys: list[Any]) -> list[int]:
    order = {key: rank for rank, key in enumerate(sorted(set(keys)))}
    return [order[key] for key in keys]
