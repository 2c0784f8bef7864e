"""What can never happen: areas that cannot be reached, inputs that nothing satisfies, goals that nothing meets or
that hold from the start.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property

from puzzlesynth.pack.diagnostics.problems import Problem, error, warning
from puzzlesynth.pack.model import NOTHING, Area, Item, Pack, Rule, Term, Value, same_value
from puzzlesynth.pack.rules.effects import ContentChange, Origin, made_types, output_effects

from .relaxed_reachability import RelaxedReachability


def check_reachability(pack: Pack) -> Iterator[Problem]:
    """Decided in a generous picture where nothing is used up: what is impossible there is impossible."""
    reach = RelaxedReachability(pack)
    if not reach.is_complete:
        return
    unused = [rule for rule in pack.rules if rule.number not in reach.fired]
    made = _Made(pack)
    for rule in unused:
        yield from _unusable(rule, reach, made)
    for area in pack.areas.values():
        yield from _goals(area, reach, made)


def _unusable(rule: Rule, reach: RelaxedReachability, made: _Made) -> Iterator[Problem]:
    """The inputs at fault, or, where other rules are, the rule itself."""
    missing = [term for term in rule.inputs if not reach.can_match(term)]
    impossible = [term for term in missing if not made.could_ever(term)]
    for term in dict.fromkeys(impossible):
        message = f"nothing can ever be `{term}`, so `{rule.action}` can never be done"
        yield warning("impossible-input", message, term.place, made.reason(term))
    if not impossible:
        term = missing[0]
        message = f"`{rule.action}` can never be done: `{term}` only comes from rules that can never be used"
        yield warning("unusable-rule", message, rule.place, "see what those rules lack")


def _goals(area: Area, reach: RelaxedReachability, made: _Made) -> Iterator[Problem]:
    """One possible goal is enough for an area; none is an error."""
    hopeless: list[tuple[Term, str, str | None]] = []
    for goal in area.goals:
        if not reach.can_match(goal):
            hopeless.append(
                (goal, f"nothing can ever be `{goal}`, so this goal cannot be met", made.reason(goal))
            )
        elif not reach.changed.intersection(reach.matches(goal)) and reach.matches(goal):
            message = f"no rule that can be used makes `{goal}`: it could only be there from the start"
            hopeless.append((goal, message, f"write a rule with `{goal}` left of `::=`"))
    problem = error if len(hopeless) == len(area.goals) else warning
    for goal, message, hint in hopeless:
        yield problem("impossible-goal", message, goal.place, hint)


class _Written:
    """What rules write into the world."""

    def __init__(self, pack: Pack) -> None:
        self.set: dict[tuple[str, type, Value], set[str]] = {}
        """From a property and its value to the types that some rule gives it."""
        self.created: set[str] = set()
        self.fills: dict[str, set[str]] = {}
        """From a type to the types of what rules put inside it; `Nothing` where they empty it."""
        for rule in pack.rules:
            if not rule.fail:
                self._note(rule)
        self.standing = {name for area in pack.areas.values() for name in area.contains}

    def _note(self, rule: Rule) -> None:
        self.created |= made_types(rule)
        for outcome in output_effects(rule):
            types = {outcome.term.type}
            if outcome.origin is Origin.BOUND and outcome.origin_input is not None:
                types.add(rule.inputs[outcome.origin_input].type)
            for name, value in outcome.term.properties:
                self.set.setdefault((name, type(value), value), set()).update(types)
            for kind in types if outcome.filling is not ContentChange.UNTOUCHED else ():
                self.fills.setdefault(kind, set()).add(outcome.term.contains or NOTHING)
            if outcome.origin is Origin.RELEASED and outcome.origin_input is not None:
                self.fills.setdefault(rule.inputs[outcome.origin_input].type, set()).add(NOTHING)


class _Made:
    """What items have and rules write, whether the rules can be used or not."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    @cached_property
    def _written(self) -> _Written:
        """Worked out when something is impossible."""
        return _Written(self.pack)

    def could_ever(self, term: Term) -> bool:
        """Some item has the type, can be in the world, and has or is given every property and the content."""
        return any(
            self._exists(item)
            and all(self._has(item, name, value) for name, value in term.properties)
            and self._holds(item, term.contains)
            for item in self.pack.members.get(term.type, ())
        )

    def _exists(self, item: Item) -> bool:
        return (
            item.spawnable
            or item.name in self._written.standing
            or not self._written.created.isdisjoint(item.types)
        )

    def _has(self, item: Item, name: str, value: Value) -> bool:
        if has_at_start(item, name, value):
            return True
        return not self._written.set.get((name, type(value), value), set()).isdisjoint(item.types)

    def _holds(self, item: Item, wanted: str | None) -> bool:
        if wanted is None:
            return True
        inside = {kind for own in item.types for kind in self._written.fills.get(own, ())}
        if wanted == NOTHING:
            return (
                item.contains is None or NOTHING in inside or not self._written.created.isdisjoint(item.types)
            )
        members = {member.name for member in self.pack.members.get(wanted, ())}
        if item.contains in members or wanted in inside:
            return True
        return any(member.name in members for kind in inside for member in self.pack.members.get(kind, ()))

    def reason(self, term: Term) -> str | None:
        """Which part of a term nothing provides, where it is a single one."""
        members = self.pack.members.get(term.type, ())
        if members and not any(map(self._exists, members)):
            return (
                f"`{term.type}` is never in the world: it is `notSpawnable`, and no area and no rule has it"
            )
        for name, value in term.properties:
            if not any(self._has(item, name, value) for item in members):
                return f"no item of type `{term.type}` has `{name}: {value}`, and no rule sets it"
        if term.contains is not None and not any(self._holds(item, term.contains) for item in members):
            return (
                f"nothing is ever `{term.contains}` inside `{term.type}`"
                if term.contains != NOTHING
                else None
            )
        return None


