"""Extra relations for a filled map: every one that provably breaks nothing.

A relation that the puzzle does not need makes the game more of a piece: what can be combined elsewhere can be combined
here. It may also open a shortcut, or let a player lose what is still needed. For many that can be told from what they
take and make (`judging_relations`); each of the others is played before it is let in. What belongs together (putting in
and taking out) comes together.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzlesynth.pack.model import NOTHING, Pack, Rule, Term
from puzzlesynth.pack.transform.map_world import MapWorld
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import find_dead_end, find_shortcut

from .relation_safety import PuzzleRelevance, harm_of

Group = tuple[int, ...]

STATES = 2_000
"""How many states are looked at for each extra relation; one that leads to more counts as not proven."""

PLAYED = 64
"""So often the game is played for one puzzle. Relations that are left then count as not proven."""


def with_safe_relations(pack: Pack, puzzle: Puzzle, world: MapWorld, states: int = STATES) -> Puzzle:
    """The puzzle with all extra relations of the pack that leave its guarantees as they are.

    In the order of the pack; those that become usable through others come after them. Relations between things that
    are never there together make no difference and are left out.
    """
    return _Growing(pack, puzzle, world, min(states, STATES)).grown()


class _Growing:
    """A game that takes in relations: many at once, and where that breaks something, fewer."""

    def __init__(self, pack: Pack, puzzle: Puzzle, world: MapWorld, states: int) -> None:
        self._pack, self._puzzle, self._world, self._states = pack, puzzle, world, states
        game = pack_for(pack, puzzle, world)
        self._had_dead_end = find_dead_end(game, puzzle, states) is not None
        self._known = PuzzleRelevance(world.pack, game, puzzle, self._had_dead_end)
        self._played = 0

    def grown(self) -> Puzzle:
        tried: set[Group] = set()
        while True:
            waiting = [g for g in _groups(self._pack, self._puzzle, self._world) if g not in tried]
            if not waiting:
                return self._puzzle
            tried.update(waiting)
            verdicts = {group: harm_of(self._known, self._rules([group])) for group in waiting}
            self._puzzle = _with(self._puzzle, [group for group in waiting if verdicts[group]])
            self._let_in([group for group in waiting if verdicts[group] is None])

    def _rules(self, groups: Sequence[Group]) -> list[Rule]:
        return [self._world.pack.rule(number) for group in groups for number in group]

    def _let_in(self, groups: Sequence[Group]) -> None:
        if not groups or self._played >= PLAYED:
            return
        self._played += 1
        more = _with(self._puzzle, groups)
        game = pack_for(self._pack, more, self._world)
        if _breaks_nothing(game, more, self._states, self._had_dead_end):
            self._puzzle = more
            self._known.take_in(self._rules(groups))
        elif len(groups) > 1:
            middle = len(groups) // 2
            self._let_in(groups[:middle])
            self._let_in(groups[middle:])


def _breaks_nothing(game: Pack, puzzle: Puzzle, states: int, had_dead_end: bool) -> bool:
    if find_shortcut(game, puzzle, states) is not None:
        return False
    return had_dead_end or find_dead_end(game, puzzle, states) is None


def _with(puzzle: Puzzle, groups: Sequence[Group]) -> Puzzle:
    assert puzzle.map is not None
    rules = {*puzzle.map.relations, *(number for group in groups for number in group)}
    return replace(puzzle, map=replace(puzzle.map, relations=tuple(sorted(rules))))


def _groups(pack: Pack, puzzle: Puzzle, world: MapWorld) -> Iterator[Group]:
    """Relations that the game does not have yet and that could be used with what can be there now."""
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
    """Items that can ever be in the game as it is."""
    assert puzzle.map is not None
    there = {thing.item for thing in puzzle.objects}
    rules = [r for r in world.pack.rules if r.number in puzzle.map.relations or not r.from_relation]
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
