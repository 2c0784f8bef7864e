"""Builds the relaxed world of a pack: every way to use its rules, in terms of items instead of objects."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping
from functools import cached_property

from puzzlesynth.pack.model import NOTHING, Area, Item, Rule, Term, Value
from puzzlesynth.pack.rules.effects import OperatorEffects
from puzzlesynth.puzzle.model import Object
from puzzlesynth.synth.answers.answer_set import ObjectKey
from puzzlesynth.synth.program.facts import copies_present
from puzzlesynth.synth.relevance import PackAnalysis

from .relaxed_task import RelaxedOperators, RelaxedTask


class RelaxedTaskBuilder:
    """For all puzzles of a pack; with `lies`, for those with exactly these objects in these places."""

    def __init__(self, possible: PackAnalysis, lies: Mapping[ObjectKey, str] | None = None) -> None:
        self._lies = lies
        self.possible, self.start, self.pack = possible, possible.start, possible.pack
        self.operators = RelaxedOperators()
        self.fact = self.operators.fact
        self._stands: dict[str, tuple[str, ...]] = {}
        self._usual_values: dict[str, list[int]] = {}
        self._items = [item for item in self.pack.items.values() if item.name in possible.relevant[0]]
        to_solve = {area.name for area in self.start.areas}
        for name in self.start.reachable:
            self._add_area(self.pack.areas[name], name in to_solve)
        self._add_things()
        for rule in possible.relevant[1]:
            self._add_rule(rule, possible.effects[rule.number])
        self._add_holding()
        self.operators.remove_unneeded()

    def world(self) -> RelaxedTask:
        return RelaxedTask(self.operators)

    # --- areas and goals ------------------------------------------------------------------------------

    def _add_area(self, area: Area, to_solve: bool) -> None:
        solved = self.fact("solved", area.name)
        if area.name in self.start.open:
            self.operators.add(
                [self.fact("start")], [self.fact("open", area.name)], self.operators.bit(area.name)
            )
        if not to_solve:
            return
        for to in area.connects:
            if to in self.start.reachable:
                self.operators.add([solved], [self.fact("open", to)], self.operators.bit(to))
        for number, goal in enumerate(area.goals):
            chosen = self.fact("chosen", area.name, number)
            for item in self.possible.accepted(goal):
                for where in self._whereabouts(item):
                    # A door opens together with the area that it is in, so it can be solved once it is open.
                    here = [] if area.is_place else [self.fact("open", area.name)]
                    self.operators.add([chosen, where, *here, *self._state(item, goal)], [solved])

    # --- things ---------------------------------------------------------------------------------------

    def _whereabouts(self, item: Item) -> list[int]:
        if item.carryable:
            return [self.fact("hand", item.name)]
        return [self.fact("spot", item.name, area) for area in self._standing(item)]

    def _at(self, item: Item, area: str) -> int:
        return self.fact("hand", item.name) if item.carryable else self.fact("spot", item.name, area)

    def _state(self, item: Item, term: Term) -> list[int]:
        """What a term requires of a reachable item."""
        facts = [
            self.fact("value", item.name, name, _typed(value))
            for name, value in term.properties
            if name in self.possible.changing
        ]
        if term.contains is not None and term.contains != NOTHING:
            facts.append(self.fact("holds", item.name, term.contains))
        return facts

    def values(self, item: Item, properties: Mapping[str, Value]) -> list[int]:
        """The changing properties that an object starts with."""
        if properties:
            return self._values(item, properties)
        if item.name not in self._usual_values:
            self._usual_values[item.name] = self._values(item, {})
        return self._usual_values[item.name]

    def _values(self, item: Item, properties: Mapping[str, Value]) -> list[int]:
        found = []
        for name in sorted(self.possible.changing):
            value = properties.get(name)
            if value is None:
                value = self.possible.initial(item, name)
            if value is not None:
                found.append(self.fact("value", item.name, name, _typed(value)))
        return found

    def _add_things(self) -> None:
        copy_of = copies_present(self.start.objects)
        present = {copy_of[thing.id]: thing for thing in self.start.objects}
        counts: dict[str, int] = defaultdict(int)
        for name, _ in present:
            counts[name] += 1
        for item in self._items:
            for copy in range(1, self.possible.copies_of(item, counts[item.name]) + 1):
                thing = present.get((item.name, copy))
                self._add_thing(item, copy, thing)
                if thing is not None and thing.inside is not None:
                    holder, holder_copy = copy_of[thing.inside]
                    self._add_packed(self.pack.items[holder], holder_copy, item, copy, thing.properties)
                elif thing is None and item.contains in self.possible.relevant[0]:
                    inner = self.pack.items[item.contains]
                    for inner_copy in range(1, self.possible.copies_of(inner, counts[inner.name]) + 1):
                        self._add_packed(item, copy, inner, inner_copy, {})

    def _add_thing(self, item: Item, copy: int, thing: Object | None) -> None:
        values = self.values(item, thing.properties if thing else {})
        places = self._places(item, copy)
        if thing is not None:
            places = () if thing.inside is not None else (thing.area or self.start.open[0],)
        for area in places:
            needs = [self.fact("start" if thing else "lies", *(() if thing else (item.name, copy, area)))]
            self.operators.add([*needs, self.fact("open", area)], [self._at(item, area), *values])

    def _places(self, item: Item, copy: int) -> tuple[str, ...]:
        """Where the synthesizer may put an object; in a map, its block decides."""
        if self._lies is not None:
            return (self._lies[item.name, copy],) if (item.name, copy) in self._lies else ()
        if self.possible.shape is None:
            return self.possible.places_for(item)
        return self.possible.shape.objects.places.get((item.name, copy), ())

    def _add_packed(
        self, item: Item, copy: int, inner: Item, inner_copy: int, properties: Mapping[str, Value]
    ) -> None:
        packed = self.fact("packed", item.name, copy, inner.name, inner_copy)
        inside = self.fact("inside", item.name, inner.name)
        self.operators.add([packed], [inside, *self.values(inner, properties)])

    # --- rules ----------------------------------------------------------------------------------------

    def _add_rule(self, rule: Rule, effects: OperatorEffects) -> None:
        portable = all(item.carryable for term in rule.inputs for item in self.possible.accepted(term))
        spots: Iterable[str | None] = (None,)
        if not portable or self._leaves_fixed(rule, effects):
            spots = self._meeting_places(rule)
        for area in spots:
            here = [] if area is None else [self.fact("open", area)]
            if self.possible.shape is not None and rule.from_relation:
                here.append(self.fact("active", rule.number))
            for n, term in enumerate(rule.inputs):
                for item in self.possible.accepted(term):
                    self.operators.add(
                        self.option(item, term, area), [self.fact("ready", rule.number, n, area)]
                    )
            self._add_results(rule, effects, area, here)

    def _meeting_places(self, rule: Rule) -> Iterable[str]:
        """Areas in which something for every input can be."""
        found = list(self.start.reachable)
        for term in rule.inputs:
            items = self.possible.accepted(term)
            if not any(item.carryable for item in items):
                near = {area for item in items for area in self._standing(item)}
                found = [area for area in found if area in near]
        return found

    def _standing(self, item: Item) -> Collection[str]:
        """The areas in which an item that cannot be carried can be."""
        if item.name not in self._stands:
            here = {
                thing.area or self.start.open[0] for thing in self.start.objects if thing.item == item.name
            }
            if self._lies is not None:
                here.update(self._places_taken.get(item.name, ()))
            elif self.possible.shape is None:
                here.update(self.possible.places_for(item))
            else:
                places = self.possible.shape.objects.places
                here.update(a for (name, _), areas in places.items() if name == item.name for a in areas)
            made = item.name in self._comes_up
            self._stands[item.name] = tuple(a for a in self.start.reachable if made or a in here)
        return self._stands[item.name]

    @cached_property
    def _places_taken(self) -> Mapping[str, set[str]]:
        """For each item the areas in which it lies."""
        found: dict[str, set[str]] = defaultdict(set)
        for (name, _), area in (self._lies or {}).items():
            found[name].add(area)
        return found

    @cached_property
    def _comes_up(self) -> frozenset[str]:
        """Items that a step can make or release, wherever it is done."""
        return frozenset(
            item.name
            for rule in self.possible.relevant[1]
            for output in (
                *self.possible.effects[rule.number].created,
                *self.possible.effects[rule.number].released,
            )
            for item in self.possible.result_items(rule, self.possible.effects[rule.number], output)
        )

    def option(self, item: Item, term: Term, area: str | None) -> list[int]:
        """An item that serves as an input, the player being in an area."""
        where = self.fact("hand", item.name) if item.carryable else self.fact("spot", item.name, area)
        return [where, *self._state(item, term)]

    def _leaves_fixed(self, rule: Rule, effects: OperatorEffects) -> bool:
        return any(
            not item.carryable
            for output in (*effects.created, *effects.released)
            for item in self.possible.result_items(rule, effects, output)
        )

    def _add_results(self, rule: Rule, effects: OperatorEffects, area: str | None, here: list[int]) -> None:
        """The principal result is what the rule is used for; any use also gives the others."""
        assert effects.principal is not None
        ready = {n: self.fact("ready", rule.number, n, area) for n in range(len(rule.inputs))}
        used = self.fact("used", rule.number, area)
        for output in (*effects.created, *effects.released, *effects.changed):
            for item in self.possible.result_items(rule, effects, output):
                if item.name not in self.possible.obtainable:
                    continue
                needs, source = self._result_needs(rule, effects, output, item, area)
                gives = self.result_gives(rule, effects, output, item, area)
                if output == effects.principal:
                    others = [fact for n, fact in ready.items() if n != source]
                    bit = self.operators.bit((rule.number, item.name))
                    self.operators.add([*here, *needs, *others], [used, *gives], bit)
                else:
                    self.operators.add([used, *needs], gives)
                self._add_contents(rule, effects, output, item, used, area)

    def _result_needs(
        self, rule: Rule, effects: OperatorEffects, output: int, item: Item, area: str | None
    ) -> tuple[list[int], int | None]:
        if output in effects.created:
            if len(self.possible.creatable(rule.outputs[output].type)) == 1:
                return [], None
            return [self.fact("allowed", rule.number, output, item.name)], None
        if output in effects.changed:
            source = effects.kept[output]
            if item not in self.possible.accepted(rule.inputs[source]):
                return [self.fact("never")], source
            return self.option(item, rule.inputs[source], area), source
        return [self.fact("in some", rule.number, effects.released[output], item.name)], None

    def result_gives(
        self, rule: Rule, effects: OperatorEffects, output: int, item: Item, area: str | None
    ) -> list[int]:
        gives = []
        if output not in effects.changed:
            gives.append(self._at(item, area) if area is not None else self.fact("hand", item.name))
        properties = dict(rule.outputs[output].properties)
        if output in effects.created:
            gives += self.values(item, properties)
        else:
            gives += [self.fact("value", item.name, n, _typed(v)) for n, v in properties.items()]
        return gives

    def _add_contents(
        self, rule: Rule, effects: OperatorEffects, output: int, item: Item, used: int, area: str | None
    ) -> None:
        for source, holder in effects.stored.items():
            if holder == output:
                for content in self.possible.accepted(rule.inputs[source]):
                    needs = [used, *self.option(content, rule.inputs[source], area)]
                    self.operators.add(needs, [self.fact("inside", item.name, content.name)])
        if output in effects.filled:
            contents = self.possible.creatable(effects.filled[output])
            for content in contents:
                needs = [used]
                if len(contents) > 1:
                    needs.append(self.fact("allowed", rule.number, ("inside", output), content.name))
                gives = [self.fact("inside", item.name, content.name), *self.values(content, {})]
                self.operators.add(needs, gives)

    def _add_holding(self) -> None:
        """What is inside something counts for all its types, and rules that take its holder can release it."""
        inside = [fact for fact in self.operators.names if fact[0] == "inside"]
        wanted = defaultdict(list)
        for fact in self.operators.names:
            if fact[0] == "holds":
                wanted[fact[1]].append(fact[2])
        for _, holder, content in inside:
            needs = [self.fact("inside", holder, content)]
            for kind in wanted[holder]:
                if kind in self.pack.items[str(content)].types:
                    self.operators.add(needs, [self.fact("holds", holder, kind)])
        for _, number, source, content in [f for f in self.operators.names if f[0] == "in some"]:
            rule = self.pack.rule(int(str(number)))
            for holder in self.possible.accepted(rule.inputs[int(str(source))]):
                if ("inside", holder.name, content) in self.operators.numbers:
                    needs = [self.fact("inside", holder.name, content)]
                    self.operators.add(needs, [self.fact("in some", number, source, content)])


def _typed(value: Value) -> tuple[str, Value]:
    """True and 1 are different values, though Python calls them equal."""
    return type(value).__name__, value
