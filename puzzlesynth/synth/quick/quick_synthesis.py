"""Quick draws: puzzles for an area of a game that is being played, without counting how many there are.

A seed decides a series of sketches, and for each of them where the solver looks first. What comes out is a
candidate: the encoding says that it can be solved, but whether it has a shortcut is for others to find out.
Where the series ends without a puzzle that pleases, the synthesizer has the last word.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Sequence
from random import Random
from typing import Any

import clingo

from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.resources import ENCODINGS
from puzzlesynth.synth.answers.answer_set import Answer, Node, PlainTerms
from puzzlesynth.synth.answers.decoder import Decoder
from puzzlesynth.synth.initial_state import InitialState
from puzzlesynth.synth.program.facts import facts_of, idle_facts
from puzzlesynth.synth.relevance import PackAnalysis, StepKind

from .sub_pack import SubPackAnalysis, SubPackSampler

WIDTHS = (1, 1, 2, 2, 3, 3)
"""How many ways each sketch has to obtain each thing: few at first, because a small program is grounded sooner."""

LOOKS = 3
"""Candidates of one sketch that are looked at, at most."""

OPTIONS = ("--sat-prepro=0", "--eq=0", "--rand-freq=0.3", "--sign-def=rnd")

Trial = Callable[[Puzzle], Collection[StepKind] | None]
"""Whether a candidate is fine (None), or else which of its steps are to blame."""


def synthesize_quickly(start: InitialState, seed: int, trial: Trial) -> Puzzle | None:
    """A puzzle for the areas of a start that passes a trial; None: no quick draw has one."""
    possible = PackAnalysis(start.pack, start)
    if possible.herrings or not all(any(map(possible.accepted, area.goals)) for area in start.areas):
        # Red herrings need the whole pack; and what is impossible is better explained by others.
        return None
    _USED.clear()
    sketcher, decoder = SubPackSampler(possible), Decoder(possible)
    random = Random(seed)
    avoid: set[StepKind] = set()
    for width in WIDTHS:
        part = sketcher.sketch(random, width, avoid)
        program = _Program(part, decoder, random.randrange(2**31))
        for _ in range(LOOKS):
            puzzle = program.puzzle(seed, avoid)
            if puzzle is None:
                break
            blame = trial(puzzle)
            if blame is None:
                return puzzle
            avoid.update(blame)
    return None


class _Program:
    """The logic program of a sketch."""

    def __init__(self, part: SubPackAnalysis, decoder: Decoder, seed: int) -> None:
        self._decoder = decoder
        self._control = _spare()
        _USED.append(self._control)
        self._control.configuration.solver.seed = str(seed)  # type: ignore[union-attr]
        with self._control.backend() as backend:
            for fact in facts_of(part):
                backend.add_rule([backend.add_atom(fact.symbol)])
        if any(idle_facts(part)):
            self._control.load(str(ENCODINGS / "idle.lp"))
        self._control.ground([("base", [])])

    def puzzle(self, seed: int, avoid: Collection[StepKind]) -> Puzzle | None:
        """A candidate without some kinds of steps."""
        steps = self._control.symbolic_atoms.by_signature("step", 2) if avoid else ()
        without = [
            -atom.literal
            for atom in steps
            if (atom.symbol.arguments[1].number, atom.symbol.arguments[0].arguments[0].string) in avoid
        ]
        with self._control.solve(assumptions=without, yield_=True) as handle:
            for model in handle:
                return self._decoder.decode(_answer(model.symbols(shown=True)), seed)
        return None


SPARES = 3
"""More sketches than this are hardly ever needed for one puzzle."""

_SPARE: list[clingo.Control] = []
"""With the encodings, and nothing else yet."""

_USED: list[clingo.Control] = []
"""Done with, but to free one takes as long as to read it."""


def get_ready() -> None:
    """What takes time and can be done before a puzzle is asked for, or after it has been delivered."""
    _USED.clear()
    while len(_SPARE) < SPARES:
        _SPARE.append(_loaded())


def _spare() -> clingo.Control:
    try:
        return _SPARE.pop()
    except IndexError:
        return _loaded()


def _loaded() -> clingo.Control:
    control = clingo.Control([*OPTIONS, "1"], logger=lambda *_: None)
    control.load(str(ENCODINGS / "puzzle.lp"))
    control.add("base", [], "#show meets/2.")
    # There is no such part, but from now on clingo knows the encodings as it needs them.
    control.ground([("nothing", [])])
    return control


def _answer(symbols: Sequence[clingo.Symbol]) -> Answer:
    answer = Answer()
    lists: dict[str, dict[Any, list[Any]]] = {
        name: defaultdict(list) for name in ("takes", "makes", "filled", "meets")
    }
    terms = PlainTerms()
    for symbol in symbols:
        name, values = symbol.name, terms.arguments(symbol)
        if name in lists:
            lists[name][values[0]].append(values[1] if len(values) == 2 else (values[1], values[2]))
        elif name == "lies":
            answer.lies[values[0], values[1]] = values[2]
        elif name == "packed":
            answer.packed[values[2], values[3]] = (values[0], values[1])
        elif name == "unchanged":
            answer.unchanged.add(values[0])
        elif name == "step":
            answer.rules[values[0]] = values[1]
        elif name in ("chosen", "solved_by", "belongs", "happens", "opened_by"):
            getattr(answer, name)[values[0]] = values[1]
    answer.takes, answer.makes, answer.filled = (dict(lists[n]) for n in ("takes", "makes", "filled"))
    answer.waits = list(_waits(answer, lists["meets"]))
    return answer


def _waits(answer: Answer, meets: dict[Node, list[str]]) -> Iterator[tuple[Node, str]]:
    """Steps that make what an area's goal asks for as well: they come after the one that solves it."""
    for step in answer.rules:
        for node in (step, *(node for _, node in answer.makes.get(step, ()))):
            yield from ((step, area) for area in meets.get(node, ()) if answer.solved_by[area] != step)
