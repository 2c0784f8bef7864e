"""Extra relations for a filled map: every one that provably breaks nothing.

A relation that the puzzle does not need makes the game richer: what can be combined elsewhere can be combined here. It
may also open a shortcut, or let a player lose what is still needed. For many relations that can be told from what they
take and make. One that makes nothing that the puzzle has to do with opens no way to anything: all it can do is take
something away. If it takes nothing away that matters either, or if the game can be lost anyway, it is let in. If what
it takes is needed, cannot be had again, and lies there for the taking, the game can be lost through it, and it is kept
out. Each of the others is played before it is let in. What belongs together (putting in and taking out) comes together.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import replace

from puzzlesynth.pack.model import NOTHING, Pack, Rule, Term, same_value
from puzzlesynth.pack.rules.effects import operator_effects
from puzzlesynth.pack.transform.map_world import MapWorld
from puzzlesynth.puzzle.game_pack import pack_for
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import State, Thing, find_dead_end, find_shortcut, replay


class PuzzleRelevance:
    """The part of a game that is relevant to its puzzle."""

    def __init__(self, pack: Pack, game: Pack, puzzle: Puzzle, can_be_lost: bool) -> None:
        """`pack`: with all relations; `game`: with those that the puzzle needs."""
        self.pack, self.puzzle, self.can_be_lost = pack, puzzle, can_be_lost
        self._items: set[str] = set()
        self.made: set[str] = set()
        """What can come up again."""
        rules = {step.rule for step in puzzle.steps}
        rules |= {rule.number for rule in pack.rules if not rule.from_relation}
        self.take_in([pack.rule(number) for number in sorted(rules)])
        for goal in puzzle.areas:
            for term in pack.areas[goal.name].goals if goal.name in pack.areas else ():
                self._items |= self._named(term.type)
        self.lying = Counter(thing.item for thing in puzzle.objects)
        self._states = replay(game, puzzle).states
        steps = [puzzle.step(name) for name in puzzle.solution]
        self._last_use = {name: n for n, step in enumerate(steps) for name in step.inputs}
        """For each object the number of the last step that takes it."""

    def take_in(self, rules: Sequence[Rule]) -> None:
        """Adds rules that are now relevant to the puzzle."""
        for rule in rules:
            for term in (*rule.inputs, *rule.outputs):
                self._items |= self._named(term.type)
            self.made |= {item for kind in products(rule) for item in self._named(kind)}

    def _named(self, kind: str) -> set[str]:
        return {item.name for item in self.pack.members.get(kind, ())}

    def matters(self, kind: str) -> bool:
        return bool(self._named(kind) & self._items)

    def loses(self, rule: Rule) -> bool:
        """Whether somewhere on the way of the solution a rule can be used on the only one of its kind that a later step
        takes, and nothing makes another."""
        lost = losses(rule)
        for number, state in enumerate(self._states):
            lying = list(state.visible())
            for n, term in enumerate(rule.inputs):
                if n not in lost or self.made & self._named(term.type):
                    continue
                for thing in lying:
                    if self.lying[thing.item] == 1 and self._last_use.get(thing.id, -1) >= number:
                        chosen = {n: thing}
                        if _matches(state, thing, term) and _can_be_used(state, rule, chosen, lying):
                            return True
        return False


def _matches(state: State, thing: Thing, term: Term) -> bool:
    """Only what is plain to see: terms that look inside things are left to playing."""
    if term.contains is not None or term.type not in thing.form.item.types:
        return False
    return all(same_value(thing.properties.get(name, False), value) for name, value in term.properties)


def _can_be_used(state: State, rule: Rule, chosen: dict[int, Thing], lying: Sequence[Thing]) -> bool:
    """Whether there is something for the other inputs, and all inputs can be brought together."""
    open_inputs = [n for n in range(len(rule.inputs)) if n not in chosen]
    if not open_inputs:
        return len({thing.area for thing in chosen.values() if not thing.carryable}) <= 1
    n = open_inputs[0]
    used = {thing.id for thing in chosen.values()}
    return any(
        _can_be_used(state, rule, {**chosen, n: thing}, lying)
        for thing in lying
        if thing.id not in used and _matches(state, thing, rule.inputs[n])
    )


def products(rule: Rule) -> set[str]:
    """The types of objects that a rule creates, releases or changes."""
    effects = operator_effects(rule)
    return {rule.outputs[n].type for n in (*effects.created, *effects.released, *effects.changed)}


def losses(rule: Rule) -> set[int]:
    """The inputs that a rule destroys or changes."""
    effects = operator_effects(rule)
    return {n for n in range(len(rule.inputs)) if effects.uses_up(n)}


def harm_of(known: PuzzleRelevance, rules: Sequence[Rule]) -> bool | None:
    """True: the relation breaks nothing; False: the game can be lost through it; None: it has to be played."""
    if any(known.matters(kind) for rule in rules for kind in products(rule)):
        return None
    lost = {rule.inputs[n].type for rule in rules for n in losses(rule)}
    if known.can_be_lost or not any(map(known.matters, lost)):
        return True
    # Every step has to be done where there is no shortcut, and this relation opens none.
    every_step = known.puzzle.guarantees.get("shortcuts") == "none"
    return False if every_step and any(map(known.loses, rules)) else None


Group = tuple[int, ...]

STATES = 2_000
"""Most states explored for each extra relation; one that leads to more counts as not proven."""

PLAYED = 64
"""Games played for one puzzle, at most. Relations that are left then count as not proven."""


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
