"""The baseline: puzzles made the straightforward way, as section 2.5 of De Kegel and Haahr's paper describes it.

Area by area, backwards from the goal: a random rule whose main output matches the term, then the same for each of its
inputs, until no rule matches or the area's depth is reached; then an item that matches is placed, or one that is in
the world already is used. Choices are random, by-products are not looked at, nothing is checked; where it gets
stuck it begins the area again, and after a while the whole game.
"""

from __future__ import annotations

from collections import Counter
from copy import deepcopy
from dataclasses import dataclass, field
from random import Random

from puzzlesynth.pack.model import NOTHING, Area, Item, Pack, Rule, Term, Value
from puzzlesynth.puzzle import Created, Goal, Object, Puzzle, Step
from puzzlesynth.world.rule_semantics import RuleSemantics, semantics_of

DEPTH = 8
"""The depth of areas that have no limit of their own."""


RETRIES = 20
"""How often an area is tried before the whole game is given up."""


class Stuck(Exception):
    """No item and no rule matches a term."""


@dataclass
class Made:
    """An object that a term stands for, as it is once its subtree is done."""

    name: str
    item: Item
    step: str | None
    values: dict[str, Value]
    inside: Made | None = None
    area: str | None = None
    """Where it was placed; None: it was made."""

    def __deepcopy__(self, memo: dict[int, object]) -> Made:
        """Items stay what they are."""
        copied = memo[id(self)] = Made(self.name, self.item, self.step, dict(self.values))
        copied.inside, copied.area = deepcopy(self.inside, memo), self.area
        return copied


