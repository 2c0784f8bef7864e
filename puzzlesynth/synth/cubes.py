"""Cubes: parts of a pack's space that are disjoint and cover it, so that processes need not communicate.

A cube is a conjunction of literals about *features* of a puzzle, cut by cut a guiding path through a binary tree:

    goal Tower = Lamp[lit: True]   the goal that is chosen for an area
    step 14 Lamp                   some step applies rule 14 to make a lamp
    takes 14 0 Wick                some step that applies rule 14 takes a wick as its first input
    no step 3 Rope                 the negation

Each feature is a function of the puzzle's tree: names of copies, places and the order of steps have no part in it. So two
answer sets with the same tree are always in the same cube, whichever search finds them, and puzzles of disjoint cubes
are different. That would not hold for single atoms `step(Node,Rule)`, in which copies have numbers. Every cut
is by a feature and its negation, which leaves nothing out, so a list of cubes covers the space by construction.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING

from puzzlesynth.bad_input import BadInput
from puzzlesynth.pack.model import Pack, per_pack
from puzzlesynth.pack.rules.effects import operator_effects
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass

from .answers.answer_set import Node, Said

if TYPE_CHECKING:
    import clingo

Cube = tuple[str, ...]
"""Literals, the first cut first."""

NOT = "no "

_FEATURE = re.compile(r"goal [^=]+ = .+|step \d+ \S.*|takes \d+ \d+ \S.*", re.DOTALL)


def features_of(puzzle: Puzzle, pack: Pack) -> frozenset[str]:
    """The features of a puzzle."""
    items, principals = puzzle.items, _principals(pack)
    found = {f"goal {area.name} = {area.goal}" for area in puzzle.areas}
    for step in puzzle.steps:
        found.add(f"step {step.rule} {items[step.outputs[principals[step.rule]]]}")
        found.update([f"takes {step.rule} {n} {items[name]}" for n, name in enumerate(step.inputs)])
    return frozenset(found)


@per_pack
def _principals(pack: Pack) -> dict[int, int]:
    """For each rule that steps can apply, its principal output."""
    found = ((rule.number, operator_effects(rule).principal) for rule in pack.rules)
    return {number: principal for number, principal in found if principal is not None}


def _goal(pack: Pack, area: str, goal: int) -> str:
    # By its text, as trees have it: a pack may list the same goal twice.
    return f"goal {area} = {pack.areas[area].goal_texts[goal]}"


# --- from words to literals -------------------------------------------------------------------------------

Body = tuple[int, ...]
"""Literals that bring a feature about together."""


def cube_literals(
    cube: Cube, pack: Pack, backend: clingo.Backend, said: Callable[[str, int], Iterator[Said]]
) -> list[int]:
    """The program literals that are true exactly in this cube. `BadInput` if the cube makes no sense."""
    wanted = sorted({text.removeprefix(NOT) for text in cube})
    for text in wanted:
        if not _FEATURE.fullmatch(text):
            raise BadInput(
                f"{text!r} is not a part of the space: expected a goal, a step or what a step takes"
            )
    bodies: dict[str, list[Body]] = defaultdict(list)
    for text, body in _features(pack, said) if wanted else ():
        bodies[text].append(body)
    literals = {text: _any_of(backend, bodies[text]) for text in wanted}
    return [-literals[text.removeprefix(NOT)] if text.startswith(NOT) else literals[text] for text in cube]


def _features(pack: Pack, said: Callable[[str, int], Iterator[Said]]) -> Iterator[tuple[str, Body]]:
    """Every possible feature, with the literals that cause it."""
    for literal, (area, goal) in said("chosen", 2):
        yield _goal(pack, area, goal), (literal,)
    rules: dict[Node, list[tuple[int, int]]] = defaultdict(list)
    for literal, (node, rule) in said("step", 2):
        yield f"step {rule} {node[0]}", (literal,)
        rules[node].append((literal, rule))
    for literal, (step, n, node) in said("takes", 3):
        for applied, rule in rules[step]:
            yield f"takes {rule} {n} {node[0]}", (applied, literal)


def _any_of(backend: clingo.Backend, bodies: Sequence[Body]) -> int:
    """A literal that holds when one of these does; with none of them, never."""
    if len(bodies) == 1 and len(bodies[0]) == 1:
        return bodies[0][0]
    found: int = backend.add_atom()
    for body in bodies:
        backend.add_rule([found], body)
    return found


# --- cutting ----------------------------------------------------------------------------------------------

KINDS = ("goal", "step", "takes")
"""Goals are cut first: they cost the search nothing, and whole games differ in them."""

EVEN_ENOUGH = 0.2
"""The smaller side of a cut must have this share, or the next kind of feature is tried first."""


@dataclass(frozen=True)
class SampledCube:
    """A cube, and those of the sampled puzzles that are in it."""

    cube: Cube
    samples: tuple[int, ...]


def cut(samples: Sequence[frozenset[str]], cells: int, cube: Cube = (), least: int = 2) -> list[SampledCube]:
    """Cuts a cube into up to `cells` disjoint ones that cover it, as even as the features of some of its puzzles tell.

    None of them has fewer than `least` samples in the end. The same samples give the same cuts.
    """
    whole = SampledCube(cube, tuple(range(len(samples))))
    done: list[SampledCube] = []
    todo = [(-len(samples), cube, whole)]
    heapify(todo)
    while todo and len(done) + len(todo) < cells:
        _, _, cell = heappop(todo)
        feature = _best_cut(samples, cell, least)
        if feature is None:
            done.append(cell)
            continue
        inside = tuple([n for n in cell.samples if feature in samples[n]])
        outside = tuple([n for n in cell.samples if feature not in samples[n]])
        for text, some in ((feature, inside), (NOT + feature, outside)):
            part = SampledCube((*cell.cube, text), some)
            heappush(todo, (-len(some), part.cube, part))
    return [*done, *(cell for _, _, cell in sorted(todo))]


def _best_cut(samples: Sequence[frozenset[str]], cell: SampledCube, least: int) -> str | None:
    """The feature that cuts the samples of a cell most evenly, of the first kind that cuts them evenly enough."""
    size = len(cell.samples)
    counts = Counter(feature for n in cell.samples for feature in samples[n])
    best: str | None = None
    fewest = 0
    for kind in KINDS:
        here = (text for text in counts if text.partition(" ")[0] == kind)
        found = max(here, key=lambda text: (min(counts[text], size - counts[text]), text), default=None)
        if found is None:
            continue
        smaller = min(counts[found], size - counts[found])
        if smaller > fewest:
            best, fewest = found, smaller
        if fewest >= max(least, EVEN_ENOUGH * size):
            break
    return best if fewest >= least else None
