"""`verify`: every guarantee of a puzzle proven again, or shown to be broken, by running the world."""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum

from puzzlesynth.pack.model import Pack, Policy
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.quick_dataclasses import dataclass, replace
from puzzlesynth.state_limits import STATE_LIMIT
from puzzlesynth.world.ground_task import GroundTask, ground_task
from puzzlesynth.world.grounder import TooLarge
from puzzlesynth.world.rule_semantics import node_matches
from puzzlesynth.world.search.state_count import count_states
from puzzlesynth.world.search.state_space import Exploration, search
from puzzlesynth.world.search.stubborn_sets import has_dead_end
from puzzlesynth.world.state import WorldError
from puzzlesynth.world.trace import Trace

from .consistency import problems_of, unordered_access, wrong_depths
from .dead_ends import DeadEnd, DeadEndClass, Defeat, dead_end_classes, defeats, nearest_dead_end
from .own_claims import false_claims, stale_names
from .replay import Replay, replay, wrong_sources
from .shortcuts import SequenceBreak, Shortcut, Undecided, sequence_breaks, shortcuts

EXPLORED_STATES = 20_000
"""States that are explored even where it is known that there are no dead ends, to say how many there are."""


class Outcome(Enum):
    """What was found out about a guarantee."""

    PROVEN = "proven"
    VIOLATED = "violated"
    FOUND = "found"
    """It does not hold, and the designer allows that."""
    UNDECIDED = "not decided"


GUARANTEES = (
    "consistent",
    "solvable",
    "depth",
    "access",
    "not_solved_already",
    "no_sequence_break",
    "no_shortcut",
    "no_dead_end",
)


@dataclass(frozen=True)
class Verdict:
    """What was found out about one guarantee, with a shortest trace where it does not hold."""

    guarantee: str
    outcome: Outcome
    message: str = ""
    trace: Trace = ()
    area: str | None = None
    step: str | None = None


@dataclass(frozen=True)
class Report:
    """All verdicts, in the order of `GUARANTEES`."""

    verdicts: tuple[Verdict, ...]
    states: int = 0
    """How many states were explored; 0 where no exploration was needed."""
    defeats: tuple[Defeat, ...] = ()
    """Ways to lose the game by an action that ends it. They break no guarantee."""
    dead_ends: tuple[DeadEndClass, ...] = ()
    """Every class of dead ends, the nearest first."""

    @property
    def ok(self) -> bool:
        """Nothing is violated and nothing was left undecided."""
        return all(verdict.outcome in (Outcome.PROVEN, Outcome.FOUND) for verdict in self.verdicts)

    @property
    def faults(self) -> tuple[Verdict, ...]:
        return tuple(verdict for verdict in self.verdicts if verdict.outcome is Outcome.VIOLATED)

    @property
    def undecided(self) -> tuple[Verdict, ...]:
        return tuple(verdict for verdict in self.verdicts if verdict.outcome is Outcome.UNDECIDED)

    def of(self, guarantee: str) -> Verdict:
        return next(verdict for verdict in self.verdicts if verdict.guarantee == guarantee)


def verify(pack: Pack, puzzle: Puzzle, limit: int = STATE_LIMIT) -> Report:
    """Proves or refutes every guarantee; each search looks at no more than `limit` states."""
    problems = problems_of(pack, puzzle)
    if problems:
        broken = Verdict("consistent", Outcome.VIOLATED, "; ".join(problems))
        rest = (Verdict(name, Outcome.UNDECIDED, "the puzzle is not consistent") for name in GUARANTEES[1:])
        return Report((broken, *rest))
    done = replay(pack, puzzle)
    verdicts = [
        _solvable(puzzle, done),
        _depth(pack, puzzle, done),
        _access(pack, puzzle, done),
    ]
    try:
        task = ground_task(pack, puzzle)
    except (TooLarge, WorldError) as problem:
        rest = (Verdict(name, Outcome.UNDECIDED, str(problem)) for name in GUARANTEES[4:])
        return Report((_consistent(pack, puzzle), *verdicts, *rest))
    verdicts.append(_not_solved_already(task, puzzle, done))
    verdicts.append(_no_sequence_break(task, limit))
    verdicts.append(_claimed(puzzle, "shortcuts", _no_shortcut(task, limit)))
    if _is_large_and_safe(task, limit):
        verdicts.append(Verdict("no_dead_end", Outcome.PROVEN))
        return Report((_consistent(pack, puzzle, verdicts), *verdicts))
    explored = search(task, limit)
    verdicts.append(_claimed(puzzle, "dead_ends", _no_dead_end(explored, limit)))
    verdicts.insert(0, _consistent(pack, puzzle, verdicts))
    lost = tuple(defeats(explored))
    return Report(tuple(verdicts), len(explored.states), lost, dead_end_classes(explored))


