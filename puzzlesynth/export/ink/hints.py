"""Hints in ink: from a goal that is still open down to the first step whose needs are met, told in three grades.

No solution can do without any step of a puzzle's tree, so a step that can be done and whose result is still wanted is
always right, whatever the player has done meanwhile. What is gone for good shows as a step that lacks something which
no step makes. The last grade is always one of the choices: to fetch what lies elsewhere, to go where it is needed, and
only then the deed itself.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.game_model import PreparedRule
from puzzlesynth.export.rule_phrases import phrase_parts
from puzzlesynth.export.step_needs import required_place
from puzzlesynth.pack.text.clauses import ObjectRef
from puzzlesynth.pack.text.wording import area_title, listed, the_area
from puzzlesynth.puzzle.model import Step

from .step_inputs import step_input_lines
from .story_model import InkStory, switch
from .text import literal, piece


def hint_lines(story: InkStory) -> Iterator[str]:
    workings = {working.rule.number: working for working in story.game.workings}
    steps = [step for step in story.game.puzzle.steps if step.rule in workings]
    numbers = {step.id: number for number, step in enumerate(steps, 1)}
    yield from _asking(story, numbers)
    for step in steps:
        yield from _step(story, workings[step.rule], step, numbers)
        yield from _told(story, workings[step.rule], numbers[step.id])
    yield from _where()
    yield from _errands()
    yield from _names(story)
    used = {step.rule for step in steps}
    yield from step_input_lines(story, [workings[number] for number in sorted(used)])


def _asking(story: InkStory, numbers: dict[str, int]) -> Iterator[str]:
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


def _step(story: InkStory, working: PreparedRule, step: Step, numbers: dict[str, int]) -> Iterator[str]:
    """The step itself where all it takes is within reach, else whatever makes the first thing that is missing."""
    number = working.rule.number
    yield f"\n=== function step_{numbers[step.id]}() ===\n~ temp missing = together_{number}()"
    place = story.areas.get(required_place(story.game, working, step) or "")
    if place is not None:
        yield f"{{ open_{place}:\n  ~ missing = gather_{number}({place})\n}}"
    for position, source in enumerate(step.sources, 1):
        if source in numbers:
            yield f"{{ missing == {position}:\n  ~ return step_{numbers[source]}()\n}}"
    yield f"{{ missing == 0:\n  ~ return {numbers[step.id]}\n}}\n~ return 0"


def _told(story: InkStory, working: PreparedRule, number: int) -> Iterator[str]:
    rule = working.rule
    inputs = range(len(rule.inputs))
    needed = listed(f"{{needed(g_{position})}}" for position in inputs) or "nothing"
    spoken = phrase_parts(story.game, rule)
    action = "".join(
        f"{{name(g_{part.index})}}" if isinstance(part, ObjectRef) else piece(part) for part in spoken
    )
    things = " ".join(f"{{id(g_{position})}}" for position in inputs)
    yield f"\n=== hint_{number} ===\n{{ hint_level == 1:\n  -> hint_where\n}}"
    yield f"{{ hint_level == 2:\n  \\You need {needed}. # hint what\n  -> back\n}}"
    tags = f"# hint how # do {rule.number} # try"
    yield "~ temp o = to_fetch()\n{ o == 0 and g_place == here:"
    yield f"  \\Try this: {action}. {tags} use {rule.number} {things}".rstrip()
    yield f"  -> back\n}}\n{{errand(o)}} {tags} {{errand_tag(o)}}\n-> back"


def _where() -> Iterator[str]:
    cases = {
        "o == 0 and g_place == here": "Look around: there is something to do right here.",
        "o == 0 and g_place != here": "{area_name(g_place)} is where to look.",
        "o != 0 and place(o) == here": "Look around: something here is needed elsewhere.",
        "o != 0 and place(o) != here": "{area_name(place(o))} is where to look: something that is needed lies there.",
    }
    yield "\n=== hint_where ===\n~ temp o = to_fetch()"
    yield from (f"{{ {condition}:\n  {said} # hint where\n}}" for condition, said in cases.items())
    yield "-> back"


def _errands() -> Iterator[str]:
    """What to do first where not everything is at hand, in words and as the tag of the choice for it."""
    yield "\n=== function errand(o) ===\n{ o == 0:"
    yield '  ~ temp where = "The place for it is " + the_place(g_place)'
    yield '  ~ return where + ". Try this: go to " + the_place(towards(g_place)) + "."'
    yield "}\n{ place(o) == here:"
    yield '  ~ return "Take the " + name(o) + " along. Try this: pick up the " + name(o) + "."\n}'
    yield '~ temp from = "Fetch the " + name(o) + " from " + the_place(place(o))'
    yield '~ return from + ". Try this: go to " + the_place(towards(place(o))) + "."'
    yield '\n=== function errand_tag(o) ===\n{ o == 0:\n  ~ return "walk " + area_id(towards(g_place))\n}'
    yield '{ place(o) == here:\n  ~ return "take " + id(o)\n}\n~ return "walk " + area_id(towards(place(o)))'
    yield '\n=== function needed(o) ===\n{ hand(place(o)):\n  ~ return "the " + name(o)\n}'
    yield '~ return "the " + name(o) + " (" + the_place(place(o)) + ")"'


def _names(story: InkStory) -> Iterator[str]:
    areas = {story.areas[name]: area for name, area in story.game.pack.areas.items()}
    tables = {
        "id": {seat.number: seat.name for seat in story.seating.seats},
        "area_id": {number: area.name for number, area in areas.items()},
        "area_name": {number: area_title(area) for number, area in areas.items()},
        "the_place": {number: the_area(area) for number, area in areas.items()},
    }
    for name, table in tables.items():
        yield f"\n=== function {name}(number) ==="
        yield from switch("number", [(n, f"\n  ~ return {literal(text)}") for n, text in table.items()])
        yield '~ return ""'
