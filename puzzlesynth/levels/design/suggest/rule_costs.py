"""What a designer says about the cost of rules: a comment `(COST 10)` at the end of a rule's line, or on a line of its
own right above the rule. A comment, so that the game still opens in the original editor.

A move costs 1, and the cost of every rule that is applied in its turn, each once. A level costs what its solution does.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping

from puzzlesynth.bad_input import BadInput
from puzzlesynth.levels.analysis import collect_source_rules
from puzzlesynth.levels.generate.fitness.rule_trace import RuleTrace
from puzzlesynth.levels.model import PuzzleScriptGame

_COST = re.compile(r"\(\s*cost\b\s*([^\s)]*)\s*\)", re.IGNORECASE)
_ASSIGNED = re.compile(r"\s*(\d{1,9})\s*=\s*(-?\d+(?:\.\d+)?)\s*")

Costs = Mapping[int, float]
"""By the line of the rule."""


LARGEST_COST = 1_000_000_000


class BadCost(BadInput):
    """A cost that cannot be read, or that belongs to no rule."""


def costs_in(source: str, game: PuzzleScriptGame, name: str = "game") -> dict[int, float]:
    """The costs that a source's comments give its rules."""
    lines = {rule.line for rule in collect_source_rules(game)}
    found: dict[int, float] = {}
    for number, text in enumerate(re.split(r"\r\n?|\n", source), start=1):
        for match in _COST.finditer(text):
            try:
                cost = float(match[1])
            except ValueError:
                raise BadCost(f"{name}:{number}: COST needs a number after it, as in (COST 10)") from None
            _check_size(cost, f"{name}:{number}: COST")
            alone = not _COST.sub("", text).strip()
            line = next((line for line in sorted(lines) if line > number), 0) if alone else number
            if line not in lines:
                raise BadCost(f"{name}:{number}: there is no rule that this COST belongs to")
            found[line] = cost
    return found


def assigned_costs(texts: Iterable[str], game: PuzzleScriptGame) -> dict[int, float]:
    """Costs from `LINE=COST`."""
    lines = sorted({rule.line for rule in collect_source_rules(game)})
    found = {}
    for text in texts:
        match = _ASSIGNED.fullmatch(text)
        if match is None:
            raise BadCost(f"--cost {text}: write LINE=COST, as in 72=10")
        if int(match[1]) not in lines:
            there = ", ".join(map(str, lines[:20])) or "none"
            raise BadCost(f"--cost {text}: there is no rule on line {match[1]}; rules are on lines {there}")
        found[int(match[1])] = float(match[2])
        _check_size(found[int(match[1])], "--cost: a cost")
    return found


def _check_size(cost: float, what: str) -> None:
    if not abs(cost) <= LARGEST_COST:
        raise BadCost(f"{what} must be a number between -{LARGEST_COST:,} and {LARGEST_COST:,}")


def cost_of(applied: RuleTrace, costs: Costs) -> float:
    """What a solution costs."""
    return len(applied.turns) + sum(costs.get(line, 0.0) for turn in applied.turns for line in turn)
