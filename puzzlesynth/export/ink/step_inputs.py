"""Hints in ink: everything that a step takes, the place where it comes together, and the way to another place.

What was found is in `g_0`, `g_1` and so on, one for each input, and `g_place` is where it is needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from puzzlesynth.export.game_model import PreparedRule
from puzzlesynth.export.step_needs import most_specific_first
from puzzlesynth.pack.model import Term

from .story_model import InkStory, switch


def step_input_lines(story: InkStory, workings: list[PreparedRule]) -> Iterator[str]:
    """What hints call for the rules that they may speak of."""
    widest = max((len(working.rule.inputs) for working in workings), default=0)
    finders: dict[Term, int] = {}
    yield "VAR g_place = 0"
    yield from (f"VAR g_{position} = 0" for position in range(widest))
    for working in workings:
        yield from _gather(story, working, widest, finders)
        yield from _together(story, working)
    yield from _finding(story, finders, widest)
    yield from _away(widest)
    yield from _ways(story)


def _gather(story: InkStory, working: PreparedRule, widest: int, finders: dict[Term, int]) -> Iterator[str]:
    """Looks for all that a rule takes at a place: 0 if it is there, or else which input is missing, from 1."""
    rule = working.rule
    yield f"\n=== function gather_{rule.number}(where) ===\n~ g_place = where"
    yield from (f"~ g_{position} = 0" for position in range(widest))
    for position in most_specific_first(story.game, rule):
        term = rule.inputs[position]
        key = Term(term.type, term.properties, term.contains)
        yield f"~ g_{position} = find_{finders.setdefault(key, len(finders) + 1)}(where)"
    for position in range(len(rule.inputs)):
        yield f"{{ g_{position} == 0:\n  ~ return {position + 1}\n}}"
    yield "~ return 0"


def _together(story: InkStory, working: PreparedRule) -> Iterator[str]:
    """Looks for a place where everything can come together: here if nothing has to be brought, else where the least has
    to be, so that nobody is sent to and fro."""
    number = working.rule.number
    inputs = range(len(working.rule.inputs))
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
        for seat in story.seating.candidates(term):
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
    yield "\n=== function fixed(o) ==="
    fixed = [s.number for s in story.seating.seats if not story.game.items[s.item].carryable]
    yield from switch("o", [(n, "\n  ~ return true") for n in fixed])
    yield "~ return false"


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
