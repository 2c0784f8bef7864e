"""What can happen in a pack at all: which items can be there, which values they can take, which rules matter.

Everything here is an over-approximation that ignores order, places and consumption. It keeps the logic program
small; it never decides anything that the program would decide otherwise.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property

from puzzlesynth.pack.model import ANYTHING, NOTHING, Area, Item, Pack, Rule, Term, Value, same_value
from puzzlesynth.pack.rules.effects import OperatorEffects, operator_effects
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.synth.maps.block_tree import BlockTree
from puzzlesynth.synth.maps.map_facts import PuzzlePattern

from .initial_state import AreaDependencies, InitialState
from .object_bounds import CopyBounds, ObjectStages, copy_bounds_of
from .options import NO_TARGETS, Targets


@dataclass(frozen=True)
class PackAnalysis:
    """A pack, a start, and everything that can become true in their games."""

    pack: Pack
    start: InitialState
    shape: BlockTree | None = None
    """The map that the puzzle has to follow."""
    targets: Targets = NO_TARGETS
    pattern: PuzzlePattern | None = None
    """The shape that the puzzle has to have in the pack's own world."""
    widened: bool = False
    """Whether a puzzle may have more objects of an item over the whole game than can exist at once."""
    asked_for: Pack | None = None
    """Where the pack has been loosened to see what would help: as it is."""

    @cached_property
    def effects(self) -> Mapping[int, OperatorEffects]:
        if self.shape is not None:
            return self.shape.effects
        return {rule.number: operator_effects(rule) for rule in self.pack.rules}

    @cached_property
    def _useful_rules(self) -> tuple[Rule, ...]:
        """Rules that make something without ending the game."""
        return tuple(filter(self._is_useful, self.pack.rules))

    def _is_useful(self, rule: Rule) -> bool:
        if rule.fail or self.effects[rule.number].principal is None:
            return False
        # With a map, a game has only those relations that the map needs.
        return self.shape is None or not rule.from_relation or rule.number in self.shape.rules_that_fit

    def creatable(self, kind: str) -> tuple[Item, ...]:
        """The items that a rule may mean when it makes a new object of this type."""
        item = self.pack.items.get(kind)
        return (item,) if item else self.pack.members.get(kind, ())

    def by_type(self, kind: str) -> tuple[Item, ...]:
        return self.pack.members.get(kind, ())

    @cached_property
    def obtainable(self) -> frozenset[str]:
        """Items that can be in the world at some time, and with them the rules that can ever be used."""
        return self._reach[0]

    @cached_property
    def usable(self) -> tuple[Rule, ...]:
        return tuple(rule for rule in self._useful_rules if rule.number in self._reach[1])

    @cached_property
    def _reach(self) -> tuple[frozenset[str], frozenset[int]]:
        waiting: dict[str, list[tuple[Rule, int]]] = defaultdict(list)
        missing: dict[int, set[int]] = {}
        for rule in self._useful_rules:
            missing[rule.number] = set(range(len(rule.inputs)))
            for n, term in enumerate(rule.inputs):
                waiting[term.type].append((rule, n))
        found: set[str] = set()
        fired: set[int] = set()
        queue: deque[str] = deque()

        def add(names: Iterable[str]) -> None:
            for name in names:
                if name not in found:
                    found.add(name)
                    queue.append(name)

        add(self.start.items)
        add(item.name for item in self.pack.items.values() if self.start.may_place(item))
        seen_types: set[str] = set()
        while queue:
            item = self.pack.items[queue.popleft()]
            if item.contains:
                add([item.contains])
            for kind in item.types - seen_types:
                seen_types.add(kind)
                for rule, n in waiting.get(kind, ()):
                    missing[rule.number].discard(n)
                    if not missing[rule.number] and rule.number not in fired:
                        fired.add(rule.number)
                        add(self._new_items(rule))
        return frozenset(found), frozenset(fired)

    def _new_items(self, rule: Rule) -> Iterator[str]:
        return (item.name for kind in self.created_types(rule) for item in self.creatable(kind))

    def created_types(self, rule: Rule) -> list[str]:
        """The types of the new objects that a use of the rule makes, by themselves or inside something."""
        effects = self.effects[rule.number]
        return [*(rule.outputs[output].type for output in effects.created), *effects.filled.values()]

    # --- values ---------------------------------------------------------------------------------------

    @cached_property
    def changing(self) -> frozenset[str]:
        """The properties that some rule sets, or that were changed before a running game got here."""
        found = {name for rule in self.usable for term in rule.outputs for name, _ in term.properties}
        for item, name, value in self.start.values:
            if not same_value(value, self.initial(self.pack.items[item], name)):
                found.add(name)
        return frozenset(found)

    @cached_property
    def booleans(self) -> frozenset[str]:
        """Properties that are true or false, and false where nothing is said."""
        terms = [t for rule in self.pack.rules for t in (*rule.inputs, *rule.outputs)]
        terms += [goal for area in self.pack.areas.values() for goal in area.goals]
        found = {name for term in terms for name, value in term.properties if isinstance(value, bool)}
        for item in self.pack.items.values():
            found |= {name for name, value in item.properties.items() if isinstance(value, bool)}
        return frozenset(found | {"carryable"})

    def initial(self, item: Item, name: str) -> Value | None:
        value = item.value(name)
        return False if value is None and name in self.booleans else value

    @cached_property
    def _values(self) -> Mapping[tuple[str, str], set[Value]]:
        """The values that rules can give to the properties of each item."""
        found: dict[tuple[str, str], set[Value]] = defaultdict(set)
        for rule in self.usable:
            effects = self.effects[rule.number]
            for output, term in enumerate(rule.outputs):
                if term.properties:
                    for item in self.result_items(rule, effects, output):
                        for name, value in term.properties:
                            found[item.name, name].add(value)
        for item_name, name, value in self.start.values:
            found[item_name, name].add(value)
        return found

    def result_items(self, rule: Rule, effects: OperatorEffects, output: int) -> tuple[Item, ...]:
        """What an output's object can be, by type alone: what is kept is of its input's type, whatever its label says."""
        if output in effects.kept:
            return self.by_type(rule.inputs[effects.kept[output]].type)
        kind = rule.outputs[output].type
        if output in effects.created:
            return self.creatable(kind)
        return self.by_type(kind)

    def can_have(self, item: Item, name: str, value: Value) -> bool:
        return same_value(self.initial(item, name), value) or any(
            same_value(other, value) for other in self._values.get((item.name, name), ())
        )

    def accepted(self, term: Term) -> tuple[Item, ...]:
        """The items that can match a term at some time."""
        key = (term.type, *[(name, type(value), value) for name, value in term.properties])
        known = self._accepted.get(key)
        if known is None:
            known = self._accepted[key] = tuple(
                item
                for item in self.by_type(term.type)
                if item.name in self.obtainable
                and all(self.can_have(item, name, value) for name, value in term.properties)
            )
        return known

    @cached_property
    def _accepted(self) -> dict[tuple[object, ...], tuple[Item, ...]]:
        """What was asked before: the facts ask for the same few terms again and again."""
        return {}

    @property
    def has_few_areas(self) -> bool:
        """Whether it is worth saying of each area all that it rests on, and not only directly."""
        return len(self.start.areas) <= FEW_AREAS

    @cached_property
    def is_dense(self) -> bool:
        """Whether enough steps are possible that a search needs to see shortcuts as it goes."""
        if self.shape is not None or not self.has_few_areas:
            return False
        steps = 0
        for rule in self.relevant[1]:
            effects = self.effects[rule.number]
            items = self.result_items(rule, effects, effects.principal or 0)
            steps += sum(self.copies_of(item, 0) for item in items)
        return steps > (MANY_PLAIN_STEPS if self.is_plain else MANY_STEPS)

    @cached_property
    def is_plain(self) -> bool:
        """Whether every rule makes one new thing and nothing else, things have no state and can be carried, and none is
        there already."""
        items = [self.pack.items[name] for name in self.items_in_play]
        return (
            not self.changing
            and all(item.carryable and item.contains is None for item in items)
            and not self.start.objects
            and all(map(self._makes_one_thing, self.relevant[1]))
        )

    def _makes_one_thing(self, rule: Rule) -> bool:
        effects = self.effects[rule.number]
        others = (*effects.changed, *effects.released, *effects.stored, *effects.filled, *effects.emptied)
        return (
            len(effects.created) == 1
            and not others
            and len(self.creatable(rule.outputs[effects.created[0]].type)) == 1
            and not any(term.contains for term in (*rule.inputs, *rule.outputs))
        )

    @cached_property
    def uses_up_all(self) -> bool:
        """Whether things are as plain as can be and every rule uses up all that it takes."""
        return self.is_plain and all(
            len(self.effects[rule.number].destroyed) == len(rule.inputs) for rule in self.relevant[1]
        )

    @cached_property
    def uses_up_nothing(self) -> bool:
        """Whether things are as plain as can be and no rule uses up anything that it takes."""
        return self.is_plain and not any(self.effects[rule.number].destroyed for rule in self.relevant[1])

    @property
    def is_recipe_book(self) -> bool:
        """Whether there are many plain steps that all use up or all keep what they take."""
        return self.is_dense and (self.uses_up_all or self.uses_up_nothing)

    @cached_property
    def has_few_uses(self) -> bool:
        """Whether it is worth saying of each item all that goes into it, and not only directly."""
        return sum(len(rule.inputs) for rule in self.relevant[1]) * len(self.relevant[0]) <= FEW_USES

    @cached_property
    def keeps_all(self) -> bool:
        """Whether things are as plain as can be, nothing is ever used up and no area opens later: then the delete
        relaxation is exact. An area opens at the moment a goal is met, which the relaxation does not see: what rests on
        that goal looks as if it could be had before."""
        if any(area.name not in self.start.open for area in self.start.areas):
            return False
        return self.uses_up_nothing and not any(map(self._may_take_two, self.relevant[1]))

    def _may_take_two(self, rule: Rule) -> bool:
        names = [item.name for term in rule.inputs for item in self.accepted(term)]
        return len(set(names)) < len(names)

    # --- what the goals need --------------------------------------------------------------------------

    def goals_of(self, area: Area) -> Iterable[tuple[int, Term]]:
        """The goals that may be chosen for an area, with their numbers."""
        return enumerate(area.goals)

    @cached_property
    def relevant(self) -> tuple[frozenset[str], tuple[Rule, ...]]:
        """The items and rules that can play a part in reaching some goal."""
        items, rules = self._from_goals_down
        return frozenset(items), tuple(rules[n] for n in sorted(rules))

    @property
    def from_goals_down(self) -> tuple[str, ...]:
        """The same items as they are met on the way down from the goals: what a step takes comes late."""
        return tuple(self._from_goals_down[0])

    @cached_property
    def _makers(self) -> Mapping[str, list[Rule]]:
        makers: dict[str, list[Rule]] = defaultdict(list)
        for rule in self.usable:
            for name in self.possible_results(rule):
                makers[name].append(rule)
        return makers

    @cached_property
    def _from_goals_down(self) -> tuple[dict[str, None], dict[int, Rule]]:
        items: dict[str, None] = {}
        rules: dict[int, Rule] = {}
        queue = deque(
            item.name for area in self.start.areas for goal in area.goals for item in self.accepted(goal)
        )
        while queue:
            name = queue.popleft()
            if name in items:
                continue
            items[name] = None
            if inner := self.pack.items[name].contains:
                queue.append(inner)
            for rule in self._makers.get(name, ()):
                if rule.number not in rules:
                    rules[rule.number] = rule
                    queue.extend(self._needs(rule))
        return items, rules

    @property
    def items_in_play(self) -> frozenset[str]:
        """The items that a puzzle can have in it."""
        return self.relevant[0] | self.baits

    @cached_property
    def herrings(self) -> Mapping[str, int]:
        """How many red herrings each area has, where any area has one."""
        wanted = {
            name: self.targets.herrings(self.pack.areas[name])
            for name in self.start.reachable
            if self.pack.areas[name].is_place
        }
        return wanted if any(wanted.values()) else {}

    @cached_property
    def baits(self) -> frozenset[str]:
        """Items that can be red herrings: some rule takes them. What has something inside is left out."""
        if not self.herrings:
            return frozenset()
        kinds = {term.type for rule in self.pack.rules if not rule.fail for term in rule.inputs}
        return frozenset(
            item.name
            for item in self.pack.items.values()
            if item.contains is None and self.start.may_place(item) and item.types & (kinds - {ANYTHING})
        )

    def possible_results(self, rule: Rule) -> frozenset[str]:
        effects = self.effects[rule.number]
        found: set[str] = set()
        for output in (*effects.created, *effects.changed, *effects.released):
            found.update(item.name for item in self.result_items(rule, effects, output))
        for kind in effects.filled.values():
            found.update(item.name for item in self.creatable(kind))
        return frozenset(found & self.obtainable)

    def _needs(self, rule: Rule) -> Iterator[str]:
        """Items that a rule takes, finds inside what it takes, or makes on the way."""
        for term in rule.inputs:
            yield from (item.name for item in self.accepted(term))
            if term.contains and term.contains != NOTHING:
                yield from (item.name for item in self.by_type(term.contains) if item.name in self.obtainable)
        yield from self._new_items(rule)

    # --- places ---------------------------------------------------------------------------------------

    @cached_property
    def area_dependencies(self) -> AreaDependencies:
        return AreaDependencies(self.start)

    def places_for(self, item: Item) -> tuple[str, ...]:
        """Where it makes sense to place an item. With many areas, those are left out that open only after everything is
        solved that the item can play a part in."""
        if self.has_few_areas or item.name in self.baits:
            return self.start.places_for(item)
        if item.name not in self._places:
            parts = self._serves.get(item.name, frozenset())
            before = self.area_dependencies.solved_before
            self._places[item.name] = tuple(
                area for area in self.start.places_for(item) if not parts <= before[area]
            )
        return self._places[item.name]

    @cached_property
    def _places(self) -> dict[str, tuple[str, ...]]:
        return {}

    @cached_property
    def _serves(self) -> Mapping[str, frozenset[str]]:
        """For each item the areas in whose solving it can play a part."""
        found: dict[str, frozenset[str]] = {}
        queue = deque(
            (item.name, frozenset((area.name,)))
            for area in self.start.areas
            for goal in area.goals
            for item in self.accepted(goal)
        )
        while queue:
            name, areas = queue.popleft()
            known = found.get(name, frozenset())
            if areas <= known:
                continue
            found[name] = known | areas
            if inner := self.pack.items[name].contains:
                queue.append((inner, found[name]))
            for rule in self._makers.get(name, ()):
                queue.extend((need, found[name]) for need in self._needs(rule))
        return found

    # --- objects --------------------------------------------------------------------------------------

    @cached_property
    def supplies(self) -> CopyBounds:
        """How many objects of each item that matters a puzzle can have."""
        return copy_bounds_of(self)

    @cached_property
    def recurring(self) -> Mapping[str, int]:
        """The items of which a puzzle may have more objects than can exist at once, and how many can."""
        if not self.widened or self.shape is not None:
            return {}
        copies = (self.asked_for or self.pack).items
        return {
            name: supply.at_once
            for name, supply in self.supplies.of.items()
            if supply.recurs or supply.in_all > copies[name].copies
        }

    def copies_of(self, item: Item, present: int) -> int:
        """How many objects of an item a puzzle can have, of which `present` are there already."""
        if self.shape is not None:
            return max(present, self.shape.objects.copies.get(item.name, 0))
        if item.name in self.recurring:
            return self.supplies.of[item.name].in_all
        return max(present, min(item.copies, present + self.pack.limits.copies))

    # --- stages ---------------------------------------------------------------------------------------

    @cached_property
    def object_stages(self) -> ObjectStages:
        return ObjectStages(self)

    def stages(self, item: Item) -> int:
        """How often an object of this item can change in one puzzle."""
        if self.shape is not None:
            return self.shape.last_stage.get(item.name, 0)
        return self.object_stages.most_of(item)


StepKind = tuple[int, str]
"""A kind of step: the number of a rule, and the item that a step with it makes."""

MANY_STEPS = 200
"""With fewer possible steps than this, a search ends soon whatever it does."""

MANY_PLAIN_STEPS = 20
"""The same where nothing but making things tells one step from another: such packs have many ways to everything."""

FEW_USES = 300_000
"""With more items times inputs than this, the whole of what goes into each item takes too much room."""

FEW_AREAS = 12
"""With more areas than this, the whole of what each of them rests on takes too much room."""
