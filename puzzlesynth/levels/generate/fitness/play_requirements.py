"""What is asked of playing a level: how long, how hard, with which rules, whether in one way only."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from puzzlesynth.deadline import check_time
from puzzlesynth.levels.chance import LevelSolver
from puzzlesynth.levels.generate.placement.layout import LevelLayout
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.search import SearchLimits
from puzzlesynth.levels.search.results import LevelVerdict
from puzzlesynth.levels.search.transitions import SearchProblem

from .rule_trace import RuleTracer, with_rule_forbidden, without_rule
from .state_space import WON, StateSpace, explore

UNIQUE_LIMIT = 50_000
"""The most states that are looked at to find out whether there is one solution only."""

Range = tuple[int, int | None]
"""From, and to (None: no end)."""


@dataclass(frozen=True, slots=True)
class PlayRequirements:
    """What a level's play shall be like. Rules are given by their lines in the source."""

    length: Range | None = None
    difficulty: Range | None = None
    uses: tuple[int, ...] = ()
    """The shortest solution found applies these rules and would not win without them."""
    needs: tuple[int, ...] = ()
    """No solution does without these rules."""
    unique: bool = False
    """All shortest solutions do the same to everything but the player, in whatever order."""
    no_spare: bool = False
    """Without any one object that was placed, there is no solution, or a shorter one."""
    solution: tuple[int, ...] | None = None
    """These moves win, and none shorter do."""


def within(value: int, wanted: Range) -> bool:
    return value >= wanted[0] and (wanted[1] is None or value <= wanted[1])


def closeness(value: int, wanted: Range) -> float:
    """How near a value comes to a range, as a share: 1 within it."""
    least, most = wanted
    return most / value if most is not None and value > most else min(1.0, value / max(1, least))


class PlayRequirementTest:
    """Tests solved levels of one game."""

    def __init__(
        self, solver: LevelSolver, layout: LevelLayout, outcomes: PlayRequirements, most_states: int
    ) -> None:
        self._solver, self.search = solver, solver.search
        self.layout, self.outcomes = layout, outcomes
        self._limits = SearchLimits(seconds=None, states=most_states)
        self._tracer = RuleTracer(solver.game, solver.seed) if outcomes.uses and not solver.plans else None
        self._forbidding = {
            line: LevelSolver(with_rule_forbidden(solver.game, line), solver.meaning)
            for line in outcomes.needs
        }
        self._lacking = {
            line: LevelSolver(without_rule(solver.game, line), solver.meaning) for line in outcomes.uses
        }

    def before_solving(self, level: Level) -> str | None:
        """What speaks against a level that has not been solved yet, if that is known."""
        wanted = self.outcomes.solution
        if wanted is not None and not _plays_through(self.search.load(level), wanted):
            return "another solution"
        return None

    def complaint(self, level: Level, moves: tuple[int, ...]) -> str | None:
        """What speaks against a level with this shortest solution; None if nothing does. Cheap tests first."""
        wanted = self.outcomes
        if wanted.length is not None and not within(len(moves), wanted.length):
            return "too short" if len(moves) < wanted.length[0] else "too long"
        if wanted.solution is not None and len(moves) != len(wanted.solution):
            return "with a shorter solution"
        if not self._uses(level, moves):
            return "without the rule"
        if not all(self._needs(level, line) for line in wanted.needs):
            return "solvable without the rule"
        if wanted.unique and not unique(self.search.game, self.search.load(level)):
            return "with several solutions"
        if wanted.difficulty is not None and not self._difficult(level, wanted.difficulty):
            return "of another difficulty"
        if wanted.no_spare and not self._no_spare(level, len(moves)):
            return "with something to spare"
        return None

    def _uses(self, level: Level, moves: tuple[int, ...]) -> bool:
        if self._tracer is None:
            # A plan uses a rule if there would be no such plan without it.
            return not any(self._solved_by(other, level) for other in self._lacking.values())
        applied = self._tracer.applied(level, moves).lines
        return all(line in applied and not other.wins(level, moves) for line, other in self._lacking.items())

    def _solved_by(self, other: LevelSolver, level: Level) -> bool:
        return other.solve(level, ("bfs",), self._limits).verdict is not LevelVerdict.UNSOLVABLE

    def _needs(self, level: Level, line: int) -> bool:
        return not self._solved_by(self._forbidding[line], level)

    def _difficult(self, level: Level, wanted: Range) -> bool:
        report = self._solver.solve(level, limits=self._limits)
        return report.difficulty is not None and within(report.difficulty, wanted)

    def _no_spare(self, level: Level, length: int) -> bool:
        return all(self._matters(level, thing, index, length) for thing, index in self._placed(level))

    def _placed(self, level: Level) -> list[tuple[int, int]]:
        """What was placed on the layout, the player and the background apart."""
        game = self.search.game
        kept = game.player_mask | game.ground_mask
        return [
            (thing.id, index)
            for index in self.layout.free
            for thing in game.objects
            if level.cells[index] & thing.mask & ~kept
        ]

    def _matters(self, level: Level, thing: int, index: int, length: int) -> bool:
        cells = list(level.cells)
        cells[index] &= ~(1 << thing)
        poorer = Level(level.width, level.height, tuple(cells), 0)
        report = self._solver.solve(poorer, ("bfs",), self._limits)
        if report.verdict is LevelVerdict.UNDECIDED:
            return False
        return report.moves is None or len(report.moves) < length


