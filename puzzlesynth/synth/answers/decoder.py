"""From an answer set to a puzzle, with its steps in an order that respects which must come before which."""

from __future__ import annotations

import heapq
from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, NamedTuple, TypeVar

from puzzlesynth.internal_error import InternalError
from puzzlesynth.pack.model import IdentityMap, Value
from puzzlesynth.puzzle.identity import identity
from puzzlesynth.puzzle.model import Created, Filling, Goal, Object, Puzzle, Step, metrics_of
from puzzlesynth.synth.program.facts import copies_present
from puzzlesynth.synth.relevance import PackAnalysis

from .answer_set import Answer, Node, ObjectKey

Part = TypeVar("Part")

MOST_PARTS = 1 << 16
"""Parts of earlier puzzles that are kept."""


class _Application(NamedTuple):
    """What a step does, whatever comes before it."""

    action: str
    taken: tuple[Node, ...]
    inputs: tuple[str, ...]
    outputs: tuple[str, ...]
    created: tuple[ObjectKey, ...]


class Decoder:
    """Decodes answer sets for one pack and one start."""

    def __init__(self, possible: PackAnalysis) -> None:
        self.possible = possible
        self.pack, self.start = possible.pack, possible.start
        self._rank = {name: n for n, name in enumerate(self.start.reachable)}
        self._used_up = {
            rule.number: frozenset(
                n for n in range(len(rule.inputs)) if possible.effects[rule.number].uses_up(n)
            )
            for rule in possible.relevant[1]
        }
        self._present = copies_present(self.start.objects)
        self._areas_present = {
            self._present[thing.id]: thing.area for thing in self.start.objects if thing.area is not None
        }
        self._ids = self._name_things()
        self._things = {name: thing for thing, name in self._ids.items()}
        self._objects: dict[tuple[ObjectKey, str | None, str | None], Object] = {}
        """What was placed somewhere in an earlier puzzle is the same thing in the next."""
        self._parts: dict[tuple[object, ...], Any] = {}
        """Steps, goals and created things that an earlier puzzle had as well."""
        self._applications: dict[tuple[object, ...], _Application] = {}
        self._remembered: IdentityMap[list[tuple[int, Node]], _Application] = IdentityMap()
        """The same by what a step takes, where the tree that it is part of is remembered: then that is the same list."""
        self._there = frozenset(self._present.values())
        self._furniture = tuple(self._named(thing) for thing in self.start.objects)
        self._goals = {area.name: area.goal_texts for area in self.start.areas}

    def _name_things(self) -> dict[ObjectKey, str]:
        """Readable ids, the same in every puzzle of the pack: the item's name, numbered where there can be several."""
        running = {self._present[thing.id]: thing.id for thing in self.start.objects if self.start.progress}
        used = set(running.values())
        present = Counter(item for item, _ in self._present.values())
        ids: dict[ObjectKey, str] = dict(running)
        for item in self.pack.items.values():
            copies = self.possible.copies_of(item, present[item.name])
            for copy in range(1, copies + 1):
                if (item.name, copy) not in ids:
                    name = item.name.lower() if copies == 1 else f"{item.name.lower()}-{copy}"
                    while name in used:
                        name += "'"
                    used.add(name)
                    ids[item.name, copy] = name
        return ids

    def thing(self, name: str) -> ObjectKey:
        return self._things[name]

    def brings(self, item: str) -> frozenset[str]:
        """The items that are in the world together with a placed object of this one: itself and what is inside."""
        found: list[str] = []
        inner: str | None = item
        while inner is not None and inner not in found:
            found.append(inner)
            inner = self.pack.items[inner].contains
        return frozenset(found)

    def principal_item(self, step: Step) -> str:
        principal = self.possible.effects[step.rule].principal
        assert principal is not None
        return self._things[step.outputs[principal]][0]

    def _named(self, thing: Object) -> Object:
        inside = self._ids[self._present[thing.inside]] if thing.inside is not None else None
        properties = {**self._starts_with(thing.item), **thing.properties}
        return Object(self._ids[self._present[thing.id]], thing.item, thing.area, inside, False, properties)

    def _starts_with(self, item: str) -> dict[str, Value]:
        return dict(self.pack.items[item].properties)

    def decode(self, answer: Answer, seed: int | None = None) -> Puzzle:
        before = must_come_before(answer, self._used_up, self._areas_present)
        rank = {
            step: (self._rank[answer.belongs[step]], number, step) for step, number in answer.rules.items()
        }
        ordered = in_order(before, rank)
        names = {step: f"s{n}" for n, step in enumerate(ordered, 1)}
        after = direct(before, ordered)
        maker: dict[Node, str | None] = {**names}
        for step, made in answer.makes.items():
            for _, node in made:
                maker[node] = names[step]
        for item, copy, stage in sorted(answer.unchanged):
            # A step that leaves an object as it was has not made it; without an earlier maker it is a leaf.
            maker[item, copy, stage] = maker.get((item, copy, stage - 1))
        created: dict[ObjectKey, None] = {}
        steps = tuple([self._step(answer, step, names, maker, after[step], created) for step in ordered])
        for filled in answer.filled.values():
            created.update((node[:2], None) for _, node in filled)
        puzzle = Puzzle(
            pack=self.pack.name,
            pack_sha256=self.pack.sha256,
            areas=self._areas(answer, names),
            objects=(*self._standing(answer), *self._placed(answer)),
            steps=steps,
            creates=tuple([self._same(Created, self._ids[thing], thing[0]) for thing in created]),
            solution=tuple(names.values()),
            seed=seed,
            progress=self.start.progress,
            map=self._filling(answer, names),
        )
        return _finished(puzzle)

    def _standing(self, answer: Answer) -> tuple[Object, ...]:
        """What is there already; of a map's doors those that the puzzle has."""
        if self.possible.shape is None:
            return self._furniture
        doors = set(self.possible.shape.world.gates.values())
        return tuple(o for o in self._furniture if o.item not in doors or o.item in answer.chosen)

    def _filling(self, answer: Answer, names: dict[Node, str]) -> Filling | None:
        """With a map: which step or object each block is, which areas the game has, which relations."""
        shape, pattern = self.possible.shape, self.possible.pattern
        if pattern is not None:
            blocks = {
                name: names.get(node) or self._ids[node[:2]] for name, node in sorted(answer.fills.items())
            }
            return Filling(pattern.map.name, blocks, (), ())
        if shape is None:
            return None
        blocks = {
            spot.name: names.get(node) or self._ids[node[:2]]
            for spot in shape.spots
            if (node := answer.fills.get(spot.name)) is not None
        }
        opened = {
            to
            for gate in answer.chosen
            for to in self.pack.areas[gate].connects
            if to in self.start.reachable
        }
        there = {area.name for area in self.pack.areas.values() if area.start and area.is_place}
        kept = {name for name in opened if self.pack.areas[name].is_place} | there | set(answer.chosen)
        relations = sorted({r for r in answer.rules.values() if self.pack.rule(r).from_relation})
        return Filling(
            shape.world.map.name, blocks, tuple(n for n in self.pack.areas if n in kept), tuple(relations)
        )

    def _step(
        self,
        answer: Answer,
        step: Node,
        names: dict[Node, str],
        maker: dict[Node, str | None],
        after: list[int],
        created: dict[ObjectKey, None],
    ) -> Step:
        number, taken = answer.rules[step], answer.takes[step]
        application = self._remembered.get(taken)
        if application is None:
            application = self._known_application(answer, step)
            if answer.trees:
                self._remembered.put(taken, application)
        for thing in application.created:
            created[thing] = None
        return self._same(
            Step,
            names[step],
            answer.belongs[step],
            number,
            application.action,
            application.inputs,
            tuple([maker.get(node) for node in application.taken]),
            application.outputs,
            tuple([f"s{n + 1}" for n in after]),
            answer.happens.get(step),
        )

    def _known_application(self, answer: Answer, step: Node) -> _Application:
        key = (step, answer.rules[step], *answer.takes[step], *answer.makes.get(step, ()))
        application = self._applications.get(key)
        if application is None:
            if len(self._applications) >= MOST_PARTS:
                self._applications.clear()
            application = self._applications[key] = self._application(answer, step)
        return application

    def _application(self, answer: Answer, step: Node) -> _Application:
        rule = self.pack.rule(answer.rules[step])
        effects = self.possible.effects[rule.number]
        taken = tuple([node for _, node in sorted(answer.takes[step])])
        made = dict(answer.makes.get(step, ()))
        assert effects.principal is not None
        made[effects.principal] = step
        nodes = [taken[effects.kept[n]] if n in effects.kept else made[n] for n in range(len(rule.outputs))]
        return _Application(
            rule.action,
            taken,
            tuple([self._ids[node[:2]] for node in taken]),
            tuple([self._ids[node[:2]] for node in nodes]),
            tuple([node[:2] for n, node in enumerate(nodes) if n in effects.created]),
        )

    def _same(self, make: Callable[..., Part], *said: Any) -> Part:
        """The part of an earlier puzzle that says the same, if there is one: results for it can be used again."""
        key = (make, *said)
        known: Part | None = self._parts.get(key)
        if known is None:
            if len(self._parts) >= MOST_PARTS:
                self._parts.clear()
            known = self._parts[key] = make(*said)
        return known

    def _areas(self, answer: Answer, names: dict[Node, str]) -> tuple[Goal, ...]:
        return tuple(
            [
                self._same(
                    Goal,
                    area.name,
                    self._goals[area.name][answer.chosen[area.name]],
                    area.start,
                    answer.opened_by.get(area.name),
                    names[answer.solved_by[area.name]],
                )
                for area in self.start.areas
                if area.name in answer.chosen
            ]
        )

    def _placed(self, answer: Answer) -> list[Object]:
        placed = [self._lying(thing, area) for thing, area in sorted(answer.lies.items())]
        for thing, holder in sorted(answer.packed.items()) if answer.packed else ():
            if thing not in self._there:
                placed.append(self._lying(thing, None, self._ids[holder]))
        return placed

    def _lying(self, thing: ObjectKey, area: str | None, inside: str | None = None) -> Object:
        known = self._objects.get((thing, area, inside))
        if known is None:
            known = Object(self._ids[thing], thing[0], area, inside, True, self._starts_with(thing[0]))
            self._objects[thing, area, inside] = known
        return known


