"""A puzzle of a book with kept inputs: its things, each placed or made of others, and the answer set that says so."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from puzzlesynth.synth.answers.answer_set import Answer, Node
from puzzlesynth.synth.recipes.areas.area_chain import ChosenGoals
from puzzlesynth.synth.recipes.recipe_graph import Way

from .kept_book import KeptBook, Laid, laid_of


class KeptThing(NamedTuple):
    item: int
    stage: int
    """The area where it lies, or to whose tree the step that makes it belongs."""
    way: Way | None = None
    """None: it is placed."""
    takes: tuple[int, ...] = ()
    """The numbers of other things."""


class KeptPuzzle(NamedTuple):
    goals: ChosenGoals
    things: tuple[KeptThing, ...]
    solving: tuple[int, ...]
    """For each area the number of the thing that solves it."""

    @property
    def laid(self) -> Laid:
        """What lies where."""
        found: list[Counter[int]] = [Counter() for _ in self.solving]
        for thing in self.things:
            if thing.way is None:
                found[thing.stage][thing.item] += 1
        return laid_of(found)

    def depth(self, stage: int) -> int:
        """The longest chain of steps that belong to an area."""
        depths: dict[int, int] = {}

        def depth_of(number: int) -> int:
            thing = self.things[number]
            if thing.way is None or thing.stage != stage:
                return 0
            if number not in depths:
                depths[number] = 1 + max(map(depth_of, thing.takes))
            return depths[number]

        return depth_of(self.solving[stage])

    @property
    def is_made_again(self) -> bool:
        """Whether something is made again in another area though there is one that would do (`encodings/trees.lp`)."""
        made: dict[tuple[int, int], list[int]] = {}
        for number, thing in enumerate(self.things):
            if thing.way is not None:
                made.setdefault((thing.way.rule, thing.item), []).append(number)
        together = [set(thing.takes) for thing in self.things if thing.way is not None]
        return any(
            self.things[one].stage != self.things[other].stage
            and not any(one in takes and other in takes for takes in together)
            for numbers in made.values()
            for one in numbers
            for other in numbers
        )


def is_sound(book: KeptBook, puzzle: KeptPuzzle) -> bool:
    """Whether it is a puzzle: deep enough, in order, without shortcuts."""
    if any(puzzle.depth(stage) not in depths for stage, depths in enumerate(book.depths)):
        return False
    laid = puzzle.laid
    for stage in range(len(book.areas)):
        needed = book.needed(puzzle.goals, laid, stage)
        if needed is None:
            return False
        if any(
            t.way is not None and t.stage == stage and not needed >> t.way.kind & 1 for t in puzzle.things
        ):
            return False
    return True


def answer_of(book: KeptBook, puzzle: KeptPuzzle, random: Random) -> Answer:
    areas = [area.name for area in book.areas]
    nodes = _nodes(book, puzzle.things)
    answer = Answer(
        opened_by=dict(zip(areas[1:], areas, strict=False)),
        chosen=dict(zip(areas, puzzle.goals.numbers, strict=True)),
        solved_by={area: nodes[number] for area, number in zip(areas, puzzle.solving, strict=True)},
    )
    for node, thing in zip(nodes, puzzle.things, strict=True):
        if thing.way is None:
            answer.lies[node[:2]] = random.choice(book.places(thing.item, thing.stage))
            continue
        answer.rules[node] = thing.way.rule
        answer.takes[node] = [(n, nodes[one]) for n, one in enumerate(thing.takes)]
        answer.belongs[node] = areas[thing.stage]
        for area, accepted in zip(areas, puzzle.goals.accepted, strict=True):
            if thing.item in accepted and answer.solved_by[area] != node:
                answer.waits.append((node, area))
    return answer


def _nodes(book: KeptBook, things: Sequence[KeptThing]) -> list[Node]:
    """Objects of the same item are numbered."""
    copies: Counter[int] = Counter()
    found = []
    for thing in things:
        copies[thing.item] += 1
        found.append((book.graph.names[thing.item], copies[thing.item], 0))
    return found
