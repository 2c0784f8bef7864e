"""Which areas a player is likely to open next, and the world as it will be then.

A puzzle depends on nothing but the world, the areas and the seed, so one that was made for a world that then comes
about is the one that would have been made: it just arrives at once. Where the player does something else, nothing
is lost but the time of an idle processor.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from puzzlesynth.world import State
from puzzlesynth.world.apply import apply_rule
from puzzlesynth.world.search.planner import successor
from puzzlesynth.world.task.ground_task import GroundTask
from puzzlesynth.world.task.trace import trace_actions

from .chapters import Chapter, RunningWorld, goes_on, running_world, without_goal


def likely_openings(running: RunningWorld) -> Iterator[tuple[RunningWorld, tuple[str, ...]]]:
    """For each area under way: the world when it is solved without detours, and the areas that need a puzzle then."""
    chapter = Chapter(running.pack, running.present)
    state = chapter.world.start()
    ready = chapter.winnability.compiled
    plan = [action.index for action in chapter.winnability.best_plan(state)]
    if ready is None or not plan:
        return
    for area in running.goals:
        if all(name in state.open for name in running.pack.areas[area].connects):
            continue
        end = _carried_out(chapter, state, ready, _only_for(ready, plan, area))
        areas = without_goal(running.pack, chapter, end)
        if areas:
            yield running_world(running.pack, chapter, end), areas


def solved_as_planned(chapter: Chapter) -> State | None:
    """The world when every area of a chapter has been solved without detours; None: no way is known."""
    state, ready = chapter.world.start(), chapter.winnability.compiled
    plan = [action.index for action in chapter.winnability.best_plan(state)]
    return _carried_out(chapter, state, ready, plan) if ready is not None and plan else None


def _only_for(ready: GroundTask, plan: list[int], area: str) -> list[int]:
    """What of a plan solves one area."""
    kept = _until_solved(ready, plan, area) or []
    position = 0
    while position < len(kept):
        less = _until_solved(ready, kept[:position] + kept[position + 1 :], area)
        if less is not None and len(less) < len(kept):
            kept = less
        else:
            position += 1
    return kept


def _until_solved(ready: GroundTask, plan: list[int], area: str) -> list[int] | None:
    state, bit = ready.start, ready.solved_bit[area]
    kept: list[int] = []
    for action in plan:
        if state & bit:
            break
        if ready.holds(state, action):
            state = successor(ready, state, action)
            kept.append(action)
    return kept if state & bit else None


def _carried_out(chapter: Chapter, state: State, ready: GroundTask, plan: list[int]) -> State:
    instance = chapter.world.instance
    actions = [ready.grounding.actions[index] for index in plan]
    for step, action in zip(trace_actions(replace(ready, first=state), actions), actions, strict=True):
        result = apply_rule(instance, state, action.rule, step.inputs, step.area, action.items)
        assert not isinstance(result, str), result
        state = goes_on(instance.pack, result.state)
    return state
