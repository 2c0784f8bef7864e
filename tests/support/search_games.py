"""Games for the search's tests."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from hypothesis import strategies as st

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


class CrateGame(NamedTuple):
    """A small game with crates, before it is compiled."""

    rules: str
    win: str
    prelude: str
    level: str

    @property
    def game(self) -> PuzzleScriptGame:
        return sokoban(self.level, rules=self.rules, win=self.win, prelude=self.prelude)


@st.composite
def crate_games(
    draw: st.DrawFn, rules: Sequence[str], wins: Sequence[str], things: str, width: int, height: int
) -> CrateGame:
    """Games with one of these sets of rules and one of these goals, and levels of one size with these things."""
    rows = st.text(things, min_size=width, max_size=width)
    return CrateGame(
        draw(st.sampled_from(rules)),
        draw(st.sampled_from(wins)),
        draw(st.sampled_from(["", "require_player_movement"])),
        "\n".join(draw(rows) for _ in range(height)),
    )
