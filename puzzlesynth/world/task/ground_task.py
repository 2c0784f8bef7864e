"""The ground task of a puzzle: its facts and actions, ready for search and proof.

Facts go by the numbers of the grounder that the puzzles of a pack share, and states have its bit layout, so what a
pack's puzzles have in common is worked out once. The actions of a puzzle are numbered from 0, in the order in which
relaxed reachability meets them; that order is the same in every process.
"""

from __future__ import annotations

from collections import Counter
from functools import cached_property

from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.events import Event
from puzzlesynth.world.instance import PuzzleInstance, puzzle_instance
from puzzlesynth.world.state import State, start_state

from .axioms import Axioms
from .bit_layout import Condition, Fact, Mask, bit_layout_of
from .grounder import GroundAction
from .reachability import MOST_ACTIONS, located_objects, reachable_from

ActionTest = tuple[int, int, int]
"""An action with the bias and the guard of its condition."""


class GroundTask:
    """All that a search needs. Made by `ground_task`; what only some searches need is worked out when they ask."""

    def __init__(
        self, instance: PuzzleInstance, first: State, opening: tuple[Event, ...], most_actions: int
    ) -> None:
        self.instance = instance
        self.first = first
        """The start, with names, after whatever is solved at once."""
        self.opening = opening
        """What happens at once."""
        alive = Counter(thing.item for thing in first.things.values())
        self.reached = reachable_from(instance, alive, located_objects(first), most_actions)
        self.grounder = self.reached.grounder
        self.objects = self.grounder.objects
        self.layout = bit_layout_of(instance.pack, self.grounder)
        self.open_bit = self.layout.open_bit
        self.solved_bit = {area: self.layout.solved_bit[area] for area in instance.goals}
        self.won = sum(self.solved_bit.values())
        """The bits that are all set when the game is won."""
        there = set(self.reached.facts)
        meeting = self.grounder.meeting
        self.goal_facts = {area: there & meeting(goal) for area, goal in instance.goals.items()}
        """For each area the things that meet its goal."""
        self.axioms = self._axioms()
        self.settle = self.axioms.settle
        self.start = self._code(first, self.reached.start)
        self._affected: dict[int, tuple[frozenset[int], list[ActionTest]]] = {}

    def _axioms(self) -> Axioms:
        goals: dict[str, list[tuple[int, int]]] = {}
        for area, facts in self.goal_facts.items():
            places = ((fact, self.objects[fact].area) for fact in facts)
            goals[area] = [(self._mask(fact), self.open_bit.get(place, 0)) for fact, place in places]
        reveals: dict[str, list[tuple[int, int, int]]] = {}
        fields = self.layout.fields
        for before, after in self.reached.revealed:
            way = (self._mask(before), fields["object", before][0], fields["object", after][0])
            reveals.setdefault(self.objects[before].area, []).append(way)
        return Axioms(self.instance.pack.areas, goals, self.solved_bit, self.open_bit, reveals)

    def _mask(self, fact: int) -> int:
        return self.layout.mask(("object", fact))

    # --- facts ----------------------------------------------------------------------------------------

    @cached_property
    def facts(self) -> list[Fact]:
        """Everything that can be true in this puzzle."""
        return [
            *(("open", area) for area in self.open_bit),
            *(("solved", area) for area in self.solved_bit),
            *(("room", item) for item in self.layout.room_for),
            *(("object", fact) for fact in self.reached.facts),
        ]

    def encode(self, state: State) -> int:
        """A state with names as an integer."""
        facts = [self.grounder.find(located) for located in located_objects(state)]
        known = [fact for fact in facts if fact is not None]
        if len(known) < len(facts):
            raise KeyError("an object of the state cannot follow from the start")
        return self._code(state, known)

    def _code(self, state: State, facts: list[int]) -> int:
        total, room_for, objects = self.layout.empty, self.layout.room_for, self.layout.objects
        for thing in state.things.values():
            if thing.item in room_for:
                total -= room_for[thing.item]
        for fact in facts:
            total += objects[fact]
        for name in state.open:
            total |= self.open_bit[name]
        for name in state.solved:
            total |= self.solved_bit.get(name, 0)
        return total

    def is_won(self, state: int) -> bool:
        return state & self.won == self.won

    # --- actions --------------------------------------------------------------------------------------

    @cached_property
    def numbers(self) -> list[int]:
        """For each action its number in the grounder. What ends the game in defeat is not among them."""
        known = self.grounder.actions
        return [number for number in self.reached.actions if not known[number].fails]

    @cached_property
    def actions(self) -> list[GroundAction]:
        return [self.grounder.actions[number] for number in self.numbers]

    @cached_property
    def conditions(self) -> list[Condition]:
        return [self.layout.conditions[number] for number in self.numbers]

    @cached_property
    def deltas(self) -> list[int]:
        return [self.layout.deltas[number] for number in self.numbers]

    @cached_property
    def changes(self) -> list[dict[Fact, int]]:
        return [self.layout.changes[number] for number in self.numbers]

    @cached_property
    def defeats(self) -> list[tuple[GroundAction, Condition]]:
        """The actions that end the game in defeat."""
        known = self.grounder.actions
        found = (number for number in self.reached.actions if known[number].fails)
        return [(known[number], self.layout.conditions[number]) for number in found]

    @cached_property
    def solves(self) -> list[tuple[str, ...]]:
        """For each action the areas whose goal its outputs meet."""
        meeting: dict[int, list[str]] = {}
        for area, facts in self.goal_facts.items():
            for fact in facts:
                meeting.setdefault(fact, []).append(area)
        return [
            tuple(area for fact in action.outputs for area in meeting.get(fact, ()))
            for action in self.actions
        ]

    @cached_property
    def solving(self) -> Mask:
        """The actions, by their numbers in the grounder, after which some area may be solved."""
        found = 0
        for goal in self.instance.goals.values():
            found |= self.layout.solving(self.grounder, goal)
        return found

    @cached_property
    def by_step_class(self) -> dict[tuple[int, str], list[int]]:
        """The actions that are the same step but for copies."""
        found: dict[tuple[int, str], list[int]] = {}
        for index, action in enumerate(self.actions):
            if action.step_class is not None:
                found.setdefault(action.step_class, []).append(index)
        return found

    def holds(self, state: int, action: int) -> bool:
        condition = self.conditions[action]
        return (state + condition.bias) & condition.guard == condition.guard

    def successor(self, state: int, action: int) -> int:
        """The state after an action that is possible."""
        new = state + self.deltas[action]
        return self.settle(new)[0] if self.solves[action] else new

    # --- interference ---------------------------------------------------------------------------------

    @cached_property
    def _needing(self) -> dict[Fact, list[int]]:
        found: dict[Fact, list[int]] = {}
        for index, condition in enumerate(self.conditions):
            for fact in condition.needs:
                found.setdefault(fact, []).append(index)
        return found

    def affected(self, action: int) -> tuple[frozenset[int], list[ActionTest]]:
        """The actions that need something that this one changes, and their tests; worked out when asked."""
        found = self._affected.get(action)
        if found is None:
            dirty = frozenset(other for fact in self.changes[action] for other in self._needing.get(fact, ()))
            tests = [(b, self.conditions[b].bias, self.conditions[b].guard) for b in sorted(dirty)]
            found = self._affected[action] = (dirty, tests)
        return found


def ground_task(pack: Pack, puzzle: Puzzle, most_actions: int = MOST_ACTIONS) -> GroundTask:
    """Makes a puzzle ready to be searched. `TooLarge` where there are too many actions."""
    instance = puzzle_instance(pack, puzzle)
    return GroundTask(instance, *start_state(instance), most_actions)
