"""Puzzles as a question to answer in one go, and answers replayed in the world.

An answer has one step per line: the action, the objects it is done with, and the area, as in `Unlock safe badge in Bank`.
Walking and picking up are left out: they are always possible. The world does the steps one after the other, and the share
of the areas that are solved then is the score.
"""

from __future__ import annotations

import re

from puzzlesynth.internal_error import InternalError
from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.wording import counted
from puzzlesynth.play.hints import walk_to
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.world import IllegalMove, Move, State, Status, Take, Use, World
from puzzlesynth.world.apply import Applied

LONGEST_ANSWER = 100_000
"""Characters of an answer that are looked at."""

_DECORATION = re.compile(r"^\s*(?:\d+[.):]|[-*•])?\s*|[\s.;,]+$")

_INTRODUCTION = """\
You are playing a game that consists of areas. You can walk between open areas that are connected, and carry what can be
carried. Find a plan that solves every area.

An area is solved as soon as its goal is there, carried or in an open area; it stays solved, and then the areas it leads
to open. An object in an area that is not open yet is out of reach, and so is an object inside another one.

Rules say what you can do: `what is there afterwards ::= Action what must be there before`. Objects that are named before
and after are kept, with the properties in [...] changed. Those that are only named before are used up, or go inside an
object that then `contains` them. Those that are only named after are new, or come out of an object that `contains` them.
A type stands for every item of that type. What a rule needs must be carried or be in the area where you use it. A
property that is not mentioned is False. A new object is called like its item in lower case, with _2, _3, ... if that
name is taken.
"""

_QUESTION = """\
Write one step per line, in order: the action, the objects in the order of the rule, and the area, as in

    {example}

Leave out walking and picking things up."""


def question_of(pack: Pack, puzzle: Puzzle) -> str:
    """Everything that is needed to solve a puzzle without playing it."""
    things: dict[str | None, list[str]] = {}
    for thing in puzzle.objects:
        properties = [f"{name}: {value}" for name, value in thing.properties.items() if value is not False]
        if pack.items[thing.item].carryable:
            properties.insert(0, "can be carried")
        more = f" [{', '.join(properties)}]" if properties else ""
        where = thing.area if thing.inside is None else f"inside {thing.inside}"
        things.setdefault(where, []).append(f"{thing.id} ({thing.item}){more}")
    parts = [_INTRODUCTION, f"Rules:\n{_rules_text(pack, puzzle)}", f"Items:\n{_items_text(pack)}"]
    parts += [f"Areas:\n{_areas_text(pack, puzzle)}", "Objects:"]
    for where, found in things.items():
        parts[-1] += f"\n- {where or 'carried'}: {', '.join(found)}"
    example = "Open chest key in Hall" if puzzle.steps else ""
    return "\n\n".join(part.strip() for part in (*parts, _QUESTION.format(example=example)))


def _rules_text(pack: Pack, puzzle: Puzzle) -> str:
    off = {disabled.rule for disabled in puzzle.rules_off}
    lines = []
    for rule in pack.rules:
        if rule.number not in off:
            lines.append(f"- {rule}" + (" (ends the game in defeat)" if rule.fail else ""))
    return "\n".join(lines)


def _items_text(pack: Pack) -> str:
    """What types say, and of which items there can be several."""
    lines = []
    for item in pack.items.values():
        types = sorted(set(item.types) - {item.name, "Item"})
        said = [f"is a {', '.join(types)}"] if types else []
        said += ["can be carried"] if item.carryable else []
        said += [f"at most {item.copies} at once"] if item.copies > 1 else []
        said += [f"{name}: {value}" for name, value in item.properties.items() if value is not False]
        lines.append(f"- {item.name}" + (f": {'; '.join(said)}" if said else ""))
    return "\n".join(lines)


def _areas_text(pack: Pack, puzzle: Puzzle) -> str:
    lines = []
    for goal in puzzle.areas:
        leads = [name for name in pack.areas[goal.name].connects if name in pack.areas]
        start = "open from the start; " if goal.start else ""
        more = f"; leads to {', '.join(leads)}" if leads else ""
        lines.append(f"- {goal.name}: {start}goal {goal.goal}{more}")
    return "\n".join(lines)


