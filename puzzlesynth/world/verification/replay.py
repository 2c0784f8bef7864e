"""The puzzle's own solution, replayed with all its objects."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from puzzlesynth.deadline import check_time
from puzzlesynth.pack.model import Item, Pack
from puzzlesynth.puzzle.model import Puzzle, Step
from puzzlesynth.quick_dataclasses import dataclass, field
from puzzlesynth.world.apply import apply_rule
from puzzlesynth.world.events import Event, Solved
from puzzlesynth.world.rule_semantics import within
from puzzlesynth.world.state import PuzzleInstance, State, Status, WorldError, puzzle_instance, start_state
from puzzlesynth.world.trace import Trace, TraceStep


@dataclass(frozen=True)
class Replay:
    """How far the solution came."""

    ok: bool
    trace: Trace
    problem: str | None
    """Why it went no further, with the place in the puzzle."""
    access: bool
    """Whether the problem is that something is not within reach."""
    solved_at: dict[str, int]
    """For each area how many steps had been done when it was solved; 0: at the start."""
    states: tuple[State, ...] = ()
    """The states before each step that was done, and the last one."""


MOST_TRIES = 64
"""How many ways are tried where a puzzle does not say what its steps make inside other things."""


def replay(pack: Pack, puzzle: Puzzle) -> Replay:
    """Replays the solution from the start. Never raises: what is wrong is in `problem`."""
    try:
        run = _Run(puzzle_instance(pack, puzzle))
    except WorldError as problem:
        return Replay(False, (), str(problem), False, {})
    first = done = _played(run, puzzle)
    for _ in range(MOST_TRIES):
        picks = run.other_picks()
        if done.ok or picks is None:
            break
        run = _Run(run.instance, picks)
        done = _played(run, puzzle)
    return done if done.ok else first


def _played(run: _Run, puzzle: Puzzle) -> Replay:
    steps = {step.id: (index, step) for index, step in enumerate(puzzle.steps)}
    for name in puzzle.solution:
        known = steps.get(name)
        if known is None:
            return run.stopped(f"solution: there is no step {name!r}")
        complaint = run.do(*known)
        if complaint is not None:
            return run.stopped(complaint)
    missing = [area for area in run.instance.goals if area not in run.state.solved]
    return run.stopped(f"solution: {', '.join(missing)} not solved at the end" if missing else None)


def wrong_sources(puzzle: Puzzle, done: Replay) -> Iterator[tuple[str, str]]:
    """Inputs that `from` says another step made than the one that did: a complaint, and the step that takes them."""
    steps = {step.id: step for step in puzzle.steps}
    makers: dict[str, str] = {}
    for name, action, (before, after) in zip(
        puzzle.solution, done.trace, pairwise(done.states), strict=False
    ):
        for position, (real, said) in enumerate(zip(action.inputs, steps[name].sources, strict=True)):
            maker = makers.get(real)
            if maker != said:
                yield (
                    f"input {position + 1} of {name} comes from {maker or 'the start'}, not {said or 'the start'}",
                    name,
                )
        for real in action.outputs:
            old = before.things.get(real)
            if old is None or old.inside is not None or before.node(real) != after.node(real):
                makers[real] = name


@dataclass(eq=False)
class _Run:
    instance: PuzzleInstance
    picks: tuple[int, ...] = ()
    """Where several ways to make things fit: which of them to take, the first one where nothing is said."""
    ways: list[int] = field(default_factory=list)
    """How many there were each time."""
    trace: list[TraceStep] = field(default_factory=list)
    solved_at: dict[str, int] = field(default_factory=dict)
    aliases: dict[str, str] = field(default_factory=dict)
    """The puzzle's names for what was made inside other things."""
    access: bool = False
    before: list[State] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.items = {made.id: made.item for made in self.instance.puzzle.creates}
        self.state, events = start_state(self.instance)
        self._note(events)

    def stopped(self, problem: str | None) -> Replay:
        return Replay(
            problem is None,
            tuple(self.trace),
            problem,
            self.access,
            self.solved_at,
            (*self.before, self.state),
        )

    def _note(self, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, Solved):
                self.solved_at[event.area] = len(self.trace)

    def do(self, index: int, step: Step) -> str | None:
        """Does one step; what is wrong with it, if anything."""
        where = f"steps[{index}]"
        semantics = self.instance.mechanics.semantics
        if not 1 <= step.rule <= len(semantics):
            return f"{where}.rule: the pack has no rule {step.rule}"
        meaning = semantics[step.rule - 1]
        if self.state.status is not Status.PLAYING:
            return f"{where}: the game is over before {step.id}"
        if len(step.inputs) != len(meaning.rule.inputs) or len(step.outputs) != len(meaning.rule.outputs):
            return f"{where}: {meaning.rule} has other inputs or outputs"
        inputs = tuple(self.aliases.get(name, name) for name in step.inputs)
        area = self._place(where, step, inputs)
        if area.startswith("!"):
            self.access = True
            return area[1:]
        made = self._made(step)
        if made is None:
            return f"{where}.outputs: this is not what {meaning.rule} makes"
        uses = tuple(str(node.tag) for name in inputs for node in within(self.state.node(name)))
        wished = [None if slot.inside else step.outputs[slot.output] for slot in meaning.slots]
        done = apply_rule(self.instance, self.state, step.rule - 1, inputs, area, made, wished)
        if isinstance(done, str):
            return f"{where}: {step.action}: {done}"
        self.before.append(self.state)
        self.state = done.state
        self.trace.append(
            TraceStep(
                step.rule,
                meaning.rule.action,
                inputs,
                done.outputs,
                area,
                tuple(item.name for item in made),
                done.events,
                uses,
            )
        )
        self._note(done.events)
        return self._name_outputs(where, step, done.outputs)

    def _place(self, where: str, step: Step, inputs: tuple[str, ...]) -> str:
        """Where the inputs can be brought together; a complaint begins with an exclamation mark."""
        here: str | None = None
        for position, name in enumerate(inputs):
            at = f"!{where}.inputs[{position}]: "
            thing = self.state.things.get(name)
            if thing is None:
                return f"{at}{name} does not exist when {step.id} is done"
            if thing.inside is not None:
                return f"{at}{name} is inside {thing.inside}"
            if thing.area is not None and thing.area not in self.state.open:
                return f"{at}{name} is in {thing.area}, which is not open by then"
            if not thing.carryable and thing.area is not None:
                if here is not None and here != thing.area:
                    return f"{at}{name} is in {thing.area} and cannot be brought to {here}"
                here = thing.area
                if step.place not in (None, here):
                    return f"!{where}.place: {step.id} is done in {step.place}, but {name} is in {here}"
        if here is not None:
            return here
        if step.place is not None:
            if step.place in self.state.open:
                return step.place
            return f"!{where}.place: {step.place} is not open by then"
        return self._somewhere(step, inputs)

    def _somewhere(self, step: Step, inputs: tuple[str, ...]) -> str:
        """Where everything can be carried and the puzzle does not say: its own area, or where things are."""
        own = self.instance.pack.areas.get(step.area)
        if own is not None and own.is_place and step.area in self.state.open:
            return step.area
        areas = (self.state.things[name].area for name in inputs)
        return next((area for area in areas if area), self.state.player)

    def _made(self, step: Step) -> tuple[Item, ...] | None:
        """A way of making things in which every output is the item that the puzzle says."""
        slots = self.instance.mechanics.semantics[step.rule - 1].slots
        fitting = [
            way
            for way in self.instance.choices[step.rule - 1]
            if all(
                slot.inside or self.items.get(step.outputs[slot.output]) == item.name
                for slot, item in zip(slots, way, strict=True)
            )
        ]
        if len(fitting) < 2:
            return fitting[0] if fitting else None
        pick = self.picks[len(self.ways)] if len(self.ways) < len(self.picks) else 0
        self.ways.append(len(fitting))
        return fitting[pick]

    def other_picks(self) -> tuple[int, ...] | None:
        """The next combination to try; None: that was the last."""
        check_time()
        picks = [*self.picks, *(0 for _ in self.ways)][: len(self.ways)]
        while picks and picks[-1] + 1 == self.ways[len(picks) - 1]:
            picks.pop()
        return (*picks[:-1], picks[-1] + 1) if picks else None

    def _name_outputs(self, where: str, step: Step, outputs: tuple[str, ...]) -> str | None:
        for position, (said, real) in enumerate(zip(step.outputs, outputs, strict=True)):
            if self.aliases.get(said, said) == real:
                continue
            if said in self.items and said not in self.aliases and said not in self.state.things:
                if self.items[said] != self.state.things[real].item:
                    return f"{where}.outputs[{position}]: {said} is not a {self.state.things[real].item}"
                self.aliases[said] = real
                continue
            return f"{where}.outputs[{position}]: it is {real}, not {said}"
        return None
