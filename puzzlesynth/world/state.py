"""A moment of the game: the objects and where they are, the open and the solved areas, the player.

States are never changed; `rearranged` makes the next one. A `PuzzleInstance` is what they are states of: a pack and a
puzzle together. What keeps a puzzle from being run at all is a `WorldError` that names the position in the puzzle.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from enum import Enum
from functools import cached_property
from itertools import product

from puzzlesynth.pack.model import Area, Item, Pack, Term, Value, per_pack
from puzzlesynth.puzzle.model import Puzzle, Step
from puzzlesynth.quick_dataclasses import dataclass, replace

from .events import Event, Lost, Opened, Solved, Won
from .rule_semantics import Form, Mechanics, NestedObject, content_matches, is_a, mechanics_of


class WorldError(ValueError):
    """The puzzle cannot be run with this pack; the message names the place."""


@dataclass(frozen=True, eq=False)
class PuzzleInstance:
    """What stays the same while a puzzle is played."""

    pack: Pack
    puzzle: Puzzle
    mechanics: Mechanics
    goals: dict[str, Term]
    """The chosen goal of every area of the puzzle."""
    open: frozenset[str]
    solved: frozenset[str]
    choices: Mapping[int, tuple[tuple[Item, ...], ...]]
    """For each rule (by position) the ways to make what it makes: an item for each slot."""


def puzzle_instance(pack: Pack, puzzle: Puzzle) -> PuzzleInstance:
    mechanics = mechanics_of(pack)
    goals = {}
    for index, goal in enumerate(puzzle.areas):
        if goal.name in goals:
            raise WorldError(f"areas[{index}].name: {goal.name!r} appears twice")
        goals[goal.name] = chosen_goal(pack, puzzle, index)
    opened = open_at_start(pack, puzzle)
    solved = frozenset(puzzle.progress.solved if puzzle.progress else ())
    for key, names in (("open", opened), ("solved", solved)):
        for name in sorted(names - pack.areas.keys()):
            raise WorldError(f"progress.{key}: the pack has no area {name!r}")
    if not opened:
        raise WorldError("areas: none is open at the start")
    choices = _choices(mechanics, puzzle)
    if puzzle.rules_off:
        choices = dict(choices)
    for index, off in enumerate(puzzle.rules_off):
        if not 1 <= off.rule <= len(mechanics.semantics):
            raise WorldError(f"rules_off[{index}].rule: the pack has no rule {off.rule}")
        choices[off.rule - 1] = ()
    return PuzzleInstance(pack, puzzle, mechanics, goals, opened, solved, choices)


def open_at_start(pack: Pack, puzzle: Puzzle) -> frozenset[str]:
    if puzzle.progress is not None:
        return frozenset(puzzle.progress.open)
    return _open_in_new_games(pack)


@per_pack
def _open_in_new_games(pack: Pack) -> frozenset[str]:
    return frozenset(name for name, area in pack.areas.items() if area.start)


def chosen_goal(pack: Pack, puzzle: Puzzle, index: int) -> Term:
    """The area's goal that the puzzle names, as a term."""
    goal = puzzle.areas[index]
    found = _goals(pack).get((goal.name, goal.goal))
    if found is not None:
        return found
    if goal.name not in pack.areas:
        raise WorldError(f"areas[{index}].name: the pack has no area {goal.name!r}")
    raise WorldError(f"areas[{index}].goal: {goal.goal!r} is not a goal of {goal.name!r} in the pack")


@per_pack
def _goals(pack: Pack) -> dict[tuple[str, str], Term]:
    """The goals by area and text; of two with the same text the first."""
    return {
        (name, text): term
        for name, area in pack.areas.items()
        for term, text in reversed(list(zip(area.goals, area.goal_texts, strict=True)))
    }


def _choices(mechanics: Mechanics, puzzle: Puzzle) -> dict[int, tuple[tuple[Item, ...], ...]]:
    if not mechanics.open_rules:
        return mechanics.settled_choices
    decided = _decided(mechanics, puzzle)
    found = dict(mechanics.settled_choices)
    for number in mechanics.open_rules:
        options: list[tuple[Item, ...]] = []
        for index, slot in enumerate(mechanics.semantics[number].slots):
            known = mechanics.only_item(slot.type)
            if known is not None:
                options.append((known,))
                continue
            chosen = decided.get((number, index), frozenset())
            members = mechanics.members.get(slot.type, ())
            options.append(tuple(item for item in members if item.name in chosen))
        found[number] = tuple(product(*options))
    return found


