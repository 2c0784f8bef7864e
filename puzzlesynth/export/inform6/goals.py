"""How far the player is: goals and what they open, the steps of the puzzle for hints, and the score."""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.game_model import TAKE_CARE, required_place
from puzzlesynth.pack.text.phrases import goal_phrase
from puzzlesynth.puzzle.model import Step

from .story_model import InformStory
from .text import string

AREA_SCORE = 5
ABOUT = "(Say GOALS for what is wanted, ACTIONS for what can be done here, HINT if you are stuck.)"


def step_classes(story: InformStory) -> list[tuple[int, int, int]]:
    """For the score: rule, position of its main output, and that output's item."""
    items = story.game.puzzle.items
    found: dict[tuple[int, int, int], None] = {}
    for step in story.game.possible_steps:
        prepared = story.game.rules_by_number[step.rule]
        changes = [j for j, o in enumerate(prepared.outcomes) if o.changes(prepared.rule)]
        item = items.get(step.outputs[changes[0]]) if changes and changes[0] < len(step.outputs) else None
        if item in story.items:
            found[step.rule, changes[0], story.items[item]] = None
    return list(found)


def plan_lines(story: InformStory) -> Iterator[str]:
    """The puzzle's steps, for hints and for the score."""
    prepared_rules, steps = story.game.rules_by_number, story.game.possible_steps
    keys = {step.id: f"S{number}" for number, step in enumerate(steps, 1)}
    places = {
        step.id: _place(story, required_place(story.game, prepared_rules[step.rule], step)) for step in steps
    }
    for step in steps:
        yield f'Object {keys[step.id]} "step" with s_rule R{step.rule}{_sources(step, keys)}{places[step.id]};'
    goals = {goal.name: keys.get(goal.solved_by, "0") for goal in story.game.puzzle.areas}
    yield "Array goal_plan --> " + " ".join(goals.get(name, "0") for name in story.areas) + " 0 0;"
    yield "[ Credit r;"
    for number, (rule, position, item) in enumerate(step_classes(story)):
        yield f"  if (r == R{rule} && (outs-->{position}).item == {item} && credited->{number} == 0) {{"
        yield f"    credited->{number} = 1; score++; }}"
    yield "  r = r;\n];\n"


def _sources(step: Step, keys: dict[str, str]) -> str:
    found = [keys.get(source or "", "0") for source in step.sources]
    return f", s_from {' '.join(found)}" if found else ""


def _place(story: InformStory, area: str | None) -> str:
    return f", s_place A{story.areas[area]}" if area in story.areas else ""


def goal_text_lines(story: InformStory) -> Iterator[str]:
    """What is wanted: in a room on LOOK, everywhere on GOALS."""
    game = story.game
    still = {
        name: f"A{number}.opened && solved_areas->{number} == 0"
        for name, number in story.areas.items()
        if name in game.goals
    }
    yield "[ TellWishes;"
    for name, number in story.areas.items():
        for area, said in game.wishes(name).items():
            yield f"  if (location == A{number} && {still[area]}) print {string(chr(10) + said + chr(10))};"
    yield "];\n[ GoalsSub any;"
    for name, goal in game.goals.items():
        where = '"In the end"' if game.pack.areas[name].is_end else f"(name) A{story.areas[name]}"
        said = string(": " + goal_phrase(goal) + "\n")
        yield f"  if ({still[name]}) {{ any = 1; print {where}, {said}; }}"
    yield '  if (any == 0) "Nothing is wanted any more.";\n];\n'


def goal_lines(story: InformStory) -> Iterator[str]:
    game = story.game
    for name, goal in game.goals.items():
        yield f"[ Met{story.areas[name]} o;"
        test = story.routines.test(goal)
        yield f"  objectloop (o ofclass Thing) if (InReach(o) && {test}(o)) rtrue;\n  rfalse;\n];"
    yield "[ Settle again;\n  do {\n    again = 0;"
    for name in game.goals:
        number = story.areas[name]
        yield f"    if (solved_areas->{number} == 0 && Met{number}()) {{"
        yield f"      solved_areas->{number} = 1; again = 1; score = score + {AREA_SCORE};"
        if not game.pack.areas[name].is_end:
            yield f'      print "^", (name) A{number}, " is solved.^";'
        for other in game.opens(name):
            room = f"A{story.areas[other]}"
            yield f'      if (~~{room}.opened) {{ {room}.opened = 1; print "The way to ", (name) {room}, " is open.^"; }}'
        yield "    }"
    yield "  } until (again == 0);"
    every = " && ".join(f"solved_areas->{story.areas[name]}" for name in game.goals)
    yield f'  if ({every}) {{ print "^Everything is solved.^"; deadflag = 2; }}\n];\n'
    yield f"[ Initialise;\n  location = A{story.areas[game.player]};"
    yield from (f"  solved_areas->{story.areas[name]} = 1;" for name in game.solved)
    care = "" if game.dangers.foreseen else TAKE_CARE + "\n"
    yield f'  print "^^";\n  print {string(care + ABOUT + chr(10))};\n  Settle();\n];\n'
