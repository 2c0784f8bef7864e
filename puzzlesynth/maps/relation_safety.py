"""What an extra relation does to a game, as far as that can be told without playing.

A relation that makes nothing that the puzzle has to do with opens no way to anything: all it can do is take something
away. If it takes nothing away that matters either, or if the game can be lost anyway, it is let in. If what it takes is
needed, cannot be had again, and lies there for the taking, then the game can be lost through it, and it is kept out.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from puzzlesynth.pack.model import Pack, Rule, Term
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import State, Thing, replay


class PuzzleRelevance:
    """The part of a game that its puzzle has to do with."""

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
        """Rules that the puzzle now has to do with."""
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
    return all(
        type(thing.properties.get(name, False)) is type(value) and thing.properties.get(name, False) == value
        for name, value in term.properties
    )


def _can_be_used(state: State, rule: Rule, chosen: dict[int, Thing], lying: Sequence[Thing]) -> bool:
    """Whether there is something for the other inputs, and all of it can be brought together."""
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
    """What is there after a rule, or is so, and was not before."""
    from puzzlesynth.synth.analysis.rule_effects import effects_of

    effects = effects_of(rule)
    return {rule.outputs[n].type for n in (*effects.created, *effects.released, *effects.changed)}


def losses(rule: Rule) -> set[int]:
    """The inputs that nobody can have afterwards as they were."""
    from puzzlesynth.synth.analysis.rule_effects import effects_of

    effects = effects_of(rule)
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
