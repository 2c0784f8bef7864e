"""Agents without learning on narrative puzzles, by difficulty: does the difficulty score order them?

    python -m benchmarks.agents [--puzzles 40] [--full]

*random* makes any possible move. *greedy* always does what leaves the shortest relaxed plan, without looking further.
*breadth* searches breadth-first through 200 states, *planner* best-first with relaxed plans through 3,000; both then do
what they found. Par is the number of moves of the walkthrough, walking and picking up included. In every
game of a pack, agents have the same number of turns: four times the mean par.

Measures as in clembench: the share of games won, the achieved goal ratio (areas solved), turns over par of the games that
were won, and why the others were not: *dead end*, *defeat*, *turns* (used up while the game could still be won) or *no
plan*. *effort* is the mean number of states that the agent looked at. The last table has the rank correlation (Spearman)
between the difficulty score and how each agent fares.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from statistics import mean

from benchmarks.example_puzzles import ROOT
from benchmarks.report import Row, report
from puzzlesynth.api import make_puzzles
from puzzlesynth.gym.episode import Episode
from puzzlesynth.pack import load_pack
from puzzlesynth.pack.model import Pack
from puzzlesynth.play.hints import moves_for
from puzzlesynth.play.winnability import Chance
from puzzlesynth.puzzle.model import Puzzle
from puzzlesynth.world.difficulty import difficulty_of
from puzzlesynth.world.ground_task import GroundTask
from puzzlesynth.world.search.delete_relaxation import DeleteRelaxation
from puzzlesynth.world.search.planner import find_plan
from puzzlesynth.world.search.state_space import possible_actions, search
from puzzlesynth.world.trace import trace_path

PACKS = ("meadow", "lighthouse")
GRADES = ("easy", "medium", "hard")
TURNS = 4
"""Times par."""
BREADTH, BEST = 200, 3_000
"""States that the searches look at."""


@dataclass(frozen=True)
class Case:
    """A puzzle with what is known about it."""

    pack: Pack
    puzzle: Puzzle
    score: float
    grade: str
    par: int
    turns: int = 0
    """How many an agent has."""


@dataclass
class Result:
    """How an agent did."""

    case: Case
    won: bool
    goals: float
    turns: int
    failure: str
    effort: int


class Attempt:
    """An agent at one game."""

    def __init__(self, case: Case, seed: int) -> None:
        self.case = case
        self.episode = Episode(case.pack, case.puzzle)
        self.random = Random(seed)
        self.effort = 0
        chapter = self.episode.game.chapter
        task = chapter.winnability.task
        assert task is not None
        self.task: GroundTask = task
        self.relaxation = DeleteRelaxation(task)

    @property
    def active(self) -> bool:
        return not self.episode.over and self.episode.turns < self.case.turns

    def do(self, plan: Sequence[int]) -> None:
        """Actions of the task, with all the walking and picking up that they need."""
        for step in trace_path(self.task, plan, self.episode.state):
            for move in moves_for(self.episode.game.chapter.world, self.episode.state, step):
                if not self.active:
                    return
                self.episode.play(move)

    def result(self) -> Result:
        episode = self.episode
        failure = ""
        if not episode.won:
            dead = episode.chance() is Chance.DEAD
            failure = (
                "defeat" if episode.lost else "dead end" if dead else "no plan" if self.active else "turns"
            )
        return Result(self.case, episode.won, episode.solved_share, episode.turns, failure, self.effort)


def play_randomly(attempt: Attempt) -> None:
    while attempt.active and attempt.episode.situation.moves:
        attempt.effort += 1
        attempt.episode.play(attempt.random.choice(attempt.episode.situation.moves))


def play_greedily(attempt: Attempt) -> None:
    task = attempt.task
    while attempt.active:
        code = task.encode(attempt.episode.state)
        ranked = []
        for action in possible_actions(task, code):
            plan = attempt.relaxation.relaxed_plan(task.successor(code, action))
            attempt.effort += 1
            if plan is not None:
                ranked.append((len(plan), attempt.random.random(), action))
        if not ranked:
            return
        attempt.do([min(ranked)[2]])


def play_breadth_first(attempt: Attempt) -> None:
    found = search(attempt.task, BREADTH)
    attempt.effort = len(found.states)
    winning = found.winning
    if winning:
        attempt.do(found.path(winning[0]))


def play_planned(attempt: Attempt) -> None:
    evaluated = attempt.relaxation.relaxed_plan

    def counted(state: int) -> frozenset[int] | None:
        attempt.effort += 1
        return evaluated(state)

    attempt.relaxation.relaxed_plan = counted  # type: ignore[method-assign]
    found = find_plan(attempt.relaxation, attempt.task.start, BEST)
    if found.plan is not None:
        attempt.do(found.plan)


AGENTS: dict[str, Callable[[Attempt], None]] = {
    "random": play_randomly,
    "greedy": play_greedily,
    "breadth": play_breadth_first,
    "planner": play_planned,
}


def cases(name: str, count: int) -> list[Case]:
    """As many puzzles of each grade, if the pack has that many among the draws."""
    pack = load_pack(ROOT / "examples" / name)
    found: dict[str, list[Case]] = {grade: [] for grade in GRADES}
    for puzzle in islice(make_puzzles(pack, seed=1), 12 * count):
        rated = difficulty_of(pack, puzzle)
        chosen = found[rated.level]
        if len(chosen) < count:
            par = len(Episode(pack, puzzle).walkthrough())
            chosen.append(Case(pack, puzzle, rated.score, rated.level, par))
        if all(len(some) >= count for some in found.values()):
            break
    every = [case for some in found.values() for case in some]
    turns = round(TURNS * mean(case.par for case in every))
    return [replace(case, turns=turns) for case in every]


def played(agent: str, known: Sequence[Case]) -> list[Result]:
    results = []
    for number, case in enumerate(known):
        attempt = Attempt(case, number)
        AGENTS[agent](attempt)
        results.append(attempt.result())
    return results


def summary(agent: str, grade: str, results: Sequence[Result]) -> Row:
    won = [result for result in results if result.won]
    failures = Counter(result.failure for result in results if not result.won)
    return {
        "agent": agent,
        "grade": grade,
        "games": len(results),
        "won": round(len(won) / len(results), 2),
        "goal ratio": round(mean(result.goals for result in results), 2),
        "over par": round(mean(r.turns / r.case.par - 1 for r in won), 2) if won else None,
        "effort": round(mean(result.effort for result in results), 1),
        "failures": ", ".join(f"{why} {count}" for why, count in sorted(failures.items())) or "-",
    }


def ranks(values: Sequence[float]) -> list[float]:
    """From 1; equal values share the mean of theirs."""
    order = sorted(range(len(values)), key=lambda index: values[index])
    found = [0.0] * len(values)
    first = 0
    while first < len(order):
        end = first
        while end < len(order) and values[order[end]] == values[order[first]]:
            end += 1
        for index in order[first:end]:
            found[index] = (first + end + 1) / 2
        first = end
    return found


def rank_correlation(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Spearman's: Pearson's of the ranks. None: one of them is always the same."""
    a, b = ranks(one), ranks(other)
    mean_a, mean_b = mean(a), mean(b)
    top = sum((x - mean_a) * (y - mean_b) for x, y in zip(a, b, strict=True))
    below = sum((x - mean_a) ** 2 for x in a) * sum((y - mean_b) ** 2 for y in b)
    return top / below**0.5 if below else None


def correlations(name: str, results: dict[str, list[Result]]) -> list[Row]:
    rows: list[Row] = []
    for agent, some in results.items():
        scores = [result.case.score for result in some]
        goals = rank_correlation(scores, [result.goals for result in some])
        effort = rank_correlation(scores, [float(result.effort) for result in some])
        rows.append({"pack": name, "agent": agent, "with goal ratio": goals, "with effort": effort})
    return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--puzzles", type=int, default=40, help="of each grade and pack")
    parser.add_argument("--full", action="store_true", help="200 of each")
    options = parser.parse_args()
    count = 200 if options.full else options.puzzles
    order: list[Row] = []
    for name in PACKS:
        known = cases(name, count)
        results = {agent: played(agent, known) for agent in AGENTS}
        rows = [
            summary(agent, grade, [r for r in some if r.case.grade == grade])
            for agent, some in results.items()
            for grade in GRADES
            if any(r.case.grade == grade for r in some)
        ]
        report(f"agents_{name}", f"\nAgents on {name}", rows)
        order += correlations(name, results)
    report("agents_order", "\nRank correlation of the difficulty score with how agents fare", order)


if __name__ == "__main__":
    main()
