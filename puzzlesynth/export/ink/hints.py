"""Hints in ink: from a goal that is still open down to the first step whose needs are met, told in three grades.

No solution can do without any step of a puzzle's tree, so a step that can be done and whose result is still wanted is
always right, whatever the player has done meanwhile. What is gone for good shows as a step that lacks something which
no step makes.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.pack.model import Term
from puzzlesynth.pack.phrasing import command_label
from puzzlesynth.pack.wording import area_title
from puzzlesynth.puzzle.model import Step

from ..game import Working
from .model import Story, switch
from .texts import escaped


def hint_lines(story: Story) -> Iterator[str]:
    workings = {working.rule.number: working for working in story.game.workings}
    steps = [step for step in story.game.puzzle.steps if step.rule in workings]
    numbers = {step.id: number for number, step in enumerate(steps, 1)}
    finders: dict[Term, int] = {}
    yield from _asking(story, numbers)
    for step in steps:
        yield from _step(workings[step.rule], step, numbers, finders)
    for step in steps:
        yield from _told(workings[step.rule], numbers[step.id], finders)
    yield from _finding(story, finders)


def _asking(story: Story, numbers: dict[str, int]) -> Iterator[str]:
    yield "\n=== hints ===\n~ temp s = next_step()\n{ s != hinted:\n  ~ hinted = s\n  ~ hint_level = 0\n}"
    yield "~ hint_level = hint_level + 1"
    cases = [(0, "-> hint_0"), *((number, f"-> hint_{number}") for number in numbers.values())]
    yield from switch("s", cases)
    yield "-> back"
    yield "\n=== hint_0 ===\nNo hint: something that is needed may be gone. # hint dead\n-> back"
    yield "\n=== function next_step() ===\n~ temp s = 0"
    for goal in story.game.puzzle.areas:
        number = story.areas[goal.name]
        if goal.solved_by in numbers:
            yield f"{{ not solved_{number} and open_{number}:\n  ~ s = step_{numbers[goal.solved_by]}()"
            yield "  { s != 0:\n    ~ return s\n  }\n}"
    yield "~ return 0"


def _step(working: Working, step: Step, numbers: dict[str, int], finders: dict[Term, int]) -> Iterator[str]:
    """The step itself where all it takes is within reach, else whatever makes the first thing that is missing."""
    yield f"\n=== function step_{numbers[step.id]}() ==="
    for position, _ in enumerate(working.rule.inputs):
        yield _found(working, position, finders)
        source = step.sources[position] if position < len(step.sources) else None
        instead = f"step_{numbers[source]}()" if source in numbers else "0"
        yield f"{{ a{position} == 0:\n  ~ return {instead}\n}}"
    yield f"~ return {numbers[step.id]}"


def _found(working: Working, position: int, finders: dict[Term, int]) -> str:
    term = working.rule.inputs[position]
    key = Term(term.type, term.properties, term.contains)
    number = finders.setdefault(key, len(finders) + 1)
    earlier = [f"a{k}" for k in range(position)][-3:]
    return f"~ temp a{position} = find_{number}({', '.join([*earlier, '0', '0', '0'][:3])})"


def _told(working: Working, number: int, finders: dict[Term, int]) -> Iterator[str]:
    inputs = range(len(working.rule.inputs))
    yield f"\n=== hint_{number} ===\n~ temp where = here"
    for position in inputs:
        yield _found(working, position, finders)
    # What cannot be carried says where it is done; else where the first thing lies that is not at hand.
    for position in reversed(inputs):
        yield f"{{ not hand(place(a{position})):\n  ~ where = place(a{position})\n}}"
    for position in inputs:
        yield f"{{ fixed(a{position}):\n  ~ where = place(a{position})\n}}"
    names = [f"the {{name(a{position})}}" for position in inputs]
    needed = names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
    done_with = ", ".join(f"{{name(a{position})}}" for position in inputs)
    action = escaped(command_label(working.rule))
    yield "{ hint_level == 1 and where == here:\n  Look around: there is something to do right here. # hint where\n}"
    yield "{ hint_level == 1 and where != here:\n  {area_name(where)} is where to look. # hint where\n}"
    yield f"{{ hint_level == 2:\n  \\You need {needed}. # hint what\n}}"
    yield f"{{ hint_level > 2:\n  \\Try this: {action} ({done_with}). # hint how # do {working.rule.number}\n}}"
    yield "-> back"


def _finding(story: Story, finders: dict[Term, int]) -> Iterator[str]:
    """Something within reach that matches a term, and that is none of up to three others."""
    for term, number in finders.items():
        yield f"\n=== function find_{number}(x, y, z) ==="
        for seat in story.seating.candidates(term):
            k = seat.number
            free = f"x != {k} and y != {k} and z != {k}"
            yield f"{{ reach(p_{k}) and {free} and {story.test(term)}({k}):\n  ~ return {k}\n}}"
        yield "~ return 0"
    yield "\n=== function fixed(o) ==="
    fixed = [s.number for s in story.seating.seats if not story.game.items[s.item].carryable]
    yield from switch("o", [(n, "\n  ~ return true") for n in fixed])
    yield "~ return false"
    yield "\n=== function area_name(where) ==="
    cases = [
        (n, f"\n  {escaped(area_title(story.game.pack.areas[name]))}") for name, n in story.areas.items()
    ]
    yield from switch("where", cases)
    yield "~ return"
