"""A pack and a start as facts for the encodings."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator
from typing import NamedTuple

from puzzlesynth.pack.model import NOTHING, Area, Item, Rule, Term
from puzzlesynth.pack.rules.effects import OperatorEffects, may_be_idle
from puzzlesynth.puzzle.model import Object as Thing
from puzzlesynth.synth.options import in_force
from puzzlesynth.synth.program import predicates as p
from puzzlesynth.synth.relevance import PackAnalysis

from .predicates import Fact, PredicateSchema

CopyOf = dict[str, tuple[str, int]]
"""The copy that stands for each object that is there already, by its id."""


def copies_present(things: tuple[Thing, ...]) -> CopyOf:
    counts: dict[str, int] = defaultdict(int)
    found: CopyOf = {}
    for thing in things:
        counts[thing.item] += 1
        found[thing.id] = (thing.item, counts[thing.item])
    return found


def facts_of(possible: PackAnalysis) -> Iterator[Fact]:
    rules = possible.relevant[1]
    items = [item for item in possible.pack.items.values() if item.name in possible.items_in_play]
    wanted = _wanted_properties(possible, rules)
    yield from _item_facts(possible, items, wanted)
    for rule in rules:
        yield from _rule_facts(possible, rule, possible.effects[rule.number])
    for number, area in enumerate(possible.start.areas):
        yield from _area_facts(possible, area, number)
    yield from idle_facts(possible)
    yield from _map_facts(possible)
    yield from _wanted_shape(possible)


def encoding_files(possible: PackAnalysis) -> Iterator[str]:
    """The files of `encodings/` that make up the program of a pack."""
    yield "puzzle.lp"
    if any(idle_facts(possible)):
        yield "idle.lp"
    if possible.shape is not None:
        yield "maps/map.lp"
    if possible.pattern is not None:
        yield "maps/pattern.lp"


def idle_facts(possible: PackAnalysis) -> Iterator[Fact]:
    """For `encodings/idle.lp`. A step must change the properties that it is there to change, so such rules need no
    fact."""
    for rule in possible.relevant[1]:
        effects = possible.effects[rule.number]
        for n in effects.changed:
            allowed = n != effects.principal or effects.touches_content(n)
            if allowed and may_be_idle(rule, effects, n):
                yield p.MayBeIdle(rule.number, n)


def _wanted_shape(possible: PackAnalysis) -> Iterator[Fact]:
    """Red herrings, and bounds in addition to the pack's."""
    yield from (p.MayBait(name) for name in sorted(possible.baits))
    yield from (p.Herrings(area, number) for area, number in possible.herrings.items())
    for area, target in in_force(possible.targets, possible.start.areas):
        least, most = target.range.least, target.range.most
        if target.kind == "depth":
            yield from (p.MinDepth(area.name, n) for n in (least,) if n is not None)
            yield from (p.MaxDepth(area.name, n) for n in (most,) if n is not None)
        elif target.kind != "herrings":
            yield from (p.TargetLeast(area.name, target.kind, n) for n in (least,) if n is not None)
            yield from (p.TargetMost(area.name, target.kind, n) for n in (most,) if n is not None)


def _wanted_properties(possible: PackAnalysis, rules: tuple[Rule, ...]) -> dict[str, set[str]]:
    """For each type, the changing properties that some term tests."""
    terms: list[Term] = [term for rule in rules for term in rule.inputs]
    terms += [goal for area in possible.start.areas for goal in area.goals]
    found: dict[str, set[str]] = defaultdict(set)
    for term in terms:
        found[term.type].update(name for name, _ in term.properties if name in possible.changing)
    # A step that changes something has to differ from what was there, so what is set must be known before.
    for rule in rules:
        for term in rule.outputs:
            found[term.type].update(name for name, _ in term.properties)
    return found


