"""The pack that a puzzle is played with: for a puzzle that fills a map, the pack with that map's world."""

from __future__ import annotations

from puzzlesynth.pack.check_maps import check_map, incomplete
from puzzlesynth.pack.map_model import PuzzleMap
from puzzlesynth.pack.map_world import MapWorld, in_play, is_inert, map_world
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.problems import PackError, did_you_mean, error
from puzzlesynth.puzzle.json_io import PuzzleError
from puzzlesynth.puzzle.model import Filling, Puzzle


def pack_for(pack: Pack, puzzle: Puzzle, world: MapWorld | None = None) -> Pack:
    """The pack as the puzzle's game has it. `world`: the map's world, where it is known already."""
    filling = puzzle.map
    if filling is None or not filling.areas or (world is None and _is_game_of(pack, filling)):
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
    return in_play(world, frozenset(filling.areas), frozenset(filling.relations))


def _is_game_of(pack: Pack, filling: Filling) -> bool:
    """Whether this is the pack of the game already."""
    relations = {rule.number for rule in pack.rules if rule.from_relation and not is_inert(rule)}
    wanted = {rule.number for rule in pack.rules if rule.from_relation and rule.number in filling.relations}
    return not pack.maps and pack.areas.keys() == set(filling.areas) and relations == wanted


def find_map(pack: Pack, name: str) -> PuzzleMap:
    """A map of the pack by its name."""
    if name not in pack.maps:
        hint = did_you_mean(name, pack.maps) or (f"it has {', '.join(pack.maps)}" if pack.maps else None)
        raise PackError([error("unknown-map", f"the pack has no map `{name}`", pack.place, hint)])
    return pack.maps[name]


def whole_map(pack: Pack, name: str) -> PuzzleMap:
    """A map that can be filled; PackError says what it still needs."""
    found = find_map(pack, name)
    problems = (*check_map(found, pack), *incomplete(found))
    if problems:
        raise PackError(problems)
    return found
