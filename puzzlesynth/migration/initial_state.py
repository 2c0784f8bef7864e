"""The beginning of a puzzle's game, as a changed pack has it: its areas with their goals, and what is in the world."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.rules.notation import NotationError, parse_term
from puzzlesynth.puzzle.model import Goal, Object, Puzzle
from puzzlesynth.quick_dataclasses import dataclass, field, replace
from puzzlesynth.suggestions import did_you_mean
from puzzlesynth.world.rule_semantics import same_value

from .rule_correspondence import same_term

DEEPEST = 100
"""How many things may be inside each other."""


@dataclass
class FittedPuzzle:
    """A puzzle whose beginning fits the pack, unless there are faults."""

    puzzle: Puzzle
    faults: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)


def fitted(pack: Pack, puzzle: Puzzle) -> FittedPuzzle:
    """The puzzle with the pack's goals, and with the pack's things besides those that the puzzle placed."""
    made = FittedPuzzle(puzzle)
    made.faults += _unknown("item", _items(puzzle), pack.items)
    made.faults += _unknown("area", _areas(puzzle), pack.areas)
    made.faults += _circles(puzzle)
    if not made.faults:
        goals = tuple(_goal(pack, puzzle, goal, made.faults) for goal in puzzle.areas)
        made.puzzle = replace(puzzle, areas=goals)
        if puzzle.progress is None:
            known = {goal.name for goal in goals}
            for area in pack.to_solve:
                if area.name not in known:
                    made.faults.append(
                        f"the area `{area.name}` has to be solved now; the puzzle has no steps for it"
                    )
            made.puzzle = replace(made.puzzle, objects=_Things(pack, made).all())
    return made


def _unknown(what: str, names: Iterable[str], known: Mapping[str, object]) -> Iterator[str]:
    for name in dict.fromkeys(names):
        if name not in known:
            hint = did_you_mean(name, known)
            yield f"the {what} `{name}` no longer exists" + (f"; {hint}" if hint else "")


def _circles(puzzle: Puzzle) -> Iterator[str]:
    """Things that are inside themselves: no generated puzzle has any, but a file may say so."""
    holder = {thing.id: thing.inside for thing in puzzle.objects}
    for name in holder:
        seen = {name}
        outer = holder[name]
        while outer is not None and outer not in seen:
            seen.add(outer)
            outer = holder.get(outer)
        if outer == name:
            yield f"`{name}` is inside itself"
        elif len(seen) > DEEPEST:
            yield f"`{name}` is inside more than {DEEPEST} others"
            return


def _items(puzzle: Puzzle) -> list[str]:
    return [*(thing.item for thing in puzzle.objects), *(created.item for created in puzzle.creates)]


def _areas(puzzle: Puzzle) -> list[str]:
    names = [goal.name for goal in puzzle.areas]
    names += [thing.area for thing in puzzle.objects if thing.area is not None]
    names += [step.place for step in puzzle.steps if step.place is not None]
    if puzzle.progress is not None:
        names += [*puzzle.progress.open, *puzzle.progress.solved]
    return names


# --- goals ------------------------------------------------------------------------------------------------


def _goal(pack: Pack, puzzle: Puzzle, goal: Goal, faults: list[str]) -> Goal:
    area = pack.areas[goal.name]
    text = _goal_text(pack, goal)
    if text is None:
        now = ", ".join(f"`{known}`" for known in area.goal_texts) or "none"
        faults.append(
            f"`{goal.goal}` is no longer a goal of the area `{goal.name}`; its goals are now: {now}"
        )
    return replace(goal, goal=text or goal.goal, start=area.start, opened_by=_opener(pack, puzzle, goal))


def _goal_text(pack: Pack, goal: Goal) -> str | None:
    """The goal as the pack writes it now."""
    area = pack.areas[goal.name]
    if goal.goal in area.goal_texts:
        return goal.goal
    try:
        wanted = parse_term(goal.goal)
    except NotationError:
        return None
    return next((str(term) for term in area.goals if same_term(term, wanted)), None)


def _opener(pack: Pack, puzzle: Puzzle, goal: Goal) -> str | None:
    """What opens an area: what did, or the first one that is solved and leads to it."""
    opened = puzzle.progress.open if puzzle.progress is not None else ()
    if goal.name in opened or (puzzle.progress is None and pack.areas[goal.name].start):
        return None
    at = {name: position for position, name in enumerate(puzzle.solution)}
    others = sorted(puzzle.areas, key=lambda other: at.get(other.solved_by, len(at)))
    leading = [other.name for other in others if goal.name in pack.areas[other.name].connects]
    return goal.opened_by if goal.opened_by in leading else next(iter(leading), goal.opened_by)


# --- things -----------------------------------------------------------------------------------------------


class _Things:
    """What is in the world at the start of a new game: the areas' own things, and those that the puzzle placed."""

    def __init__(self, pack: Pack, made: FittedPuzzle) -> None:
        self._pack, self._made = pack, made
        puzzle = made.puzzle
        self._things = {thing.id: thing for thing in puzzle.objects}
        self._used = {name for step in puzzle.steps for name in (*step.inputs, *step.outputs)}
        self._taken = {*self._things, *(created.id for created in puzzle.creates)}

    def all(self) -> tuple[Object, ...]:
        self._refresh()
        self._furnish()
        for name in list(self._things):
            if name in self._things:
                self._fill(self._things[name])
        return tuple(self._things.values())

    def _refresh(self) -> None:
        for name, thing in self._things.items():
            now = self._pack.items[thing.item].properties
            keys = thing.properties.keys() | now.keys()
            if not all(same_value(thing.properties.get(key, False), now.get(key, False)) for key in keys):
                self._things[name] = replace(thing, properties=dict(now))
                self._made.notes.append(f"`{thing.item}` starts with other properties")

    def _furnish(self) -> None:
        """Adds what areas contain, and removes everything else that was not placed."""
        wanted = Counter((area.name, item) for area in self._pack.areas.values() for item in area.contains)
        own = [t for t in self._things.values() if not t.placed and t.inside is None and t.area is not None]
        for thing in sorted(own, key=lambda thing: thing.id not in self._used):
            place = (thing.area or "", thing.item)
            if wanted[place]:
                wanted[place] -= 1
            elif self._is_used(thing):
                self._things[thing.id] = replace(thing, placed=True)
                self._made.notes.append(
                    f"the area `{thing.area}` no longer contains `{thing.item}`: the puzzle places it"
                )
            else:
                self._drop(thing)
                self._made.notes.append(f"the area `{thing.area}` no longer contains `{thing.item}`")
        for (area, item), number in wanted.items():
            for _ in range(number):
                self._add_own(area, item)

    def _add_own(self, area: str, item: str) -> None:
        placed = [t for t in self._things.values() if t.placed and (t.area, t.item) == (area, item)]
        if placed:
            self._things[placed[0].id] = replace(placed[0], placed=False)
        else:
            self._add(Object(self._new_id(item), item, area))
            self._made.notes.append(f"the area `{area}` contains `{item}` now")

    def _fill(self, holder: Object) -> None:
        """What an item contains is inside it."""
        wanted = self._pack.items[holder.item].contains
        inside = [thing for thing in self._things.values() if thing.inside == holder.id]
        for thing in inside:
            if thing.item == wanted:
                wanted = None
            elif self._is_used(thing):
                self._made.faults.append(
                    f"`{holder.item}` no longer contains `{thing.item}`, which the puzzle needs"
                )
            else:
                self._drop(thing)
        if wanted is not None:
            new = Object(self._new_id(wanted), wanted, None, holder.id, holder.placed)
            self._add(new)
            self._made.notes.append(f"`{holder.item}` contains `{wanted}` now")
            self._fill(new)

    def _add(self, thing: Object) -> None:
        self._taken.add(thing.id)
        self._things[thing.id] = replace(thing, properties=dict(self._pack.items[thing.item].properties))

    def _drop(self, thing: Object) -> None:
        del self._things[thing.id]
        for other in list(self._things.values()):
            if other.inside == thing.id:
                self._drop(other)

    def _is_used(self, thing: Object) -> bool:
        """By a step, itself or what is inside it."""
        inside = [other for other in self._things.values() if other.inside == thing.id]
        return thing.id in self._used or any(map(self._is_used, inside))

    def _new_id(self, item: str) -> str:
        name, number = item.lower(), 1
        while name in self._taken:
            number += 1
            name = f"{item.lower()}-{number}"
        return name