def _item_facts(possible: PackAnalysis, items: list[Item], wanted: dict[str, set[str]]) -> Iterator[Fact]:
    copy_of = copies_present(possible.start.objects)
    things: dict[str, list[Thing]] = defaultdict(list)
    for thing in possible.start.objects:
        things[thing.item].append(thing)
    yield from (p.Turn(name, number) for number, name in enumerate(possible.from_goals_down))
    for name, most in possible.recurring.items():
        yield p.Recurs(name)
        yield p.AtOnce(name, most)
    for item in items:
        present = things[item.name]
        copies = possible.copies_of(item, len(present))
        yield p.Stages(item.name, possible.stages(item))
        yield from (p.Isa(item.name, kind) for kind in sorted(item.types))
        if possible.shape is None:  # a map determines where each of its objects lies
            yield from (p.MayPlace(item.name, area) for area in possible.places_for(item))
        if item.carryable:
            yield p.Carryable(item.name)
        names = sorted({name for kind in item.types for name in wanted.get(kind, ())})
        first = {name: value for name in names if (value := possible.initial(item, name)) is not None}
        yield from (p.CreatedWith(item.name, name, v) for name, v in first.items())
        for copy in range(1, copies + 1):
            yield p.Object(item.name, copy)
            known = dict(first)
            if copy <= len(present):
                thing = present[copy - 1]
                known.update((n, v) for n, v in thing.properties.items() if n in names)
                yield from _presence(possible, thing, copy, copy_of)
                if copy > 1 and _alike(possible, present[copy - 2], thing):
                    yield p.Alike(item.name, copy)
            else:
                if item.contains and item.contains in possible.relevant[0]:
                    yield p.ComesWith(item.name, copy, item.contains)
                if copy > len(present) + 1 and possible.shape is None:
                    yield p.Alike(item.name, copy)
            yield from (p.Initial(item.name, copy, name, v) for name, v in known.items())


def _presence(possible: PackAnalysis, thing: Thing, copy: int, copy_of: CopyOf) -> Iterator[Fact]:
    if thing.inside is not None:
        yield p.PackedAlready(*copy_of[thing.inside], thing.item, copy)
    else:
        # The player takes along what is carried, so it can be anywhere.
        yield p.Present(thing.item, copy, thing.area or possible.start.open[0])


def _alike(possible: PackAnalysis, one: Thing, other: Thing) -> bool:
    """Whether two existing objects of an item are interchangeable."""
    holders = {thing.inside for thing in possible.start.objects}
    if one.inside or other.inside or one.id in holders or other.id in holders:
        return False
    return one.area == other.area and one.properties == other.properties


class _TermPredicates(NamedTuple):
    """The names of the facts about a term: an input's or a goal's."""

    accepts: PredicateSchema
    demands: PredicateSchema
    holding: PredicateSchema
    holding_nothing: PredicateSchema


_INPUT = _TermPredicates(p.Accepts, p.Demands, p.Holding, p.HoldingNothing)
_GOAL = _TermPredicates(p.GoalAccepts, p.GoalDemands, p.GoalHolding, p.GoalHoldingNothing)


def _term_facts(
    possible: PackAnalysis, term: Term, place: tuple[str | int, int], says: _TermPredicates
) -> Iterator[Fact]:
    """What a term requires. Its place is a rule and an input, or an area and a goal."""
    yield from (says.accepts(*place, item.name) for item in possible.accepted(term))
    for name, value in term.properties:
        if name in possible.changing:
            yield says.demands(*place, name, value)
    if term.contains == NOTHING:
        yield says.holding_nothing(*place)
    elif term.contains is not None:
        yield says.holding(*place, term.contains)


def _rule_facts(possible: PackAnalysis, rule: Rule, effects: OperatorEffects) -> Iterator[Fact]:
    number = rule.number
    assert effects.principal is not None
    yield p.Principal(number, effects.principal)
    for n, term in enumerate(rule.inputs):
        yield p.Input(number, n)
        yield from _term_facts(possible, term, (number, n), _INPUT)
        if effects.uses_up(n):
            yield p.UsesUp(number, n)
    if possible.recurring:
        yield from (p.Destroys(number, n) for n in effects.destroyed)
        yield from (p.Empties(number, effects.kept[n]) for n in effects.emptied if n in effects.kept)
    for n in range(len(rule.outputs)):
        yield from _output_facts(possible, rule, effects, n)
    for source, output in effects.stored.items():
        yield p.Stores(number, source, output)
    for name in sorted(possible.possible_results(rule)):
        yield p.MayMake(number, name)


