"""The no-shortcut test: which steps no solution can do without.

The whole pack is run forwards over everything in the world, with nothing ever used up. What can then only be
reached through a step cannot be reached without it in the real game either: the step is a landmark. The landmarks
of a fact are what one way of getting it needs, intersected over all ways; they are computed for all facts at once,
as bit sets. That an area is open is a landmark like any step, so a goal that can be met too early shows as well.

The test is sound and needs no search, but it is stricter than the truth: it also turns down puzzles whose only
shortcut would need something twice.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import dataclass

from puzzlesynth.pack.model import Rule

from .analysis import Possible
from .answer import Answer, Node
from .area_map import AreaMap
from .relaxed import Fact, Kind, RelaxedWorld
from .relaxed_deeds import INSIDE, relaxed_world

Taker = tuple[Node, int, Node]
"""A step, its input, and the node that it takes."""


@dataclass(frozen=True)
class Shortcut:
    """An area that can be solved without one of its steps, or before it is open."""

    area: str
    kind: Kind | None
    """The step that can be left out; None: the area need not be open."""
    evidence: frozenset[Fact]
    """What in the world is enough for it, once the area is open."""
    granted: frozenset[str]
    """The areas that must have been solved by then, where that could be taken for granted."""
    step: Node | None = None
    """Set where the step can simply be replaced: whoever takes what it makes can have something else."""
    takers: tuple[Taker, ...] = ()


class LandmarkTest:
    def __init__(self, possible: Possible) -> None:
        self._possible = possible
        self._world: RelaxedWorld = relaxed_world(possible)
        self._map = AreaMap(possible)
        self._undecided = _undecided_rules(possible)
        self._replaceable = {
            rule.number: _replaceable_inputs(possible, rule) for rule in possible.relevant[1]
        }
        self._bound_to_a_place = {
            fact[1] for fact in self._world.deeds.names if fact[0] == "ready" and fact[3] is not None
        }

    def shortcut(self, answer: Answer, strict_areas: Collection[str]) -> Shortcut | None:
        """A shortcut that the relaxed world has; None: proven that there is none."""
        world = self._world
        start = world.numbered(self._given(answer))
        marks = world.landmarks(start)
        kinds: dict[str, set[Kind]] = {}
        for step, area in answer.belongs.items():
            kinds.setdefault(area, set()).add((answer.rules[step], step[0]))
        for area in answer.solved_by:
            found = marks.get(world.deeds.numbers["solved", area], -1)
            if not found & world.bit(area):
                return self._explain(start, area, None, frozenset())
            for kind in sorted(kinds[area]) if area in strict_areas else ():
                if not found & world.bit(kind):
                    granted = self._map.solved_before[area]
                    if any(kind in kinds.get(other, ()) for other in granted):
                        granted = frozenset()
                    replacement = self._replacement(answer, start, area, kind, granted)
                    return replacement or self._explain(start, area, kind, granted)
        return None

    def _given(self, answer: Answer) -> list[Fact]:
        """What an answer set puts into the world, beside what is always there."""
        facts: list[Fact] = [("start",)]
        facts += [("chosen", area, goal) for area, goal in answer.chosen.items()]
        facts += [("lies", *thing, area) for thing, area in answer.lies.items()]
        facts += [("packed", *holder, *inner) for inner, holder in answer.packed.items()]
        for step, rule in answer.rules.items():
            if rule in self._undecided:
                principal = self._possible.effects[rule].principal
                made = [(principal, step), *answer.makes.get(step, ())]
                facts += [("allowed", rule, output, node[0]) for output, node in made]
        facts += self._given_inside(answer)
        return facts

    def _given_inside(self, answer: Answer) -> Iterator[Fact]:
        """What appears inside something is not said step by step: it may appear wherever it fits."""
        inside = {node[0] for filled in answer.filled.values() for _, node in filled}
        for rule in self._undecided & set(answer.rules.values()) if inside else ():
            for output, kind in self._possible.effects[rule].filled.items():
                for item in self._possible.creatable(kind):
                    if item.name in inside:
                        yield "allowed", rule, output + INSIDE, item.name

    def _explain(self, start: list[int], area: str, kind: Kind | None, granted: frozenset[str]) -> Shortcut:
        """The areas before it are solved by trees that do not have the step, so they can be taken as solved:
        the evidence is then about this area alone, and holds whatever the puzzles before it are."""
        without = self._world.bit(area if kind is None else kind)
        goal = self._world.deeds.numbers["solved", area]
        evidence = self._evidence([*start, *self._by_then(area, granted)], [goal], without)
        assert evidence is not None
        return Shortcut(area, kind, evidence, granted)

    def _replacement(
        self, answer: Answer, start: list[int], area: str, kind: Kind, granted: frozenset[str]
    ) -> Shortcut | None:
        """A shortcut that says less and so forbids more: everyone who takes what the step makes has another choice."""
        steps = [s for s, rule in answer.rules.items() if (rule, s[0]) == kind]
        if len(steps) != 1 or steps[0] in answer.solved_by.values():
            return None
        made = {steps[0], *(node for _, node in answer.makes.get(steps[0], ()))}
        takers = [(s, n, node) for s, taken in answer.takes.items() for n, node in taken if node in made]
        goals = []
        for step, n, _ in takers:
            rule = answer.rules[step]
            if n not in self._replaceable[rule]:
                return None
            spot = answer.happens.get(step) if rule in self._bound_to_a_place else None
            goals.append(self._world.deeds.numbers.get(("ready", rule, n, spot), -1))
        by_then = self._by_then(area, granted)
        evidence = self._evidence([*start, *by_then], goals, self._world.bit(kind))
        return None if evidence is None else Shortcut(area, kind, evidence, granted, steps[0], tuple(takers))

    def _by_then(self, area: str, granted: frozenset[str]) -> list[int]:
        if not granted:
            return []
        numbers = self._world.deeds.numbers
        return [numbers["open", area], *(numbers["solved", name] for name in sorted(granted))]

    def _evidence(self, start: list[int], goals: list[int], without: int) -> frozenset[Fact] | None:
        """A smallest part of what is given that still leads to all the goals; None: even all of it does not."""
        world = self._world
        evidence = world.evidence(start, goals, without)
        if evidence is None:
            return None
        names = world.deeds.names
        for fact in sorted(evidence, key=lambda fact: (names[fact][0] in ("open", "solved"), fact)):
            if world.reaches(list(evidence - {fact}), goals, without):
                evidence -= {fact}
        return frozenset(names[f] for f in evidence if names[f][0] not in ("start", "open", "solved"))


def _undecided_rules(possible: Possible) -> frozenset[int]:
    """Rules where the puzzle decides which item they make."""
    found = set()
    for rule in possible.relevant[1]:
        effects = possible.effects[rule.number]
        kinds = [rule.outputs[n].type for n in effects.created] + list(effects.filled.values())
        if any(len(possible.creatable(kind)) != 1 for kind in kinds):
            found.add(rule.number)
    return frozenset(found)


def _replaceable_inputs(possible: Possible, rule: Rule) -> frozenset[int]:
    """Inputs that leave no trace in what the rule makes: any other object that fits does as well."""
    effects = possible.effects[rule.number]
    traced = {effects.kept[output] for output in effects.changed} | set(effects.released.values())
    return frozenset(n for n in range(len(rule.inputs)) if n not in traced and n not in effects.stored)
