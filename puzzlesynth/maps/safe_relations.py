"""Extra relations for a filled map: every one that provably breaks nothing.

A relation that the puzzle does not need makes the game more of a piece: what can be combined elsewhere can be combined
here. It may also open a shortcut, or let a player lose what is still needed. So each one is played before it is let
in. What belongs together (putting in and taking out) comes together.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzlesynth.pack.map_world import MapWorld
from puzzlesynth.pack.model import NOTHING, Pack, Rule, Term
from puzzlesynth.puzzle.in_map import pack_for
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import find_dead_end, find_shortcut

Group = tuple[int, ...]


def with_safe_relations(pack: Pack, puzzle: Puzzle, world: MapWorld, states: int) -> Puzzle:
    """The puzzle with all extra relations of the pack that leave its guarantees as they are."""
    assert puzzle.map is not None
    had_dead_end = find_dead_end(pack_for(pack, puzzle, world), puzzle, states) is not None

    def is_fine(groups: list[Group]) -> bool:
        more = _with(puzzle, groups)
        game = pack_for(pack, more, world)
        if find_shortcut(game, more, states) is not None:
            return False
        return had_dead_end or find_dead_end(game, more, states) is None

    kept: list[Group] = []
    waiting = [list(_groups(pack, puzzle, world))]
    while waiting:
        groups = waiting.pop()
        if not groups:
            continue
        if is_fine([*kept, *groups]):
            kept += groups
        elif len(groups) > 1:
            middle = len(groups) // 2
            waiting += [groups[middle:], groups[:middle]]
    return _with(puzzle, kept)


def _with(puzzle: Puzzle, groups: list[Group]) -> Puzzle:
    assert puzzle.map is not None
    rules = {*puzzle.map.relations, *(number for group in groups for number in group)}
    return replace(puzzle, map=replace(puzzle.map, relations=tuple(sorted(rules))))


def _groups(pack: Pack, puzzle: Puzzle, world: MapWorld) -> Iterator[Group]:
    """Relations that the game does not have yet and that could ever be used in it."""
    assert puzzle.map is not None
    there = _ever_there(pack, puzzle, world)
    boxes: dict[tuple[str, str], list[int]] = {}
    for rule in world.pack.rules[: len(pack.rules)]:
        if not rule.from_relation or rule.number in puzzle.map.relations:
            continue
        if not all(_could_match(term, there, world.pack) for term in rule.inputs):
            continue
        if rule.kind in ("insert", "unbox"):
            boxes.setdefault(_box_and_content(rule), []).append(rule.number)
        else:
            yield (rule.number,)
    yield from map(tuple, boxes.values())


def _box_and_content(rule: Rule) -> tuple[str, str]:
    holder = next(term for term in (*rule.outputs, *rule.inputs) if term.contains not in (None, NOTHING))
    return holder.type, str(holder.contains)


def _could_match(term: Term, there: set[str], pack: Pack) -> bool:
    return any(item.name in there for item in pack.members.get(term.type, ()))


def _ever_there(pack: Pack, puzzle: Puzzle, world: MapWorld) -> set[str]:
    """Items that can ever be in this game with all relations."""
    there = {thing.item for thing in puzzle.objects}
    rules = [rule for rule in world.pack.rules if rule.number <= len(pack.rules) or not rule.from_relation]
    while True:
        new = {
            term.type
            for rule in rules
            if all(_could_match(term, there, world.pack) for term in rule.inputs)
            for term in rule.outputs
            if term.type in world.pack.items
        }
        if new <= there:
            return there
        there |= new