@dataclass
class RecursiveGenerator:
    pack: Pack
    random: Random
    plans: dict[int, RuleSemantics] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.plans = {rule.number: semantics_of(rule) for rule in self.pack.rules}
        self.tries = 0
        """How often the puzzle of an area was begun."""
        self.rules = [rule for rule in self.pack.rules if not rule.fail]

    def puzzle(self) -> Puzzle:
        """One attempt; `Stuck` if it leads nowhere."""
        self.count: Counter[str] = Counter()
        self.things: list[Object] = []
        self.creates: list[Created] = []
        self.steps: list[Step] = []
        self.world: list[Made] = []
        self.opened = [area.name for area in self.pack.areas.values() if area.start]
        self.solved_by: dict[str, str] = {}
        openers: dict[str, str] = {}
        for area in self.pack.areas.values():
            for name in area.contains:
                self._stand(self.pack.items[name], area.name, placed=False)
        goals = []
        for name in self.opened:
            area = self.pack.areas[name]
            goal, step = self._area(area)
            goals.append(Goal(name, str(goal), area.start, openers.get(name), step))
            self.solved_by[name] = step
            for to in area.connects:
                if to not in self.opened:
                    self.opened.append(to)
                    openers[to] = name
        return Puzzle(
            pack=self.pack.name,
            pack_sha256=self.pack.sha256,
            areas=tuple(sorted(goals, key=lambda g: list(self.pack.areas).index(g.name))),
            objects=tuple(self.things),
            steps=tuple(self.steps),
            creates=tuple(self.creates),
            solution=tuple(step.id for step in self.steps),
        )

    def _area(self, area: Area) -> tuple[Term, str]:
        """The puzzle of one area: a goal and the step that solves it. Where it gets stuck it tries again."""
        self.area, self.depth = area.name, area.max_depth or DEPTH
        for _ in range(RETRIES):
            self.tries += 1
            before = (
                Counter(self.count),
                [*self.things],
                [*self.creates],
                [*self.steps],
                deepcopy(self.world),
            )
            goal = self.random.choice(area.goals)
            try:
                made = self._get(goal, None, 0, [])
                if made.step is not None:
                    return goal, made.step
            except Stuck:
                pass
            self.count, self.things, self.creates, self.steps, self.world = before
        raise Stuck(area.name)

    # --- backwards ------------------------------------------------------------------------------------

    def _get(self, term: Term, item: Item | None, depth: int, taken: list[Made]) -> Made:
        """An object that matches the term: found, made by a rule, or placed."""
        if depth:
            for thing in self.world:
                near = thing.area is None or thing.area in self.opened
                fits = self._fits(thing, term) and (item is None or thing.item is item)
                if near and fits and not any(thing is other for other in taken):
                    return thing
        item = item or self._member(term.type)
        rules = [rule for rule in self.rules if self._matches(rule, term, item)]
        self.random.shuffle(rules)
        if depth < self.depth:
            for rule in rules[:1]:
                return self._apply(rule, term, item, depth + 1)
        return self._place(term, item)

    def _matches(self, rule: Rule, term: Term, item: Item) -> bool:
        """The main output is of the item's type and gives something that the term asks for, against nothing of it."""
        output, wanted = rule.outputs[0], dict(term.properties)
        given = dict(output.properties)
        if output.type not in item.types or any(wanted.get(name, v) != v for name, v in given.items()):
            return False
        if output.contains is not None and output.contains != term.contains:
            return False
        if self.plans[rule.number].bound[0] is not None:
            return bool(wanted.keys() & given.keys()) or output.contains is not None
        values = {**item.properties, **given}
        return term.contains == output.contains and all(values.get(n, False) == v for n, v in wanted.items())

    def _apply(self, rule: Rule, term: Term, item: Item, depth: int) -> Made:
        plan = self.plans[rule.number]
        inputs: list[Made] = []
        for position, need in enumerate(rule.inputs):
            if plan.bound[0] == position:
                inputs.append(self._get(_before(rule.outputs[0], need, term), item, depth, inputs))
            else:
                inputs.append(self._get(need, None, depth, inputs))
        name = f"s{len(self.steps) + 1}"
        sources = tuple(thing.step for thing in inputs)
        outputs = [self._output(rule, plan, j, inputs, item, name) for j in range(len(rule.outputs))]
        names = tuple(thing.name for thing in inputs)
        # Everything comes after the areas before: the game makes their puzzles first.
        after = tuple(sorted({source for source in sources if source} | set(self.solved_by.values())))
        made = tuple(thing.name for thing in outputs)
        self.steps.append(Step(name, self.area, rule.number, rule.action, names, sources, made, after, None))
        self.world += [thing for thing in outputs if thing not in self.world]
        self.world = [t for t in self.world if not any(t is inputs[i] for i in plan.destroyed)]
        return outputs[0]

    def _output(
        self, rule: Rule, plan: RuleSemantics, j: int, inputs: list[Made], item: Item, step: str
    ) -> Made:
        term, source, released = rule.outputs[j], plan.bound[j], plan.released[j]
        if source is not None:
            thing = inputs[source]
        elif released is not None:
            content = inputs[released].inside
            if content is None:
                raise Stuck("nothing inside")
            thing, inputs[released].inside = content, None
        else:
            made = item if j == 0 else self._member(term.type)
            thing = Made(self._name(made), made, None, dict(made.properties))
            self.creates.append(Created(thing.name, made.name))
        thing.values.update(term.properties)
        thing.step = step
        if term.contains == NOTHING:
            thing.inside = None
        elif term.contains is not None and thing.inside is None:
            stored = [t for t, need in zip(inputs, rule.inputs, strict=True) if need.type == term.contains]
            thing.inside = stored[0] if stored else self._inside(term.contains)
        return thing

    def _inside(self, kind: str) -> Made:
        item = self._member(kind)
        self.creates.append(Created(self._name(item), item.name))
        return Made(self.creates[-1].id, item, None, dict(item.properties))

    def _member(self, kind: str) -> Item:
        if kind in self.pack.items:
            return self.pack.items[kind]
        return self.random.choice(self.pack.members[kind])

    # --- terminals ------------------------------------------------------------------------------------

    def _place(self, term: Term, item: Item) -> Made:
        """Adds an item that matches to the world, in an area that is open by now."""
        areas = [name for name in self.opened if item.areas is None or name in item.areas]
        probe = Made("", item, None, dict(item.properties), self._probe(item))
        if item.spawnable and areas and self.count[item.name] < item.copies and self._fits(probe, term):
            return self._stand(item, self.random.choice(areas), placed=True)
        raise Stuck(str(term))

    def _probe(self, item: Item) -> Made | None:
        inner = self.pack.items.get(item.contains or "")
        return None if inner is None else Made("", inner, None, dict(inner.properties))

    def _stand(self, item: Item, area: str, placed: bool) -> Made:
        thing = Made(self._name(item), item, None, dict(item.properties), area=area)
        self.things.append(Object(thing.name, item.name, area, None, placed, dict(item.properties)))
        inner = self.pack.items.get(item.contains or "")
        if inner is not None:
            thing.inside = Made(self._name(inner), inner, None, dict(inner.properties))
            inside = Object(thing.inside.name, inner.name, None, thing.name, placed, dict(inner.properties))
            self.things.append(inside)
        self.world.append(thing)
        return thing

    def _name(self, item: Item) -> str:
        self.count[item.name] += 1
        return f"{item.name.lower()}-{self.count[item.name]}"

    def _fits(self, thing: Made, term: Term) -> bool:
        if term.type not in thing.item.types:
            return False
        if any(thing.values.get(name, False) != value for name, value in term.properties):
            return False
        if term.contains is None:
            return True
        if term.contains == NOTHING:
            return thing.inside is None
        return thing.inside is not None and term.contains in thing.inside.item.types


def _before(output: Term, need: Term, wanted: Term) -> Term:
    """What an object must be like before a rule so that it is what is wanted afterwards."""
    set_by_rule = dict(output.properties)
    left = {name: value for name, value in wanted.properties if name not in set_by_rule}
    properties = {**left, **dict(need.properties)}
    contains = need.contains or (wanted.contains if output.contains is None else None)
    return Term(need.type, tuple(properties.items()), contains)
