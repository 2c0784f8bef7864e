"""Why a map cannot be filled: the smallest set of blocks and items that cannot hold together.

A conflict is a set of blocks and limits of items such that the map cannot be filled as long as these hold, whatever
becomes of the others. What is asked of a filling is asked step by step: first its shape alone, then that no step can be
left out, then that this and everything else holds when it is played. The first of these that cannot be had is the one
that is explained, so a conflict never rests on more than it takes.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import cast

from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.pack.puzzle_map import PuzzleMap
from puzzlesynth.synth.explain.hitting_set import smallest_hitting_set
from puzzlesynth.synth.explain.requirements import Requirement
from puzzlesynth.synth.maps.block_tree import leading_to_output

from .assumption_map import AssumptionMap, FillingDemands, MapPart, MapParts, block_part

QUESTIONS = 150
"""So many questions are asked for a conflict that no other is smaller than. After that, one that cannot be made smaller
by taking something out of it does."""


@dataclass(frozen=True)
class Conflict:
    parts: tuple[MapPart, ...]
    because_of_shortcuts: bool = False
    """It could be filled if players were allowed to leave steps out."""
    because_of_dead_ends: bool = False
    """It could be filled if players were allowed to get stuck."""
    is_smallest: bool = True
    """Whether no other conflict has fewer members."""


def smallest_conflict(pack: Pack, found: PuzzleMap, time_limit: float | None = None) -> Conflict | None:
    """A smallest conflict; None: the map can be filled."""
    loose = AssumptionMap(pack, found, time_limit)
    for demands in _ever_more(pack, found):
        reply = loose.ask(loose.parts, demands, hard=True)
        if reply.core is not None:
            parts, is_smallest = _smallest(loose, demands, reply.core)
            stuck = demands.no_dead_ends
            told = (*_always(found), *sorted(parts, key=lambda part: (part.kind, part.place.line, part.name)))
            return Conflict(told, demands.no_shortcuts and not stuck, stuck, is_smallest)
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


def _smallest(loose: AssumptionMap, demands: FillingDemands, core: MapParts) -> tuple[MapParts, bool]:
    """A conflict with as few members as possible, and whether that is certain.

    Every filling of the loosened map lets go of at least one part of every conflict. So whatever has a part of all that
    fillings were seen to let go is either a conflict, and then as small as any, or shows another filling.
    """
    seen: list[frozenset[Requirement]] = []
    for _ in range(QUESTIONS):
        chosen = smallest_hitting_set(seen)
        assert chosen is not None
        reply = loose.ask(cast(MapParts, chosen), demands)
        if reply.core is not None:
            return reply.core, True
        if reply.let_go is None:
            break
        seen.append(reply.let_go)
    return _irreducible(loose, demands, core), False


def _irreducible(loose: AssumptionMap, demands: FillingDemands, core: MapParts) -> MapParts:
    """What is left of a conflict when everything is taken out that it does not need."""
    for part in sorted(core, key=lambda part: (part.rank, str(part.id))):
        if part in core:
            core = loose.ask(core - {part}, demands).core or core
    return core


def _always(found: PuzzleMap) -> Iterator[MapPart]:
    """What feeds the output directly is part of every conflict: without it nothing else would matter."""
    always = set(leading_to_output(found)) - {found.output} if found.output is not None else set()
    return (block_part(block) for block in found.blocks.values() if block.name in always)
