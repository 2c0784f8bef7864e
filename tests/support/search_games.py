"""Games for the search's tests."""

from __future__ import annotations

from puzzlesynth.levels import compile_source
from puzzlesynth.levels.model import PuzzleScriptGame

_SOKOBAN = """title Crates
{prelude}

========
OBJECTS
========

Background
green

Target
darkblue

Wall
brown

Player
black

Crate
orange

=======
LEGEND
=======

. = Background
# = Wall
P = Player
* = Crate
@ = Crate and Target
+ = Player and Target
O = Target

=======
SOUNDS
=======

================
COLLISIONLAYERS
================

Background
Target
Player, Wall, Crate

======
RULES
======

{rules}

==============
WINCONDITIONS
==============

{win}

=======
LEVELS
=======

{levels}
"""

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
    levels = level.strip("\n") + "\n"
    compilation = compile_source(_SOKOBAN.format(rules=rules, win=win, prelude=prelude, levels=levels))
    assert not compilation.errors, compilation.errors
    assert compilation.game is not None
    return compilation.game
