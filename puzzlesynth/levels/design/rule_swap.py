"""The same levels under other rules: which can be solved now, and how.

The other rules are a list of rules, or a whole game, of which the rules and the win conditions are taken. They are put
in the place of the game's own; objects, legend, collision layers and levels stay.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.chance import ChanceMeaning, LevelSolver, PlanPromise
from puzzlesynth.levels.compiler import compile_source
from puzzlesynth.levels.designations import placed_messages
from puzzlesynth.levels.generate import refusals
from puzzlesynth.levels.model import Level, PuzzleScriptGame
from puzzlesynth.levels.parser.messages import Message
from puzzlesynth.levels.search import SearchLimits, SolveReport
from puzzlesynth.levels.search.results import LevelVerdict
from puzzlesynth.levels.source_editor import lines_of, sections


class BadRuleSwap(BadInput):
    """The other rules do not work in this game; the message has a line for each mistake, with its place."""


@dataclass(frozen=True, slots=True)
class RuleSwapResult:
    """One level before and after. `number` counts levels from 1."""

    number: int
    level: Level
    before: SolveReport | None
    """None if the game's own rules cannot be searched."""
    after: SolveReport
    old_solution_wins: bool
    """Whether the solution under the game's own rules wins under the others as well."""
    plans: tuple[PlanPromise | None, PlanPromise | None] = (None, None)
    """What plans promise before and after, where rules are random."""

    @property
    def news(self) -> str:
        """What changed, in a word."""
        if self.before is None or self.before.verdict is LevelVerdict.UNDECIDED:
            return str(self.after.verdict)
        if self.after.verdict is LevelVerdict.UNDECIDED:
            return "undecided"
        if self.before.verdict != self.after.verdict:
            return "now solvable" if self.after.moves is not None else "no longer solvable"
        if self.after.moves is None or self.before.moves is None:
            return "still unsolvable"
        if self.plans != (None, None):
            return "the same promise" if self.plans[0] == self.plans[1] else "another plan"
        if self.old_solution_wins and len(self.after.moves) == len(self.before.moves):
            return "the same solution"
        if self.old_solution_wins:
            return "a shorter way"
        return "another solution"


def swapped_source(
    source: str, rules: str, game_name: str = "game", rules_name: str = "rules"
) -> tuple[str, PuzzleScriptGame, list[str]]:
    """The source with other rules in it, the game that it is, and what the compiler warns of in the rules. Raises
    `BadRuleSwap`."""
    lines, other = lines_of(source), lines_of(rules)
    own, theirs = sections(lines), sections(other)
    if "rules" not in own:
        raise BadRuleSwap(f"{game_name}: the game has no section RULES")
    if theirs and "rules" not in theirs:
        raise BadRuleSwap(f"{rules_name}: there is no section RULES in it")
    parts = [("rules", theirs["rules"].begin, theirs["rules"].end) if theirs else ("rules", 0, len(other))]
    if "winconditions" in theirs and "winconditions" in own:
        parts.append(("winconditions", theirs["winconditions"].begin, theirs["winconditions"].end))
    places = [(game_name, number) for number in range(1, len(lines) + 1)]
    for name, begin, end in reversed(parts):
        section = own[name]
        lines[section.begin : section.end] = [*other[begin:end], ""]
        places[section.begin : section.end] = [(rules_name, number + 1) for number in range(begin, end + 1)]
    text = "\n".join(lines)
    compilation = compile_source(text)
    if compilation.errors or compilation.game is None:
        raise BadRuleSwap(
            "\n".join(_told(source, compilation.errors, places))
            or f"{rules_name}: the game does not compile with these rules"
        )
    told = _told(source, compilation.warnings, places)
    return text, compilation.game, [line for line in told if line.startswith(f"{rules_name}:")]


def _told(source: str, errors: Sequence[Message], places: list[tuple[str, int]]) -> list[str]:
    """The compiler's words with the place in the file that they came from."""
    own = compile_source(source).game
    known = [] if own is None else [*(thing.name for thing in own.objects), *own.legend.properties]

    def place_of(line: int) -> str | None:
        return ":".join(map(str, places[line - 1])) if line <= len(places) else None

    return placed_messages(errors, place_of, known)


def swap(
    game: PuzzleScriptGame,
    other: PuzzleScriptGame,
    *,
    limits: SearchLimits | None = None,
    progress: Callable[[int], None] | None = None,
    chance: ChanceMeaning | None = None,
) -> list[RuleSwapResult]:
    """All levels under both sets of rules. Both games have the same objects and levels."""
    limits = limits if limits is not None else SearchLimits(10.0, 500_000)
    reasons = refusals(other)
    if reasons:
        raise BadRuleSwap(f"{'; '.join(reasons)}: nothing can be solved under these rules")
    solver = None if refusals(game) else LevelSolver(game, chance)
    other_solver = LevelSolver(other, chance)
    rows = []
    for number, level in enumerate(game.maps, start=1):
        if progress is not None:
            progress(number)
        before = None if solver is None else solver.solve(level, limits=limits)
        after = other_solver.solve(level, limits=limits)
        old = before.moves if before is not None else None
        still = old is not None and not other_solver.plans and other_solver.wins(level, old)
        plans = None if solver is None else solver.promise(level), other_solver.promise(level)
        rows.append(RuleSwapResult(number, level, before, after, still, plans))
    return rows
