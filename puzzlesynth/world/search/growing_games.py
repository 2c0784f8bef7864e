"""Games in which nothing is ever lost: whether they can be won, and so whether they always can.

Let every action do no more than make one thing, and always the same thing of an item, whose place nothing else takes.
Take a way to win, and any state of the game. Go this way from that state, and leave out each action for which there
is no room: of what it would make, there is then as much as there can be. So there is never less of anything than on
the way itself, no area is closed that is open there, and at its end the game is won. Hence such a game has no dead
end if it can be won at all, and whoever does whatever is possible wins it.
"""

from __future__ import annotations

from collections.abc import Iterable

from puzzlesynth.deadline import check_time
from puzzlesynth.world.ground_task import Fact, GroundTask


def can_always_be_won(task: GroundTask) -> bool | None:
    """Whether every state leads to the win; None: something may be lost."""
    if not _nothing_is_lost(task):
        return None
    # The puzzle's own steps are enough, as a rule.
    rules = {step.rule - 1 for step in task.instance.puzzle.steps}
    known = task.grounder.actions
    own = [number for number in task.numbers if known[number].rule in rules]
    state = _grown(task, task.start, own)
    return task.is_won(state) or task.is_won(_grown(task, state, task.numbers))


def _nothing_is_lost(task: GroundTask) -> bool:
    made: dict[Fact, Fact] = {}
    """For each item's room the thing that takes it."""
    for number in task.numbers:
        change = task.layout.changes[number]
        if not change:
            continue
        if len(change) != 2 or sorted(change.values()) != [-1, 1]:
            return False
        taken, given = sorted(change, key=change.__getitem__)
        if taken[0] != "room" or given[0] != "object" or made.setdefault(taken, given) != given:
            return False
        if any(fact[0] == "room" and fact != taken for fact in task.layout.conditions[number].needs):
            return False
    return True


def _grown(task: GroundTask, state: int, numbers: Iterable[int]) -> int:
    """The state once these actions change nothing any more, or the game is won."""
    layout, solving = task.layout, task.solving
    changed = True
    while changed and not task.is_won(state):
        changed = False
        for number in numbers:
            check_time()
            condition = layout.conditions[number]
            while layout.deltas[number] and (state + condition.bias) & condition.guard == condition.guard:
                state += layout.deltas[number]
                if solving >> number & 1:
                    state = task.settle(state)[0]
                changed = True
    return state