CLAIMS = {"no_shortcut": "shortcuts", "no_dead_end": "dead_ends"}
"""What a puzzle may say that there is, by the guarantee that there is none."""


def _consistent(pack: Pack, puzzle: Puzzle, verdicts: Sequence[Verdict] = ()) -> Verdict:
    """Where the parts of a puzzle fit together, what it says about itself may still be true of another one."""
    proven = [verdict.guarantee for verdict in verdicts if verdict.outcome is Outcome.PROVEN]
    wrong = false_claims(pack, puzzle, [CLAIMS[name] for name in proven if name in CLAIMS])
    if wrong:
        return Verdict("consistent", Outcome.VIOLATED, "; ".join(wrong))
    stale = stale_names(puzzle)
    return Verdict("consistent", Outcome.FOUND if stale else Outcome.PROVEN, "; ".join(stale))


def _claimed(puzzle: Puzzle, name: str, verdict: Verdict) -> Verdict:
    """What the designer allows is a fault where the puzzle itself denies it."""
    if verdict.outcome is not Outcome.FOUND or puzzle.guarantees.get(name) != "none":
        return verdict
    message = f"{verdict.message}, but the puzzle says that it has no {name.replace('_', ' ')}"
    return replace(verdict, outcome=Outcome.VIOLATED, message=message)


def _solvable(puzzle: Puzzle, done: Replay) -> Verdict:
    if not done.ok:
        return Verdict("solvable", Outcome.VIOLATED, done.problem or "", done.trace)
    return Verdict("solvable", Outcome.PROVEN)


def _depth(pack: Pack, puzzle: Puzzle, done: Replay) -> Verdict:
    """Chains go along `from`, so it is also proven that things come from there."""
    for message, step in wrong_sources(puzzle, done):
        return Verdict("depth", Outcome.VIOLATED, message, step=step)
    for message, area in wrong_depths(pack, puzzle):
        return Verdict("depth", Outcome.VIOLATED, message, area=area)
    return Verdict("depth", Outcome.PROVEN)


def _access(pack: Pack, puzzle: Puzzle, done: Replay) -> Verdict:
    if not done.ok and done.access:
        return Verdict("access", Outcome.VIOLATED, done.problem or "", done.trace)
    for message, step in unordered_access(pack, puzzle):
        return Verdict("access", Outcome.VIOLATED, message, step=step)
    if not done.ok:
        return Verdict("access", Outcome.UNDECIDED, "the solution cannot be replayed to its end")
    return Verdict("access", Outcome.PROVEN)