def check_areas(pack: Pack) -> Iterator[Problem]:
    if not pack.areas:
        if pack.maps:
            return  # each map brings its own
        message = "the pack has no areas: there is nothing to solve"
        yield error("no-areas", message, pack.place, "add `areas`", ("areas", "maps"))
        return
    starts = [area for area in pack.areas.values() if area.start]
    if not starts:
        first = next(iter(pack.areas.values()))
        hint = f"write `start: true` in an area, such as `{first.name}`"
        message = "no area is a start area, so the game cannot begin"
        yield error("no-start", message, first.place, hint, ("start", "areas"))
    else:
        yield from _unreachable(pack, starts)
    standing = {name: other for other in pack.areas.values() for name in other.contains if name in pack.items}
    for area in pack.areas.values():
        if area.name in area.connects:
            place = area.where(f"connects.{area.connects.index(area.name)}")
            yield warning("connects-itself", f"`{area.name}` connects to itself", place)
        yield from _solved_already(area, standing, pack)


def _unreachable(pack: Pack, starts: list[Area]) -> Iterator[Problem]:
    """An area opens when one that connects to it is solved; all must be solved to win."""
    reached = {area.name for area in starts}
    waiting = list(starts)
    while waiting:
        for name in waiting.pop().connects:
            if name in pack.areas and name not in reached:
                reached.add(name)
                waiting.append(pack.areas[name])
    for area in pack.areas.values():
        if area.name not in reached:
            message = f"the area `{area.name}` cannot be reached from a start area"
            hint = f"add `{area.name}` to the `connects` of an area that can be reached"
            yield error(
                "unreachable-area", message, area.place, hint, ("connects", "doors", "open", "start", "areas")
            )


def _solved_already(area: Area, standing: Mapping[str, Area], pack: Pack) -> Iterator[Problem]:
    """A goal that something in an area matches from the start would be no puzzle."""
    held: list[tuple[Term, str]] = []
    for goal in area.goals:
        match = next((name for name in standing if holds_at_start(pack.items[name], goal, pack)), None)
        if match is not None:
            held.append((goal, match))
    for goal, name in held:
        message = (
            f"the goal `{goal}` holds from the start: the area `{standing[name].name}` contains `{name}`"
        )
        problem = error if len(held) == len(area.goals) else warning
        yield problem("solved-already", message, goal.place, "ask for a property that a rule has to set")


def has_at_start(item: Item, name: str, value: Value) -> bool:
    """Whether a property of an untouched object has this value; what is not said is false."""
    now = item.value(name)
    return same_value(False if now is None else now, value)


def holds_at_start(item: Item, term: Term, pack: Pack) -> bool:
    """Whether an untouched object of an item matches a term."""
    if term.type not in item.types:
        return False
    for name, value in term.properties:
        if not has_at_start(item, name, value):
            return False
    if term.contains is None:
        return True
    if term.contains == NOTHING:
        return item.contains is None
    content = pack.items.get(item.contains or "")
    return content is not None and term.contains in content.types
