"""The synthesizer as the default maker of a living world's chapters, and the acceptance test for what it proposes.

The rest of `play` knows nothing of how puzzles are made, so the synthesizer is imported when it is first needed. The
world knows nothing of that either, so the guarantees of a quick draw rest on the acceptance test: the new areas can be
solved in the world as it is, and in no shorter way.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from puzzlesynth.pack.model import Area, Item, Pack, Policy
from puzzlesynth.play.winnability import Chance
from puzzlesynth.puzzle.identity import named
from puzzlesynth.puzzle.model import Object, Puzzle, metrics_of
from puzzlesynth.world import find_dead_end, replay
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.verification.shortcuts import StepClass, skippable_steps

from .chapters import Chapter, NoPuzzle, RunningWorld, next_chapter
from .prefetch import solved_as_planned

if TYPE_CHECKING:
    from puzzlesynth.synth.exhaustion import Exhaustion
    from puzzlesynth.synth.initial_state import InitialState

TRIES = 16
"""How many puzzles for the new areas alone are tried before all areas under way are made together."""


def make_with_synthesizer(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle:
    """One puzzle for areas that have just opened. Areas that are being solved already keep their goals.

    First the new areas alone, so that what is under way stays as it is; where that would use up what the others
    need, all of them together. Quick draws come first: they nearly always have a puzzle, and a player is waiting.
    Where they do not, the synthesizer goes through everything there is.
    """
    under_way = tuple(name for name in running.goals if name not in areas)
    choices = [areas, (*under_way, *areas)] if under_way else [areas]
    for draw in (_drawn_quickly, _drawn_from_all):
        for wanted in choices:
            made = draw(running, wanted, seed)
            if made is not None:
                return made
    raise NoPuzzle(f"no puzzle for {' and '.join(areas)} can be made from the world as it is")


def _drawn_quickly(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle | None:
    """One of the puzzles that are found at once. The designer's own constraints need the whole pack."""
    from puzzlesynth.synth.quick.quick_synthesis import synthesize_quickly

    if running.pack.constraints:
        return None
    begin = _beginning(running)

    def trial(puzzle: Puzzle) -> Collection[tuple[int, str]] | None:
        made = _with_the_rest(running, puzzle)
        return needless_steps(running.pack, made, begin(made))

    found = synthesize_quickly(_start(running, areas), seed, trial)
    return None if found is None else _with_the_rest(running, found)


def _drawn_from_all(running: RunningWorld, areas: tuple[str, ...], seed: int) -> Puzzle | None:
    from puzzlesynth.pipeline.generate import make_puzzles

    start, begin = _start(running, areas), _beginning(running)
    puzzles = make_puzzles(start.pack, seed=seed, start=start, constraints=_constraints(start.pack))
    for puzzle in islice(puzzles, TRIES):
        made = _with_the_rest(running, puzzle)
        if is_playable(begin(made)):
            return made
    return None


def _beginning(running: RunningWorld) -> Callable[[Puzzle], Chapter]:
    """How what is made becomes a chapter of the running world."""
    before = Chapter(running.pack, running.present)
    state = before.world.start()
    return lambda made: next_chapter(running.pack, before, state, made, ())


def _start(running: RunningWorld, areas: tuple[str, ...]) -> InitialState:
    from puzzlesynth.synth.initial_state import InitialState

    near, pack = _within_reach(running)
    return InitialState(
        areas=tuple(_area(running, name) for name in areas),
        open=running.progress.open,
        reachable=running.progress.open,
        objects=near,
        progress=running.progress,
        pack=pack,
    )


def make_whole_game(pack: Pack, seed: int, exhaustion: Exhaustion | None = None) -> Puzzle:
    """A puzzle for the whole game, made ahead. `exhaustion` says what it means where there is none."""
    from puzzlesynth.pipeline.generate import make_puzzles

    for puzzle in make_puzzles(pack, seed=seed, constraints=_constraints(pack), exhaustion=exhaustion):
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
    if not rest:
        return puzzle
    whole = replace(puzzle, objects=puzzle.objects + rest)
    return named(replace(whole, metrics=metrics_of(whole)))


# --- acceptance -------------------------------------------------------------------------------------------


def is_playable(chapter: Chapter) -> bool:
    """Whether all goals of a chapter can be met, and later areas can still hope for a puzzle afterwards."""
    if chapter.chance(chapter.world.start()) is not Chance.WINNABLE:
        return False
    end = solved_as_planned(chapter)
    return end is None or not chapter.future.lost(end, chapter.goals)


def needless_steps(pack: Pack, made: Puzzle, chapter: Chapter) -> set[StepClass] | None:
    """None: a candidate has the guarantees that the designer asks for, in the chapter that begins with it.

    Otherwise the kinds of steps that a player could do without.
    """
    needless = _needless(pack, made, chapter)
    if needless is None or needless:
        return needless or set()
    return None if replay(pack, made).ok and _is_safe(pack, made) and is_playable(chapter) else set()


def _needless(pack: Pack, made: Puzzle, chapter: Chapter) -> set[StepClass] | None:
    """The steps without which an area can be solved, if nothing were ever used up; None: unknown.

    Where a step can be left out, so can those that only lead up to it; they are not to blame.
    """
    task = chapter.winnability.task
    if task is None:
        return None
    strict = {name for name, area in pack.areas.items() if area.guarantees.shortcuts is Policy.FORBID}
    found: dict[str, StepClass] = {}
    for suspect in skippable_steps(DeleteRelaxation(task), made, areas=strict):
        found |= dict.fromkeys(suspect.areas.values(), suspect.kind)
    leading_up = {source for step in made.steps if step.id in found for source in step.sources}
    return {kind for step, kind in found.items() if step not in leading_up} or set(found.values())


def _is_safe(pack: Pack, made: Puzzle) -> bool:
    """Areas that forbid dead ends can always be solved."""
    areas = [goal.name for goal in made.areas]
    strict = [name for name in areas if pack.areas[name].guarantees.dead_ends is Policy.FORBID]
    return not strict or find_dead_end(pack, made, areas=strict) is None