def _not_solved_already(task: GroundTask, puzzle: Puzzle, done: Replay) -> Verdict:
    name = "not_solved_already"
    state = task.first
    for thing in state.things.values():
        for area, goal in task.instance.goals.items():
            if thing.inside is None and node_matches(state.node(thing.id), goal):
                return Verdict(name, Outcome.VIOLATED, f"{thing.id} meets the goal of {area}", area=area)
    order = {step: index + 1 for index, step in enumerate(puzzle.solution)}
    for goal_ in puzzle.areas:
        at = done.solved_at.get(goal_.name)
        if at is not None and at < order[goal_.solved_by]:
            message = f"{goal_.name} is solved by {puzzle.solution[at - 1]}, before {goal_.solved_by}"
            return Verdict(name, Outcome.VIOLATED, message, done.trace[:at], goal_.name)
        if at is not None and at > order[goal_.solved_by]:
            message = f"{goal_.name} is solved by {puzzle.solution[at - 1]}, not by {goal_.solved_by}"
            return Verdict(name, Outcome.VIOLATED, message, done.trace[:at], goal_.name)
    if not done.ok:
        return Verdict(name, Outcome.UNDECIDED, "the solution cannot be replayed to its end")
    return Verdict(name, Outcome.PROVEN)


def _no_sequence_break(task: GroundTask, limit: int) -> Verdict:
    name = "no_sequence_break"
    found = list(sequence_breaks(task, limit))
    breaks = sorted((one for one in found if isinstance(one, SequenceBreak)), key=lambda b: len(b.trace))
    if breaks:
        first = breaks[0]
        message = f"{first.area} can be solved before it is open"
        return Verdict(name, Outcome.VIOLATED, message, first.trace, first.area)
    return _settled(name, found, limit)


def _settled(name: str, found: list[SequenceBreak | Undecided] | list[Undecided], limit: int) -> Verdict:
    for one in found:
        if isinstance(one, Undecided):
            return Verdict(name, Outcome.UNDECIDED, f"{one.reason}: not decided within {limit} states")
    return Verdict(name, Outcome.PROVEN)


def _no_shortcut(task: GroundTask, limit: int) -> Verdict:
    """A shortcut in an area that forbids them comes first, then the shortest."""
    name = "no_shortcut"
    found = list(shortcuts(task, limit))
    cuts = [one for one in found if isinstance(one, Shortcut)]
    open_questions = [one for one in found if isinstance(one, Undecided)]
    areas = task.instance.pack.areas
    forbidden = [one for one in cuts if areas[one.area].guarantees.shortcuts is Policy.FORBID]
    if not forbidden and open_questions:
        return _settled(name, open_questions, limit)
    if not cuts:
        return Verdict(name, Outcome.PROVEN)
    best = min(forbidden or cuts, key=lambda cut: len(cut.trace))
    outcome = Outcome.VIOLATED if forbidden else Outcome.FOUND
    message = f"{best.area} can be solved without {best.step}"
    return Verdict(name, outcome, message, best.trace, best.area, best.step)


def _is_large_and_safe(task: GroundTask, limit: int) -> bool:
    """Whether a game is large and can always be won, so that to go to all of its states would show nothing."""
    if task.defeats or limit <= EXPLORED_STATES or has_dead_end(task, limit) is not False:
        return False
    return count_states(task, EXPLORED_STATES) is None


def _no_dead_end(found: Exploration, limit: int) -> Verdict:
    """Where there are too many states to explore, most of them only differ in the order of things."""
    name = "no_dead_end"
    if not found.complete and has_dead_end(found.task, limit) is False:
        return Verdict(name, Outcome.PROVEN)
    areas = found.task.instance.pack.areas
    forbidding = sum(
        bit
        for area, bit in found.task.solved_bit.items()
        if areas[area].guarantees.dead_ends is Policy.FORBID
    )
    worst = nearest_dead_end(found, forbidding) if forbidding else None
    if isinstance(worst, DeadEnd):
        return _dead(worst, Outcome.VIOLATED)
    end = worst if isinstance(worst, Undecided) else nearest_dead_end(found)
    if isinstance(end, DeadEnd):
        return _dead(end, Outcome.FOUND)
    if isinstance(end, Undecided):
        return Verdict(name, Outcome.UNDECIDED, f"not decided within {limit} states")
    return Verdict(name, Outcome.PROVEN)


def _dead(end: DeadEnd, outcome: Outcome) -> Verdict:
    move = f"after {end.move}" if end.move else "from the start"
    return Verdict("no_dead_end", outcome, f"{move} the game can no longer be won", end.trace)