def answer_of(pack: Pack, puzzle: Puzzle) -> str:
    """The intended solution as an answer. Objects that are made have the names that the world gives them."""
    world = World(pack, puzzle)
    state = world.start()
    names: dict[str, str] = {}
    lines = []
    for number in puzzle.solution:
        step = puzzle.step(number)
        place = f" in {step.place}" if step.place else ""
        line = f"{' '.join((step.action, *(names.get(name, name) for name in step.inputs)))}{place}"
        done = _done(world, state, line, step.rule)
        if isinstance(done, str):
            raise InternalError(f"the solution of puzzle {puzzle.id} cannot be done: {done}")
        names.update(zip(step.outputs, done.outputs, strict=True))
        state = done.state
        lines.append(line)
    return "\n".join(lines)


@dataclass(frozen=True)
class ReplayedAnswer:
    """How far an answer gets."""

    score: float
    """The share of the areas that it solves, from 0 to 1."""
    won: bool
    steps: int
    """Lines that were done."""
    problem: str | None = None
    """Why the next line could not be done."""


def replay_answer(pack: Pack, puzzle: Puzzle, answer: str) -> ReplayedAnswer:
    """Does the lines of an answer until the game is over or one of them is not possible."""
    world = World(pack, puzzle)
    state = world.start()
    done = 0
    problem = None
    for line in answer[:LONGEST_ANSWER].splitlines():
        text = _DECORATION.sub("", line.replace("`", ""))
        if not text:
            continue
        if state.status is not Status.PLAYING:
            break
        after = _done(world, state, text)
        if isinstance(after, str):
            problem = f"`{text}`: {after}"
            break
        state, done = after.state, done + 1
    areas = [goal.name for goal in puzzle.areas]
    share = sum(name in state.solved for name in areas) / max(1, len(areas))
    return ReplayedAnswer(share, state.status is Status.WON, done, problem)


def _done(world: World, state: State, text: str, number: int | None = None) -> Applied | str:
    """A step with all the walking and picking up before it. Text: why it is not possible. `number`: only this rule."""
    first, _, place = text.partition(" in ")
    action, *inputs = first.split()
    place = place.strip()
    pack = world.instance.pack
    if place and place not in pack.areas:
        return f"there is no area {place}"
    rules = [r for r in pack.rules if r.action.lower() == action.lower() and len(r.inputs) == len(inputs)]
    rules = [rule for rule in rules if number in (None, rule.number)]
    if not rules:
        return f"no rule {action} takes {counted(len(inputs), 'object')}"
    gathered = _together(world, state, [name.lower() for name in inputs], place)
    if isinstance(gathered, str):
        return gathered
    reason = ""
    for rule in rules:
        for items in world.instance.choices[rule.number - 1]:
            move = Use(
                rule.number, rule.action, tuple(i.lower() for i in inputs), tuple(item.name for item in items)
            )
            try:
                return world.apply(gathered, move)
            except IllegalMove as error:
                reason = str(error)
    return reason or "this rule cannot be used"


def _together(world: World, state: State, inputs: list[str], place: str) -> State | str:
    """The state in which all of these are within reach. Text: why that is impossible."""
    unknown = [name for name in inputs if name not in state.things]
    if unknown:
        return f"there is no {unknown[0]} now"
    things = [state.things[name] for name in inputs]
    inside = [thing for thing in things if thing.inside is not None]
    if inside:
        return f"{inside[0].id} is inside {inside[0].inside}"
    fixed = {thing.area for thing in things if not thing.carryable and thing.area is not None}
    if place and fixed - {place}:
        return f"something that it needs is not in {place}"
    if len(fixed) > 1:
        return "what it needs cannot be brought together"
    target = place or next(iter(fixed), None) or state.player
    for thing in things:
        if thing.carryable and thing.area not in (None, target):
            assert thing.area is not None
            moved = _walked(world, state, thing.area, Take(thing.id))
            if isinstance(moved, str):
                return moved
            state = moved
    return _walked(world, state, target)


def _walked(world: World, state: State, area: str, *then: Move) -> State | str:
    if area not in state.open:
        return f"{area} is not open yet"
    way = walk_to(world, state, area)
    if state.player != area and not way:
        return f"there is no way to {area}"
    for move in (*way, *then):
        state = world.apply(state, move).state
    return state
