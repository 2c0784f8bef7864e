"""The puzzle's solution as a player does it: every walk, every pick-up, and then the action."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from puzzlesynth.pack.model import Pack, Rule
from puzzlesynth.pack.rules.effects import interchangeable
from puzzlesynth.play.events import GameEvent
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import Move, State, Status, Take, Use, Walk, World, replay
from puzzlesynth.world.events import ObjectCreated, ObjectDestroyed


@dataclass(frozen=True)
class Turn:
    """A move, the state it is done in, and the result."""

    before: State
    move: Move
    after: State
    events: tuple[GameEvent, ...]


def solution_turns(pack: Pack, puzzle: Puzzle) -> list[Turn]:
    """Plays the solution in the Python world; it must win there."""
    told = replay(pack, puzzle)
    assert told.ok, told.problem
    player = Player(pack, puzzle)
    names: dict[str, str] = {}
    for applied in told.trace:
        inputs = tuple(names.get(name, name) for name in applied.inputs)
        for name in inputs:
            player.fetch(name)
        player.walk(applied.area)
        inputs = as_offered(pack.rule(applied.rule), player.state, inputs)
        turn = player.do(Use(applied.rule, applied.action, inputs, applied.items))
        new = [event.id for event in turn.events if isinstance(event, ObjectCreated)]
        old = [event.id for event in applied.events if isinstance(event, ObjectCreated)]
        names.update(zip(old, new, strict=True))
    assert player.state.status is Status.WON
    return player.turns


def as_offered(rule: Rule, state: State, inputs: tuple[str, ...]) -> tuple[str, ...]:
    """Things that can change places are offered in one order only: as they stand in the state."""
    places, order = interchangeable(rule), list(state.things)
    found = list(inputs)
    for place in set(places):
        positions = [position for position, one in enumerate(places) if one == place]
        names = sorted((inputs[position] for position in positions), key=order.index)
        for position, name in zip(positions, names, strict=True):
            found[position] = name
    return tuple(found)


class Player:
    """A player who walks and carries in order to do a step."""

    def __init__(self, pack: Pack, puzzle: Puzzle) -> None:
        self.world = World(pack, puzzle)
        self.state = self.world.start()
        self.turns: list[Turn] = []

    def do(self, move: Move) -> Turn:
        done = self.world.apply(self.state, move)
        turn = Turn(self.state, move, done.state, done.events)
        self.turns.append(turn)
        self.state = done.state
        return turn

    def fetch(self, name: str) -> None:
        thing = self.state.things[name]
        if thing.carryable and thing.area is not None:
            self.walk(thing.area)
            self.do(Take(name))

    def walk(self, goal: str) -> None:
        for area in self._way(goal):
            self.do(Walk(area))

    def _way(self, goal: str) -> list[str]:
        """The shortest way through open areas."""
        came: dict[str, str] = {}
        waiting = [self.state.player]
        while waiting and goal not in (self.state.player, *came):
            here = waiting.pop(0)
            for there in self.world._paths[here]:
                if there in self.state.open and there not in came and there != self.state.player:
                    came[there] = here
                    waiting.append(there)
        way: list[str] = []
        while goal != self.state.player:
            way.insert(0, goal)
            goal = came[goal]
        return way


def wandering_turns(pack: Pack, puzzle: Puzzle, seed: int, length: int) -> list[Turn]:
    """A random player who does not win: what another runtime must agree with, too."""
    random = Random(seed)
    player = Player(pack, puzzle)
    for _ in range(length):
        moves = player.world.moves(player.state)
        if not moves:
            break
        uses = [move for move in moves if isinstance(move, Use)]
        player.do(random.choice(uses if uses and random.random() < 0.6 else moves))
    return player.turns


class Seats:
    """Which of a target's fixed places an object of the world sits in: the first one of its item that is free.

    Targets that cannot make objects keep as many of each item as there can be at once.
    """

    def __init__(self, puzzle: Puzzle, seats: dict[str, list[str]]) -> None:
        self.seats = seats
        self.of = {thing.id: thing.id for thing in puzzle.objects}

    def follow(self, turn: Turn) -> None:
        for event in turn.events:
            if isinstance(event, ObjectDestroyed):
                self.of.pop(event.id)
        for event in turn.events:
            if isinstance(event, ObjectCreated):
                taken = set(self.of.values())
                self.of[event.id] = next(seat for seat in self.seats[event.item] if seat not in taken)
