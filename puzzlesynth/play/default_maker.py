"""The maker that a living world uses unless it is given another one: the synthesizer.

The rest of `play` knows nothing of how puzzles are made, so everything is imported when it is first needed.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice

from puzzlesynth.pack.model import Area, Item, Pack
from puzzlesynth.play.ahead import solved_as_planned
from puzzlesynth.play.chapters import Chapter, NoPuzzle, RunningWorld, next_chapter
from puzzlesynth.play.outlook import Chance
from puzzlesynth.puzzle.model import Object, Puzzle

TRIES = 16
"""How many puzzles for the new areas alone are tried before all areas under way are made together."""


def make_with_synthesizer(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
    """One puzzle for areas that have just opened. Areas that are being solved already keep their goals.

    First the new areas alone, so that what is under way stays as it is; where that would use up what the others
    need, all of them together.
    """
    before = Chapter(running.pack, running.present)
    state = before.world.start()
    under_way = tuple(name for name in running.goals if name not in areas)
    for wanted in [areas, (*under_way, *areas)] if under_way else [areas]:
        for made in islice(_made(running, wanted, seed), TRIES):
            after = next_chapter(running.pack, before, state, made, ())
            if after.chance(after.world.start()) is Chance.WINNABLE and _leads_on(after):
                return made
    raise NoPuzzle(f"no puzzle for {' and '.join(areas)} can be made from the world as it is")


def _leads_on(chapter: Chapter) -> bool:
    """Whether later areas can still hope for a puzzle when these have been solved as planned."""
    end = solved_as_planned(chapter)
    return end is None or not chapter.future.lost(end, chapter.goals)


def _made(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Iterator[Puzzle]:
    from puzzlesynth.making import make_puzzles
    from puzzlesynth.synth.start import Start

    near, pack = _within_reach(running)
    opened = running.progress.open
    start = Start(
        areas=tuple(_area(running, name) for name in areas),
        open=opened,
        reachable=opened,
        objects=near,
        progress=running.progress,
        pack=pack,
    )
    for puzzle in make_puzzles(pack, seed=seed, start=start, constraints=_constraints(pack)):
        yield _with_the_rest(running, puzzle)


def make_whole_game(pack: Pack, seed: int) -> Puzzle:
    """A puzzle for the whole game, made ahead."""
    from puzzlesynth.making import make_puzzles

    for puzzle in make_puzzles(pack, seed=seed, constraints=_constraints(pack)):
        return puzzle
    raise NoPuzzle(f"there is no puzzle for {pack.name}")


def _constraints(pack: Pack) -> list[str]:
    """The logic programs that the designer added."""
    return [constraint.path for constraint in pack.constraints if constraint.path is not None]


def _area(running: RunningWorld, name: str) -> Area:
    """An area under way has its goal already, and its first steps may be behind the player."""
    area = running.pack.areas[name]
    goal = running.goals.get(name)
    if goal is None:
        return area
    chosen = tuple(term for term in area.goals if str(term) == goal)
    return replace(area, goals=chosen, min_depth=1, max_depth=None)


def _within_reach(running: RunningWorld) -> tuple[tuple[Object, ...], Pack]:
    """What is not locked away, and the pack with room left for what is."""
    opened = set(running.progress.open)
    holders = {thing.id: thing for thing in running.objects}

    def outermost(thing: Object) -> Object:
        while thing.inside is not None:
            thing = holders[thing.inside]
        return thing

    near = []
    locked_away: Counter[str] = Counter()
    for thing in running.objects:
        place = outermost(thing).area
        if place is None or place in opened:
            near.append(thing)
        else:
            locked_away[thing.item] += 1
    items = dict(running.pack.items)
    for name, count in locked_away.items():
        items[name] = _fewer(items[name], count)
    return tuple(near), replace(running.pack, items=items) if locked_away else running.pack


def _fewer(item: Item, count: int) -> Item:
    left = item.copies - count
    return replace(item, copies=left) if left > 0 else replace(item, copies=1, spawnable=False)


def _with_the_rest(running: RunningWorld, puzzle: Puzzle) -> Puzzle:
    """The puzzle in the whole world, with what is locked away."""
    known = {thing.id for thing in puzzle.objects}
    rest = tuple(thing for thing in running.objects if thing.id not in known)
    return replace(puzzle, objects=puzzle.objects + rest)