def _plays_through(steps: SearchProblem, moves: tuple[int, ...]) -> bool:
    """Whether the moves win with the last one, and not before."""
    functions = dict(steps.moves)
    state = steps.start
    for number, key in enumerate(moves, start=1):
        if key not in functions:
            return False
        after = functions[key](state)
        if after < 0 or steps.won(after):
            return number == len(moves)
        state = after
    return False


def unique(game: PuzzleScriptGame, steps: SearchProblem) -> bool:
    """Whether all shortest solutions make the same changes to everything but the player, each as often.

    The order does not matter, nor does the player's way. Unknown, for want of room, counts as no.
    """
    space = explore(steps, UNIQUE_LIMIT)
    if not space.complete or space.to_win[0] < 0:
        return False
    mask = _beyond_player(game, steps)
    return len(_ways(space, mask)) == 1


SolutionEffects = frozenset[tuple[tuple[int, int], int]]
"""Changes, each as what went and what came, with how often."""


def _beyond_player(game: PuzzleScriptGame, steps: SearchProblem) -> int:
    """The bits of a state that are not the player's."""
    mask, count = 0, steps.code.board.count
    for place, thing in enumerate(steps.code.code.changing):
        if not game.player_mask >> thing & 1:
            mask |= steps.code.board.full << count * place
    return mask


def _ways(space: StateSpace, mask: int) -> set[SolutionEffects]:
    """The different sets of changes of shortest solutions from the start; no more than two are distinguished."""
    order = sorted(_on_shortest(space), key=lambda state: space.to_win[state])
    ways: dict[int, set[SolutionEffects]] = {}
    for state in order:
        check_time()
        found: set[SolutionEffects] = set()
        for column, after in enumerate(space.successors[state]):
            if after == WON:
                if space.to_win[state] == 1:
                    found.add(
                        _with(frozenset(), space.states[state], space.after_winning[state, column], mask)
                    )
            elif space.to_win[after] == space.to_win[state] - 1:
                for effects in ways[after]:
                    found.add(_with(effects, space.states[state], space.states[after], mask))
            if len(found) > 2:
                break
        ways[state] = set(sorted(found, key=_effects_key)[:2])
    return ways[0]


@lru_cache(maxsize=4096)
def _effects_key(effects: SolutionEffects) -> tuple[tuple[tuple[int, int], int], ...]:
    return tuple(sorted(effects))


def _on_shortest(space: StateSpace) -> set[int]:
    """The states of shortest solutions."""
    found, waiting = {0}, [0]
    while waiting:
        state = waiting.pop()
        for after in space.successors[state]:
            if after != WON and space.to_win[after] == space.to_win[state] - 1 and after not in found:
                found.add(after)
                waiting.append(after)
    return found


def _with(effects: SolutionEffects, before: int, after: int, mask: int) -> SolutionEffects:
    change = (before & ~after & mask, after & ~before & mask)
    if change == (0, 0):
        return effects
    counts = Counter(dict(effects))
    counts[change] += 1
    return frozenset(counts.items())
