"""The way in: levels for a game on a layout, solved, replayed and measured."""

from __future__ import annotations

import math
import random
import time
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Literal, cast

from puzzlesynth.bad_input import BadInput
from puzzlesynth.deadline import Deadline, OutOfTime, check_time
from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.chance import ChanceMeaning, LevelSolver, PlanPromise
from puzzlesynth.levels.generate.fitness.fitness_function import (
    ACCEPTED,
    CANDIDATE_STATES,
    CandidateFitness,
    FitnessFunction,
    Objective,
)
from puzzlesynth.levels.generate.fitness.play_requirements import PlayRequirements
from puzzlesynth.levels.generate.fitness.score import LevelEvaluator, LevelMeasures
from puzzlesynth.levels.generate.placement.layout import LevelLayout
from puzzlesynth.levels.generate.placement.placement_solver import NoPlacement, PlacementSolver
from puzzlesynth.levels.generate.placement.start_requirements import StartRequirements
from puzzlesynth.levels.generate.strategies.constraint_sampling import ConstraintSampling
from puzzlesynth.levels.generate.strategies.constructive_algorithm import ConstructiveAlgorithm
from puzzlesynth.levels.generate.strategies.genetic_algorithm import GeneticAlgorithm, Population
from puzzlesynth.levels.generate.strategies.hill_climbing import HillClimbing
from puzzlesynth.levels.generate.strategies.portfolio import Portfolio
from puzzlesynth.levels.generate.strategies.pre_screen import PreScreen
from puzzlesynth.levels.generate.strategies.reverse_play import ReversePlay
from puzzlesynth.levels.generate.strategies.strategy import Strategy, StrategyContext
from puzzlesynth.levels.generate.strategies.style_sampling import StyleSampling
from puzzlesynth.levels.generate.strategies.variation import Variation, embedded
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchableGame
from puzzlesynth.levels.sokoban.game import sokoban_game

from .best_so_far import BestSoFar
from .diversity import LevelDiversity, LevelPattern, canonical

Method = Literal["auto", "logic", "climbing", "constructive", "genetic", "backwards", "variation", "style"]
METHODS: tuple[Method, ...] = (
    "auto",
    "logic",
    "climbing",
    "constructive",
    "genetic",
    "backwards",
    "variation",
    "style",
)
EFFORT = 60
"""Candidates for each level that is wanted, at least: the best of them are given out."""
MOST_TRIES = 20_000
TOO_ALIKE = "too similar to another"
TOO_KNOWN = "too similar to a level of the game"
STUCK = 150
"""Candidates in a row that are nothing new, until a search goes on elsewhere."""
MOST_REPEATS = 200
"""Good levels in a row that are all known, until a run ends: a method can have few levels."""
SELECTION_SECONDS = 0.2
"""Seconds for choosing the best of many when the time is up."""


class CannotGenerate(BadInput):
    """Levels of this game cannot be generated at all, or not in this way; the message says why."""


@dataclass(frozen=True, slots=True)
class GenerateOrder:
    """What is to be made."""

    game: PuzzleScriptGame
    layout: LevelLayout
    demands: StartRequirements = field(default_factory=StartRequirements)
    outcomes: PlayRequirements = field(default_factory=PlayRequirements)
    count: int = 1
    seed: int = 0
    method: Method = "auto"
    population: Population = "hybrid"
    effort: int = EFFORT
    most_tries: int = MOST_TRIES
    most_states: int = CANDIDATE_STATES
    time_limit: float | None = None
    rank: Objective = "both"
    """What the best levels are best at."""
    differ: int | None = None
    """In how many things levels of one run differ; None: in a third of them, three at least (see `diversity`)."""
    chance: ChanceMeaning = field(default_factory=ChanceMeaning)
    """When a level of a game with random rules counts as solved."""


@dataclass(frozen=True, slots=True)
class GeneratedLevel:
    """A level that was won by replaying `moves`, a shortest solution, in the interpreter, or that has a plan."""

    level: Level
    moves: tuple[int, ...]
    measures: LevelMeasures
    seed: int
    method: str
    attempt: int
    """The number of the candidate in its run."""
    differs: int | None = None
    """In how many things it differs from the most similar other level of the run; None if it is alone."""
    likeness: float | None = None
    """How much it looks like the game's own levels, from 0 to 1; None if that was not asked for."""
    worth: float = 0.0
    """What the search thought of it: the greater, the better."""
    plan: PlanPromise | None = None
    """What its plan promises, if the game has random rules; `moves` are the most probable course of play."""


