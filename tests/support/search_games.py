"""Games for the search's tests."""

from __future__ import annotations

from puzzlesynth.levels.model import PuzzleScriptGame
from tests.support.puzzlescript_sources import LEGEND, playable, source

PUSH = "[ > Player | Crate ] -> [ > Player | > Crate ]"

SMALL = """
####..
#.O#..
#..###
#@P..#
#..*.#
#..###
####..
"""
"""A level whose shortest solution has 33 moves."""

OPEN = """
#######
#.....#
#.*.*.#
#.P.O.#
#..O..#
#######
"""

STUCK = """
#####
#*..#
#.PO#
#####
"""
"""The crate stands in a corner: there is no solution."""


def sokoban(
    level: str, *, rules: str = PUSH, win: str = "All Target on Crate", prelude: str = ""
) -> PuzzleScriptGame:
    legend = LEGEND + "+ = Player and Target\n"
    prelude = f"title Crates\n{prelude}\n"
    return playable(source(rules, prelude=prelude, legend=legend, win=win, levels=level.strip("\n") + "\n"))
