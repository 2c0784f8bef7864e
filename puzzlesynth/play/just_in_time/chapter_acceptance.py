"""Whether what was made for new areas fits the world as it is: it can be solved there, and in no shorter way.

The world knows nothing of how a puzzle was made, so this trial is what a quick draw's guarantees rest on.
"""

from __future__ import annotations

from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.play.winnability import Chance
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world import find_dead_end, replay
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.verification.shortcuts import StepClass, classes_by_area

from .chapters import Chapter
from .prefetch import solved_as_planned


def is_playable(chapter: Chapter) -> bool:
    """Whether all goals of a chapter can be met, and later areas can still hope for a puzzle afterwards."""
    if chapter.chance(chapter.world.start()) is not Chance.WINNABLE:
        return False
    end = solved_as_planned(chapter)
    return end is None or not chapter.future.lost(end, chapter.goals)


def skippable_steps(pack: Pack, made: Puzzle, chapter: Chapter) -> set[StepClass] | None:
    """None: a candidate has the guarantees that the designer asks for, in the chapter that begins with it.

    Otherwise the kinds of steps that a player could do without.
    """
    needless = _needless(pack, made, chapter)
    if needless is None or needless:
        return needless or set()
    return None if replay(pack, made).ok and _is_safe(pack, made) and is_playable(chapter) else set()


def _needless(pack: Pack, made: Puzzle, chapter: Chapter) -> set[StepClass] | None:
    """The steps without which an area can be solved, if nothing were ever used up; None: nobody can tell.

    Where a step can be left out, so can those that only lead up to it; they are not to blame.
    """
    ready = chapter.outlook.compiled
    if ready is None:
        return None
    relaxation = DeleteRelaxation(ready)
    doing: dict[StepClass, list[int]] = {}
    for action in ready.grounding.actions:
        if action.step_class is not None:
            doing.setdefault(action.step_class, []).append(action.index)
    found: dict[str, StepClass] = {}
    for kind, steps in classes_by_area(ready.setting.mechanics, made).items():
        strict = [area for area in steps if pack.areas[area].guarantees.shortcuts is Policy.FORBID]
        if strict:
            reached = relaxation.reached(doing.get(kind, []))
            found |= {steps[area]: kind for area in strict if ("solved", area) in reached}
    leading_up = {source for step in made.steps if step.id in found for source in step.sources}
    return {kind for step, kind in found.items() if step not in leading_up} or set(found.values())


def _is_safe(pack: Pack, made: Puzzle) -> bool:
    """Where dead ends are forbidden, there are none."""
    if not any(pack.areas[goal.name].guarantees.dead_ends is Policy.FORBID for goal in made.areas):
        return True
    return find_dead_end(pack, made) is None