@dataclass(slots=True)
class GenerationProgress:
    """How a run goes. `reasons` counts the candidates by what came of them."""

    wanted: int
    tries: int = 0
    reasons: Counter[str] = field(default_factory=Counter)
    stopped: Literal["done", "time", "tries", "interrupted", "exhausted"] = "done"
    conflict: tuple[str, ...] = ()

    @property
    def accepted(self) -> int:
        return self.reasons[ACCEPTED]


Candidate = tuple[Level, CandidateFitness, str, int]
"""A level that was accepted: what was found out about it, who made it, and the number of the candidate."""
ProgressCallback = Callable[[GenerationProgress], None]
BestCallback = Callable[[list[GeneratedLevel]], None]


def refusals(game: PuzzleScriptGame) -> tuple[str, ...]:
    """Why no levels can be made for a game; empty if they can."""
    reasons = list(SearchableGame(game).refusals)
    if not game.player_mask:
        reasons.append("the game has no player")
    return tuple(reasons)


def single_solution_refusals(game: PuzzleScriptGame) -> tuple[str, ...]:
    """Likewise, for those who can only show solutions made of key presses: no plans, and no waiting."""
    reasons = list(refusals(game))
    if game.settings.realtime_interval:
        reasons.append("the game runs in real time: its levels change while the player waits")
    if SearchableGame(game).is_random:
        reasons.append("the game has random rules: a solution would not win every time")
    return tuple(reasons)


def require_searchable(game: PuzzleScriptGame) -> None:
    """Raise `CannotGenerate` for a game whose levels cannot be judged."""
    reasons = refusals(game)
    if reasons:
        raise CannotGenerate(f"{'; '.join(reasons)}: nothing can be solved, but `level play` plays it")


def require_single_solutions(game: PuzzleScriptGame) -> None:
    """Likewise, where only solutions made of key presses are of use."""
    reasons = single_solution_refusals(game)
    if reasons:
        raise CannotGenerate("; ".join(reasons))


def generate_levels(
    order: GenerateOrder, progress: ProgressCallback | None = None, best: BestCallback | None = None
) -> tuple[list[GeneratedLevel], GenerationProgress]:
    """Levels, best first, and how the run went; `best` hears on the way of those that would be given out now. Raises
    `CannotGenerate`, or `NoPlacement` if no starting position satisfies the demands. An interrupt from the keyboard ends
    the run and keeps what it has found."""
    require_searchable(order.game)
    _refuse_demands_on_plans(order)
    with Deadline(order.time_limit).applied():
        try:
            run = _Run(order)
        except OutOfTime:
            return [], GenerationProgress(order.count, stopped="time")
        return run.run(progress, best)


def _refuse_demands_on_plans(order: GenerateOrder) -> None:
    """A plan is not one sequence of moves."""
    outcomes = order.outcomes
    if (outcomes.unique or outcomes.solution) and LevelSolver(order.game, order.chance).plans:
        what = "one solution" if outcomes.unique else "these moves as the solution"
        raise CannotGenerate(
            f"{what}: the game has random rules, so levels have plans; choose one course of chance"
        )