def _decided(mechanics: Mechanics, puzzle: Puzzle) -> dict[tuple[int, int], frozenset[str]]:
    """What the puzzle's steps make where a rule leaves it open.

    A thing that is made inside another has no place among the outputs of the step that makes it; it is one of
    the objects that the puzzle creates and that are no new output of any step.
    """
    if not mechanics.open_rules:
        return {}
    items = {made.id: made.item for made in puzzle.creates}
    listed = {name for step in puzzle.steps for name in _new_outputs(mechanics, step)}
    hidden = [item for name, item in items.items() if name not in listed]
    decided: dict[tuple[int, int], set[str]] = {}
    for step in puzzle.steps:
        number = step.rule - 1
        if not 0 <= number < len(mechanics.semantics):
            continue
        for index, slot in enumerate(mechanics.semantics[number].slots):
            if slot.inside:
                names = [name for name in hidden if name in mechanics.items]
            else:
                names = [items[o] for o in step.outputs[slot.output : slot.output + 1] if o in items]
            fitting = {n for n in names if n in mechanics.items and is_a(mechanics.items[n], slot.type)}
            decided.setdefault((number, index), set()).update(fitting)
    return {key: frozenset(names) for key, names in decided.items()}


def _new_outputs(mechanics: Mechanics, step: Step) -> list[str]:
    """The names at those outputs of a step that are made by it."""
    if not 1 <= step.rule <= len(mechanics.semantics):
        return []
    made = mechanics.semantics[step.rule - 1].made
    return [name for name, slot in zip(step.outputs, made, strict=False) if slot is not None]


class Status(Enum):
    PLAYING = "playing"
    WON = "won"
    LOST = "lost"


@dataclass(frozen=True, slots=True)
class Thing:
    """An object. With neither area nor inside, the player carries it."""

    id: str
    form: Form
    area: str | None
    inside: str | None = None

    @property
    def item(self) -> str:
        return self.form.item.name

    @property
    def properties(self) -> Mapping[str, Value]:
        return self.form.properties

    @property
    def carryable(self) -> bool:
        return self.form.item.carryable

    @property
    def carried(self) -> bool:
        return self.area is None and self.inside is None


@dataclass(frozen=True)
class State:
    """Everything that changes while a game is played."""

    things: Mapping[str, Thing]
    open: frozenset[str]
    solved: frozenset[str]
    player: str
    status: Status = Status.PLAYING

    @cached_property
    def contents(self) -> dict[str, str]:
        """What is inside of what."""
        return {thing.inside: thing.id for thing in self.things.values() if thing.inside is not None}

    def content(self, name: str) -> str | None:
        """What is inside an object."""
        return self.contents.get(name)

    def node(self, name: str) -> NestedObject:
        """An object with everything inside it."""
        content = self.content(name)
        return NestedObject(name, self.things[name].form, None if content is None else self.node(content))

    def visible(self) -> Iterator[Thing]:
        """What is carried or lies in an open area, not inside anything."""
        return (
            t for t in self.things.values() if t.inside is None and (t.area is None or t.area in self.open)
        )

    @cached_property
    def _counts(self) -> dict[str, int]:
        found: dict[str, int] = {}
        for thing in self.things.values():
            name = thing.form.item.name
            found[name] = found.get(name, 0) + 1
        return found

    def alive(self, item: str) -> int:
        """How many of an item there are."""
        return self._counts.get(item, 0)


def start_state(instance: PuzzleInstance, player: str | None = None) -> tuple[State, tuple[Event, ...]]:
    """The world before the first move, with the areas that are solved at once, if any."""
    pack, puzzle = instance.pack, instance.puzzle
    things: dict[str, Thing] = {}
    known = instance.mechanics.start_things
    held = False
    for index, placed in enumerate(puzzle.objects):
        thing = known.get(placed)
        if thing is None:
            thing = known.put(placed, _start_thing(instance, index))
        if placed.id in things:
            raise WorldError(f"objects[{index}].id: {placed.id!r} appears twice")
        things[placed.id] = thing
        held = held or thing.inside is not None
    if held:
        _check_holders(things)
    here = player or next(name for name in pack.areas if name in instance.open and pack.areas[name].is_place)
    return settled(instance, State(things, instance.open, instance.solved, here))


def _start_thing(instance: PuzzleInstance, index: int) -> Thing:
    """An object of the puzzle as it is at the start."""
    pack, placed, where = instance.pack, instance.puzzle.objects[index], f"objects[{index}]"
    item = pack.items.get(placed.item)
    if item is None:
        raise WorldError(f"{where}.item: the pack has no item {placed.item!r}")
    if placed.area is not None and placed.area not in pack.areas:
        raise WorldError(f"{where}.area: the pack has no area {placed.area!r}")
    if placed.area is None and placed.inside is None and not item.carryable:
        raise WorldError(f"{where}.area: {placed.id!r} cannot be carried, so it has to be in an area")
    area = placed.area if placed.inside is None else None
    return Thing(placed.id, instance.mechanics.form(item, placed.properties), area, placed.inside)


def _check_holders(things: Mapping[str, Thing]) -> None:
    holders: set[str] = set()
    for thing in things.values():
        holder = thing.inside
        if holder is None:
            continue
        if holder not in things:
            raise WorldError(f"objects: {thing.id!r} is inside {holder!r}, which does not exist")
        if holder in holders:
            raise WorldError(f"objects: {holder!r} holds more than one object")
        holders.add(holder)
        seen = {thing.id}
        while holder is not None:
            if holder in seen:
                raise WorldError(f"objects: {thing.id!r} is inside itself")
            seen.add(holder)
            holder = things[holder].inside