def _finished(puzzle: Puzzle) -> Puzzle:
    name, tree = identity(puzzle)
    return replace(puzzle, metrics=metrics_of(puzzle), id=name, tree=tree)


Before = dict[Node, set[Node]]


class CyclicOrder(InternalError):
    """No order respects what must come before what. The encodings (`order.lp`) rule it out."""


def must_come_before(
    answer: Answer, used_up: Mapping[int, frozenset[int]], standing: Mapping[ObjectKey, str]
) -> Before:
    """For each step the steps that must come before it.

    `used_up`: the inputs that each rule uses up. `standing`: where the things are that no answer set places.
    """
    before: Before = {step: set() for step in answer.rules}
    maker: dict[Node, Node] = {step: step for step in answer.rules}
    for step, made in answer.makes.items():
        for _, node in made:
            maker[node] = step
    takers: dict[Node, list[Node]] = {}
    enders: list[tuple[Node, Node]] = []
    for step, taken in answer.takes.items():
        ends = used_up[answer.rules[step]]
        for source, node in taken:
            takers.setdefault(node, []).append(step)
            if source in ends:
                enders.append((step, node))
            if node in maker:
                before[step].add(maker[node])
            elif (area := answer.lies.get(node[:2]) or standing.get(node[:2])) is not None:
                _after_opening(answer, before, step, area)
    for step, node in enders:
        before[step].update(takers[node])
    for step, area in answer.happens.items():
        _after_opening(answer, before, step, area)
    for area, step in answer.solved_by.items():
        _after_opening(answer, before, step, area)
    for step, area in answer.waits:
        before[step].add(answer.solved_by[area])
    for step, earlier_step in answer.follows:
        before[step].add(earlier_step)
    for step, earlier in before.items():
        earlier.discard(step)
    return before


