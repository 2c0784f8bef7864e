"""Breadth-first search that looks at one state at a time."""

from __future__ import annotations

from .limits import LimitWatch
from .results import SolverReport
from .trail import Moves, SearchTrail, reported
from .transitions import RULE_BY_RULE, SearchProblem


def breadth_first(steps: SearchProblem, watch: LimitWatch) -> SolverReport:
    """Explore states in the order of their distance: the first solution found is a shortest one."""
    trail = SearchTrail()
    return reported(steps, watch, lambda: _search(steps, watch, trail), trail.__len__)


def _search(steps: SearchProblem, watch: LimitWatch, trail: SearchTrail) -> Moves | None:
    # Where the level is won as it is, coming back to it wins, unless by a turn that is taken back.
    seen = set() if steps.starts_won else {steps.start}
    not_won = {steps.start}
    won, options = steps.won, steps.moves
    every = 1 if steps.engine == RULE_BY_RULE else watch.interval(steps.code.board.count)
    steps.again.check = watch.check_time
    frontier, first = [steps.start], 0
    while frontier:
        following: list[int] = []
        for place, state in enumerate(frontier):
            if not (first + place) % every:
                watch.check(first + place, len(trail), len(frontier) - place + len(following))
            for key, move in options:
                after = move(state)
                if after in seen:
                    continue
                if after < 0 or won(after):
                    moves = trail.moves(first + place, key)
                    if not steps.starts_won or steps.wins(moves):
                        watch.explored = first + place + 1
                        return moves
                    if after < 0 or after in not_won:
                        continue
                    not_won.add(after)
                else:
                    seen.add(after)
                following.append(after)
                trail.parents.append(first + place)
                trail.keys.append(key)
        first += len(frontier)
        frontier = following
    watch.explored = first
    return None
