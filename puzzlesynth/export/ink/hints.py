"""Hints in ink: from a goal that is still open down to the first step whose needs are met, in three grades.

No solution can do without any step of a puzzle's tree, so a step that can be done and whose result is still wanted is
always right, regardless of what the player has done meanwhile. What is gone for good shows as a step that lacks
something which no step makes. The last grade is always one of the choices: to fetch what lies elsewhere, to go where it
is needed, and only then the action itself.

What a step takes is found in `g_0`, `g_1` and so on, one per input, and `g_place` is where it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.game_model import PreparedRule, most_specific_first, required_place
from puzzlesynth.export.rule_phrases import phrase_parts
from puzzlesynth.pack.model import Term
from puzzlesynth.pack.text.clauses import ObjectRef
from puzzlesynth.pack.text.wording import area_title, listed, the_area
from puzzlesynth.puzzle.model import Step

from .story_model import InkStory, case_function, switch
from .text import literal, piece


def hint_lines(story: InkStory) -> Iterator[str]:
    prepared_rules, steps = story.game.rules_by_number, story.game.possible_steps
    numbers = {step.id: number for number, step in enumerate(steps, 1)}
    yield from _asking(story, numbers)
    for step in steps:
        yield from _step(story, prepared_rules[step.rule], step, numbers)
        yield from _told(story, prepared_rules[step.rule], numbers[step.id])
    yield from _where()
    yield from _errands()
    yield from _names(story)
    used = {step.rule for step in steps}
    yield from step_input_lines(story, [prepared_rules[number] for number in sorted(used)])


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


def _step(story: InkStory, prepared: PreparedRule, step: Step, numbers: dict[str, int]) -> Iterator[str]:
    """The step itself where all it takes is within reach, else the one that makes the first missing thing."""
    number = prepared.rule.number
    yield f"\n=== function step_{numbers[step.id]}() ===\n~ temp missing = together_{number}()"
    place = story.areas.get(required_place(story.game, prepared, step) or "")
    if place is not None:
        yield f"{{ open_{place}:\n  ~ missing = gather_{number}({place})\n}}"
    for position, source in enumerate(step.sources, 1):
        if source in numbers:
            yield f"{{ missing == {position}:\n  ~ return step_{numbers[source]}()\n}}"
    yield f"{{ missing == 0:\n  ~ return {numbers[step.id]}\n}}\n~ return 0"


def _told(story: InkStory, prepared: PreparedRule, number: int) -> Iterator[str]:
    rule = prepared.rule
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
    """What to do first if something is out of reach, in words and as the tag of the choice for it."""
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
        "id": {seat.number: seat.name for seat in story.pool.seats},
        "area_id": {number: area.name for number, area in areas.items()},
        "area_name": {number: area_title(area) for number, area in areas.items()},
        "the_place": {number: the_area(area) for number, area in areas.items()},
    }
    for name, table in tables.items():
        cases = [(n, f"return {literal(text)}") for n, text in table.items()]
        yield from case_function(f"{name}(number)", cases, '""')


def step_input_lines(story: InkStory, prepared_rules: list[PreparedRule]) -> Iterator[str]:
    """The functions that hints about these rules call."""
    widest = max((len(prepared.rule.inputs) for prepared in prepared_rules), default=0)
    finders: dict[Term, int] = {}
    yield "VAR g_place = 0"
    yield from (f"VAR g_{position} = 0" for position in range(widest))
    for prepared in prepared_rules:
        yield from _gather(story, prepared, widest, finders)
        yield from _together(story, prepared)
    yield from _finding(story, finders, widest)
    yield from _away(widest)
    yield from _ways(story)


def _gather(story: InkStory, prepared: PreparedRule, widest: int, finders: dict[Term, int]) -> Iterator[str]:
    """Searches a place for all inputs of a rule: 0 if they are there, otherwise the number of a missing one, from 1."""
    rule = prepared.rule
    yield f"\n=== function gather_{rule.number}(where) ===\n~ g_place = where"
    yield from (f"~ g_{position} = 0" for position in range(widest))
    for position in most_specific_first(story.game, rule):
        term = rule.inputs[position]
        key = Term(term.type, term.properties, term.contains)
        yield f"~ g_{position} = find_{finders.setdefault(key, len(finders) + 1)}(where)"
    for position in range(len(rule.inputs)):
        yield f"{{ g_{position} == 0:\n  ~ return {position + 1}\n}}"
    yield "~ return 0"


def _together(story: InkStory, prepared: PreparedRule) -> Iterator[str]:
    """Looks for a place where everything can come together: here if nothing has to be brought, else where the least has
    to be, so that the player is not sent to and fro."""
    number = prepared.rule.number
    inputs = range(len(prepared.rule.inputs))
    yield f"\n=== function together_{number}() ===\n~ temp n = 0\n~ temp best = 0\n~ temp least = {len(inputs) + 1}"
    yield f"~ temp missing = gather_{number}(here)"
    yield "{ missing == 0:\n  { away() == 0:\n    ~ return 0\n  }\n}"
    for area in story.areas.values():
        yield f"{{ open_{area}:\n  ~ missing = gather_{number}({area})\n  {{ missing == 0:\n    ~ n = away()"
        yield f"    {{ n < least:\n      ~ least = n\n      ~ best = {area}\n    }}\n  }}\n}}"
    yield f"{{ best != 0:\n  ~ return gather_{number}(best)\n}}"
    yield f"~ missing = gather_{number}(0)\n{{ missing != 0:\n  ~ return missing\n}}"
    # Each of them exists, but not at one place.
    for position in inputs:
        yield f"{{ fixed(g_{position}):\n  ~ return gather_{number}(place(g_{position}))\n}}"
    yield "~ return 0"


def _finding(story: InkStory, finders: dict[Term, int], widest: int) -> Iterator[str]:
    """The nearest thing within reach that matches a term and is not taken yet. What cannot be carried has to be at the
    place, if one is given."""
    for term, number in finders.items():
        yield f"\n=== function find_{number}(where) ===\n~ temp best = 0\n~ temp far = 4"
        for seat in story.pool.candidates(term):
            k = seat.number
            conditions = [
                f"reach(p_{k})",
                f"free({k})",
                f"{story.test(term)}({k})",
                f"farness(p_{k}, where) < far",
            ]
            if not story.game.items[seat.item].carryable:
                conditions.append(f"(where == 0 or p_{k} == where)")
            yield f"{{ {' and '.join(conditions)}:\n  ~ best = {k}\n  ~ far = farness(p_{k}, where)\n}}"
        yield "~ return best"
    yield "\n=== function farness(at, where) ===\n{ at == -1:\n  ~ return 0\n}"
    yield "{ at == where:\n  ~ return 1\n}\n{ at == here:\n  ~ return 2\n}\n~ return 3"
    yield "\n=== function free(o) ==="
    yield f"~ return {' and '.join(f'g_{position} != o' for position in range(widest)) or 'true'}"
    fixed = [s.number for s in story.pool.seats if not story.game.items[s.item].carryable]
    yield from case_function("fixed(o)", [(n, "return true") for n in fixed], "false")


def _away(widest: int) -> Iterator[str]:
    yield "\n=== function is_away(o) ===\n~ return o != 0 and place(o) != -1 and place(o) != g_place"
    yield "\n=== function away() ===\n~ temp n = 0"
    yield from (f"{{ is_away(g_{position}):\n  ~ n = n + 1\n}}" for position in range(widest))
    yield "~ return n"
    # What has to be brought, first what lies here.
    yield "\n=== function to_fetch() ==="
    for position in range(widest):
        yield f"{{ is_away(g_{position}) and place(g_{position}) == here:\n  ~ return g_{position}\n}}"
    yield from (f"{{ is_away(g_{position}):\n  ~ return g_{position}\n}}" for position in range(widest))
    yield "~ return 0"


def _ways(story: InkStory) -> Iterator[str]:
    """The first area on a shortest open way to another one; `d_3` tells how far area 3 is from there, 0: not known."""
    numbers = story.areas.values()
    near = {story.areas[one]: [story.areas[b] for b in others] for one, others in story.game.paths.items()}
    yield from (f"VAR d_{number} = 0" for number in numbers)
    yield "\n=== function towards(goal) ==="
    yield from (f"~ d_{number} = 0" for number in numbers)
    yield from switch("goal", [(number, f"\n  ~ d_{number} = 1") for number in numbers])
    yield "~ spread()"
    for one, others in near.items():
        yield from (
            f"{{ here == {one} and d_{other} != 0 and d_{other} == d_{one} - 1:\n  ~ return {other}\n}}"
            for other in others
        )
    yield "~ return goal"
    yield "\n=== function spread() ===\n~ temp again = false"
    for one, others in near.items():
        for other in others:
            closer = f"d_{other} != 0 and (d_{one} == 0 or d_{one} > d_{other} + 1)"
            yield f"{{ open_{one} and {closer}:\n  ~ d_{one} = d_{other} + 1\n  ~ again = true\n}}"
    yield "{ again:\n  ~ spread()\n}\n~ return"
