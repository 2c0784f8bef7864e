"""Puzzles: made from nothing, made anew around what is kept, and other ways to do one step. All in a worker."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from itertools import islice
from typing import TYPE_CHECKING

from puzzlesynth.bad_input import BadInput
from puzzlesynth.deadline import OutOfTime
from puzzlesynth.pack.diagnostics.problems import PackError, error
from puzzlesynth.quick_dataclasses import dataclass
from puzzlesynth.studio.jobs.worker import Emit
from puzzlesynth.studio.packs.pack_source import PackSnapshot, load
from puzzlesynth.studio.protocol import Json

from .cards import card, difficulty, difficulty_json
from .kept_puzzle import kept_puzzle
from .wishes import Choices, Count, Novelty, Wishes

if TYPE_CHECKING:
    from puzzlesynth.pack.model import Pack
    from puzzlesynth.pipeline.regeneration import Regenerator
    from puzzlesynth.puzzle.model import Puzzle
    from puzzlesynth.synth.exhaustion import Exhaustion
    from puzzlesynth.synth.steering import Steering


WAYS_SECONDS = 10.0
"""For making sure that there is no more than the quick search finds: ways to do a step, or puzzles without a thing."""


@dataclass(frozen=True)
class Generate:
    source: PackSnapshot
    wishes: Wishes
    count: Count
    novelty: Novelty = Novelty()

    def puzzles(self, pack: Pack, exhaustion: Exhaustion) -> Iterator[Puzzle]:
        """What is asked for, as the command line has it; `exhaustion` says what it means that they end."""
        from dataclasses import replace

        from puzzlesynth.pipeline.request import Request

        steering = self.novelty.steering(pack) or None
        options = replace(self.wishes.options(pack), steering=steering, exhaustion=exhaustion)
        puzzles = Request(pack, self.count.seed, self.wishes.rules, options).puzzles()
        return islice(puzzles, self.count.number)


@dataclass(frozen=True)
class Steer:
    source: PackSnapshot
    wishes: Wishes
    choices: Choices
    count: Count = Count(1, 0)
    avoid: tuple[str, ...] = ()
    """Trees that are known already."""
    step: str = ""
    """For alternatives: the step to do differently."""
    novelty: Novelty = Novelty()

    def steering(self, pack: Pack) -> Steering:
        return self.choices.steering() | self.novelty.steering(pack)


def generate(given: Generate, emit: Emit) -> Json:
    """Sends a card for each puzzle, then how hard it is. Says in the end whether the pack has no more."""
    from puzzlesynth.synth.exhaustion import Exhaustion

    pack, exhaustion = playable(given.source), Exhaustion()
    number = 0
    for puzzle in given.puzzles(pack, exhaustion):
        number += 1
        emit({"card": card(pack, puzzle), "progress": f"{number} of {given.count.number}"})
        emit({"difficulty": difficulty(pack, puzzle), "id": puzzle.id})
    return {"number": number, **the_end(exhaustion, number, given.count.number)}


def the_end(exhaustion: Exhaustion, number: int, wanted: int) -> dict[str, Json]:
    """`complete`: it is proven that there are no others. `limits`: where it is not, what may have kept others out."""
    if number >= wanted:
        return {"complete": False}
    limits = list(exhaustion.caveats())
    return {"complete": exhaustion.proven, **({"limits": limits} if limits else {})}


def playable(source: PackSnapshot) -> Pack:
    """A pack that puzzles can be made of. Raises `PackError`."""
    from puzzlesynth.synth.constraints.rewriter import constraint_set

    pack = load(source)
    if not pack.areas:
        raise PackError([error("no-areas", f"{pack.name} has no areas", pack.place)])
    if pack.constraints:
        constraint_set(pack)
    return pack


_regenerators: dict[tuple[PackSnapshot, Wishes], Regenerator] = {}
"""The last one: a ground program is large."""


def regenerator(source: PackSnapshot, wishes: Wishes) -> Regenerator:
    key = (source, wishes)
    if key not in _regenerators:
        from puzzlesynth.pipeline.regeneration import Regenerator

        pack = playable(source)
        made = Regenerator(pack, wishes.options(pack))
        _regenerators.clear()
        _regenerators[key] = made
    return _regenerators[key]


def prepare(given: Steer, _emit: Emit) -> Json:
    """Grounds the pack ahead of time."""
    regenerator(given.source, given.wishes).regenerate()
    return None


def regenerate(given: Steer, emit: Emit) -> Json:
    """A new puzzle around what is kept; null: there is none, within `limits`, if that is not proven without them. The
    page asks afterwards how hard it is."""
    from puzzlesynth.synth.exhaustion import Exhaustion

    maker, exhaustion = regenerator(given.source, given.wishes), Exhaustion()
    pack = load(given.source)
    with _whole_or_gone():
        found = maker.regenerate(
            given.steering(pack), seed=given.count.seed, avoid=set(given.avoid), exhaustion=exhaustion
        )
    if found is not None:
        return card(pack, found)
    emit({"limits": list(exhaustion.caveats())})
    return None


@dataclass(frozen=True)
class Measure:
    source: PackSnapshot
    puzzle: Json


def measure(given: Measure, emit: Emit) -> Json:
    """How hard a puzzle is, and then each of its areas."""
    from puzzlesynth.world.difficulty import area_difficulties

    pack = load(given.source)
    game, puzzle = kept_puzzle(pack, given.puzzle)
    emit({"difficulty": difficulty(pack, puzzle)})
    found = area_difficulties(game, puzzle)
    return {area: difficulty_json(one) for area, one in found}


@dataclass(frozen=True)
class Show:
    source: PackSnapshot
    puzzles: tuple[Json, ...]


def show(given: Show, _emit: Emit) -> Json:
    """Kept puzzles as cards; without those that the pack as it is now cannot play."""
    pack, cards = load(given.source), []
    for data in given.puzzles:
        with suppress(BadInput):
            cards.append(card(pack, kept_puzzle(pack, data)[1]))
    return cards


@contextmanager
def _whole_or_gone() -> Iterator[None]:
    """What is stopped in the middle of solving cannot be asked again."""
    try:
        yield
    except BaseException:
        _regenerators.clear()
        raise


def alternatives(given: Steer, emit: Emit) -> Json:
    """All other ways to get what a step makes, each a whole puzzle; the quick ones first. `complete` and `limits` as
    those of `the_end`; `seconds`: after so many the search for others was given up."""
    from puzzlesynth.synth.exhaustion import Exhaustion

    maker, exhaustion = regenerator(given.source, given.wishes), Exhaustion()
    pack = load(given.source)
    _, puzzle = kept_puzzle(pack, given.choices.puzzle)
    number, wanted = 0, given.count.number
    ways = maker.alternatives(
        puzzle, given.step, exhaustive=True, exhaustion=exhaustion, seconds=WAYS_SECONDS
    )
    try:
        for found in islice(ways, wanted):
            number += 1
            shown = {**card(pack, found), "difficulty": difficulty(pack, found)}
            emit({"card": shown, "progress": f"{number} found"})
    except OutOfTime:
        return {"number": number, "complete": False, "seconds": WAYS_SECONDS}
    except BaseException:
        _regenerators.clear()
        raise
    return {"number": number, **the_end(exhaustion, number, wanted)}


def possible(given: Steer, emit: Emit) -> Json:
    """Which of the rules and items of a puzzle, or of one step, could be left out, each with a puzzle without. What
    cannot be left out within `limits`, where that is not proven without them, comes with these; `seconds`: after so
    many it was not known."""
    from puzzlesynth.synth.steering import Steering

    maker = regenerator(given.source, given.wishes)
    pack = load(given.source)
    steering = given.steering(pack)
    _, puzzle = kept_puzzle(pack, given.choices.puzzle)
    items = {thing.id: thing.item for thing in puzzle.objects} | {new.id: new.item for new in puzzle.creates}
    steps = [step for step in puzzle.steps if given.step in ("", step.id)]
    used = dict.fromkeys(items[name] for step in steps for name in (*step.inputs, *step.outputs))
    rules = dict.fromkeys(step.rule for step in steps)
    wanted = [Steering(never_rules=frozenset({rule})) for rule in rules if rule not in steering.never_rules]
    wanted += [Steering(never_items=frozenset({item})) for item in used if item not in steering.never_items]

    def refused(choice: Steering, exhaustion: Exhaustion | None) -> None:
        if exhaustion is None:
            emit({"choice": choice_json(choice), "seconds": WAYS_SECONDS})
        elif exhaustion.proven:
            emit({"choice": choice_json(choice), "limits": []})
        else:
            emit({"choice": choice_json(choice), "limits": list(exhaustion.caveats())})

    with _whole_or_gone():
        for choice, example in maker.possible(steering, wanted, refused, WAYS_SECONDS):
            emit({"choice": choice_json(choice), "card": card(pack, example)})
    return None


def choice_json(choice: object) -> Json:
    """One choice, as the page names it."""
    for name in ("steps", "objects", "goals", "never_rules", "never_items", "unlike"):
        for one in sorted(getattr(choice, name)):
            return {"kind": name, "value": getattr(one, "name", one)}
    return None
