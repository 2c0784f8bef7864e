"""The pack that a puzzle is played with: the one it was made from, with the world of the map that it fills."""

from __future__ import annotations

from dataclasses import replace

from puzzlesynth.pack.checks.maps import check_map, missing_parts
from puzzlesynth.pack.diagnostics.problems import PackError, error
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.puzzle_map import PuzzleMap
from puzzlesynth.pack.transform.map_world import MapWorld, filled_map_pack, is_inert, map_world
from puzzlesynth.suggestions import hint_for

from .json_shapes import PuzzleError
from .model import Filling, Puzzle


def pack_for(pack: Pack, puzzle: Puzzle, world: MapWorld | None = None) -> Pack:
    """The pack as the puzzle's game has it. `world`: the map's world, where it is known already."""
    filling = puzzle.map
    if filling is None or not filling.areas or (world is None and _is_game_of(pack, puzzle, filling)):
        return pack  # without areas of its own, it is the shape of a puzzle in the pack's own world
    if world is None:
        if filling.name not in pack.maps:
            raise PuzzleError(f"map.name: the pack has no map {filling.name!r}")
        world = map_world(pack, pack.maps[filling.name])
    for name in filling.areas:
        if name not in world.pack.areas:
            raise PuzzleError(f"map.areas: the map has no area {name!r}")
    for number in filling.relations:
        if not 1 <= number <= len(world.pack.rules):
            raise PuzzleError(f"map.relations: the pack has no rule {number}")
    relations = _relations(pack, world.pack, puzzle, filling)
    return filled_map_pack(world, frozenset(filling.areas), relations)


def with_every_relation(pack: Pack, puzzle: Puzzle) -> Puzzle:
    """The puzzle of a game that has every relation of the pack, beside those that its map adds and it uses."""
    assert puzzle.map is not None
    relations = {*puzzle.map.relations, *_every_relation(pack)}
    return replace(puzzle, map=replace(puzzle.map, relations=tuple(sorted(relations))))


def _every_relation(pack: Pack) -> set[int]:
    return {rule.number for rule in pack.rules if rule.from_relation}


def _relations(pack: Pack, world: Pack, puzzle: Puzzle, filling: Filling) -> frozenset[int]:
    """The relations that the game has.

    `synth --relations all` used to list only what the map adds. Such a puzzle gives itself away: its own steps use
    relations of the pack that it does not list. Its game had them all."""
    listed = frozenset(filling.relations)
    unlisted = _unlisted(world, puzzle, filling)
    if not unlisted:
        return listed
    for name, number in unlisted.items():
        if number > len(pack.rules):
            raise PuzzleError(f"map.relations: step {name!r} uses rule {number}, which is not listed")
    return listed | _every_relation(pack)


def _unlisted(pack: Pack, puzzle: Puzzle, filling: Filling) -> dict[str, int]:
    """The steps that use a relation that the puzzle does not list, each with its rule."""
    relations = _every_relation(pack) - set(filling.relations)
    return {step.id: step.rule for step in puzzle.steps if step.rule in relations}


def _is_game_of(pack: Pack, puzzle: Puzzle, filling: Filling) -> bool:
    """Whether this is the pack of the game already."""
    if pack.maps or pack.areas.keys() != set(filling.areas):
        return False
    active = {rule.number for rule in pack.rules if rule.from_relation and not is_inert(rule)}
    unlisted = set(_unlisted(pack, puzzle, filling).values())
    wanted = _every_relation(pack) & set(filling.relations) | unlisted
    return wanted <= active if unlisted else wanted == active


def find_map(pack: Pack, name: str) -> PuzzleMap:
    """A map of the pack by its name."""
    if name not in pack.maps:
        raise PackError(
            [error("unknown-map", f"the pack has no map `{name}`", pack.place, hint_for(name, pack.maps))]
        )
    return pack.maps[name]


def complete_map(pack: Pack, name: str) -> PuzzleMap:
    """A map that can be filled; PackError says what it still needs."""
    found = find_map(pack, name)
    problems = (*check_map(found, pack), *missing_parts(found))
    if problems:
        raise PackError(problems)
    return found
