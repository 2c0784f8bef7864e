"""Areas: where the game starts, whether every area can be reached, and goals that hold from the start."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from puzzlesynth.pack.diagnostics.problems import Problem, error, warning
from puzzlesynth.pack.model import NOTHING, Area, Item, Pack, Term
from puzzlesynth.pack.relations import Value, same_value


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