def rearranged(state: State, changed: Iterable[Thing], gone: Iterable[str]) -> State:
    """The state with some objects added, replaced or taken away."""
    things = dict(state.things)
    for name in gone:
        del things[name]
    for thing in changed:
        things[thing.id] = thing
    return replace(state, things=things)


def settled(
    instance: PuzzleInstance, state: State, changed: Iterable[Thing] | None = None
) -> tuple[State, tuple[Event, ...]]:
    """Solves what is solved and opens what that opens, until nothing changes.

    `changed`: the only objects that are not as they were in the state before, where that one was settled.
    """
    events: list[Event] = []
    meets_some = instance.mechanics.meets_some
    # Most things meet no goal, whichever is chosen.
    able = [thing for thing in state.things.values() if meets_some(thing.form)]
    looked_at = able if changed is None else changed
    while True:
        new = [a for a in instance.goals if a not in state.solved and _met(instance, state, a, looked_at)]
        looked_at = able
        if not new:
            break
        opened = [
            name
            for area in new
            for name in instance.pack.areas[area].connects
            if name in instance.pack.areas and name not in state.open
        ]
        events += [Solved(area, area in state.open) for area in new]
        events += [Opened(name) for name in dict.fromkeys(opened)]
        state = replace(state, solved=state.solved | set(new), open=state.open | set(opened))
    if state.status is Status.PLAYING and state.solved >= instance.goals.keys():
        state = replace(state, status=Status.WON)
        events.append(Won())
    return state, tuple(events)


def _met(instance: PuzzleInstance, state: State, area: str, things: Iterable[Thing]) -> bool:
    goal, opened, meets = instance.goals[area], state.open, instance.mechanics.meets
    for thing in things:
        seen = thing.inside is None and (thing.area is None or thing.area in opened)
        if not seen or not meets(thing.form, goal):
            continue
        if goal.contains is None or content_matches(state.node(thing.id), goal):
            return True
    return False


def defeated(state: State) -> tuple[State, tuple[Event, ...]]:
    return replace(state, status=Status.LOST), (Lost(),)


def ways_to_meet(ways: Iterable[tuple[int, int]]) -> list[tuple[int, int]]:
    """The ways to meet a goal, as `Axioms` has them, with all things in the same area in one mask."""
    masks: dict[int, int] = {}
    for mask, gate in ways:
        masks[gate] = masks.get(gate, 0) | mask
    return [(mask, gate) for gate, mask in masks.items()]


@dataclass(frozen=True, eq=False)
class Axioms:
    """Derived facts: what solves the areas of a game, and what comes into reach when they open."""

    areas: Mapping[str, Area]
    goals: Mapping[str, list[tuple[int, int]]]
    """For each area the ways to meet its goal: (mask of the things, bit of their area being open or 0)."""
    solved_bit: Mapping[str, int]
    open_bit: Mapping[str, int]
    reveals: Mapping[str, list[tuple[int, int, int]]]
    """For each area what comes into reach when it opens: (mask, from, to) of each field."""

    @cached_property
    def _ways(self) -> dict[str, tuple[int, str, int, list[tuple[int, int]]]]:
        """For each area its number, the bit that says that it is solved, and the ways to meet its goal."""
        return {area: (n, area, self.solved_bit[area], self.goals[area]) for n, area in enumerate(self.goals)}

    def settle(self, state: int, touched: Iterable[str] | None = None) -> tuple[int, list[str], list[str]]:
        """Solves and opens until nothing changes: the state, what was solved, what of it was not open.

        `touched`: the areas whose goals may be met, where the state before was settled; None: any.
        """
        solved: list[str] = []
        early: list[str] = []
        ways_of = self._ways
        looked_at: Iterable[tuple[int, str, int, list[tuple[int, int]]]] = ways_of.values()
        if touched is not None:
            looked_at = sorted(map(ways_of.__getitem__, set(touched)))
        while looked_at:
            new: list[str] = []
            for _, area, bit, ways in looked_at:
                if not state & bit:
                    for mask, gate in ways:
                        if state & mask and (not gate or state & gate):
                            new.append(area)
                            break
            if not new:
                break
            solved += new
            early += [area for area in new if not state & self.open_bit[area]]
            for area in new:
                state |= self.solved_bit[area]
            looked_at = ()
            for area in new:
                for name in self.areas[area].connects:
                    bit = self.open_bit.get(name, 0)
                    if bit and not state & bit:
                        state = self._opened(state | bit, name)
                        looked_at = ways_of.values()
        return state, solved, early

    def _opened(self, state: int, area: str) -> int:
        for mask, source, target in self.reveals.get(area, ()):
            count = (state & mask) >> source
            if count:
                state += (count << target) - (count << source)
        return state