def _output_facts(possible: PackAnalysis, rule: Rule, effects: OperatorEffects, n: int) -> Iterator[Fact]:
    number, term = rule.number, rule.outputs[n]
    results = possible.result_items(rule, effects, n)
    if n in effects.created:
        yield from (p.Creates(number, n, item.name) for item in results)
    elif n in effects.released:
        yield p.Releases(number, n, effects.released[n])
        yield from (p.MayRelease(number, n, i.name) for i in results if i.name in possible.obtainable)
    elif n in effects.changed:
        yield p.Changes(number, n, effects.kept[n])
    if n not in effects.kept and any(not item.carryable for item in results):
        yield p.LeavesFixed(number, n)
    if n not in effects.kept or n in effects.changed:
        yield from (p.Sets(number, n, name, value) for name, value in term.properties)
    if n in effects.filled:
        yield from (p.MakesInside(number, n, item.name) for item in possible.creatable(effects.filled[n]))
    if effects.touches_content(n):
        yield p.TouchesContent(number, n)
    if effects.makes_room(n):
        yield p.MakesRoom(number, n)


def _area_facts(possible: PackAnalysis, area: Area, number: int) -> Iterator[Fact]:
    name = area.name
    if possible.shape is None:
        yield p.AreaFact(name)
    yield p.MinDepth(name, area.min_depth)
    if area.max_depth is not None:
        yield p.MaxDepth(name, area.max_depth)
    for n, goal in possible.goals_of(area):
        yield p.GoalFact(name, n)
        yield from _term_facts(possible, goal, (name, n), _GOAL)


def _map_facts(possible: PackAnalysis) -> Iterator[Fact]:
    """How the areas are connected, numbered in the order in which a game reaches them."""
    start, pack = possible.start, possible.pack
    if possible.has_few_areas:
        yield p.FewAreas()
    to_solve = {area.name for area in start.areas}
    for number, name in enumerate(start.reachable):
        if possible.shape is None:
            yield p.WorldArea(name)
        if not pack.areas[name].is_place:
            yield p.Gate(name)
        yield p.Rank(name, number)
        if name in start.open:
            yield p.StartArea(name)
        if name in to_solve:
            yield from (p.Leads(name, to) for to in pack.areas[name].connects if to in start.reachable)


MANY_LEVELS = 40
"""The largest level for areas whose depth is unbounded."""


def vocabulary_facts(possible: PackAnalysis, words: Collection[tuple[str, int]]) -> Iterator[Fact]:
    """The facts behind the words that a program's constraints use."""
    for kind, facts in _FACTS.items():
        if kind.signature in words:
            yield from facts(possible)


def _properties(possible: PackAnalysis) -> Iterator[Fact]:
    for name in sorted(possible.items_in_play):
        item = possible.pack.items[name]
        known = {
            **dict.fromkeys(sorted(possible.booleans), False),
            **item.properties,
            "carryable": item.carryable,
        }
        for key, value in known.items():
            yield p.ItemProperty(name, key, value)


def _names(possible: PackAnalysis) -> Iterator[Fact]:
    return (p.RuleCalled(rule.number, rule.name) for rule in possible.relevant[1] if rule.name)


def _kinds(possible: PackAnalysis) -> Iterator[Fact]:
    return (p.RuleOfKind(rule.number, rule.kind) for rule in possible.relevant[1] if rule.kind)


def _actions(possible: PackAnalysis) -> Iterator[Fact]:
    return (p.RuleAction(rule.number, rule.action) for rule in possible.relevant[1])


def _goals(possible: PackAnalysis) -> Iterator[Fact]:
    for area in possible.start.areas:
        for number, goal in enumerate(area.goals):
            yield p.GoalText(area.name, number, str(goal))


def _levels(possible: PackAnalysis) -> Iterator[Fact]:
    bounds = [area.max_depth for area in possible.start.areas]
    yield p.MostLevels(max(bound or MANY_LEVELS for bound in bounds))


_FACTS: dict[PredicateSchema, Callable[[PackAnalysis], Iterator[Fact]]] = {
    p.ItemProperty: _properties,
    p.RuleCalled: _names,
    p.RuleOfKind: _kinds,
    p.RuleAction: _actions,
    p.GoalText: _goals,
    p.MostLevels: _levels,
}

DEFINED_FOR_WORDS = "".join("#defined {}/{}.".format(*kind.signature) for kind in _FACTS)
"""Facts that a pack may lack although a word uses them."""
