"""What is true of every state that a game can be in; tests and benchmarks ask after every move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from puzzlesynth.pack.model import Pack
from puzzlesynth.world import State, Status


def invariant_violations(pack: Pack, state: State) -> list[str]:
    """Everything about a state that cannot be."""
    return [*_things(pack, state), *_areas(pack, state)]


def _things(pack: Pack, state: State) -> Iterator[str]:
    holders: set[str] = set()
    for name, thing in state.things.items():
        if thing.id != name:
            yield f"{name} is called {thing.id}"
        if thing.inside is not None:
            if thing.area is not None:
                yield f"{name} is in an area and inside something"
            if thing.inside in holders:
                yield f"{thing.inside} holds two things"
            holders.add(thing.inside)
            if not _outermost(state, name):
                yield f"{name} is inside itself, or inside what does not exist"
        elif thing.area is None and not thing.carryable:
            yield f"{name} cannot be carried, and is"
        elif thing.area is not None and thing.area not in pack.areas:
            yield f"{name} is in {thing.area}, which does not exist"
    for item, count in Counter(thing.item for thing in state.things.values()).items():
        if count > pack.items[item].copies:
            yield f"there are {count} of {item}"


def _outermost(state: State, name: str) -> bool:
    seen: set[str] = set()
    inside: str | None = name
    while inside is not None:
        if inside in seen or inside not in state.things:
            return False
        seen.add(inside)
        inside = state.things[inside].inside
    return True


def _areas(pack: Pack, state: State) -> Iterator[str]:
    if state.player not in state.open:
        yield f"the player is in {state.player}, which is not open"
    for area in state.solved:
        for name in pack.areas[area].connects:
            if name in pack.areas and name not in state.open:
                yield f"{area} is solved, but {name} is not open"
    if state.status is Status.WON and not state.solved:
        yield "the game is won, but nothing is solved"
