"""The world as a player meets it: where the player is, what is carried, what can be done now."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.model import Item, Pack
from puzzlesynth.pack.rules.participants import distinct_choices
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace

from .apply import Applied, apply_rule, effect_on
from .events import Event, ObjectMoved, Walked
from .state import State, Status, Thing, puzzle_instance, rearranged, start_state


@dataclass(frozen=True)
class Walk:
    area: str

    def __str__(self) -> str:
        return f"walk to {self.area}"


@dataclass(frozen=True)
class Take:
    object: str

    def __str__(self) -> str:
        return f"pick up {self.object}"


@dataclass(frozen=True)
class Drop:
    object: str

    def __str__(self) -> str:
        return f"put down {self.object}"


@dataclass(frozen=True)
class Use:
    """Applies a rule (numbered from 1) to an object for each input term.

    `items` says what each new object will be, in the order of the rule's slots; it matters only where
    the rule leaves it open.
    """

    rule: int
    action: str
    inputs: tuple[str, ...]
    items: tuple[str, ...] = ()

    def __str__(self) -> str:
        return " ".join((self.action, *self.inputs))


Move = Walk | Take | Drop | Use


class IllegalMove(ValueError):
    """The move is not possible now; the message says why."""


class World:
    """A puzzle that can be played. It holds no moment of the game itself: states go in and come out."""

    def __init__(self, pack: Pack, puzzle: Puzzle) -> None:
        self.instance = puzzle_instance(pack, puzzle)
        self._paths = _paths(pack)

    def start(self, player: str | None = None) -> State:
        """The state before the first move; the player is in the first open area unless said otherwise."""
        return self.opening(player)[0]

    def opening(self, player: str | None = None) -> tuple[State, tuple[Event, ...]]:
        """The start, with what happens at once."""
        if player is not None and player not in self.instance.open:
            raise IllegalMove(f"{player} is not open")
        return start_state(self.instance, player)

    def neighbours(self, state: State) -> list[str]:
        """The open areas that the player can walk to."""
        return [name for name in self._paths[state.player] if name in state.open]

    def moves(self, state: State) -> list[Move]:
        """Everything that the player can do now, in a fixed order."""
        if state.status is not Status.PLAYING:
            return []
        found: list[Move] = [Walk(name) for name in self.neighbours(state)]
        for thing in state.things.values():
            if thing.carried:
                found.append(Drop(thing.id))
            elif thing.area == state.player and thing.carryable:
                found.append(Take(thing.id))
        found += self.uses(state)
        return found

    def uses(self, state: State) -> Iterator[Use]:
        """The rules that can be applied now, each with its objects."""
        if state.status is not Status.PLAYING:
            return
        candidates: dict[int, dict[int, list[str]]] = {}
        fitting = self.instance.mechanics.fitting
        for thing in state.things.values():
            if self._at_hand(state, thing):
                for rule, role in fitting(state.node(thing.id)):
                    candidates.setdefault(rule, {}).setdefault(role, []).append(thing.id)
        for rule in sorted(candidates):
            term_count = len(self.instance.mechanics.semantics[rule].rule.inputs)
            if len(candidates[rule]) == term_count:
                pools = [candidates[rule][role] for role in range(term_count)]
                for inputs in distinct_choices(pools):
                    yield from self._ways(state, rule, inputs)

    def _ways(self, state: State, rule: int, inputs: tuple[str, ...]) -> Iterator[Use]:
        meaning = self.instance.mechanics.semantics[rule]
        action = meaning.rule.action
        for items in self.instance.choices[rule]:
            if meaning.unconditional or not isinstance(
                effect_on(self.instance, state, rule, inputs, items), str
            ):
                yield Use(rule + 1, action, inputs, tuple(item.name for item in items))

    def apply(self, state: State, move: Move) -> Applied:
        """Does a move. `IllegalMove` if it is not possible now."""
        if state.status is not Status.PLAYING:
            raise IllegalMove("the game is over")
        if isinstance(move, Walk):
            if move.area not in self.neighbours(state):
                raise IllegalMove(f"there is no open way from {state.player} to {move.area}")
            return Applied(replace(state, player=move.area), (Walked(move.area),))
        if isinstance(move, Use):
            return self._use(state, move)
        thing = state.things.get(move.object)
        if thing is None:
            raise IllegalMove(f"there is no {move.object}")
        if isinstance(move, Take):
            if thing.area != state.player or not thing.carryable:
                raise IllegalMove(f"{move.object} cannot be picked up here")
            where = None
        else:
            if not thing.carried:
                raise IllegalMove(f"{move.object} is not carried")
            where = state.player
        new = rearranged(state, [replace(thing, area=where)], ())
        return Applied(new, (ObjectMoved(thing.id, where),))

    def _use(self, state: State, move: Use) -> Applied:
        rule = move.rule - 1
        semantics = self.instance.mechanics.semantics
        if not 0 <= rule < len(semantics):
            raise IllegalMove(f"there is no rule {move.rule}")
        if len(move.inputs) != len(semantics[rule].rule.inputs):
            raise IllegalMove(f"{move.action} takes {counted(len(semantics[rule].rule.inputs), 'object')}")
        for name in move.inputs:
            thing = state.things.get(name)
            if thing is None or not self._at_hand(state, thing):
                raise IllegalMove(f"{name} is out of reach")
        done = apply_rule(self.instance, state, rule, move.inputs, state.player, self._items(move))
        if isinstance(done, str):
            raise IllegalMove(done)
        return done

    def _items(self, move: Use) -> tuple[Item, ...]:
        ways = self.instance.choices[move.rule - 1]
        for items in ways:
            if not move.items or move.items == tuple(item.name for item in items):
                return items
        raise IllegalMove(f"{move.action} does not make {', '.join(move.items) or 'anything'} here")

    def _at_hand(self, state: State, thing: Thing) -> bool:
        return thing.inside is None and (thing.area is None or thing.area == state.player)


def _paths(pack: Pack) -> dict[str, list[str]]:
    """Which areas lie next to each other: connections work both ways, start areas are all connected."""
    near: dict[str, set[str]] = {name: set() for name in pack.areas}
    starts = {name for name, area in pack.areas.items() if area.start and area.is_place}
    for area in pack.areas.values():
        # A door is no place to be in: it lies between the areas on its two sides.
        here = {area.name} if area.is_place else {side for side in area.adjoins if side in near}
        links = {
            other for other in (*area.connects, *area.adjoins) if other in near and pack.areas[other].is_place
        }
        links |= starts if area.start and area.is_place else set()
        for name in here:
            for other in links - {name}:
                near[name].add(other)
                near[other].add(name)
    return {name: [other for other in pack.areas if other in links] for name, links in near.items()}
