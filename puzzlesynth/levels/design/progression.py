"""Puts levels in an order in which they get harder for people and new rules appear one at a time.

A level *uses* a rule if its shortest solution applies the rule, and does not win in the game without it. A rule is
*new* in the first level that uses it. The order has, in this order of importance,

1. as few surplus rules as possible: a level may have one new rule, each further one is surplus;
2. as little falling challenge as possible, summed over all levels that are easier than the one before;
3. easy levels early.

For up to `MOST_EXACT` levels the order is the best there is. For more, the next level is always the easiest of those
with at most one new rule (failing that, of those with the fewest), and the order says so.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Literal

from puzzlesynth.levels.analysis import analyse
from puzzlesynth.levels.analysis.game_analysis import GameAnalysis
from puzzlesynth.levels.chance import ChanceMeaning, LevelSolver, PlanPromise
from puzzlesynth.levels.generate.fitness.challenge import measure_challenge
from puzzlesynth.levels.generate.fitness.rule_trace import RuleTracer, without_rule
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchLimits

MOST_EXACT = 12


@dataclass(frozen=True, slots=True)
class LevelProfile:
    """A level with what counts for its place. `rules` are lines of the source."""

    name: str
    level: Level
    moves: tuple[int, ...]
    difficulty: int
    rules: frozenset[int]
    challenge: int | None = None
    """How hard the level is for people; None if that was not measured."""
    plan: PlanPromise | None = None
    """What its plan promises, if the game has random rules."""

    @property
    def hardness(self) -> int:
        """What the order goes by."""
        return self.difficulty if self.challenge is None else self.challenge


@dataclass(frozen=True, slots=True)
class ExcludedLevel:
    """A level that has no place, and why."""

    name: str
    level: Level
    reason: Literal["unsolvable", "undecided"]


@dataclass(frozen=True, slots=True)
class ProgressionEntry:
    """A level in its place."""

    studied: LevelProfile
    new_rules: tuple[int, ...]
    falls: int
    """By how much the level is easier than the one before; 0 if it is not."""


@dataclass(frozen=True, slots=True)
class Progression:
    """The order. `exact`: there is none better."""

    levels: tuple[ProgressionEntry, ...]
    exact: bool

    @property
    def surplus(self) -> int:
        return sum(max(0, len(item.new_rules) - 1) for item in self.levels)


def study(
    game: PuzzleScriptGame,
    levels: Sequence[tuple[str, Level]],
    *,
    limits: SearchLimits | None = None,
    progress: Callable[[str], None] | None = None,
    chance: ChanceMeaning | None = None,
) -> tuple[list[LevelProfile], list[ExcludedLevel]]:
    """Solve levels and find out which rules their solutions use."""
    limits = limits if limits is not None else SearchLimits(20.0, 1_000_000)
    solver, analysis = LevelSolver(game, chance), analyse(game)
    tracer = RuleTracer(game, solver.seed)
    lesser: dict[int, LevelSolver] = {}
    good: list[LevelProfile] = []
    bad: list[ExcludedLevel] = []
    for name, level in levels:
        if progress is not None:
            progress(name)
        report = solver.solve(level, limits=limits)
        if report.moves is None or report.difficulty is None:
            bad.append(ExcludedLevel(name, level, "undecided" if report.difficulty is None else "unsolvable"))
            continue
        used = set()
        for line in _applied_lines(solver, tracer, analysis, level, report.moves):
            without = lesser.setdefault(line, LevelSolver(without_rule(game, line), chance))
            if not _wins_still(without, level, report.moves, solver.promise(level), limits):
                used.add(line)
        steps = solver.search.load(level)
        hard = measure_challenge(game, analysis, steps, level, report.moves, report.difficulty, tracer)
        plan = solver.promise(level)
        good.append(LevelProfile(name, level, report.moves, report.difficulty, frozenset(used), hard, plan))
    return good, bad


def _applied_lines(
    solver: LevelSolver, tracer: RuleTracer, analysis: GameAnalysis, level: Level, moves: tuple[int, ...]
) -> frozenset[int]:
    """The rules that a solution applies; all, where there is a plan for everything that can happen."""
    if solver.plans:
        return frozenset(rule.line for rule in analysis.rules)
    return tracer.applied(level, moves).lines


def _wins_still(
    without: LevelSolver,
    level: Level,
    moves: tuple[int, ...],
    promise: PlanPromise | None,
    limits: SearchLimits,
) -> bool:
    """Whether a solution wins without a rule, or whether there is a plan that promises as much."""
    if promise is None or not without.plans:
        return without.wins(level, moves)
    without.solve(level, limits=limits)
    other = without.promise(level)
    return other is not None and other.chance >= promise.chance - 1e-6 and without.wins(level, moves)


MayFollow = Callable[[int, int], bool]
"""Whether a level (by number) can come right after a set of levels (as bits)."""


def arrange(
    levels: Sequence[LevelProfile], may_follow: MayFollow = lambda chosen, number: True
) -> Progression:
    """Put the levels in order. Raises `ValueError` if none of those found is allowed."""
    exact = len(levels) <= MOST_EXACT
    order = _best_order(levels, may_follow) if exact else _greedy_order(levels, may_follow)
    placed: list[ProgressionEntry] = []
    known: set[int] = set()
    for number in order:
        item = levels[number]
        falls = max(0, placed[-1].studied.hardness - item.hardness) if placed else 0
        placed.append(ProgressionEntry(item, tuple(sorted(item.rules - known)), falls))
        known |= item.rules
    return Progression(tuple(placed), exact)


NO_ORDER = "no order keeps all of this"


def _greedy_order(
    levels: Sequence[LevelProfile], may_follow: MayFollow = lambda chosen, number: True
) -> list[int]:
    left = list(range(len(levels)))
    known: set[int] = set()
    order: list[int] = []
    before = 0
    while left:
        allowed = [number for number in left if may_follow(before, number)]
        if not allowed:
            raise ValueError(NO_ORDER)
        chosen = min(
            allowed,
            key=lambda number: (
                max(1, len(levels[number].rules - known)),
                levels[number].hardness,
                len(levels[number].moves),
                number,
            ),
        )
        left.remove(chosen)
        order.append(chosen)
        before |= 1 << chosen
        known |= levels[chosen].rules
    return order


_Worth = tuple[int, int, int]


def _best_order(
    levels: Sequence[LevelProfile], may_follow: MayFollow = lambda chosen, number: True
) -> list[int]:
    """The best order, level by level over all sets of levels that may have come before."""
    count = len(levels)
    if not count:
        return []
    known = [frozenset[int]()] * (1 << count)
    for chosen in range(1, 1 << count):
        last = chosen.bit_length() - 1
        known[chosen] = known[chosen ^ 1 << last] | levels[last].rules
    # For every set of levels and the last of them, the least worth and the level before.
    best: list[dict[int, tuple[_Worth, int]]] = [{} for _ in range(1 << count)]
    for number, item in enumerate(levels):
        if not may_follow(0, number):
            continue
        best[1 << number][number] = (max(0, len(item.rules) - 1), 0, count * item.hardness), -1
    for chosen in range(1, 1 << count):
        size = chosen.bit_count()
        for number, item in enumerate(levels):
            if chosen >> number & 1 or not best[chosen] or not may_follow(chosen, number):
                continue
            surplus = max(0, len(item.rules - known[chosen]) - 1)
            early = (count - size) * item.hardness
            for last, (worth, _) in best[chosen].items():
                falls = max(0, levels[last].hardness - item.hardness)
                further = worth[0] + surplus, worth[1] + falls, worth[2] + early
                entry = best[chosen | 1 << number].get(number)
                if entry is None or further < entry[0]:
                    best[chosen | 1 << number][number] = further, last
    chosen = (1 << count) - 1
    if not best[chosen]:
        raise ValueError(NO_ORDER)
    last = min(best[chosen], key=lambda number: (best[chosen][number][0], number))
    order = []
    while last >= 0:
        order.append(last)
        before = best[chosen][last][1]
        chosen ^= 1 << last
        last = before
    return order[::-1]
