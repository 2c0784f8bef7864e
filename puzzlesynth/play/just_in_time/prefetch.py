"""Which areas a player is likely to open next, and the world as it will be then.

A puzzle depends on nothing but the world, the areas and the seed, so one that was made for a world that then comes
about is the one that would have been made: it just arrives at once. Where the player does something else, nothing
is lost but the time of an idle processor.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.world import State
from puzzlesynth.world.ground_task import GroundTask
from puzzlesynth.world.search.planner import Plan, shortened_plan, still_wins
from puzzlesynth.world.trace import carry_out

from .chapters import Chapter, RunningWorld, goes_on, running_world, without_goal


def likely_openings(running: RunningWorld) -> Iterator[tuple[RunningWorld, tuple[str, ...]]]:
    """For each area under way: the world when it is solved without detours, and the areas that need a puzzle then."""
    chapter = Chapter(running.pack, running.present)
    state, task = chapter.world.start(), chapter.winnability.task
    plan = chapter.winnability.best_plan(state)
    if task is None or not plan:
        return
    for area in running.goals:
        if all(name in state.open for name in running.pack.areas[area].connects):
            continue
        goal = task.solved_bit[area]
        own = still_wins(task, task.start, plan, goal) or ()
        end = _state_after(task, state, shortened_plan(task, task.start, own, goal))
        areas = without_goal(running.pack, chapter, end)
        if areas:
            yield running_world(running.pack, chapter, end), areas


def solved_as_planned(chapter: Chapter) -> State | None:
    """The world when every area of a chapter has been solved without detours; None: no way is known."""
    state, task = chapter.world.start(), chapter.winnability.task
    plan = chapter.winnability.best_plan(state)
    return _state_after(task, state, plan) if task is not None and plan else None


def _state_after(task: GroundTask, state: State, plan: Plan) -> State:
    _, end = carry_out(task, state, (task.actions[index] for index in plan))
    return goes_on(task.instance.pack, end)
