"""Nogoods for candidates with a shortcut, generalised so that each one rules out as many candidates as possible.

An explanation consists of a step that can be left out and the part of the world that suffices without it. The less it
mentions, the more it forbids. So three explanations are tried in turn: everything that the step gives can be had
without it, best of all from what the step itself takes (then no place matters); the steps that take from it can take
something else; the whole way to the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator

from puzzlesynth.pack.model import Rule
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.synth.answers.answer_set import Answer, Node
from puzzlesynth.synth.relevance import PackAnalysis, StepKind

from .relaxed_task import Fact, RelaxedTask
from .relaxed_task_builder import RelaxedTaskBuilder

Taker = tuple[Node, int, Node]
"""A step, its input, and the node that it takes."""

Atoms = tuple[Fact, ...]
"""Atoms of the answer set that together link one step to another."""


@dataclass(frozen=True)
class RelaxedShortcut:
    """An area that can be solved without one of its steps, or before it is open."""

    area: str
    kind: StepKind | None
    """The step that can be left out; None: the area need not be open."""
    evidence: frozenset[Fact]
    """The part of the world that suffices, as atoms of the answer set."""
    absent: frozenset[Fact]
    """What must be absent from the answer set for the assumptions to hold."""
    step: Node | None = None
    """Set if the step can simply be replaced."""
    takers: tuple[Taker, ...] | None = None
    """Set if this holds only as long as no other step takes what the step makes."""
    links: frozenset[Fact] = frozenset()
    """Atoms about the steps that the replaced one rests on, if they are part of the evidence."""
    untaken: tuple[Node, ...] = ()
    """What the replaced step makes and no step may take."""


@dataclass(frozen=True)
class Granted:
    """What can be taken as solved and open in the end, because no part of it needs the step that is left out."""

    solved: frozenset[str] = frozenset()
    opened: bool = False
    absent: frozenset[Fact] = frozenset()


@dataclass(frozen=True)
class Evidence:
    """What suffices for something: facts of the world, links between steps, and what must be absent."""

    facts: frozenset[Fact]
    links: frozenset[Fact]
    absent: frozenset[Fact]


@dataclass(frozen=True)
class RefusedCandidate:
    """An answer set that is being refused."""

    answer: Answer
    start: list[int]
    """What it adds to the relaxed world."""
    holds: Callable[[Fact], bool]
    """Whether an atom is in it."""
    nodes: Callable[[StepKind], Iterable[Node]]
    """All steps of a kind that the program knows."""
    below: dict[Node, dict[int, Atoms]] = field(default_factory=dict)
    """The facts of each step and of the steps that it rests on, computed on demand."""


class NogoodGeneraliser:
    def __init__(self, possible: PackAnalysis, builder: RelaxedTaskBuilder, world: RelaxedTask) -> None:
        self._possible, self._builder, self._world = possible, builder, world
        self._map = possible.area_dependencies
        self._areas = [area.name for area in possible.start.areas]
        self._carryable = {item.name for item in possible.pack.items.values() if item.carryable}
        self._replaceable = {
            rule.number: _replaceable_inputs(possible, rule) for rule in possible.relevant[1]
        }
        self._served: dict[tuple[int, int, str, str | None, bool], list[int]] = {}
        self._bound_to_a_place = {
            fact[1] for fact in world.operators.names if fact[0] == "ready" and fact[3] is not None
        }

    def unopened(self, candidate: RefusedCandidate, area: str) -> RelaxedShortcut:
        """The area can be solved before it is open."""
        return self._whole_way(candidate, area, None, Granted())

    def shortcut(self, candidate: RefusedCandidate, area: str, kinds: list[StepKind]) -> RelaxedShortcut:
        """The area can be solved without any one of these steps."""
        granted = {kind: self._granted(candidate, area, kind) for kind in kinds}
        alone = {kind: step for kind in kinds if (step := _only_step(candidate.answer, kind)) is not None}
        for attempt in (self._given_anyway, self._taken_from_elsewhere):
            for kind, step in alone.items():
                found = attempt(candidate, area, kind, step, granted[kind])
                if found is not None:
                    return found
        return self._whole_way(candidate, area, kinds[0], granted[kinds[0]])

    def _granted(self, candidate: RefusedCandidate, area: str, kind: StepKind) -> Granted:
        """The areas whose trees have no such step, and rest only on areas of which the same is true. Their trees solve
        them in any candidate, so no explanation has to mention them."""
        holds, rule = candidate.holds, kind[0]
        steps = [node for node in candidate.nodes(kind) if candidate.answer.rules.get(node) == rule]
        clean = {
            name
            for name in self._areas
            if name != area and not any(holds(("serves", node, name)) for node in steps)
        }
        solved = self._resting_on_each_other(clean, holds)
        # If the program has all of `rests_on`, areas that are clean but not safe can be told by what they rest on.
        safe = clean if self._possible.has_few_areas else solved
        unsure = [name for name in self._areas if name not in safe]
        opened = not any(holds(("rests_on", area, other)) for other in unsure if other != area)
        absent: set[Fact] = set()
        for node in candidate.nodes(kind):
            serving: set[Fact] = {("serves", node, name) for name in clean}
            # A node that another rule makes may serve any step.
            absent |= {("step", node, rule)} if any(map(holds, serving)) else serving
        absent |= {("rests_on", name, other) for name in solved for other in unsure}
        if opened:
            absent |= {("rests_on", area, other) for other in unsure if other != area}
        return Granted(frozenset(solved), opened, frozenset(absent))

    def _resting_on_each_other(self, clean: set[str], holds: Callable[[Fact], bool]) -> set[str]:
        """Those of some areas that rest on no others, directly or not."""
        found = set(clean)
        while True:
            others = [name for name in self._areas if name not in found]
            unsafe = {name for name in found if any(holds(("rests_on", name, other)) for other in others)}
            if not unsafe:
                return found
            found -= unsafe

    # --- three ways to say it -------------------------------------------------------------------------

    def _given_anyway(
        self, candidate: RefusedCandidate, area: str, kind: StepKind, step: Node, granted: Granted
    ) -> RelaxedShortcut | None:
        """Everything that the step gives and another step takes exists without it."""
        answer = candidate.answer
        taken = {node for links in answer.takes.values() for _, node in links}
        made = {step, *(node for _, node in answer.makes.get(step, ()))}
        wanted = made if step in answer.solved_by.values() else made & taken
        goals = self._gives(answer, step, wanted)
        if goals is None:
            return None
        tree = self._below(candidate, step)
        found = self._evidence(candidate.start, area, granted, goals, self._world.bit(kind), tree)
        if found is None:
            return None
        links = found.links | self._own_links(answer, step)
        untaken = tuple(sorted(made - wanted))
        return RelaxedShortcut(area, kind, found.facts, found.absent, step, None, links, untaken)

    def _taken_from_elsewhere(
        self, candidate: RefusedCandidate, area: str, kind: StepKind, step: Node, granted: Granted
    ) -> RelaxedShortcut | None:
        """Every step that takes what this one makes can take something else."""
        answer = candidate.answer
        if step in answer.solved_by.values():
            return None
        made = {step, *(node for _, node in answer.makes.get(step, ()))}
        takers = [(s, n, node) for s, taken in answer.takes.items() for n, node in taken if node in made]
        goals = []
        for taker, n, _ in takers:
            rule = answer.rules[taker]
            if n not in self._replaceable[rule]:
                return None
            spot = answer.happens.get(taker) if rule in self._bound_to_a_place else None
            goals.append(self._world.operators.numbers.get(("ready", rule, n, spot), -1))
        tree = self._below(candidate, step)
        found = self._evidence(candidate.start, area, granted, goals, self._world.bit(kind), tree)
        if found is None:
            return None
        return RelaxedShortcut(area, kind, found.facts, found.absent, step, tuple(takers), found.links)

    def _whole_way(
        self, candidate: RefusedCandidate, area: str, kind: StepKind | None, granted: Granted
    ) -> RelaxedShortcut:
        """Everything that is needed to solve the area without the step."""
        goal = self._world.operators.numbers["solved", area]
        without = self._world.bit(area if kind is None else kind)
        found = self._evidence(candidate.start, area, granted, [goal], without, {})
        assert found is not None
        return RelaxedShortcut(area, kind, found.facts, found.absent)

    # --- what a step gives, and what is there for it --------------------------------------------------

    def _gives(self, answer: Answer, step: Node, wanted: Collection[Node]) -> list[int] | None:
        """The facts that the step gives to these nodes and that some step may need; None: unknown."""
        rule = self._possible.pack.rule(answer.rules[step])
        effects = self._possible.effects[rule.number]
        spot = answer.happens.get(step) if rule.number in self._bound_to_a_place else None
        taken = dict(answer.takes[step])
        made = dict(answer.makes.get(step, ()))
        if effects.principal is not None:
            made[effects.principal] = step
        found: set[int] = set()
        for output in (*effects.created, *effects.released, *effects.changed):
            node = made[output]
            if node not in wanted:
                continue
            item = self._possible.pack.items[node[0]]
            if spot is None and output not in effects.changed and not item.carryable:
                return None
            found.update(self._builder.result_gives(rule, effects, output, item, spot))
            contents = [taken[source] for source, holder in effects.stored.items() if holder == output]
            contents += [inner for n, inner in answer.filled.get(step, ()) if n == output]
            for inner in contents:
                found.add(self._builder.fact("inside", item.name, inner[0]))
                found.update(self._builder.values(self._possible.pack.items[inner[0]], {}))
        size = len(self._world.operators.names)
        return [fact for fact in sorted(found) if fact < size and self._world.is_wanted(fact)]

    def _own_links(self, answer: Answer, step: Node) -> frozenset[Fact]:
        """What determines which facts the step gives, apart from its rule, its by-products and its own node."""
        rule = answer.rules[step]
        effects = self._possible.effects[rule]
        shaping = {effects.kept[output] for output in effects.changed} | set(effects.stored)
        atoms: set[Fact] = {("takes", step, n, node) for n, node in answer.takes[step] if n in shaping}
        atoms |= {("filled", step, n, node) for n, node in answer.filled.get(step, ())}
        if rule in self._bound_to_a_place and step in answer.happens:
            atoms.add(("happens", step, answer.happens[step]))
        return frozenset(atoms)

    def _below(self, candidate: RefusedCandidate, top: Node) -> dict[int, Atoms]:
        """The facts of the step and of the steps that it rests on, with the links between these steps."""
        if top not in candidate.below:
            candidate.below[top] = self._facts_below(candidate.answer, top)
        return candidate.below[top]

    def _facts_below(self, answer: Answer, top: Node) -> dict[int, Atoms]:
        makers = {node: (s, n) for s, made in answer.makes.items() for n, node in made}
        found: dict[int, Atoms] = {}
        stack: list[tuple[Node, Atoms]] = [(top, ())]
        seen = {top}
        for step, path in stack:
            rule = self._possible.pack.rule(answer.rules[step])
            for n, node in answer.takes[step]:
                linked = (*path, ("takes", step, n, node))
                for fact, atoms in self._input_facts(answer, rule, step, n, node, linked):
                    found.setdefault(fact, atoms)
                if node in answer.rules:
                    maker, atoms = node, (*linked, ("step", node, answer.rules[node]))
                elif node in makers:
                    maker, output = makers[node]
                    atoms = (
                        *linked,
                        ("makes", maker, output, node),
                        ("step", maker, answer.rules[maker]),
                    )
                else:
                    continue
                if maker not in seen:
                    seen.add(maker)
                    stack.append((maker, atoms))
        return found

    def _input_facts(
        self, answer: Answer, rule: Rule, step: Node, n: int, node: Node, path: Atoms
    ) -> Iterator[tuple[int, Atoms]]:
        spot = answer.happens.get(step)
        if node[0] not in self._carryable:
            if spot is None:
                return
            path = (*path, ("happens", step, spot))
        placed = node[2] == 0 and node[:2] in answer.lies
        if placed:
            path = (*path, ("placed", *node[:2]))
        yield from ((fact, path) for fact in self._served_by(rule, n, node[0], spot, placed))

    def _served_by(self, rule: Rule, n: int, name: str, spot: str | None, placed: bool) -> list[int]:
        """The facts about an object that serves as an input of a rule, the same in every candidate."""
        known = self._served.get((rule.number, n, name, spot, placed))
        if known is None:
            item, size = self._possible.pack.items[name], len(self._world.operators.names)
            facts = self._builder.option(item, rule.inputs[n], spot)
            if placed:
                facts = [*facts, *self._builder.values(item, {})]
            known = [fact for fact in facts if fact < size]
            self._served[rule.number, n, name, spot, placed] = known
        return known

    # --- evidence -------------------------------------------------------------------------------------

    def _evidence(
        self,
        start: list[int],
        area: str,
        granted: Granted,
        goals: list[int],
        without: int,
        tree: dict[int, Atoms],
    ) -> Evidence | None:
        """A minimal part of the given facts that still leads to all goals; None: not even all of them do."""
        world, names, numbers = self._world, self._world.operators.names, self._world.operators.numbers
        by_then = [numbers["solved", name] for name in sorted(granted.solved)]
        if granted.opened:
            by_then.append(numbers["open", area])
        free = {*by_then, *(fact for fact in start if names[fact] == ("start",))}
        evidence = world.evidence([*by_then, *tree, *start], goals, without)
        if evidence is None:
            return None
        order = sorted(evidence - free, key=lambda fact: (self._worth(names[fact], area, fact in tree), fact))
        for fact in order:
            if fact in evidence:
                evidence = world.evidence([*(evidence - {fact})], goals, without) or evidence
        links = frozenset(atom for fact in evidence if fact in tree for atom in tree[fact])
        return self._generalised(area, granted, [names[f] for f in evidence if f not in tree], links)

    def _generalised(self, area: str, granted: Granted, used: list[Fact], links: frozenset[Fact]) -> Evidence:
        """An object that can be carried may lie in any of the areas that are open by then."""
        opened = self._open_by_then(area, granted)
        needed = {str(fact[1]) for fact in used if fact[0] == "solved"}
        facts: set[Fact] = set()
        absent: set[Fact] = set()
        for fact in used:
            if fact[0] == "lies" and fact[1] in self._carryable and fact[3] in opened:
                item = self._possible.pack.items[str(fact[1])]
                elsewhere = [name for name in self._possible.places_for(item) if name not in opened]
                facts.add(("placed", *fact[1:3]))
                absent |= {("lies", *fact[1:3], name) for name in elsewhere}
                needed |= granted.solved
            elif fact[0] not in ("start", "open", "solved"):
                facts.add(fact)
        if granted.opened and area not in self._possible.start.open:
            needed.add(area)
        if needed and not self._possible.has_few_areas:
            # The program has only direct dependencies of areas, so the indirect ones are added.
            needed |= granted.solved
        absent |= {atom for atom in granted.absent if atom[0] != "rests_on" or atom[1] in needed}
        return Evidence(frozenset(facts), links, frozenset(absent))

    def _open_by_then(self, area: str, granted: Granted) -> frozenset[str]:
        """The areas that are open once all granted areas are solved."""
        pack, start = self._possible.pack, self._possible.start
        opened = {*start.open, *(self._map.open_with[area] if granted.opened else ())}
        opened.update(to for name in granted.solved for to in pack.areas[name].connects)
        return frozenset(opened)

    def _worth(self, fact: Fact, area: str, in_tree: bool) -> int:
        """Order of removal: first the facts about other areas and places; those of the step's own tree stay longest."""
        if in_tree:
            return 3
        if fact[0] == "chosen" and fact[1] != area:
            return 0
        if fact[0] == "lies" and not (fact[1] in self._carryable and fact[3] in self._map.open_with[area]):
            return 1
        return 2


def _only_step(answer: Answer, kind: StepKind) -> Node | None:
    """The step of a kind, if the puzzle has exactly one."""
    steps = [step for step, rule in answer.rules.items() if (rule, step[0]) == kind]
    return steps[0] if len(steps) == 1 else None


def _replaceable_inputs(possible: PackAnalysis, rule: Rule) -> frozenset[int]:
    """Inputs that do not affect what the rule makes: any other object that fits would do."""
    effects = possible.effects[rule.number]
    traced = {effects.kept[output] for output in effects.changed} | set(effects.released.values())
    return frozenset(n for n in range(len(rule.inputs)) if n not in traced and n not in effects.stored)
