"""States, moves and what they lead to, as the Python world has them, for other runtimes to be held against."""

from __future__ import annotations

from random import Random
from typing import Any

from puzzlesynth.export.game_data import game_data
from puzzlesynth.export.game_model import game_of
from puzzlesynth.pack.model import Pack
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import Drop, Move, State, Status, Take, Use, Walk, World


def state_data(state: State) -> dict[str, Any]:
    return {
        "things": [
            {
                "id": thing.id,
                "item": thing.item,
                "properties": [[name, thing.properties[name]] for name in sorted(thing.properties)],
                "area": thing.area,
                "inside": thing.inside,
            }
            for thing in state.things.values()
        ],
        "open": sorted(state.open),
        "solved": sorted(state.solved),
        "player": state.player,
        "status": state.status.value,
    }


def move_data(move: Move) -> dict[str, Any]:
    if isinstance(move, Walk):
        return {"kind": "walk", "area": move.area}
    if isinstance(move, Use):
        return {"kind": "use", "rule": move.rule, "inputs": list(move.inputs), "items": list(move.items)}
    assert isinstance(move, Take | Drop)
    return {"kind": "take" if isinstance(move, Take) else "drop", "object": move.object}


def vectors(pack: Pack, puzzle: Puzzle, seed: int, turns: int, every: bool = True) -> dict[str, Any]:
    """A random game: in each state all moves, what each of them (or a few) leads to, and what is refused."""
    random = Random(seed)
    world = World(pack, puzzle)
    state = world.start()
    cases = []
    for _ in range(turns):
        moves = world.moves(state)
        tried = moves if every else random.sample(moves, min(len(moves), 4))
        cases.append(
            {
                "state": state_data(state),
                "moves": [move_data(move) for move in moves],
                "results": [
                    {"move": move_data(move), "state": state_data(world.apply(state, move).state)}
                    for move in tried
                ],
                "refused": [move_data(move) for move in _simple(world, state) if move not in moves],
            }
        )
        if not moves or state.status is not Status.PLAYING:
            break
        uses = [move for move in moves if isinstance(move, Use)]
        state = world.apply(state, random.choice(uses if uses and random.random() < 0.6 else moves)).state
    return {"game": game_data(game_of(pack, puzzle)), "start": state_data(world.start()), "cases": cases}


def _simple(world: World, state: State) -> list[Move]:
    """Every walk, and everything picked up and put down, whether that is possible or not."""
    walks: list[Move] = [Walk(name) for name in world.instance.pack.areas]
    return walks + [made(name) for name in state.things for made in (Take, Drop)]
