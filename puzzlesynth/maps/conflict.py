"""Why a map cannot be filled: the smallest set of blocks and items that cannot hold together.

A conflict is a set of blocks and limits of items such that the map cannot be filled as long as these hold, whatever
becomes of the others. What is asked of a filling is asked step by step: first its shape alone, then that no step can be
left out, then that this and everything else holds when it is played. The first of these that cannot be had is the one
that is explained, so a conflict never rests on more than it takes.

A block can be let go: then anything at all may come out of it, from nowhere. The limit of an item can be let go: then
there is no limit. The map is ground once with everything in it that can be let go, and solved again and again under
assumptions about what holds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import nullcontext
from itertools import count

from puzzlesynth.pack.model import NOWHERE, Pack, Place, Policy
from puzzlesynth.pack.puzzle_map import Block, PuzzleMap
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.synth.explain.mus import MusEnumerator
from puzzlesynth.synth.explain.requirements import AssumptionResult, Requirement, RequirementSet, by_id
from puzzlesynth.synth.maps.block_tree import leading_to_output
from puzzlesynth.synth.options import SynthesisOptions

EFFORT = 5000
"""Conflicts after which an easy question is left open. They are counted, so no machine is faster."""

GAMES = 20
"""It is also left open if more candidates than this would have to be played."""

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


@dataclass(frozen=True)
class Conflict:
    parts: tuple[MapPart, ...]
    because_of_shortcuts: bool = False
    """It could be filled if players were allowed to leave steps out."""
    because_of_dead_ends: bool = False
    """It could be filled if players were allowed to get stuck."""
    is_smallest: bool = True
    """Whether no other conflict has fewer members."""


@dataclass(frozen=True)
class FillingDemands:
    """What is required of a filling besides its shape."""

    no_shortcuts: bool = False
    """No step can be left out."""
    played: bool = False
    """What players could do counts too, not only what the map, the rules and the items say."""
    no_dead_ends: bool = False


def smallest_conflict(pack: Pack, found: PuzzleMap, time_limit: float | None = None) -> Conflict | None:
    """A smallest conflict; None: the map can be filled."""
    loose = AssumptionMap(pack, found, time_limit)
    for demands in _ever_more(pack, found):
        core = loose.ask(loose.parts.keys(), demands, hard=True).core
        if core is not None:

            def ask(held: RequirementSet, hard: bool, demands: FillingDemands = demands) -> AssumptionResult:
                return loose.ask(held, demands)

            among = MusEnumerator(loose.parts, ask, most_undecided=0)
            among.begin_with(core)
            mus = next(among.smallest())
            parts = [part for part in loose.parts if part in mus.requirements]
            told = (*_always(found), *sorted(parts, key=lambda part: (part.kind, part.place.line, part.name)))
            stuck = demands.no_dead_ends
            return Conflict(told, demands.no_shortcuts and not stuck, stuck, mus.fewest)
    return None


def _ever_more(pack: Pack, found: PuzzleMap) -> Iterator[FillingDemands]:
    """What is asked of a filling, each time more than before, until it is all that the pack asks for."""
    strict = pack.guarantees.shortcuts is Policy.FORBID
    yield FillingDemands()
    if found.solves or any(block.kind == "unlock" for block in found.blocks.values()):
        yield FillingDemands(played=True)
    if strict:
        yield FillingDemands(no_shortcuts=True)
        yield FillingDemands(no_shortcuts=True, played=True)
    if pack.guarantees.dead_ends is Policy.FORBID:
        yield FillingDemands(no_shortcuts=strict, played=True, no_dead_ends=True)


def _always(found: PuzzleMap) -> Iterator[MapPart]:
    """What feeds the output directly is part of every conflict: without it nothing else would matter."""
    always = set(leading_to_output(found)) - {found.output} if found.output is not None else set()
    return (block_part(block) for block in found.blocks.values() if block.name in always)


class AssumptionMap:
    """The program of a map with everything in it that can be let go."""

    def __init__(self, pack: Pack, found: PuzzleMap, time_limit: float | None) -> None:
        from .filler import filler_for

        self._maker = filler_for(pack, found, options=SynthesisOptions(time_limit=time_limit), loose=True)
        self._maker.synthesizer.widen()
        self._program = self._maker.synthesizer.program
        self._program.search_randomly(None)
        self._program.follow_heuristics()
        self._lenient = self._program.literal_of("lenient")
        self.parts: dict[MapPart, int] = {
            part: literal
            for part in by_id(_parts(pack, found, self._program.names_in))
            if (literal := self._program.literal_of(LETTING_GO[part.kind][1], part.name)) is not None
        }
        """With the literals of their being let go."""

    def ask(
        self, held: Collection[Requirement], demands: FillingDemands, hard: bool = False
    ) -> AssumptionResult:
        """Whether there is a filling in which these hold, and then with no more let go than it takes.

        `hard`: however long it takes."""
        by_literal: dict[int, Requirement] = {
            -literal: part for part, literal in self.parts.items() if part in held
        }
        if not demands.played:
            return self._asked(by_literal, demands, False, hard)
        result = self._passing(by_literal, demands, True, hard)
        # The landmark test is stricter than the truth: where it leaves nothing, candidates are played.
        return self._passing(by_literal, demands, False, hard) if result.core is not None else result

    def _passing(
        self, held: dict[int, Requirement], demands: FillingDemands, tested: bool, hard: bool
    ) -> AssumptionResult:
        """The same for fillings that pass when they are played."""
        judge = None
        if demands.no_dead_ends or not tested:
            judge = self._maker.judge_for(demands.no_shortcuts, demands.no_dead_ends)
        for _ in count() if hard else range(GAMES):
            result = self._asked(held, demands, tested, hard)
            if judge is None or result.met is None or self._maker.synthesizer.passes(judge, not tested):
                return result
        return AssumptionResult()

    def _asked(
        self, held: dict[int, Requirement], demands: FillingDemands, tested: bool, hard: bool
    ) -> AssumptionResult:
        program, guard = self._program, self._program.guard
        guard.enabled, guard.asleep = tested, not demands.played
        guard.lenient = not demands.no_shortcuts
        with nullcontext() if hard else program.at_most(EFFORT):
            assumptions = [*self._strictness(demands), *held]
            for model in program.models(assumptions, 1, self._maker.deadline):
                return AssumptionResult(
                    met=frozenset(part for part, literal in self.parts.items() if not model.is_true(literal))
                )
        if program.gave_up:
            return AssumptionResult()
        return AssumptionResult(core=frozenset(held[one] for one in program.core if one in held))

    def _strictness(self, demands: FillingDemands) -> list[int]:
        if self._lenient is None:
            return []
        return [-self._lenient if demands.no_shortcuts else self._lenient]


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
