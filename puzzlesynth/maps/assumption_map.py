"""A map with everything in it that can be let go, ground once and asked again and again.

A block can be let go: then anything at all may come out of it, from nowhere. An item's limit can be let go: then there
are as many of it as anybody wants. What is forbidden to players can be let go as well.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, field
from itertools import count
from typing import TYPE_CHECKING

from puzzlesynth.pack.model import Pack, Place
from puzzlesynth.pack.puzzle_map import Block, PuzzleMap
from puzzlesynth.pack.yaml.location import NOWHERE
from puzzlesynth.synth.explain.requirements import Requirement

if TYPE_CHECKING:
    import clingo

EFFORT = 5000
"""A question that is not to take long is left open after so many conflicts. They are counted, so no machine is faster."""

GAMES = 20
"""So it is where more candidates than this would have to be played."""

LETTING_GO = {"block": ("may_let_go", "let_go"), "item": ("may_be_plenty", "plenty")}
"""For each kind of part the atoms of `encodings/maps/assumptions.lp` that say that it can be let go, and that it is."""


@dataclass(frozen=True)
class MapPart(Requirement):
    """A block, or how many there can be of an item."""

    place: Place = field(compare=False, default=NOWHERE)
    distance: int = 0
    """What is nearer to the output says more; a number says least."""

    @property
    def name(self) -> str:
        return str(self.id[1])

    @property
    def rank(self) -> int:
        return -self.distance


MapParts = frozenset[MapPart]


@dataclass(frozen=True)
class FillingDemands:
    """What is asked of a filling, beside its shape."""

    no_shortcuts: bool = False
    """No step can be left out."""
    played: bool = False
    """What players could do is looked at, not only what the map, the rules and the items say."""
    no_dead_ends: bool = False


@dataclass(frozen=True)
class AssumptionMapResult:
    """What is let go in a filling, or what cannot hold together. Neither: the question was left open."""

    let_go: MapParts | None = None
    core: MapParts | None = None


class AssumptionMap:
    def __init__(self, pack: Pack, found: PuzzleMap, time_limit: float | None) -> None:
        from .filler import filler_for

        self._maker = filler_for(pack, found, loose=True, time_limit=time_limit)
        self._program = self._maker.synthesizer.program
        self._program.search_randomly(None)
        self._program.follow_heuristics()
        self._lenient = self._program.literal_of("lenient")
        self._literals = {
            part: literal
            for part in _parts(pack, found, self._program.names_in)
            if (literal := self._program.literal_of(LETTING_GO[part.kind][1], part.name)) is not None
        }
        self.parts = frozenset(self._literals)

    def ask(
        self, held: Collection[MapPart], demands: FillingDemands, hard: bool = False
    ) -> AssumptionMapResult:
        """A filling in which all these hold and no more is let go than it takes, or why there is none.

        `hard`: however long it takes."""
        if not demands.played:
            return self._asked(held, demands, False, hard)
        reply = self._passing(held, demands, True, hard)
        # The landmark test is stricter than the truth: where it leaves nothing, candidates are played.
        return self._passing(held, demands, False, hard) if reply.core is not None else reply

    def _passing(
        self, held: Collection[MapPart], demands: FillingDemands, tested: bool, hard: bool
    ) -> AssumptionMapResult:
        """The same for fillings that pass when they are played."""
        judge = None
        if demands.no_dead_ends or not tested:
            judge = self._maker.judge_for(demands.no_shortcuts, demands.no_dead_ends)
        for _ in count() if hard else range(GAMES):
            reply = self._asked(held, demands, tested, hard)
            if judge is None or reply.let_go is None or self._maker.synthesizer.passes(judge, not tested):
                return reply
        return AssumptionMapResult()

    def _asked(
        self, held: Collection[MapPart], demands: FillingDemands, tested: bool, hard: bool
    ) -> AssumptionMapResult:
        program, guard = self._program, self._program.guard
        guard.enabled, guard.asleep = tested, not demands.played
        guard.lenient = not demands.no_shortcuts
        by_literal = {-self._literals[part]: part for part in sorted(held, key=lambda part: str(part.id))}
        with nullcontext() if hard else program.at_most(EFFORT):
            assumptions = [*self._strictness(demands), *by_literal]
            for model in program.models(assumptions, 1, self._maker.deadline):
                return AssumptionMapResult(let_go=frozenset(self._loose_in(model)))
        if program.gave_up:
            return AssumptionMapResult()
        return AssumptionMapResult(
            core=frozenset(by_literal[one] for one in program.core if one in by_literal)
        )

    def _strictness(self, demands: FillingDemands) -> list[int]:
        if self._lenient is None:
            return []
        return [-self._lenient if demands.no_shortcuts else self._lenient]

    def _loose_in(self, model: clingo.Model) -> Iterator[MapPart]:
        return (part for part, literal in self._literals.items() if model.is_true(literal))


# --- what can be let go -----------------------------------------------------------------------------------


def _parts(pack: Pack, found: PuzzleMap, names_in: Callable[[str], Iterable[str]]) -> Iterator[MapPart]:
    """The blocks that lead to the output, and the items that a filling might want more of than there are."""
    distances = _distances(found)
    blocks = set(names_in(LETTING_GO["block"][0]))
    for block in found.blocks.values():
        if block.name in blocks:
            yield block_part(block, distances.get(block.name, len(found.blocks)))
    for name in names_in(LETTING_GO["item"][0]):
        item = pack.items.get(name)
        if item is not None:  # not a door's own key
            are = "is 1" if item.copies == 1 else f"are {item.copies}"
            text = f"there {are} {name} at most"
            yield MapPart(("item", name), text, item.place, distance=len(found.blocks))


def block_part(block: Block, distance: int = 0) -> MapPart:
    return MapPart(
        ("block", block.name),
        f"the block {block.name} ({_worded(block.kind)})",
        block.place,
        distance=distance,
    )


def _distances(found: PuzzleMap) -> dict[str, int]:
    """For each block how many steps it takes to come from it to the output, or to something solved."""
    waiting = [found.output] if found.output is not None else list(dict.fromkeys(found.solves.values()))
    known = dict.fromkeys(waiting, 0)
    for name in waiting:
        for below in found.blocks[name].inputs.values():
            if below is not None and below not in known:
                known[below] = known[name] + 1
                waiting.append(below)
    return known


def _worded(kind: str) -> str:
    return {"request": "item request", "change": "property change", "insert": "insertion"}.get(kind, kind)