def _after_opening(answer: Answer, before: Before, step: Node, area: str) -> None:
    opener = answer.opened_by.get(area)
    if opener is not None:
        before[step].add(answer.solved_by[opener])


def in_order(before: Before, rank: Mapping[Node, tuple[int, int, Node]]) -> list[Node]:
    """All steps, each after those before it; among those that are free the lowest rank first."""
    missing = {step: len(earlier) for step, earlier in before.items()}
    later: dict[Node, list[Node]] = {}
    for step, earlier in before.items():
        for other in earlier:
            later.setdefault(other, []).append(step)
    ready = [(rank[step], step) for step, count in missing.items() if count == 0]
    heapq.heapify(ready)
    ordered: list[Node] = []
    while ready:
        _, step = heapq.heappop(ready)
        ordered.append(step)
        for then in later.get(step, ()):
            missing[then] -= 1
            if missing[then] == 0:
                heapq.heappush(ready, (rank[then], then))
    if len(ordered) != len(before):
        raise CyclicOrder("the steps of a puzzle wait for each other in a circle")
    return ordered


def direct(before: Before, ordered: list[Node]) -> dict[Node, list[int]]:
    """For each step the positions of the steps right before it: those that no other one implies."""
    position = {step: n for n, step in enumerate(ordered)}
    reach: list[int] = []
    found: dict[Node, list[int]] = {}
    for step in ordered:
        mask, kept = 0, []
        for n in sorted((position[other] for other in before[step]), reverse=True):
            if not mask >> n & 1:
                kept.append(n)
                mask |= reach[n] | 1 << n
        reach.append(mask)
        found[step] = kept[::-1]
    return found