class _Run:
    def __init__(self, order: GenerateOrder) -> None:
        self.order = order
        game = order.game
        self.analysis: GameAnalysis = analyse(game)
        self.solver = LevelSolver(game, order.chance)
        self.placement = PlacementSolver(game, self.analysis, order.layout, order.demands)
        self.evaluator = LevelEvaluator(game, solver=self.solver, analysis=self.analysis)
        self.judge = FitnessFunction(
            self.placement,
            self.evaluator,
            order.outcomes,
            order.most_states,
            order.demands.style,
            order.rank,
        )
        self.shop = StrategyContext(game, self.analysis, self.solver.search, self.placement, order.outcomes)
        self.difference = LevelDiversity(game, order.layout, order.differ)
        self.known = self._known_patterns()
        """The game's own levels, as far as they fit the layout: what is made shall be new."""
        self.generator = self._generator()
        self.tally = GenerationProgress(order.count)
        self.seen: set[tuple[int, ...]] = set()
        self.found: list[Candidate] = []
        self.different: list[tuple[Candidate, LevelPattern]] = []
        """As many as are wanted, each different from all before it."""
        self._in_vain = 0
        """Candidates since the last that was different."""
        self._repeats = 0
        """Accepted levels since the last that was not known."""
        self._measured: dict[int, GeneratedLevel] = {}
        """Levels that could be given out, by the numbers of their candidates."""

    def _generator(self) -> Strategy:
        """Each generator has random numbers of its own: what one draws does not disturb another."""
        order, shop = self.order, self.shop
        things = sokoban_game(order.game, self.analysis)
        makers: dict[str, Callable[[random.Random], Strategy]] = {
            "climbing": lambda rng: HillClimbing(shop, rng, PreScreen(shop.search, self.judge)),
            "logic": lambda rng: ConstraintSampling(shop, rng),
            "constructive": lambda rng: ConstructiveAlgorithm(shop, rng),
            "genetic": lambda rng: GeneticAlgorithm(shop, rng, order.population),
        }
        style = order.demands.style
        if style is not None:
            makers = {
                "variation": lambda rng: Variation(shop, rng, style, self.difference.turns),
                "style": lambda rng: StyleSampling(shop, rng, style),
                **makers,
            }
        elif order.method in ("style", "variation"):
            raise CannotGenerate(f"{order.method}: there are no levels of the game to learn from")
        if things is not None:
            makers = {"backwards": lambda rng: ReversePlay(shop, rng, things), **makers}
        elif order.method == "backwards":
            raise CannotGenerate(
                "backwards: this method is for games in which everything is pushed and nothing else happens"
            )
        chosen = makers if order.method == "auto" else [order.method]
        made = [makers[name](random.Random(f"{order.seed} {name}")) for name in chosen]
        return Portfolio(made) if order.method == "auto" else made[0]

    def _known_patterns(self) -> list[LevelPattern]:
        style, layout = self.order.demands.style, self.order.layout
        found = []
        for level in style.levels if style is not None else ():
            for turn in self.difference.turns:
                base = embedded(layout, level, turn, (0, 0), self.order.game.ground_mask)
                if base is not None:
                    found.append(self.difference.pattern(base))
                    break
        return found

    def run(
        self, progress: ProgressCallback | None, best: BestCallback | None
    ) -> tuple[list[GeneratedLevel], GenerationProgress]:
        order, tally = self.order, self.tally
        so_far = None if best is None else BestSoFar(self._best, best)
        try:
            self.placement.draw(random.Random(0))  # says at once if nothing can satisfy the demands
            while not self._enough():
                check_time()
                if tally.tries >= order.most_tries:
                    tally.stopped = "tries"
                    break
                if not self._step() or (self._repeats >= MOST_REPEATS and self._effort_is_spent()):
                    tally.stopped = "exhausted"
                    break
                if progress is not None:
                    progress(tally)
                if so_far is not None:
                    so_far.look(len(self.found))
        except KeyboardInterrupt:
            tally.stopped = "interrupted"
        except OutOfTime:
            tally.stopped = "time"
        return self._best(), tally

    def _enough(self) -> bool:
        return len(self.different) >= self.order.count and self._effort_is_spent()

    def _effort_is_spent(self) -> bool:
        return self.tally.tries >= self.order.effort * self.order.count

    def _step(self) -> bool:
        try:
            level = self.generator.propose()
        except NoPlacement as none:
            self.tally.conflict = none.reasons
            return False
        if level is None:
            return False
        self.tally.tries += 1
        judgement = self.judge.judge(level)
        reason = judgement.reason
        if judgement.accepted:
            key = canonical(level, self.difference.turns)
            if key in self.seen:
                reason = "repeated"
                self._repeats += 1
            else:
                self._repeats = 0
                self.seen.add(key)
                name = cast(str, getattr(self.generator, "last", self.generator.name))
                newness = self._newness(level)
                if newness < 1:
                    # Solvable, but known: what is a little farther from what is known is worth more.
                    reason = TOO_KNOWN
                    judgement = replace(judgement, reason=reason, worth=judgement.worth - 1 + newness)
                else:
                    reason = self._note((level, judgement, name, self.tally.tries))
        self.tally.reasons[reason] += 1
        if self._effort_is_spent() and judgement.accepted and reason != ACCEPTED:
            # It is good, but of no more use; what is wanted is something else.
            judgement = replace(judgement, worth=0.0)
        self.generator.tell(level, judgement)
        self._go_elsewhere_after_a_while()
        return True

    def _newness(self, level: Level) -> float:
        """How far a level is from the most similar of the game's own, as a share of how far it has to be."""
        if not self.known:
            return 1.0
        pattern = self.difference.pattern(level)
        return min(
            1.0
            if self.difference.differ(pattern, other)
            else min(0.99, self.difference.distance(pattern, other) / self.difference.least(pattern, other))
            for other in self.known
        )

    def _note(self, item: Candidate) -> str:
        """Keep a level that was accepted; returns what it counts as."""
        self.found.append(item)
        if len(self.different) >= self.order.count:
            return ACCEPTED
        pattern = self._pattern(item)
        if not all(self.difference.differ(pattern, other) for _, other in self.different):
            return TOO_ALIKE
        self.different.append((item, pattern))
        self._in_vain = 0
        return ACCEPTED

    def _go_elsewhere_after_a_while(self) -> None:
        self._in_vain += 1
        if self._effort_is_spent() and self._in_vain >= STUCK:
            self._in_vain = 0
            self.generator.restart()

    def _best(self) -> list[GeneratedLevel]:
        """The best levels of which no two are alike, replayed once more."""
        chosen: list[tuple[Candidate, LevelPattern]] = []
        # The time is only looked at where it decides anyway: otherwise the same seed gives the same levels.
        end = time.monotonic() + SELECTION_SECONDS if self.tally.stopped == "time" else math.inf
        for item in sorted(self.found, key=_rank):
            if len(chosen) == self.order.count or (chosen and time.monotonic() > end):
                break
            pattern = self._pattern(item)
            if all(self.difference.differ(pattern, other) for _, other in chosen):
                chosen.append((item, pattern))
        if len(chosen) < len(self.different):
            # To take the best first can leave no room for as many as there are.
            chosen = sorted(self.different, key=lambda entry: _rank(entry[0]))
        return [
            replace(self._made(*item), differs=self.difference.nearest(pattern, [one for _, one in chosen]))
            for item, pattern in chosen
        ]

    def _pattern(self, item: Candidate) -> LevelPattern:
        """What a level is compared by. Where a solution is asked for, all levels are won by it."""
        moves = None if self.order.outcomes.solution else item[1].moves
        return self.difference.pattern(item[0], moves)

    def _made(self, level: Level, judgement: CandidateFitness, method: str, attempt: int) -> GeneratedLevel:
        if attempt not in self._measured:
            self._measured[attempt] = self._measure(level, judgement, method, attempt)
        return self._measured[attempt]

    def _measure(
        self, level: Level, judgement: CandidateFitness, method: str, attempt: int
    ) -> GeneratedLevel:
        # A solution that was asked for is the one that is shown: it is as short as any.
        moves = self.order.outcomes.solution or judgement.moves
        assert moves is not None
        if not self.solver.wins(level, moves) or not self._accepted_again(level):
            raise AssertionError("a level was about to be given out that does not hold what it promises")
        rested = self.judge.at_rest(level)
        if rested is not None and rested.cells != level.cells and self.judge.keeps_promises(rested, moves):
            level = rested
        measures = self.evaluator.measure_fully(level, moves, self.order.most_states)
        return GeneratedLevel(
            level,
            moves,
            measures,
            self.order.seed,
            method,
            attempt,
            likeness=judgement.likeness,
            worth=judgement.worth,
            plan=self.solver.promise(level),
        )

    def _accepted_again(self, level: Level) -> bool:
        """Whether the start keeps all demands, which was found out before; there may be no time to do so again."""
        try:
            return self.placement.accepts(level)
        except OutOfTime:
            return True


def _rank(item: Candidate) -> tuple[float, int]:
    """Better ones first, then earlier ones."""
    return -item[1].worth, item[3]
