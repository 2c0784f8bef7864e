"""Hints, graded: where to look, what is missing, exactly what to do.

Each one is worked out from the present state: a way to win is searched for, the next thing to do is the one on it
that is nearest, and what it is for follows from which later action needs it. So a hint is right wherever the player
has gone, and where no way is left it says how far to go back.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING

from puzzlesynth.pack.model import Pack
from puzzlesynth.pack.text.phrases import use_phrase
from puzzlesynth.pack.text.wording import capital, is_or_are, listed, looks_plural, the_area, words
from puzzlesynth.play.just_in_time.chapters import goes_on
from puzzlesynth.play.text.phrases import ObjectNames, action_phrase, property_phrase
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.world import Move, State, Status, Take, TraceStep, Use, Walk, World
from puzzlesynth.world.events import ObjectChanged, ObjectCreated, ObjectReleased, ObjectStored, Solved
from puzzlesynth.world.search.planner import still_wins
from puzzlesynth.world.trace import Trace, trace_path

from .winnability import Chance, WinnabilityTest

if TYPE_CHECKING:
    from .game import Game


class About(Enum):
    """What a hint is about."""

    LOOK = "where to look"
    NEED = "what is missing"
    DO = "what to do"
    DEAD_END = "the game cannot be won from here"
    LOST = "the game is lost"
    WON = "the game is won"
    UNKNOWN = "no way is known"
    PENDING = "the next puzzle is still being made"


@dataclass(frozen=True)
class Hint:
    about: About
    text: str
    level: int = 0
    area: str | None = None
    """Where the next thing is to be done."""
    objects: tuple[str, ...] = ()
    """What it is done with."""
    moves: tuple[Move, ...] = ()
    """At level 3: the moves that do it, each possible after the one before."""
    undo: int = 0
    """In a dead end: how many moves to take back."""
    step: tuple[int, tuple[str, ...]] | None = None
    """The rule that is to be applied next, and to what."""


def hint_for(game: Game, level: int) -> Hint:
    """The hint of a level for the present state of a game."""
    state = game.state
    if state.status is Status.WON:
        return Hint(About.WON, "You have won. There is nothing left to do.")
    if state.status is Status.LOST:
        return Hint(About.LOST, "The game is over, but you can undo what you did last.", undo=1)
    if game.chance() is Chance.DEAD:
        return _way_back(game.undos_to_winnable())
    steps = _steps(game.chapter.winnability, game.chapter.world, state)
    if not steps and game.pending:
        areas = listed(the_area(game.pack.areas[name]) for name in game.pending)
        return Hint(About.PENDING, f"Something new is being prepared in {areas}. Ask again in a moment.")
    if not steps:
        return Hint(About.UNKNOWN, "No way to win is known from here. You could undo a few moves.")
    return _told(game.pack, game.chapter.world, state, steps, level)


def _way_back(count: int | None) -> Hint:
    if count is None:
        return Hint(About.DEAD_END, "The game cannot be won from here, and it never could.")
    moves = "the last move" if count == 1 else f"the last {count} moves"
    return Hint(About.DEAD_END, f"The game cannot be won from here. Undo {moves} and try again.", undo=count)


def _steps(winnability: WinnabilityTest, world: World, state: State) -> Trace:
    """A way to win with named objects; first what can be done now with the fewest moves."""
    plan = winnability.best_plan(state)
    task = winnability.task
    if not plan or task is None:
        return ()
    near = replace(
        state, things=dict(sorted(state.things.items(), key=lambda item: _nearness(state, item[0])))
    )
    code = task.encode(state)
    best: tuple[int, Trace] | None = None
    for position, action in enumerate(plan):
        order = (action, *plan[:position], *plan[position + 1 :])
        if position and not task.holds(code, action):
            continue
        if position and still_wins(task, code, order) != order:
            continue
        trace = trace_path(task, order, near)
        effort = len(moves_for(world, state, trace[0]))
        if best is None or effort < best[0]:
            best = (effort, trace)
    return best[1] if best is not None else ()


def _nearness(state: State, name: str) -> int:
    thing = state.things[name]
    return 0 if thing.carried else 1 if thing.area == state.player else 2


def place_of(world: World, state: State, step: TraceStep) -> str:
    """Where the player should do it: where what cannot be carried is, or here if everything is available."""
    things = [state.things[name] for name in step.inputs]
    fixed = [thing.area for thing in things if not thing.carryable and thing.area is not None]
    if fixed:
        return fixed[0]
    items = world.instance.pack.items
    appears = [items[event.item] for event in step.events if isinstance(event, ObjectCreated)]
    appears += [
        state.things[event.id].form.item for event in step.events if isinstance(event, ObjectReleased)
    ]
    if not all(item.carryable for item in appears):
        return step.area
    away = [thing.area for thing in things if thing.area not in (None, state.player)]
    return away[0] or state.player if away else state.player


def moves_for(world: World, state: State, step: TraceStep) -> tuple[Move, ...]:
    """Walking, picking up, and then the step itself."""
    place = place_of(world, state, step)
    moves: list[Move] = []
    here = state.player
    away = [
        state.things[name]
        for name in step.inputs
        if state.things[name].area not in (None, place) and state.things[name].carryable
    ]
    while away:
        thing = min(away, key=lambda t: len(_way(world, state, here, t.area or here)))
        away.remove(thing)
        moves += _way(world, state, here, thing.area or here)
        moves.append(Take(thing.id))
        here = thing.area or here
    moves += _way(world, state, here, place)
    moves.append(Use(step.rule, step.action, step.inputs, step.items))
    return tuple(moves)


def next_moves(winnability: WinnabilityTest, world: World, state: State) -> tuple[Move, ...]:
    """The moves that do the next thing on a way to win; none where there is no way, or nothing left to do."""
    steps = _steps(winnability, world, state)
    return moves_for(world, state, steps[0]) if steps else ()


def walk_to(world: World, state: State, area: str) -> list[Move]:
    """A shortest walk from where the player is."""
    return _way(world, state, state.player, area)


def _way(world: World, state: State, start: str, end: str) -> list[Move]:
    """A shortest walk between open areas."""
    came: dict[str, str] = {start: start}
    queue = [start]
    for area in queue:
        if area == end:
            break
        for near in world.neighbours(replace(state, player=area)):
            if near not in came:
                came[near] = area
                queue.append(near)
    walk: list[Move] = []
    while end != start and end in came:
        walk.append(Walk(end))
        end = came[end]
    return walk[::-1]


def _told(pack: Pack, world: World, state: State, steps: Trace, level: int) -> Hint:
    step = steps[0]
    names = ObjectNames(
        state, {e.id: e.item for step in steps for e in step.events if isinstance(e, ObjectCreated)}
    )
    place = place_of(world, state, step)
    about = (step.rule, step.inputs)
    if level <= 1:
        text = _where(pack, state, names, step, place)
        return Hint(About.LOOK, text, 1, place, step.inputs, step=about)
    if level == 2:
        text = _missing(pack, world, state, names, steps)
        return Hint(About.NEED, text, 2, place, step.inputs, step=about)
    moves = moves_for(world, state, step)
    phrases = [action_phrase(pack, names, move) for move in moves]
    return Hint(About.DO, f"{capital(', then '.join(phrases))}.", 3, place, step.inputs, moves, step=about)


def _where(pack: Pack, state: State, names: ObjectNames, step: TraceStep, place: str) -> str:
    thing = next((n for n in step.inputs if not state.things[n].carried), step.inputs[0])
    if state.things[thing].carried:
        return f"You carry what you need. Think about the {names[thing]}."
    where = state.things[thing].area or place
    if where == state.player:
        look = f"Look at the {names[thing]}."
        away = _areas_away(pack, state, step)
        return (
            f"{look} What you need for it is in {away}."
            if away
            else f"There is something to do right here. {look}"
        )
    title = the_area(pack.areas[where])
    return f"Look around in {title}. {capital(names.the(thing))} there {is_or_are(names[thing])} worth a thought."


def _areas_away(pack: Pack, state: State, step: TraceStep) -> str:
    """The other places where what a step takes lies."""
    found = dict.fromkeys(state.things[name].area for name in step.inputs)
    return listed(the_area(pack.areas[area]) for area in found if area not in (None, state.player))


def _missing(pack: Pack, world: World, state: State, names: ObjectNames, steps: Trace) -> str:
    """What the next step brings about, what that is for, and what it takes."""
    step = steps[0]
    useful, purpose = _purpose(pack, names, steps)
    brings = _brings(state, names, step, useful)
    first = f"You need {brings}{purpose}." if brings else f"There is something to do{purpose}."
    plural = len(step.inputs) > 1 or looks_plural(names[step.inputs[0]])
    takes = capital(listed(names.the(name) for name in step.inputs))
    place = place_of(world, state, step)
    found = [
        f" {capital(names.the(name))} {is_or_are(names[name])} in {the_area(pack.areas[area])}."
        for name in step.inputs
        if (area := state.things[name].area) not in (None, place)
    ]
    return f"{first} {takes} {'are' if plural else 'is'} all it takes.{''.join(found)}"


def _brings(state: State, names: ObjectNames, step: TraceStep, useful: set[str]) -> str:
    """The useful result of a step."""
    for event in step.events:
        if isinstance(event, ObjectStored) and event.inside in useful:
            return f"{names.the(event.inside)} to hold {names.the(event.id)}"
        if isinstance(event, ObjectCreated | ObjectReleased) and event.id in useful:
            return names.the(event.id)
        if isinstance(event, ObjectChanged) and event.id in useful:
            before = state.things[event.id].properties
            now = [property_phrase(k, v) for k, v in event.properties.items() if before.get(k) != v]
            gone = [f"no longer {words(k)}" for k in before if k not in event.properties]
            return f"{names.the(event.id)} to be {listed(now + gone)}"
    return ""


def _purpose(pack: Pack, names: ObjectNames, steps: Trace) -> tuple[set[str], str]:
    """What a step is for: the next one that uses what it made, or the goal of an area."""
    events = steps[0].events
    touched = {
        event.id for event in events if isinstance(event, ObjectCreated | ObjectChanged | ObjectReleased)
    }
    touched |= {event.inside for event in events if isinstance(event, ObjectStored)}
    solved = [event.area for event in events if isinstance(event, Solved)]
    if solved:
        return touched, f": it is what you came to {the_area(pack.areas[solved[0]])} for"
    for step in steps[1:]:
        useful = touched & set(step.inputs)
        if useful:
            phrase = use_phrase(pack, pack.rule(step.rule), [names[name] for name in step.inputs])
            return useful, f" before you can {phrase}"
    return touched, ""


def winning_moves(game: Game) -> list[tuple[State, Move]]:
    """Every move from here to the win, each with the state before it. In a living world: as far as it is made."""
    game.catch_up()
    found: list[tuple[State, Move]] = []
    state, chapter = game.state, game.chapter
    while state.status is Status.PLAYING:
        moves = next_moves(chapter.winnability, chapter.world, state)
        if not moves:
            break
        for move in moves:
            found.append((state, move))
            state = chapter.world.apply(state, move).state
    return found


@dataclass(frozen=True)
class Walkthrough:
    """The way from here, in sentences."""

    steps: tuple[str, ...]
    goes_on: bool
    """Whether there will be more to do at its end, which is not made yet."""


def walkthrough_of(game: Game) -> Walkthrough:
    moves = winning_moves(game)
    steps = tuple(f"{capital(action_phrase(game.pack, ObjectNames(state), move))}." for state, move in moves)
    return Walkthrough(steps, bool(moves) and game.living_world is not None and _goes_on(game, *moves[-1]))


def _goes_on(game: Game, state: State, move: Move) -> bool:
    """Whether a chapter ends with this move, and not the game."""
    end = game.chapter.world.apply(state, move).state
    return goes_on(game.pack, end).status is Status.PLAYING
